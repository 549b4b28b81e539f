import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { OceanTables, SliceRow } from './ocean.types.ts';
import { belowSurface } from './sources.rules.ts';

/** Fields at the depth that is shown of their variable. */
const isShown = sql<boolean>`(depth_meters < 2 OR variable = ANY(${belowSurface}::text[]))`;

type VariablesOfDays = {
  readonly current: number;
  readonly all: number;
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

/** SQL of what arrived of variables, and of which days. */
export function createArrivalRepository(database: Database) {
  const db = database.for<OceanTables>();
  return {
    /** How many variables got data since, whatever its time, and the newest day that arrived of each. */
    async arrivedSince(from: Date, limit: number) {
      const newestOfEach = db
        .selectFrom('ocean.field_slices')
        .select(({ fn }) => [
          'variable',
          fn.max<Date>('observed_at').as('observed_at'),
          fn.max<Date>('retrieved_at').as('at'),
        ])
        .where('retrieved_at', '>=', from)
        .groupBy('variable');
      const rows = await newestOfEach.orderBy('observed_at', 'desc').orderBy('variable').execute();
      return { count: rows.length, newest: rows.slice(0, limit) };
    },

    /**
     * How many of the named variables have a field of the time from `from` to `to`, and how many have any until then.
     * `simulatedSeed` is that of any that a simulator gave.
     */
    async variablesIn(variables: readonly string[], from: Date, to: Date): Promise<VariablesOfDays> {
      const { rows } = await sql<{ current: string; all: string; seed: string | null }>`
        SELECT count(*) FILTER (WHERE newest.observed_at > ${from}) AS current, count(*) AS all,
          max(newest.simulated_seed) AS seed
        FROM unnest(${variables}::text[]) AS named(variable)
        CROSS JOIN LATERAL (
          SELECT observed_at, simulated_seed FROM ocean.field_slices
          WHERE variable = named.variable AND observed_at <= ${to} ORDER BY observed_at DESC LIMIT 1
        ) AS newest`.execute(db);
      const [row] = rows;
      return {
        current: Number(row?.current ?? 0),
        all: Number(row?.all ?? 0),
        simulatedSeed: row?.seed == null ? null : Number(row.seed),
      };
    },
  };
}
