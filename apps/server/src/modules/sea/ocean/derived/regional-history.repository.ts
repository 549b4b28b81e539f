import { type Kysely, sql } from 'kysely';
import type { DerivedTables, RegionalHistoryRow } from './tables.ts';

const rowsPerInsert = 1_000;

/** SQL of the daily means of each region over the decades, which a climatology stands on. */
export function regionalHistorySql(db: Kysely<DerivedTables>) {
  return {
    /** Stores days; one that is there already is replaced. Resolves with how many changed. */
    async keepRegionalHistory(rows: readonly RegionalHistoryRow[]): Promise<number> {
      let changed = 0n;
      for (let start = 0; start < rows.length; start += rowsPerInsert) {
        changed += await upsertDays(db, rows.slice(start, start + rowsPerInsert));
      }
      return Number(changed);
    },

    /** Version of the history's content, known without reading it. */
    async regionalHistoryMark(): Promise<string> {
      const row = await db
        .selectFrom('ocean.regional_history')
        .select((eb) => [
          eb.fn.countAll<number>().as('rows'),
          eb.fn.max('retrieved_at').as('newest'),
          eb.fn.sum<number | null>('celsius').as('sum'),
        ])
        .executeTakeFirstOrThrow();
      return `${row.rows}/${row.newest?.getTime() ?? ''}/${row.sum ?? ''}`;
    },

    regionalHistory: (): Promise<RegionalHistoryRow[]> =>
      db.selectFrom('ocean.regional_history').selectAll().orderBy('observed_at').orderBy('region').execute(),

    /** Days of a region that are known from the history or from stored fields. */
    async knownTemperatureDays(region: string): Promise<{ days: number; first: Date | null }> {
      const { rows } = await sql<{ days: number; first: Date | null }>`
        SELECT count(*)::int AS days, min(day) AS first FROM (
          SELECT observed_at AS day FROM ocean.regional_history WHERE region = ${region} AND celsius IS NOT NULL
          UNION
          SELECT observed_at FROM ocean.derived_values
            WHERE product = 'regional-sst' AND key = ${region} AND value IS NOT NULL
        ) AS known`.execute(db);
      return rows[0] ?? { days: 0, first: null };
    },
  };
}

async function upsertDays(db: Kysely<DerivedTables>, rows: readonly RegionalHistoryRow[]): Promise<bigint> {
  const result = await db
    .insertInto('ocean.regional_history')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['region', 'observed_at'])
        .doUpdateSet((eb) => ({
          celsius: eb.ref('excluded.celsius'),
          coverage: eb.ref('excluded.coverage'),
          connector_id: eb.ref('excluded.connector_id'),
          stream_id: eb.ref('excluded.stream_id'),
          run_id: eb.ref('excluded.run_id'),
          retrieved_at: eb.ref('excluded.retrieved_at'),
          simulated_seed: eb.ref('excluded.simulated_seed'),
        }))
        .where(
          sql<boolean>`(ocean.regional_history.celsius, ocean.regional_history.simulated_seed)
            is distinct from (excluded.celsius, excluded.simulated_seed)`,
        ),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows ?? 0n;
}
