import type { LandingRecord } from '@kianda/connectors';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { Origin, StoredQuality, StoredTally } from '../../ingestion/connectors/index.ts';

const shownSamples = 5;

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

/** The only SQL that touches the `fisheries` schema. */
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

    quality: storedLandingQuality(db),
  };
}

/** The rules of landings over all that are stored. */
function storedLandingQuality(db: Kysely<Tables>): StoredQuality {
  const rules = { positive: 'landing_positive', known: 'landing_known' } as const;
  const isNegative = sql<boolean>`tonnes < 0`;
  const isUnknown = sql<boolean>`tonnes IS NULL`;

  /** With the newest of the rows that fail. */
  async function judged(tally: Omit<StoredTally, 'samples'>, fails: RawBuilder<boolean>): Promise<StoredTally> {
    if (tally.failing === 0) return { ...tally, samples: [] };
    const samples = await db
      .selectFrom('fisheries.landings')
      .select(['species', 'year', 'tonnes'])
      .where('connector_id', '=', tally.connectorId)
      .where('stream_id', '=', tally.streamId)
      .where(fails)
      .orderBy('year', 'desc')
      .orderBy('species')
      .limit(shownSamples)
      .execute();
    return { ...tally, samples };
  }

  return {
    rules: Object.values(rules),
    async judge() {
      const rows = await db
        .selectFrom('fisheries.landings')
        .select([
          'connector_id as connectorId',
          'stream_id as streamId',
          sql<number>`count(*)::int`.as('all'),
          sql<number>`count(tonnes)::int`.as('known'),
          sql<number>`(count(*) FILTER (WHERE ${isNegative}))::int`.as('negative'),
        ])
        .groupBy(['connector_id', 'stream_id'])
        .execute();
      return Promise.all(
        rows.flatMap(({ connectorId, streamId, all, known, negative }) => [
          judged({ connectorId, streamId, rule: rules.positive, evaluated: known, failing: negative }, isNegative),
          judged({ connectorId, streamId, rule: rules.known, evaluated: all, failing: all - known }, isUnknown),
        ]),
      );
    },
  };
}
