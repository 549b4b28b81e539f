import type { AnimalTrackRecord } from '@kianda/connectors';
import { type Generated, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';

type Tables = {
  'tracks.studies': {
    source: string;
    study_id: string;
    name: string;
    licence: string | null;
    citation: string | null;
    contact: string | null;
    url: string | null;
  };
  'tracks.individuals': {
    id: Generated<number>;
    source: string;
    study_id: string;
    name: string;
    sensor: string;
    taxon: string | null;
    tag: string | null;
  };
  'tracks.fixes': {
    individual_id: number;
    observed_at: Date;
    lon: number;
    lat: number;
    outlier: boolean;
    connector_id: string;
    stream_id: string;
    run_id: string;
    retrieved_at: Date;
    simulated_seed: number | null;
  };
};

export type TrackFilter = {
  readonly from: Date;
  readonly to: Date;
  /** west, south, east, north. */
  readonly box: readonly [number, number, number, number];
  readonly study: string | null;
  readonly individual: string | null;
  readonly taxon: string | null;
};

const rowsPerInsert = 2_000;

export type TrackRepository = ReturnType<typeof createTrackRepository>;

/** The only SQL that touches the `tracks` schema. */
export function createTrackRepository(database: Database) {
  const db = database.for<Tables>();

  async function keepStudies(source: string, tracks: readonly AnimalTrackRecord[]): Promise<void> {
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

  /** Ids of the animals, by `keyOf`. */
  async function keepIndividuals(
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
    const kept = await db
      .insertInto('tracks.individuals')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'study_id', 'name', 'sensor'])
          .doUpdateSet((eb) => ({ taxon: eb.ref('excluded.taxon'), tag: eb.ref('excluded.tag') })),
      )
      .returning(['id', 'study_id', 'name', 'sensor'])
      .execute();
    return new Map(kept.map((row) => [keyOf(row), row.id]));
  }

  function matching({ from, to, box: [west, south, east, north], study, individual, taxon }: TrackFilter) {
    let query = db
      .selectFrom('tracks.fixes as f')
      .innerJoin('tracks.individuals as i', 'i.id', 'f.individual_id')
      .where('f.outlier', '=', false)
      .where('f.observed_at', '>=', from)
      .where('f.observed_at', '<=', to)
      .where('f.lon', '>=', west)
      .where('f.lon', '<=', east)
      .where('f.lat', '>=', south)
      .where('f.lat', '<=', north);
    if (study !== null) query = query.where('i.study_id', '=', study);
    if (individual !== null) query = query.where('i.name', '=', individual);
    if (taxon !== null) query = query.where('i.taxon', '=', taxon);
    return query;
  }

  return {
    /** Inserts fixes or corrects them by animal and instant; returns how many changed. */
    async upsert(source: string, tracks: readonly AnimalTrackRecord[], origin: Origin): Promise<number> {
      if (tracks.length === 0) return 0;
      await keepStudies(source, tracks);
      const ids = await keepIndividuals(source, tracks);
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
    },

    /** Animals with fixes that match, those seen last first. */
    individuals: (filter: TrackFilter, limit: number) =>
      matching(filter)
        .innerJoin('tracks.studies as s', (join) =>
          join.onRef('s.source', '=', 'i.source').onRef('s.study_id', '=', 'i.study_id'),
        )
        .select((eb) => [
          ...(['i.id', 'i.source', 'i.study_id', 'i.name', 'i.sensor', 'i.taxon', 'i.tag'] as const),
          ...(['s.name as study_name', 's.licence', 's.citation', 's.contact', 's.url'] as const),
          eb.fn.countAll<number>().as('fixes'),
          sql<Date>`min(f.observed_at)`.as('first_at'),
          sql<Date>`max(f.observed_at)`.as('last_at'),
          sql<Date>`max(f.retrieved_at)`.as('retrieved_at'),
          sql<number | null>`max(f.simulated_seed)`.as('simulated_seed'),
          sql<string>`max(f.connector_id)`.as('connector_id'),
          sql<string>`max(f.stream_id)`.as('stream_id'),
        ])
        .groupBy(['i.id', 's.source', 's.study_id'])
        .orderBy('last_at', 'desc')
        .orderBy('i.id')
        .limit(limit)
        .execute(),

    /** Positions of some animals, each ascending, thinned evenly to `maxFixes`; the first and the last one stay. */
    positions: (filter: TrackFilter, individualIds: readonly number[], maxFixes: number) =>
      db
        .selectFrom(
          matching(filter)
            .where('f.individual_id', 'in', [...individualIds])
            .select([
              ...(['f.individual_id', 'f.observed_at', 'f.lon', 'f.lat'] as const),
              sql<number>`row_number() OVER (PARTITION BY f.individual_id ORDER BY f.observed_at) - 1`.as('ordinal'),
              sql<number>`count(*) OVER (PARTITION BY f.individual_id)`.as('fixes'),
            ])
            .as('p'),
        )
        .select(['p.individual_id', 'p.observed_at', 'p.lon', 'p.lat'])
        // Kept when the step on an even scale of `maxFixes` differs from that of the fix before; the last one has the last step.
        .where(
          sql<boolean>`p.fixes <= ${maxFixes} OR p.ordinal = 0
            OR p.ordinal * (${maxFixes}::bigint - 1) / (p.fixes - 1) <> (p.ordinal - 1) * (${maxFixes}::bigint - 1) / (p.fixes - 1)`,
        )
        .orderBy('p.individual_id')
        .orderBy('p.observed_at')
        .execute(),

    /** Newest fix, and where it comes from; undefined before the first. */
    newest: () =>
      db
        .selectFrom('tracks.fixes')
        .select(['observed_at', 'connector_id', 'stream_id', 'retrieved_at', 'simulated_seed'])
        .orderBy('observed_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
  };
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
