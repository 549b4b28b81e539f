import { dayMs } from '@kianda/geo';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';

export type ArchiveTables = {
  'vessels.archived_days': {
    day: Date;
    object_key: string;
    positions: number;
    vessels: number;
    bytes: number;
    sha256: string;
    version: number;
    archived_at: Date;
    is_audited: boolean;
  };
  'vessels.restored_days': { day: Date; keep_until: Date };
};

type Db = Kysely<ArchiveTables>;
type Trx = Transaction<ArchiveTables>;

/** A day that lies in object storage. */
export type ArchivedDay = { readonly day: string; readonly key: string; readonly version: number };

/** Rows of a partition and a sum over all their values, which any change of them changes. */
export type Contents = { readonly rows: number; readonly hash: string };

export type WrittenFile = {
  readonly day: string;
  readonly key: string;
  readonly positions: number;
  readonly vessels: number;
  readonly bytes: number;
  readonly sha256: string;
};

/** A position as the database stores it. */
export type PlaceRow = {
  readonly time: Date;
  readonly lon: number;
  readonly lat: number;
  readonly sources: number;
  readonly ship_id: number;
  readonly origin_id: number;
  readonly speed_knots: number | null;
  readonly course_degrees: number | null;
  readonly heading_degrees: number | null;
  readonly navigation_status: number | null;
};

/** Columns of positions, each as the text of a PostgreSQL array. */
export type PlaceColumns = readonly string[];

const linesPerFetch = 20_000;
const parent = sql.table('vessels.positions');
/** A day is swapped while nobody writes: writers wait no longer than this, and then the swap gives up. */
const lockWait = sql.lit('10s');

const partitionOf = (day: string) => sql.table(`vessels.positions_${day.replaceAll('-', '_')}`);
const asDay = (column: RawBuilder<unknown>) => sql<string>`to_char(${column}, 'YYYY-MM-DD')`;
export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const endOf = (day: string): Date => new Date(startOf(day).getTime() + dayMs);

/** Days of positions: those that lie in the database, those that lie in files, and moving one from here to there. */
export const createDaysRepository = (db: Db) => ({ ...dayQueries(db), ...outward(db), ...homeward(db) });

export type DaysRepository = ReturnType<typeof createDaysRepository>;

const dayQueries = (db: Db) => ({
  /** Archived days that have some of a period, both ends included. */
  async between(from: Date, to: Date): Promise<ArchivedDay[]> {
    const { rows } = await sql<ArchivedDay>`
      SELECT ${asDay(sql`day`)} AS day, object_key AS key, version FROM vessels.archived_days
      WHERE day >= ${dayOf(from.getTime())}::date AND day <= ${dayOf(to.getTime())}::date ORDER BY 1`.execute(db);
    return rows;
  },

  /** Days before another that have a partition in the database, oldest first, without those a person brought back for now. */
  async inDatabase(before: string, now: Date): Promise<string[]> {
    const { rows } = await sql<{ day: string }>`
      SELECT replace(substring(c.relname FROM 'positions_(.*)$'), '_', '-') AS day
      FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'vessels.positions'::regclass ORDER BY 1`.execute(db);
    const kept = await sql<{ day: string }>`
      SELECT ${asDay(sql`day`)} AS day FROM vessels.restored_days WHERE keep_until > ${now}`.execute(db);
    const keptDays = new Set(kept.rows.map(({ day }) => day));
    return rows.map(({ day }) => day).filter((day) => day < before && !keptDays.has(day));
  },

  /** Whether hours of a day wait to be summed up. */
  async hasPendingHours(day: string): Promise<boolean> {
    const { rows } = await sql<{ pending: boolean }>`SELECT EXISTS (${pendingHours(day)}) AS pending`.execute(db);
    return rows[0]?.pending === true;
  },

  async unaudited(): Promise<WrittenFile[]> {
    const { rows } = await sql<WrittenFile>`
      SELECT ${asDay(sql`day`)} AS day, object_key AS key, positions, vessels, bytes, sha256
      FROM vessels.archived_days WHERE NOT is_audited ORDER BY 1`.execute(db);
    return rows;
  },

  async audited(day: string): Promise<void> {
    await sql`UPDATE vessels.archived_days SET is_audited = true WHERE day = ${day}::date`.execute(db);
  },

  /** Forgets archived days before one; their keys. */
  async forgetBefore(day: string): Promise<string[]> {
    const { rows } = await sql<{ key: string }>`
      DELETE FROM vessels.archived_days WHERE day < ${day}::date RETURNING object_key AS key`.execute(db);
    await sql`DELETE FROM vessels.restored_days WHERE day < ${day}::date`.execute(db);
    return rows.map(({ key }) => key);
  },
});

const pendingHours = (day: string) => sql`
  SELECT FROM vessels.changed_hours WHERE hour >= ${startOf(day)} AND hour < ${endOf(day)}`;

async function contentsOf(trx: Trx, day: string): Promise<Contents> {
  const { rows } = await sql<Contents>`
    SELECT count(*) AS rows, coalesce(bit_xor(hash_record_extended(p, 0)), 0)::text AS hash
    FROM ${partitionOf(day)} AS p`.execute(trx);
  const { rows: count = 0, hash = '0' } = rows[0] ?? {};
  return { rows: Number(count), hash };
}

const bytesOf = (column: RawBuilder<unknown>) => sql`encode(float8send(${column}), 'hex')`;

/** From the database into files. */
const outward = (db: Db) => ({
  /**
   * Hands over a day as it is at one instant, as lines: `places`, and those of the ships and origins in them. Answers its
   * contents at that instant.
   */
  async read(
    day: string,
    take: (kind: 'places' | 'ships' | 'origins', lines: readonly string[]) => Promise<void>,
  ): Promise<Contents> {
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const contents = await contentsOf(trx, day);
        const partition = partitionOf(day);
        await eachLine(
          trx,
          sql`SELECT concat(ship_id, ',', round(date_part('epoch', time) * 1e6)::bigint, ',', lon, ',', lat, ',', sources, ',',
            origin_id, ',', speed_knots, ',', course_degrees, ',', heading_degrees, ',', navigation_status, ',',
            ${bytesOf(sql`lon`)}, ',', ${bytesOf(sql`lat`)}) AS line FROM ${partition}`,
          (lines) => take('places', lines),
        );
        await eachLine(
          trx,
          // A file that was archived before has ships of its own: all there are, then.
          sql`SELECT concat(id, ',"', replace(key, '"', '""'), '",', mmsi) AS line FROM vessels.ships`,
          (lines) => take('ships', lines),
        );
        await eachLine(
          trx,
          sql`SELECT concat(id, ',', simulated_seed IS NOT NULL) AS line FROM vessels.position_origins`,
          (lines) => take('origins', lines),
        );
        return contents;
      });
  },

  /**
   * Puts a file in the place of a day's partition, in one transaction, provided that the day is still as it was read.
   * False where it is not: nothing is changed then.
   */
  async swap(file: WrittenFile, read: Contents, now: Date): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      await sql`SET LOCAL lock_timeout = ${lockWait}`.execute(trx);
      // Writers take their lock on the parent first: none of them holds one on the partition while it waits for this.
      await sql`LOCK TABLE ONLY ${parent} IN SHARE MODE`.execute(trx);
      const { rows } = await sql<{ pending: boolean }>`SELECT EXISTS (${pendingHours(file.day)}) AS pending`.execute(
        trx,
      );
      const contents = await contentsOf(trx, file.day);
      if (rows[0]?.pending === true || contents.rows !== read.rows || contents.hash !== read.hash) return false;
      await sql`
        INSERT INTO vessels.archived_days (day, object_key, positions, vessels, bytes, sha256, archived_at)
        VALUES (${file.day}::date, ${file.key}, ${file.positions}, ${file.vessels}, ${file.bytes}, ${file.sha256}, ${now})
        ON CONFLICT (day) DO UPDATE SET positions = excluded.positions, vessels = excluded.vessels,
          bytes = excluded.bytes, sha256 = excluded.sha256, archived_at = excluded.archived_at,
          version = excluded.version, is_audited = false`.execute(trx);
      await sql`DELETE FROM vessels.restored_days WHERE day = ${file.day}::date`.execute(trx);
      await sql`DROP TABLE ${partitionOf(file.day)}`.execute(trx);
      return true;
    });
  },

  /** Drops a day's partition that has no rows. False where it has some. */
  async dropEmpty(day: string): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      await sql`SET LOCAL lock_timeout = ${lockWait}`.execute(trx);
      await sql`LOCK TABLE ONLY ${parent} IN SHARE MODE`.execute(trx);
      if ((await contentsOf(trx, day)).rows > 0) return false;
      await sql`DROP TABLE ${partitionOf(day)}`.execute(trx);
      return true;
    });
  },
});

async function eachLine(
  trx: Trx,
  query: RawBuilder<unknown>,
  take: (lines: readonly string[]) => Promise<void>,
): Promise<void> {
  await sql`DECLARE archive_lines NO SCROLL CURSOR FOR ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`FETCH ${sql.lit(linesPerFetch)} FROM archive_lines`.execute(trx);
    if (rows.length === 0) break;
    await take(rows.map(({ line }) => line));
  }
  await sql`CLOSE archive_lines`.execute(trx);
}

/** From files back into the database. */
const homeward = (db: Db) => ({
  /** Puts positions of files into the database; those that are there already gain the lines of the file. */
  async put(pages: AsyncIterable<PlaceColumns>): Promise<void> {
    for await (const page of pages) await insertPage(db, page);
  },

  /** Brings a day back whole, in one transaction: its rows are in the database and its file is no longer counted. */
  async bringBack(day: string, pages: AsyncIterable<PlaceColumns>, keepUntil: Date): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ positions: number }>`
        DELETE FROM vessels.archived_days WHERE day = ${day}::date RETURNING positions`.execute(trx);
      const [archived] = rows;
      if (archived === undefined) return false;
      let put = 0;
      for await (const page of pages) put += await insertPage(trx, page);
      if (put !== Number(archived.positions))
        throw new Error(`archive: ${day} has ${put} positions in its file, ${archived.positions} were archived`);
      await sql`
        INSERT INTO vessels.restored_days (day, keep_until) VALUES (${day}::date, ${keepUntil})
        ON CONFLICT (day) DO UPDATE SET keep_until = excluded.keep_until`.execute(trx);
      return true;
    });
  },
});

/** Inserts a page; rows that it has, whether or not they were new. */
async function insertPage(db: Db | Trx, page: PlaceColumns): Promise<number> {
  const [ships, seconds, lons, lats, sources, origins, speeds, courses, headings, statuses] = page;
  const { rows } = await sql<{ rows: number }>`
    WITH g AS (
      SELECT * FROM unnest(${ships}::int4[], ${seconds}::int8[], ${lons}::float8[], ${lats}::float8[], ${sources}::int8[],
        ${origins}::int4[], ${speeds}::float4[], ${courses}::float4[], ${headings}::int2[], ${statuses}::int2[])
        AS g (ship_id, micros, lon, lat, sources, origin_id, speed_knots, course_degrees, heading_degrees, navigation_status)
    ), put AS (
      INSERT INTO vessels.positions AS p (ship_id, time, lon, lat, sources, origin_id, speed_knots, course_degrees,
        heading_degrees, navigation_status)
      SELECT ship_id, timestamptz 'epoch' + micros * interval '1 microsecond', lon, lat, sources, origin_id, speed_knots,
        course_degrees, heading_degrees, navigation_status FROM g
      ON CONFLICT (ship_id, time, lon, lat) DO UPDATE SET sources = p.sources | excluded.sources
        WHERE p.sources & excluded.sources <> excluded.sources
    )
    SELECT count(*) AS rows FROM g`.execute(db);
  return Number(rows[0]?.rows ?? 0);
}
