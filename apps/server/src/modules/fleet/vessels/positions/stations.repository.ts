import { type Kysely, sql } from 'kysely';
import type { PositionTables } from './tables.ts';

/** Where an antenna is: on the coast or a ship, or on a satellite. */
export type Antenna = 'terrestrial' | 'satellite';

/** An AIS station of this installation. */
export type AisStation = {
  /** `host:port` that is dialled, or the address that it sends from. */
  readonly address: string;
  readonly name: string;
  /** Null where it is not known. */
  readonly antenna: Antenna | null;
};

/** The station behind a feed: `tcp 192.0.2.7:4001` is that of `192.0.2.7:4001`, else that of `192.0.2.7`. */
export function stationOf(feed: string, stations: readonly AisStation[]): AisStation | null {
  const address = feed.slice(feed.indexOf(' ') + 1).toLowerCase();
  const named = (text: string) => stations.find((station) => station.address.toLowerCase() === text) ?? null;
  return named(address) ?? named(address.replace(/:\d+$/, ''));
}

/** Gives the feeds that are known already the names and antennas of their stations, as the settings have them now. */
export async function nameFeeds(db: Kysely<PositionTables>, stations: readonly AisStation[]): Promise<void> {
  const feeds = await db.selectFrom('vessels.feeds').select(['id', 'name']).execute();
  for (const { id, name } of feeds) {
    const station = stationOf(name, stations);
    const columns = { title: station?.name ?? null, antenna: station?.antenna ?? null };
    await db.updateTable('vessels.feeds').set(columns).where('id', '=', id).execute();
  }
}

/** A ship in a day, UTC. */
export type ShipDay = { readonly shipId: number; readonly dayMs: number };

/**
 * Counts again how many reports of ships came by satellite in each degree in some days: what the reception there is. The
 * same positions give the same counts, however often they come.
 */
export async function countSatelliteDays(
  db: Kysely<PositionTables>,
  shipDays: readonly ShipDay[],
  satelliteBits: number,
): Promise<void> {
  const [ships, days] = [shipDays.map(({ shipId }) => shipId), shipDays.map(({ dayMs }) => new Date(dayMs))];
  await sql`
    INSERT INTO vessels.satellite_days (day, ship_id, lon, lat, reports)
    SELECT g.day, g.ship_id, floor(p.lon), floor(p.lat), count(*)
    FROM unnest(${ships}::int4[], ${days}::timestamptz[]) AS g (ship_id, day)
    JOIN vessels.positions AS p ON p.ship_id = g.ship_id AND p.time >= g.day AND p.time < g.day + interval '24 hours'
    WHERE p.sources & ${satelliteBits}::int8 <> 0
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (day, ship_id, lon, lat) DO UPDATE SET reports = excluded.reports`.execute(db);
}

/** Reports by satellite that a ship gave in a day, on average, in a square of one degree. */
export type SatelliteReception = { readonly lon: number; readonly lat: number; readonly perDay: number };

/** Days of ships without which a square's reception is not known. */
const leastShipDays = 10;

/** Reception by satellite in whole days since an instant; squares with too few ships are left out. */
export async function satelliteReception(
  db: Kysely<PositionTables>,
  since: Date,
  until: Date,
): Promise<SatelliteReception[]> {
  const { rows } = await sql<SatelliteReception>`
    SELECT lon, lat, avg(reports)::float8 AS "perDay" FROM vessels.satellite_days
    WHERE day >= ${since} AND day + interval '24 hours' <= ${until}
    GROUP BY lon, lat HAVING count(*) >= ${leastShipDays} ORDER BY lon, lat`.execute(db);
  return rows;
}

export async function forgetReception(db: Kysely<PositionTables>, before: Date): Promise<void> {
  await db.deleteFrom('vessels.satellite_days').where('day', '<', before).execute();
}
