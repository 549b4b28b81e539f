import { hourMs } from '@kianda/geo';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ArchiveReader } from '../archive/reader.ts';
import type { FleetRow } from './fleet.types.ts';
import { fleetRowOf, newestOf } from './fleet-rows.ts';
import { createLruByBytes } from './lru-by-bytes.ts';

/** Hours kept in memory, bytes: those that the time bar is moved over. */
const mostBytes = 64 * 1024 ** 2;
/** Hours of one statement: a stretch that the event loop can wait for. */
const hoursPerRead = 12;

/** An hour as it is stored: rows of `rowBytes`, big-endian, times counted from `hour`. */
type HourRows = { readonly hourMs: number; readonly rows: Buffer };

const rowBytes = 32;
const perDegree = 1e7;
const nothing = -1;

/** The last position of each ship from an instant until before another, as rows of bytes. */
const lastPlaces = (hour: RawBuilder<unknown>, end: RawBuilder<unknown>) => sql`
  SELECT string_agg(int4send(ship_id) || int4send(round(date_part('epoch', time - ${hour}) * 1000)::int4)
      || int4send(round(lon * ${sql.lit(perDegree)})::int4) || int4send(round(lat * ${sql.lit(perDegree)})::int4)
      || int4send(origin_id) || float4send(coalesce(speed_knots, 'NaN')) || float4send(coalesce(course_degrees, 'NaN'))
      || int2send(coalesce(heading_degrees, ${sql.lit(nothing)})::int2)
      || int2send(coalesce(navigation_status, ${sql.lit(nothing)})::int2), '') AS data
  FROM (
    SELECT DISTINCT ON (ship_id) * FROM vessels.positions
    WHERE time >= ${hour} AND time < ${end} ORDER BY ship_id, time DESC, lon DESC, lat DESC
  ) AS p`;

const fleetHourWrites = <T>(db: Kysely<T>) => ({
  /** Sums up an hour anew; one that says nothing new stays as it is. */
  async write(hour: Date): Promise<void> {
    const end = new Date(hour.getTime() + hourMs);
    await sql`
      INSERT INTO vessels.fleet_hours AS f (hour, data)
      SELECT ${hour}::timestamptz, data
      FROM (${lastPlaces(sql`${hour}::timestamptz`, sql`${end}::timestamptz`)}) AS l WHERE data IS NOT NULL
      ON CONFLICT (hour) DO UPDATE SET data = excluded.data, version = excluded.version
        WHERE f.data <> excluded.data`.execute(db);
  },

  async forgetBefore(before: Date): Promise<void> {
    await sql`DELETE FROM vessels.fleet_hours WHERE hour < ${before}`.execute(db);
  },
});

/** The last position of each ship within each hour, one block an hour: the fleet of a past instant needs few of them. */
export function createFleetHours<T>(db: Kysely<T>, archive: ArchiveReader) {
  const cache = createLruByBytes<Buffer>({ name: 'vessels/fleet', mostBytes });

  /** Hours that have positions, newest first; those that are not summed up yet have no version. */
  async function hoursOf(from: Date, before: Date) {
    const { rows } = await sql<{ hour: Date; version: number | null }>`
      SELECT coalesce(c.hour, f.hour) AS hour, CASE WHEN c.hour IS NULL THEN f.version END AS version
      FROM (SELECT hour, version FROM vessels.fleet_hours WHERE hour >= ${from} AND hour < ${before}) AS f
      FULL JOIN (SELECT hour FROM vessels.changed_hours WHERE hour >= ${from} AND hour < ${before}) AS c
        ON c.hour = f.hour ORDER BY 1 DESC`.execute(db);
    return rows;
  }

  /** Straight from the positions of a stretch, in the order of the ships. */
  async function read(from: Date, before: Date): Promise<readonly FleetRow[]> {
    const to = new Date(before.getTime() - 1);
    return archive.across(from, to, async (paths) => {
      const stored = placesOf(await readStored(from, before));
      if (paths.length === 0) return stored;
      const archived = await archive.last(paths, { ships: null, from, to });
      return newestOf(stored, archived.map(fleetRowOf).map(rounded));
    });
  }

  async function readStored(from: Date, before: Date): Promise<HourRows> {
    const { rows } = await sql<{ data: Buffer | null }>`${lastPlaces(
      sql`${from}::timestamptz`,
      sql`${before}::timestamptz`,
    )}`.execute(db);
    return { hourMs: from.getTime(), rows: rows[0]?.data ?? Buffer.alloc(0) };
  }

  async function stored(hours: readonly { hour: Date; version: number }[]): Promise<HourRows[]> {
    const missing = hours.filter(({ hour, version }) => cache.get(keyOf(hour), version) === undefined);
    const found = new Map<number, Buffer>();
    if (missing.length > 0) {
      const { rows } = await sql<{ hour: Date; version: number; data: Buffer }>`
        SELECT hour, version, data FROM vessels.fleet_hours
        WHERE hour = ANY (${missing.map(({ hour }) => hour)}::timestamptz[])`.execute(db);
      for (const { hour, version, data } of rows) {
        cache.keep(keyOf(hour), { version, value: data, byteLength: data.byteLength });
        found.set(hour.getTime(), data);
      }
    }
    return hours.flatMap(({ hour, version }) => {
      const rows = found.get(hour.getTime()) ?? cache.get(keyOf(hour), version);
      return rows === undefined ? [] : [{ hourMs: hour.getTime(), rows }];
    });
  }

  return {
    ...fleetHourWrites(db),

    /** The last place of each ship from one instant to another, both included; in the order of their numbers. */
    async between(from: Date, to: Date): Promise<FleetRow[]> {
      const lastHour = new Date(Math.floor(to.getTime() / hourMs) * hourMs);
      const firstHour = new Date(Math.floor(from.getTime() / hourMs) * hourMs);
      const places = new Map<number, FleetRow>();
      const fromMs = from.getTime();
      const addRows = (rows: readonly FleetRow[]) => {
        for (const row of rows) if (row.timeMs >= fromMs && !places.has(row.ship_id)) places.set(row.ship_id, row);
      };
      // Newest first: the first position found of a ship is its last.
      addRows(await read(lastHour, new Date(to.getTime() + 1)));
      const hours = await hoursOf(firstHour, lastHour);
      for (let begin = 0; begin < hours.length; begin += hoursPerRead) {
        const some = hours.slice(begin, begin + hoursPerRead);
        const blocks = await stored(some.flatMap(({ hour, version }) => (version === null ? [] : [{ hour, version }])));
        const byHour = new Map(blocks.map((block) => [block.hourMs, block]));
        for (const { hour } of some) {
          const block = byHour.get(hour.getTime());
          if (block !== undefined) addPlaces(places, block, fromMs);
          else addRows(await read(hour, new Date(hour.getTime() + hourMs)));
        }
      }
      return [...places.values()].sort((a, b) => a.ship_id - b.ship_id);
    },
  };
}

export type FleetHours = ReturnType<typeof createFleetHours>;

const keyOf = (hour: Date): string => hour.toISOString();

function placesOf(hour: HourRows): FleetRow[] {
  const places = new Map<number, FleetRow>();
  addPlaces(places, hour, Number.NEGATIVE_INFINITY);
  return [...places.values()];
}

/** A place as the rows of bytes have it. */
const rounded = (row: FleetRow): FleetRow => ({
  ...row,
  lon: Math.round(row.lon * perDegree) / perDegree,
  lat: Math.round(row.lat * perDegree) / perDegree,
});

function addPlaces(places: Map<number, FleetRow>, { hourMs: startMs, rows }: HourRows, fromMs: number): void {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  for (let at = 0; at < rows.byteLength; at += rowBytes) {
    const ship = view.getInt32(at);
    const timeMs = startMs + view.getInt32(at + 4);
    // Its last report of that hour, so that an older one of it in the hour is out as well.
    if (timeMs < fromMs || places.has(ship)) continue;
    places.set(ship, {
      ship_id: ship,
      timeMs,
      lon: view.getInt32(at + 8) / perDegree,
      lat: view.getInt32(at + 12) / perDegree,
      origin_id: view.getInt32(at + 16),
      speed_knots: known(view.getFloat32(at + 20)),
      course_degrees: known(view.getFloat32(at + 24)),
      heading_degrees: given(view.getInt16(at + 28)),
      navigation_status: given(view.getInt16(at + 30)),
    });
  }
}

/** Single precision as it is written out: 11.3, not 11.300000190734863. */
const known = (value: number): number | null => (Number.isNaN(value) ? null : Math.round(value * 1e4) / 1e4);
const given = (value: number): number | null => (value === nothing ? null : value);
