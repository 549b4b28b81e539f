import { type Kysely, sql } from 'kysely';
import { positionBounds } from '../../../ingestion/connectors/index.ts';
import type { PositionTables } from './tables.ts';

const { west, east, south, north, fastestVmsKnots, fastestAisKnots } = positionBounds;

const isOutside = sql`(p.lon < ${west} OR p.lon > ${east} OR p.lat < ${south} OR p.lat > ${north})`;
const isTooFast = sql`(p.speed_knots > CASE WHEN s.mmsi IS NULL THEN ${fastestVmsKnots}::float4
  ELSE ${fastestAisKnots}::float4 END)`;

/** Counts the positions of an hour by the rules of quality, anew each time. */
export async function countHourQuality(db: Kysely<PositionTables>, hour: Date, end: Date): Promise<void> {
  await sql`
    INSERT INTO vessels.hour_quality (hour, connector_id, stream_id, positions, outside, vms_speeds, vms_too_fast,
      ais_speeds, ais_too_fast, sample)
    SELECT ${hour}::timestamptz, o.connector_id, o.stream_id, count(*), count(*) FILTER (WHERE ${isOutside}),
      count(p.speed_knots) FILTER (WHERE s.mmsi IS NULL), count(*) FILTER (WHERE s.mmsi IS NULL AND ${isTooFast}),
      count(p.speed_knots) FILTER (WHERE s.mmsi IS NOT NULL), count(*) FILTER (WHERE s.mmsi IS NOT NULL AND ${isTooFast}),
      (array_agg(jsonb_build_object('vessel', s.key, 'time', p.time, 'lon', p.lon, 'lat', p.lat, 'speed', p.speed_knots))
        FILTER (WHERE ${isOutside} OR ${isTooFast}))[1]
    FROM vessels.positions AS p
      JOIN vessels.position_origins AS o ON o.id = p.origin_id
      JOIN vessels.ships AS s ON s.id = p.ship_id
    WHERE p.time >= ${hour} AND p.time < ${end}
    GROUP BY o.connector_id, o.stream_id
    ON CONFLICT (hour, connector_id, stream_id) DO UPDATE SET positions = excluded.positions,
      outside = excluded.outside, vms_speeds = excluded.vms_speeds, vms_too_fast = excluded.vms_too_fast,
      ais_speeds = excluded.ais_speeds, ais_too_fast = excluded.ais_too_fast, sample = excluded.sample`.execute(db);
}

/** Forgets the counts of hours whose positions are deleted. */
export async function forgetHourQuality(db: Kysely<PositionTables>, before: Date): Promise<void> {
  await sql`DELETE FROM vessels.hour_quality WHERE hour < ${before}`.execute(db);
}
