import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { type StoredQuality, type StoredRows, storedRowsQuality } from '../../ingestion/connectors/index.ts';

const presence: StoredRows = {
  ruleIds: ['presence_hours', 'presence_identity'],
  from: sql`(
    SELECT p.connector_id, p.stream_id, p.vessel_id, p.day, p.hours, i.ship_name, i.callsign
    FROM vessels.presence AS p LEFT JOIN vessels.identities AS i USING (vessel_id)) AS presence`,
  sample: sql`json_build_object('vesselId', vessel_id, 'date', day, 'hours', hours)`,
  order: sql`day DESC, vessel_id`,
  rulesAt: () => [
    { id: 'presence_hours', fails: sql<boolean>`hours <= 0 OR hours > 24` },
    { id: 'presence_identity', fails: sql<boolean>`ship_name IS NULL AND callsign IS NULL` },
  ],
};

const events: StoredRows = {
  ruleIds: ['event_not_future', 'event_vessel_known'],
  from: sql`vessels.gfw_events`,
  sample: sql`json_build_object('id', id, 'type', type, 'start', start_at)`,
  order: sql`start_at DESC, id`,
  rulesAt: (now) => [
    { id: 'event_not_future', fails: sql<boolean>`coalesce(end_at, start_at) > ${now}::timestamptz` },
    { id: 'event_vessel_known', fails: sql<boolean>`vessel ->> 'mmsi' IS NULL` },
  ],
};

/** Positions by the counts of their hours: there are too many to be read each time. */
const positions: StoredRows = {
  ruleIds: ['vms_speed', 'ais_speed', 'vessel_position_region', 'vessel_has_speed'],
  from: sql`vessels.hour_quality`,
  sample: sql`sample`,
  order: sql`hour DESC`,
  rulesAt: () => [
    {
      id: 'vms_speed',
      fails: sql<boolean>`vms_too_fast > 0`,
      counts: { evaluated: sql<number>`vms_speeds`, failing: sql<number>`vms_too_fast` },
    },
    {
      id: 'ais_speed',
      fails: sql<boolean>`ais_too_fast > 0`,
      counts: { evaluated: sql<number>`ais_speeds`, failing: sql<number>`ais_too_fast` },
    },
    {
      id: 'vessel_position_region',
      fails: sql<boolean>`outside > 0`,
      counts: { evaluated: sql<number>`positions`, failing: sql<number>`outside` },
    },
    {
      id: 'vessel_has_speed',
      fails: sql<boolean>`vms_speeds + ais_speeds < positions`,
      counts: { evaluated: sql<number>`positions`, failing: sql<number>`positions - vms_speeds - ais_speeds` },
    },
  ],
};

/** The rules of presence, of the provider's events and of positions over all that are stored. */
export function vesselQuality(database: Database): readonly StoredQuality[] {
  return [presence, events, positions].map((rows) => storedRowsQuality(database.for(), rows));
}
