import type { SpecimenRecord } from '@kianda/connectors';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { Origin, Sink } from '../../ingestion/connectors/index.ts';
import type { BiodiversityTables } from './biodiversity.types.ts';

const rowsPerInsert = 1_000;
const values = [
  ...['survey', 'station', 'scientific_name', 'taken_on', 'lon', 'lat', 'depth_meters', 'gear', 'length_centimeters'],
  ...['length_kind', 'weight_grams', 'sex', 'maturity', 'habitat', 'behaviour', 'simulated_seed'],
] as const;

export type SpecimenRepository = ReturnType<typeof createSpecimenRepository>;

/** SQL of the animals that were measured. */
export function createSpecimenRepository(database: Database) {
  const db = database.for<BiodiversityTables>();
  const changed = sql<boolean>`(${sql.join(values.map((name) => sql.ref(`biodiversity.specimens.${name}`)))})
    IS DISTINCT FROM (${sql.join(values.map((name) => sql.ref(`excluded.${name}`)))})`;

  return {
    /** Inserts or corrects specimens by their number; resolves with how many changed. */
    async upsert(all: readonly SpecimenRecord[], origin: Origin): Promise<number> {
      const records = latestByKey(all, ({ sourceId }) => sourceId);
      let count = 0n;
      for (let start = 0; start < records.length; start += rowsPerInsert) {
        const rows = records.slice(start, start + rowsPerInsert).map((record) => rowOf(record, origin));
        const result = await db
          .insertInto('biodiversity.specimens')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['source', 'source_id'])
              .doUpdateSet((eb) => ({
                ...Object.fromEntries(values.map((name) => [name, eb.ref(`excluded.${name}`)])),
                run_id: eb.ref('excluded.run_id'),
                retrieved_at: eb.ref('excluded.retrieved_at'),
              }))
              .where(changed),
          )
          .executeTakeFirst();
        count += result.numInsertedOrUpdatedRows ?? 0n;
      }
      return Number(count);
    },

    /** Measured animals by species, the most measured first. */
    async bySpecies(limit: number) {
      const { rows } = await sql<SpecimenGroup>`
        SELECT scientific_name AS "scientificName", count(*)::int AS specimens,
          count(length_centimeters)::int AS measured, count(weight_grams)::int AS weighed,
          avg(length_centimeters) AS "meanLengthCentimeters", avg(weight_grams) AS "meanWeightGrams",
          to_char(min(taken_on), 'YYYY-MM-DD') AS "firstDay", to_char(max(taken_on), 'YYYY-MM-DD') AS "lastDay"
        FROM biodiversity.specimens GROUP BY scientific_name ORDER BY count(*) DESC, scientific_name
        LIMIT ${limit}`.execute(db);
      return rows;
    },

    /** Where the newest came from, and whether any is simulated; undefined without any. */
    newest: () =>
      db
        .selectFrom('biodiversity.specimens')
        .select((eb) => [
          'connector_id',
          'stream_id',
          'retrieved_at',
          sql<string>`to_char(taken_on, 'YYYY-MM-DD')`.as('taken_on'),
          eb
            .selectFrom('biodiversity.specimens as s')
            .select((inner) => inner.fn.max('s.simulated_seed').as('seed'))
            .as('simulated_seed'),
        ])
        .orderBy('taken_on', 'desc')
        .orderBy('source_id')
        .limit(1)
        .executeTakeFirst(),
  };
}

export type SpecimenGroup = {
  readonly scientificName: string;
  readonly specimens: number;
  readonly measured: number;
  readonly weighed: number;
  readonly meanLengthCentimeters: number | null;
  readonly meanWeightGrams: number | null;
  readonly firstDay: string;
  readonly lastDay: string;
};

/** Stores measured animals; the newest is that taken last. */
export function specimenSink(repository: SpecimenRepository): Sink<SpecimenRecord> {
  return async (records, origin) => {
    const written = await repository.upsert(records, origin);
    const days = records.map(({ date }) => Date.parse(date));
    const newestObservedMs = days.length === 0 ? null : days.reduce((a, b) => Math.max(a, b));
    return { written, duplicates: records.length - written, newestObservedMs };
  };
}

function rowOf(record: SpecimenRecord, origin: Origin) {
  return {
    ...{ source: origin.connectorId, source_id: record.sourceId, survey: record.survey, station: record.station },
    ...{ scientific_name: record.scientificName, taken_on: record.date, lon: record.lon, lat: record.lat },
    ...{ depth_meters: record.depthMeters, gear: record.gear, length_centimeters: record.lengthCentimeters },
    ...{ length_kind: record.lengthKind, weight_grams: record.weightGrams, sex: record.sex },
    ...{ maturity: record.maturity, habitat: record.habitat, behaviour: record.behaviour },
    ...{ connector_id: origin.connectorId, stream_id: origin.streamId, run_id: origin.runId },
    ...{ retrieved_at: new Date(origin.retrievedAtMs), simulated_seed: origin.simulatedSeed },
  };
}
