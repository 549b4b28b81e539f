import { type Kysely, sql } from 'kysely';
import {
  occurrenceBounds,
  type StoredQuality,
  type StoredRows,
  storedRowsQuality,
} from '../../ingestion/connectors/index.ts';
import type { BiodiversityTables } from './biodiversity.types.ts';

const { west, east, south, north, deepestMeters } = occurrenceBounds;

const occurrences: StoredRows = {
  ruleIds: ['occurrence_in_box', 'occurrence_depth', 'occurrence_date', 'occurrence_has_date', 'occurrence_licence'],
  from: sql`biodiversity.occurrences`,
  sample: sql`json_build_object('id', source_id, 'eventDate', event_date, 'lon', lon, 'lat', lat, 'depth', depth_meters)`,
  order: sql`source_id`,
  rulesAt: (now) => [
    {
      id: 'occurrence_in_box',
      fails: sql<boolean>`lon < ${west} OR lon > ${east} OR lat < ${south} OR lat > ${north}`,
    },
    {
      id: 'occurrence_depth',
      applies: sql<boolean>`depth_meters IS NOT NULL`,
      fails: sql<boolean>`depth_meters < 0 OR depth_meters > ${deepestMeters}`,
    },
    {
      id: 'occurrence_date',
      applies: sql<boolean>`event_start IS NOT NULL`,
      fails: sql<boolean>`event_start > ${now}::timestamptz`,
    },
    { id: 'occurrence_has_date', fails: sql<boolean>`event_start IS NULL` },
    { id: 'occurrence_licence', fails: sql<boolean>`licence IS NULL` },
  ],
};

const register: StoredRows = {
  ruleIds: ['taxon_accepted_name', 'taxon_environment'],
  from: sql`biodiversity.register`,
  sample: sql`json_build_object('id', aphia_id, 'name', scientific_name)`,
  order: sql`aphia_id`,
  rulesAt: () => [
    {
      id: 'taxon_accepted_name',
      applies: sql<boolean>`status = 'unaccepted'`,
      fails: sql<boolean>`accepted_aphia_id IS NULL`,
    },
    { id: 'taxon_environment', fails: sql<boolean>`marine IS NULL` },
  ],
};

/** The rules of occurrences and of taxa over all that are stored. */
export function biodiversityQuality(db: Kysely<BiodiversityTables>): readonly StoredQuality[] {
  return [storedRowsQuality(db, occurrences), storedRowsQuality(db, register)];
}

/** Stored rows whose event has not come yet at `now`, whoever sent them: the same rows that the rule of quality finds. */
export async function futureCount(db: Kysely<BiodiversityTables>, now: Date): Promise<number> {
  const row = await db
    .selectFrom('biodiversity.occurrences')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('event_start', '>', now)
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}
