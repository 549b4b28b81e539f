import type { AnimalTrackRecord } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';
import type { TrackTables } from './tracks.types.ts';

const rowsPerInsert = 2_000;

/** Inserts fixes, with their studies and animals, or corrects them by animal and instant; returns how many fixes changed. */
export async function upsertTracks(
  db: Kysely<TrackTables>,
  given: { readonly source: string; readonly tracks: readonly AnimalTrackRecord[]; readonly origin: Origin },
): Promise<number> {
  const { source, tracks, origin } = given;
  if (tracks.length === 0) return 0;
  await upsertStudies(db, source, tracks);
  const ids = await upsertIndividuals(db, source, tracks);
  const rows = latestByKey(
    tracks.flatMap((track) => fixRows(track, ids, origin)),
    (row) => `${String(row.individual_id).padStart(10, '0')} ${row.observed_at.toISOString()}`,
  );
  let changed = 0n;
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const result = await db
      .insertInto('tracks.fixes')
      .values(rows.slice(start, start + rowsPerInsert))
      .onConflict((conflict) =>
        conflict
          .columns(['individual_id', 'observed_at'])
          .doUpdateSet((eb) => ({
            lon: eb.ref('excluded.lon'),
            lat: eb.ref('excluded.lat'),
            outlier: eb.ref('excluded.outlier'),
            run_id: eb.ref('excluded.run_id'),
            retrieved_at: eb.ref('excluded.retrieved_at'),
            simulated_seed: eb.ref('excluded.simulated_seed'),
          }))
          .where(
            sql<boolean>`(fixes.lon, fixes.lat, fixes.outlier) IS DISTINCT FROM (excluded.lon, excluded.lat, excluded.outlier)`,
          ),
      )
      .executeTakeFirst();
    changed += result.numInsertedOrUpdatedRows ?? 0n;
  }
  return Number(changed);
}

async function upsertStudies(
  db: Kysely<TrackTables>,
  source: string,
  tracks: readonly AnimalTrackRecord[],
): Promise<void> {
  const rows = latestByKey(
    tracks.map(({ study: { id, ...study } }) => ({ source, study_id: id, ...study })),
    ({ study_id }) => study_id,
  );
  await db
    .insertInto('tracks.studies')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['source', 'study_id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        licence: eb.ref('excluded.licence'),
        citation: eb.ref('excluded.citation'),
        contact: eb.ref('excluded.contact'),
        url: eb.ref('excluded.url'),
      })),
    )
    .execute();
}

/** Inserts animals or corrects them; returns their ids by `keyOf`. */
async function upsertIndividuals(
  db: Kysely<TrackTables>,
  source: string,
  tracks: readonly AnimalTrackRecord[],
): Promise<ReadonlyMap<string, number>> {
  const rows = latestByKey(
    tracks.map(({ study, individual, sensor, taxon, tag }) => ({
      source,
      study_id: study.id,
      name: individual,
      sensor,
      taxon,
      tag,
    })),
    keyOf,
  );
  const stored = await db
    .insertInto('tracks.individuals')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'study_id', 'name', 'sensor'])
        .doUpdateSet((eb) => ({ taxon: eb.ref('excluded.taxon'), tag: eb.ref('excluded.tag') })),
    )
    .returning(['id', 'study_id', 'name', 'sensor'])
    .execute();
  return new Map(stored.map((row) => [keyOf(row), row.id]));
}

function keyOf(row: { readonly study_id: string; readonly name: string; readonly sensor: string }): string {
  return [row.study_id, row.sensor, row.name].join('\n');
}

function fixRows(track: AnimalTrackRecord, ids: ReadonlyMap<string, number>, origin: Origin) {
  const id = ids.get(keyOf({ study_id: track.study.id, name: track.individual, sensor: track.sensor }));
  if (id === undefined) throw new Error(`animal "${track.individual}" was inserted but not found again`);
  return track.timesMs.map((timeMs, index) => ({
    individual_id: id,
    observed_at: new Date(timeMs),
    lon: track.lons[index] ?? Number.NaN,
    lat: track.lats[index] ?? Number.NaN,
    outlier: track.outliers[index] ?? false,
    connector_id: origin.connectorId,
    stream_id: origin.streamId,
    run_id: origin.runId,
    retrieved_at: new Date(origin.retrievedAtMs),
    simulated_seed: origin.simulatedSeed,
  }));
}
