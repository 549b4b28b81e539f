import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Bbox } from '../positions/read.repository.ts';

export type FleetRow = {
  ship_id: number;
  mmsi: number | null;
  ship_name: string | null;
  origin_id: number;
  time: Date;
  lon: number;
  lat: number;
  speed_knots: number | null;
  course_degrees: number | null;
  heading_degrees: number | null;
  navigation_status: number | null;
};

export type FleetMoment = {
  readonly from: Date;
  readonly at: Date;
  readonly bbox: Bbox | null;
  /** Bits of the feeds that count; null: all. */
  readonly sources: number | null;
  readonly ships: readonly number[] | null;
};

const columns = sql`time, lon, lat, origin_id, speed_knots, course_degrees, heading_degrees, navigation_status`;

/** Where the fleet was at an instant. */
export function createFleetReader<T>(db: Kysely<T>) {
  return {
    /**
     * The last position of each ship at or before an instant. Ships not heard since are where they are known to be
     * now; for the others that the hours tell of, one look into their own positions, newest first.
     */
    async at({ from, at, bbox, sources, ships }: FleetMoment): Promise<FleetRow[]> {
      const bySource = sources === null ? sql`true` : sql`sources & ${sources}::bigint <> 0`;
      const isOld =
        sources === null ? sql`l.time > ${at}` : sql`(l.time > ${at} OR l.sources & ${sources}::bigint = 0)`;
      const fromHour = sql`date_trunc('hour', ${from}::timestamptz)`;
      const own = ships === null ? sql`true` : sql`l.ship_id = ANY (${[...ships]}::int4[])`;
      const { rows } = await sql<FleetRow>`
        SELECT f.*, s.mmsi, s.ship_name
        FROM (
          SELECT l.ship_id, ${columns} FROM vessels.latest_positions AS l
          WHERE l.time >= ${from} AND l.time <= ${at} AND ${bySource} AND ${own}
          UNION ALL
          SELECT l.ship_id, h.*
          FROM ${ships === null ? heardSince(fromHour, at) : sql`vessels.latest_positions`} AS c
          JOIN vessels.latest_positions AS l ON l.ship_id = c.ship_id
          CROSS JOIN LATERAL (
            SELECT ${columns} FROM vessels.positions AS p
            WHERE p.ship_id = l.ship_id AND p.time >= ${from} AND p.time <= ${at} AND ${bySource}
            ORDER BY p.time DESC, p.lon DESC, p.lat DESC LIMIT 1
          ) AS h
          WHERE l.time >= ${from} AND ${isOld} AND ${own}
        ) AS f
        JOIN vessels.ships AS s ON s.id = f.ship_id
        WHERE ${within(bbox)}
        ORDER BY f.ship_id`.execute(db);
      return rows;
    },

    /** Newest position of each origin, with when it was stored. */
    async newestByOrigin() {
      const { rows } = await sql<{ origin_id: number; time: Date; stored_at: Date }>`
        SELECT origin_id, max(time) AS time, max(stored_at) AS stored_at FROM vessels.latest_positions
        GROUP BY origin_id`.execute(db);
      return rows;
    },
  };
}

/** Ships heard in some hours: by their summaries, and by the positions of hours that are not summed up yet. */
const heardSince = (fromHour: RawBuilder<unknown>, at: Date) => sql`(
  SELECT ship_id FROM vessels.position_hours WHERE hour >= ${fromHour} AND hour <= ${at}
  UNION
  SELECT p.ship_id FROM vessels.changed_hours AS h
  JOIN vessels.positions AS p ON p.time >= h.hour AND p.time < h.hour + interval '1 hour'
  WHERE h.hour >= ${fromHour} AND h.hour <= ${at} AND p.time >= ${fromHour} AND p.time <= ${at}
)`;

function within(bbox: Bbox | null) {
  if (bbox === null) return sql`true`;
  const [west, south, east, north] = bbox;
  const lon = west <= east ? sql`f.lon >= ${west} AND f.lon <= ${east}` : sql`(f.lon >= ${west} OR f.lon <= ${east})`;
  return sql`f.lat >= ${south} AND f.lat <= ${north} AND ${lon}`;
}

export type FleetReader = ReturnType<typeof createFleetReader>;
