import type { AnimalTrackRecord } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';
import { upsertTracks } from './track-upsert.repository.ts';
import type { TrackTables } from './tracks.types.ts';

export type TrackFilter = {
  readonly from: Date;
  readonly to: Date;
  /** west, south, east, north. */
  readonly box: readonly [number, number, number, number];
  readonly study: string | null;
  readonly individual: string | null;
  readonly taxon: string | null;
};

export type TrackRepository = ReturnType<typeof createTrackRepository>;

/** The only SQL that touches the `tracks` schema. */
export function createTrackRepository(database: Database) {
  const db = database.for<TrackTables>();

  return {
    /** Inserts fixes or corrects them by animal and instant; returns how many changed. */
    upsert: (source: string, tracks: readonly AnimalTrackRecord[], origin: Origin): Promise<number> =>
      upsertTracks(db, { source, tracks, origin }),

    /** Animals with fixes that match, those seen last first. */
    individuals: (filter: TrackFilter, limit: number) =>
      matching(db, filter)
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
          matching(db, filter)
            .where('f.individual_id', 'in', [...individualIds])
            .select([
              ...(['f.individual_id', 'f.observed_at', 'f.lon', 'f.lat'] as const),
              sql<number>`row_number() OVER (PARTITION BY f.individual_id ORDER BY f.observed_at) - 1`.as('ordinal'),
              sql<number>`count(*) OVER (PARTITION BY f.individual_id)`.as('fixes'),
            ])
            .as('p'),
        )
        .select(['p.individual_id', 'p.observed_at', 'p.lon', 'p.lat'])
        // A fix stays when its step on an even scale of `maxFixes` differs from that of the fix before; the last one has the last step.
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

function matching(
  db: Kysely<TrackTables>,
  { from, to, box: [west, south, east, north], study, individual, taxon }: TrackFilter,
) {
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
