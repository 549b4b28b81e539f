import type { OccurrenceRecord } from '@kianda/connectors';
import type { Bbox } from '@kianda/geo';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';
import type { BiodiversityTables } from './biodiversity.types.ts';
import { counted, occurrenceCounts } from './occurrence-counts.repository.ts';
import { upsertOccurrences } from './occurrence-upsert.repository.ts';
import { biodiversityQuality, futureCount } from './stored-quality.repository.ts';

export type BiodiversityRepository = ReturnType<typeof createBiodiversityRepository>;

/** The only SQL that touches occurrences and their taxa. */
export function createBiodiversityRepository(database: Database) {
  const db = database.for<BiodiversityTables>();

  return {
    ...occurrenceCounts(db),
    quality: biodiversityQuality(db),
    futureCount: (now: Date) => futureCount(db, now),

    /** Inserts or corrects occurrences by provider's id, and marks duplicates; returns how many rows changed. */
    upsert: (source: string, records: readonly OccurrenceRecord[], origin: Origin): Promise<number> =>
      upsertOccurrences(db, { source, records, origin }),

    /** Origin of the rows of each connector, with its newest event. */
    origins: () =>
      db
        .selectFrom('biodiversity.occurrences')
        .select((eb) => [
          'connector_id',
          eb.fn.max('stream_id').as('stream_id'),
          sql<Date | null>`max(event_start) FILTER (WHERE event_start <= retrieved_at)`.as('observed_at'),
          eb.fn.max('retrieved_at').as('retrieved_at'),
          eb.fn.max('simulated_seed').as('simulated_seed'),
        ])
        .groupBy('connector_id')
        .orderBy('connector_id')
        .$narrowType<{ retrieved_at: Date; stream_id: string }>()
        .execute(),

    /** Occurrences in a box, the latest events first; the order is total, that pages neither repeat nor lose a row. */
    within: ([west, south, east, north]: Bbox, limit: number, offset: number) =>
      counted(db)
        .where(sql<boolean>`o.position && box(point(${west}, ${south}), point(${east}, ${north}))`)
        .select((eb) => [
          'o.source',
          'o.source_id',
          'o.lon',
          'o.lat',
          'o.depth_meters',
          'o.event_date',
          'o.dataset_id',
          'o.licence',
          eb.fn.coalesce('r.accepted_name', 't.scientific_name').as('scientific_name'),
          eb.fn.coalesce('r.accepted_aphia_id', 'r.aphia_id', 't.aphia_id').as('aphia_id'),
          eb.fn.coalesce('r.class', 't.class').as('class'),
          sql<string | null>`coalesce(r.vernacular_pt, (
            SELECT a.vernacular_pt FROM biodiversity.register a WHERE a.aphia_id = r.accepted_aphia_id))`.as(
            'vernacular',
          ),
        ])
        .orderBy('o.event_start', (order) => order.desc().nullsLast())
        .orderBy('o.source')
        .orderBy('o.source_id')
        .limit(limit)
        .offset(offset)
        .execute(),
  };
}
