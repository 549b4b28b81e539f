import type { LandingRecord } from '@kianda/connectors';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';

export type Tables = {
  'fisheries.landings': {
    source: string;
    region: string;
    year: number;
    species: string;
    /** Null where the source says that nobody knows it. */
    tonnes: number | null;
    connector_id: string;
    stream_id: string;
    run_id: string;
    retrieved_at: Date;
    simulated_seed: number | null;
  };
};

export type FisheriesRepository = ReturnType<typeof createFisheriesRepository>;
export type SpeciesCatchRepository = ReturnType<typeof createSpeciesCatchRepository>;

/** SQL of the catch of single species. */
export function createSpeciesCatchRepository(database: Database) {
  const db = database.for<Tables>();
  return {
    /** Known catch of each year of what goes by one of the names, in any case. */
    byYearOf: (names: readonly string[]) =>
      db
        .selectFrom('fisheries.landings')
        .select((eb) => ['year', eb.fn.sum<number>('tonnes').as('tonnes')])
        .where('tonnes', 'is not', null)
        .where((eb) => eb(eb.fn('lower', ['species']), 'in', [...names]))
        .groupBy('year')
        .orderBy('year')
        .execute(),
  };
}

/** The SQL of the yearly series. */
export function createFisheriesRepository(database: Database) {
  const db = database.for<Tables>();
  return {
    /** Inserts or corrects landings by source, region, year and species. */
    async upsert(source: string, given: readonly LandingRecord[], origin: Origin): Promise<number> {
      const records = latestByKey(given, ({ region, year, species }) => [region, year, species].join('\n'));
      let changed = 0n;
      for (let start = 0; start < records.length; start += 2_000) {
        const rows = records.slice(start, start + 2_000).map((record) => ({
          source,
          region: record.region,
          year: record.year,
          species: record.species,
          tonnes: record.tonnes,
          connector_id: origin.connectorId,
          stream_id: origin.streamId,
          run_id: origin.runId,
          retrieved_at: new Date(origin.retrievedAtMs),
          simulated_seed: origin.simulatedSeed,
        }));
        const result = await db
          .insertInto('fisheries.landings')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['source', 'region', 'year', 'species'])
              .doUpdateSet((eb) => ({
                tonnes: eb.ref('excluded.tonnes'),
                run_id: eb.ref('excluded.run_id'),
                retrieved_at: eb.ref('excluded.retrieved_at'),
                simulated_seed: eb.ref('excluded.simulated_seed'),
              }))
              .whereRef('fisheries.landings.tonnes', 'is distinct from', 'excluded.tonnes'),
          )
          .executeTakeFirst();
        changed += result.numInsertedOrUpdatedRows ?? 0n;
      }
      return Number(changed);
    },

    /** Known catch of each year that has any. */
    byYear: () =>
      db
        .selectFrom('fisheries.landings')
        .select((eb) => ['year', eb.fn.sum<number>('tonnes').as('tonnes')])
        .where('tonnes', 'is not', null)
        .groupBy('year')
        .orderBy('year')
        .execute(),

    /** Known catch per species in the given years. */
    bySpecies: (years: readonly number[]) =>
      db
        .selectFrom('fisheries.landings')
        .where('year', 'in', [...years])
        .where('tonnes', 'is not', null)
        .select(['year', 'species', 'tonnes'])
        .$narrowType<{ tonnes: number }>()
        .execute(),

    /** A row of the newest year with a known catch. */
    newest: () =>
      db
        .selectFrom('fisheries.landings')
        .selectAll()
        .where('tonnes', 'is not', null)
        .orderBy('year', 'desc')
        .orderBy('retrieved_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
  };
}
