import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { OceanTables, SliceRow } from './ocean.types.ts';
import { belowSurface } from './sources.rules.ts';

/** Fields at the depth that is shown of their variable. */
const isShown = sql<boolean>`(depth_meters < 2 OR variable = ANY(${belowSurface}::text[]))`;

type ArrivedDays = {
  readonly current: number;
  readonly previous: number | null;
  readonly simulatedSeed: number | null;
};

/** SQL of the index of gridded fields. */
export function createSliceRepository(database: Database) {
  const db = database.for<OceanTables>();

  return {
    /** Inserts or replaces one slice; false when the same content was already there. */
    async upsertSlice(row: SliceRow): Promise<boolean> {
      const result = await db
        .insertInto('ocean.field_slices')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['dataset', 'variable', 'depth_meters', 'observed_at'])
            .doUpdateSet({
              unit: row.unit,
              storage_key: row.storage_key,
              content_hash: row.content_hash,
              zee_mean: row.zee_mean,
              zee_median: row.zee_median,
              zee_min: row.zee_min,
              zee_max: row.zee_max,
              coverage: row.coverage,
              run_id: row.run_id,
              retrieved_at: row.retrieved_at,
              simulated_seed: row.simulated_seed,
            })
            .where('ocean.field_slices.content_hash', '<>', row.content_hash),
        )
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Newest slice of a variable, at the depth shown of it, at or before an instant. */
    sliceAt: (variable: string, notAfter: Date) =>
      db
        .selectFrom('ocean.field_slices')
        .selectAll()
        .where('variable', '=', variable)
        .where(isShown)
        .where('observed_at', '<=', notAfter)
        .orderBy('observed_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async slices(filter: { variable?: string; from?: Date; to?: Date; limit: number }): Promise<SliceRow[]> {
      let query = db
        .selectFrom('ocean.field_slices')
        .selectAll()
        .where(isShown)
        .orderBy('observed_at', 'desc')
        .limit(filter.limit);
      if (filter.variable !== undefined) query = query.where('variable', '=', filter.variable);
      if (filter.from !== undefined) query = query.where('observed_at', '>=', filter.from);
      if (filter.to !== undefined) query = query.where('observed_at', '<=', filter.to);
      return query.execute();
    },

    /** A mark of each variable's stored fields: another one as soon as any of them is another. */
    async marks(variables: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { rows } = await sql<{ variable: string; mark: string }>`
        SELECT variable, count(*) || ':' || bit_xor(hashtextextended(
          dataset || ' ' || depth_meters || ' ' || extract(epoch FROM observed_at) || ' ' || content_hash, 0)) AS mark
        FROM ocean.field_slices WHERE variable = ANY(${variables}) AND depth_meters < 2 GROUP BY variable`.execute(db);
      return new Map(rows.map(({ variable, mark }) => [variable, mark]));
    },
  };
}

/** SQL of when days of variables arrived. */
export function createArrivalRepository(database: Database) {
  const db = database.for<OceanTables>();
  return {
    /** How many days of variables arrived since, and the newest of them by their own time. */
    async daysSince(from: Date, limit: number) {
      const days = db
        .selectFrom('ocean.field_slices')
        .select(({ fn }) => [
          'variable',
          sql<Date>`date_trunc('day', observed_at, 'UTC')`.as('observed_at'),
          fn.max<Date>('retrieved_at').as('at'),
        ])
        .where('retrieved_at', '>=', from)
        .groupBy(['variable', sql`date_trunc('day', observed_at, 'UTC')`]);
      const [counted, newest] = await Promise.all([
        db
          .selectFrom(days.as('days'))
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow(),
        days.orderBy('observed_at', 'desc').orderBy('variable').limit(limit).execute(),
      ]);
      return { count: Number(counted.count), newest };
    },

    /**
     * Days of variables that arrived in each of two spans of the same length, the later one ending at `now`; the earlier
     * one is null where nothing had arrived yet when it ended. `simulatedSeed` is that of any that a simulator gave.
     */
    async arrivedDays(now: Date, spanMs: number): Promise<ArrivedDays> {
      const middle = new Date(now.getTime() - spanMs);
      const first = new Date(now.getTime() - 2 * spanMs);
      const { rows } = await sql<{ current: string; previous: string; seed: string | null; before: boolean }>`
        SELECT count(DISTINCT (variable, date_trunc('day', observed_at, 'UTC')))
            FILTER (WHERE retrieved_at > ${middle}) AS current,
          count(DISTINCT (variable, date_trunc('day', observed_at, 'UTC')))
            FILTER (WHERE retrieved_at <= ${middle}) AS previous,
          max(simulated_seed) AS seed,
          EXISTS (SELECT FROM ocean.field_slices WHERE retrieved_at <= ${middle}) AS before
        FROM ocean.field_slices WHERE retrieved_at > ${first} AND retrieved_at <= ${now}`.execute(db);
      const [row] = rows;
      return {
        current: Number(row?.current ?? 0),
        previous: row?.before === true ? Number(row.previous) : null,
        simulatedSeed: row?.seed == null ? null : Number(row.seed),
      };
    },
  };
}
