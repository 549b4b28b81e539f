import { bboxContains } from '@kianda/geo';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { ArchiveReader } from '../archive/reader.ts';
import type { Bbox } from '../positions/read.repository.ts';
import type { FleetMoment, FleetRow } from './fleet.types.ts';
import type { FleetHours } from './fleet-hours.ts';
import { fleetRowOf, newestOf } from './fleet-rows.ts';

const columns = sql`round(date_part('epoch', time) * 1000) AS "timeMs", lon, lat, origin_id, speed_knots, course_degrees, heading_degrees, navigation_status`;

/** Names are read again after so long. */
const renewMs = 60_000;
/** A moment so long ago is looked for in the hours as they are summed up; one of now among the newest positions. */
const pastMs = 60_000;

type Name = { readonly mmsi: number | null; readonly name: string | null };

/** Reads the positions of the fleet at an instant. */
export function createFleetReader<T>(
  db: Kysely<T>,
  { hours, archive, clock }: { readonly hours: FleetHours; readonly archive: ArchiveReader; readonly clock: Clock },
) {
  let names = new Map<number, Name>();
  let namesAtMs = Number.NEGATIVE_INFINITY;

  const reader = {
    /** The last position of each ship at or before an instant, in the order of their numbers. */
    async at(moment: FleetMoment): Promise<FleetRow[]> {
      const { from, at, bbox, sources, ships } = moment;
      // For one line or a few vessels the positions of each are read.
      if (sources !== null || ships !== null || at.getTime() > clock.nowMs() - pastMs) return reader.byShip(moment);
      const rows = await hours.between(from, at);
      return bbox === null ? rows : rows.filter(({ lon, lat }) => bboxContains(bbox, [lon, lat]));
    },

    /** Names of vessels, at most a minute old. */
    async names(ids: readonly number[]): Promise<(ship: number) => Name> {
      if (clock.nowMs() - namesAtMs >= renewMs) {
        names = new Map();
        namesAtMs = clock.nowMs();
      }
      const known = names;
      const missing = ids.filter((id) => !known.has(id));
      if (missing.length > 0) {
        const { rows } = await sql<{ id: number; mmsi: number | null; name: string | null }>`
          SELECT id, mmsi, ship_name AS name FROM vessels.ships WHERE id = ANY (${missing}::int4[])`.execute(db);
        for (const { id, mmsi, name } of rows) known.set(id, { mmsi, name });
      }
      return (ship) => known.get(ship) ?? { mmsi: null, name: null };
    },

    /**
     * Ships not heard since are at their last known position; for the others that the hours have, one look into
     * their own positions, newest first.
     */
    byShip: (moment: FleetMoment): Promise<FleetRow[]> =>
      archive.across(moment.from, moment.at, async (paths) => {
        if (paths.length === 0) return storedByShip(db, moment);
        const { from, at: to, bbox, sources, ships } = moment;
        const archived = await archive.last(paths, { ships, from, to, sources });
        const rows = newestOf(await storedByShip(db, { ...moment, bbox: null }), archived.map(fleetRowOf));
        return bbox === null ? rows : rows.filter(({ lon, lat }) => bboxContains(bbox, [lon, lat]));
      }),

    /** Newest position of each origin, with when it was stored. */
    async newestByOrigin() {
      const { rows } = await sql<{ origin_id: number; time: Date; stored_at: Date }>`
        SELECT origin_id, max(time) AS time, max(stored_at) AS stored_at FROM vessels.latest_positions
        GROUP BY origin_id`.execute(db);
      return rows;
    },
  };
  return reader;
}

/** The last positions that the database has of each ship, in the order of their numbers. */
async function storedByShip<T>(db: Kysely<T>, { from, at, bbox, sources, ships }: FleetMoment): Promise<FleetRow[]> {
  const bySource = sources === null ? sql`true` : sql`sources & ${sources}::bigint <> 0`;
  const isOld = sources === null ? sql`l.time > ${at}` : sql`(l.time > ${at} OR l.sources & ${sources}::bigint = 0)`;
  const fromHour = sql`date_trunc('hour', ${from}::timestamptz)`;
  const own = ships === null ? sql`true` : sql`l.ship_id = ANY (${[...ships]}::int4[])`;
  const { rows } = await sql<FleetRow>`
    SELECT f.*
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
    WHERE ${within(bbox)}
    ORDER BY f.ship_id`.execute(db);
  return rows;
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
