import type { CopernicusApiId } from '@kianda/contract/sea/ocean/copernicus.contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

export type ProbedApi = CopernicusApiId | 'identity';

export type ProbeRow = {
  api: ProbedApi;
  at: Date;
  ok: boolean;
  products: number | null;
  response_ms: number | null;
  /** Portuguese, for people. */
  error: string | null;
  token_expires_at: Date | null;
  token_refresh_until: Date | null;
  simulated_seed: number | null;
};

type CopernicusTables = { 'copernicus.probes': ProbeRow };

/** The only SQL that touches the probes. */
export function createCopernicusRepository(database: Database) {
  const db = database.for<CopernicusTables>();
  return {
    async save(rows: readonly ProbeRow[], keptSince: Date): Promise<void> {
      await db
        .insertInto('copernicus.probes')
        .values([...rows])
        // Two processes that ask at the same instant found the same.
        .onConflict((conflict) => conflict.columns(['api', 'at']).doNothing())
        .execute();
      await db.deleteFrom('copernicus.probes').where('at', '<', keptSince).execute();
    },

    /** The last probe of each interface. */
    async latest(): Promise<ReadonlyMap<ProbedApi, ProbeRow>> {
      const rows = await db
        .selectFrom('copernicus.probes')
        .selectAll()
        .distinctOn('api')
        .orderBy('api')
        .orderBy('at', 'desc')
        .execute();
      return new Map(rows.map((row) => [row.api, row]));
    },

    /** The last `limit` probes of each of the three interfaces, oldest first. */
    async history(limit: number): Promise<ProbeRow[]> {
      const rows = await db
        .with('ranked', (query) =>
          query
            .selectFrom('copernicus.probes')
            .selectAll()
            .select(sql<number>`row_number() over (partition by api order by at desc)`.as('rank'))
            .where('api', '<>', 'identity'),
        )
        .selectFrom('ranked')
        .selectAll()
        .where('rank', '<=', limit)
        .orderBy('at')
        .orderBy('api')
        .execute();
      return rows;
    },
  };
}

export type CopernicusRepository = ReturnType<typeof createCopernicusRepository>;
