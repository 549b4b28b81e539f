import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { Island } from './windows.ts';

export type BaseRow = {
  name: string;
  system_id: string;
  timeline: number;
  first_number: number | null;
  last_number: number | null;
  state: 'running' | 'completed' | 'failed';
  trigger: 'schedule' | 'manual';
  actor: string;
  started_at: Date;
  stopped_at: Date | null;
  data_bytes: number | null;
  stored_bytes: number | null;
  file_count: number | null;
  error: string | null;
  key_fingerprint: string;
  second_place: string | null;
};

export type SegmentRow = {
  system_id: string;
  name: string;
  timeline: number;
  number: number;
  marked_at: Date | null;
  stored_at: Date;
  bytes: number;
  path: string;
  second_place: string | null;
};

type Tables = { 'backups.bases': BaseRow; 'backups.segments': SegmentRow };

/** The server's cluster and its archive settings. */
export type Cluster = {
  readonly systemId: string;
  readonly timeline: number;
  readonly segmentBytes: number;
  readonly dataFolder: string;
  /** At least as often a segment is closed, while something is written. */
  readonly everySeconds: number;
};

const rowsAtOnce = 500;

const connect = (database: Database) => database.for<Tables>();
type Db = ReturnType<typeof connect>;

export type InstantRepository = ReturnType<typeof createInstantRepository>;

function serverJournal(db: Db) {
  return {
    /** Null where the server archives nothing. */
    async cluster(): Promise<Cluster | null> {
      const { rows } = await sql<Cluster & { mode: string }>`
        select current_setting('archive_mode') as mode, current_setting('data_directory') as "dataFolder",
          (select system_identifier::text from pg_control_system()) as "systemId",
          ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
          (select setting::int from pg_settings where name = 'wal_segment_size') as "segmentBytes",
          (select setting::int from pg_settings where name = 'archive_timeout') as "everySeconds"`.execute(db);
      const [row] = rows;
      if (row === undefined || row.mode === 'off') return null;
      const { mode: _mode, ...cluster } = row;
      return cluster;
    },
    async dataFolder(): Promise<string> {
      const { rows } = await sql<{ folder: string }>`select current_setting('data_directory') as folder`.execute(db);
      return rows[0]?.folder ?? '';
    },
    /**
     * Closes the segment in use. Answers an instant before which everything acknowledged lies in it or in earlier ones,
     * and the place in the journal where it ends.
     */
    async closeSegment(): Promise<{ at: Date; lsn: string }> {
      const { rows: marks } = await sql<{
        at: Date;
      }>`select clock_timestamp()::timestamptz(3) - interval '1 ms' as at`.execute(db);
      const at = marks[0]?.at ?? new Date(0);
      await sql`update backups.archive_mark set at = ${at}`.execute(db);
      const { rows } = await sql<{ lsn: string }>`select pg_switch_wal()::text as lsn`.execute(db);
      return { at, lsn: rows[0]?.lsn ?? '0/1' };
    },
  };
}

function baseTable(db: Db) {
  return {
    bases: (): Promise<BaseRow[]> => db.selectFrom('backups.bases').selectAll().orderBy('started_at', 'desc').execute(),
    async putBase(row: BaseRow): Promise<void> {
      await db
        .insertInto('backups.bases')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
    },
    async changeBase(name: string, change: Partial<BaseRow>): Promise<void> {
      await db.updateTable('backups.bases').set(change).where('name', '=', name).execute();
    },
    async removeBase(name: string): Promise<void> {
      await db.deleteFrom('backups.bases').where('name', '=', name).execute();
    },
  };
}

function segmentTable(db: Db) {
  return {
    segment: (systemId: string, name: string): Promise<SegmentRow | undefined> =>
      db
        .selectFrom('backups.segments')
        .selectAll()
        .where('system_id', '=', systemId)
        .where('name', '=', name)
        .executeTakeFirst(),
    async addSegments(rows: readonly SegmentRow[]): Promise<void> {
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        await db
          .insertInto('backups.segments')
          .values(rows.slice(from, from + rowsAtOnce))
          .onConflict((conflict) => conflict.columns(['system_id', 'name']).doNothing())
          .execute();
      }
    },
    async segmentNames(systemId: string): Promise<string[]> {
      const rows = await db.selectFrom('backups.segments').select('name').where('system_id', '=', systemId).execute();
      return rows.map(({ name }) => name);
    },
    async forgetSegments(systemId: string, names: readonly string[]): Promise<void> {
      for (let from = 0; from < names.length; from += rowsAtOnce) {
        await db
          .deleteFrom('backups.segments')
          .where('system_id', '=', systemId)
          .where('name', 'in', names.slice(from, from + rowsAtOnce))
          .execute();
      }
    },
    /** Segments of a timeline before a number, or all of them where it is null; oldest first. */
    segmentsBefore(systemId: string, timeline: number, number: number | null): Promise<SegmentRow[]> {
      let query = db
        .selectFrom('backups.segments')
        .selectAll()
        .where('system_id', '=', systemId)
        .where('timeline', '=', timeline);
      if (number !== null) query = query.where('number', '<', number);
      return query.orderBy('number').execute();
    },
    /** Segments that a second target lacks, oldest first. */
    waitingFor: (place: string, limit: number): Promise<SegmentRow[]> =>
      db
        .selectFrom('backups.segments')
        .selectAll()
        .where((eb) => eb.or([eb('second_place', 'is', null), eb('second_place', '!=', place)]))
        .orderBy('timeline')
        .orderBy('number')
        .limit(limit)
        .execute(),
    async setSecondPlace(row: Pick<SegmentRow, 'system_id' | 'name'>, place: string): Promise<void> {
      await db
        .updateTable('backups.segments')
        .set({ second_place: place })
        .where('system_id', '=', row.system_id)
        .where('name', '=', row.name)
        .execute();
    },
  };
}

function segmentTotals(db: Db) {
  return {
    async islands(): Promise<Island[]> {
      const { rows } = await sql<Omit<Island, 'markedAtMs'> & { markedAt: Date | null }>`
        select system_id as "systemId", timeline, min(number) as first, max(number) as last, max(marked_at) as "markedAt"
        from (select *, number - row_number() over (partition by system_id, timeline order by number) as island
          from backups.segments) s
        group by system_id, timeline, island order by system_id, timeline, first`.execute(db);
      return rows.map(({ markedAt, ...island }) => ({ ...island, markedAtMs: markedAt?.getTime() ?? null }));
    },
    async totals(): Promise<{ count: number; bytes: number; newest: Date | null; lastHourBytes: number }> {
      const { rows } = await sql<{ count: number; bytes: number; newest: Date | null; lastHourBytes: number }>`
        select count(*)::int8 as count, coalesce(sum(bytes), 0)::int8 as bytes, max(marked_at) as newest,
          coalesce(sum(bytes) filter (where stored_at > (select max(stored_at) from backups.segments) - interval '1 hour'), 0)::int8
            as "lastHourBytes"
        from backups.segments`.execute(db);
      return rows[0] ?? { count: 0, bytes: 0, newest: null, lastHourBytes: 0 };
    },
  };
}

/** The SQL on bases and segments, and on the server's journal. */
export function createInstantRepository(database: Database) {
  const db = connect(database);
  return { ...serverJournal(db), ...baseTable(db), ...segmentTable(db), ...segmentTotals(db) };
}
