import type { Bbox } from '@kianda/geo';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { type ArchiveReader, joined } from '../archive/reader.ts';
import { statedFlags } from './flags.repository.ts';
import { type Antenna, type SatelliteReception, satelliteReception } from './stations.repository.ts';
import type { PositionTables } from './tables.ts';
import { trackedShipQueries } from './tracked-ships.repository.ts';

/** A ship with positions that detection has not seen, the oldest of them at `oldestAt`. */
export type ChangedShip = { readonly shipId: number; readonly oldestAt: Date; readonly version: number };

export type TrackRow = {
  readonly ship_id: number;
  readonly time: Date;
  readonly lon: number;
  readonly lat: number;
  readonly speed_knots: number | null;
  readonly course_degrees: number | null;
  readonly navigation_status: number | null;
  /** By satellite where any of its feeds is; null where the antenna of none is known. */
  readonly antenna: Antenna | null;
};

/** A ship in an hour, at its last place within it. */
export type ShipHour = {
  readonly hour: Date;
  readonly ship_id: number;
  readonly last_lon: number;
  readonly last_lat: number;
};

export type SimulatedVessel = {
  readonly mmsi: string;
  readonly name: string | null;
  readonly flag: string | null;
  readonly callsign: string | null;
  readonly imo: string | null;
  /** In the provider's words. */
  readonly gear: string;
};

const hoursPerPage = 20_000;

/** Ships count as near within so many degrees: more than any distance of an encounter. */
const nearDegrees = 0.5;

type Database = Kysely<PositionTables>;

/** Whole tracks for analyses: the ships whose tracks changed, the ships near them, and their positions. */
export const createTrackReader = (db: Database, archive: ArchiveReader) => ({
  ...changedShips(db),
  ...positionQueries(db, archive),
  ...trackedShipQueries(db),
  ...flagQueries(db),
  ...providerQueries(db),
  ...simulationQueries(db, archive),
});

export type TrackReader = ReturnType<typeof createTrackReader>;

/** Rows of a ship that waits for the end of a file. */
const waiting = (shipId: RawBuilder<unknown>, now: Date) => sql`
  SELECT FROM vessels.changed_ships AS w WHERE w.ship_id = ${shipId} AND w.waits_until > ${now}`;

const flagQueries = (db: Database) => ({
  /** Flags that sources give ships with an MMSI, since an instant. */
  statedFlags: (shipIds: readonly number[], since: Date) => statedFlags(db, shipIds, since),
});

const changedShips = (db: Database) => ({
  /** Ships whose positions changed, the longest waiting first, without those of a file that is being read. */
  async changed(limit: number, now: Date): Promise<ChangedShip[]> {
    const rows = await db
      .selectFrom('vessels.changed_ships')
      .select(['ship_id', 'oldest_at', 'version'])
      .where((eb) => eb.or([eb('waits_until', 'is', null), eb('waits_until', '<=', now)]))
      .orderBy('changed_at')
      .orderBy('ship_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ shipId: row.ship_id, oldestAt: row.oldest_at, version: row.version }));
  },

  /** Takes ships off the list, except those that changed again meanwhile. */
  async done(ships: readonly ChangedShip[]): Promise<void> {
    if (ships.length === 0) return;
    await sql`
        DELETE FROM vessels.changed_ships AS c
        USING unnest(${ships.map(({ shipId }) => shipId)}::int4[], ${ships.map(({ version }) => version)}::int4[])
          AS g (ship_id, version)
        WHERE c.ship_id = g.ship_id AND c.version = g.version`.execute(db);
  },

  /**
   * Other ships heard since an instant whose last position is around that of one of these, without those of a file that
   * is being read: half a track is no evidence.
   */
  async near(shipIds: readonly number[], from: Date, now: Date): Promise<number[]> {
    if (shipIds.length === 0) return [];
    const { rows } = await sql<{ ship_id: number }>`
        SELECT DISTINCT other.ship_id
        FROM vessels.latest_positions AS near
        JOIN vessels.latest_positions AS other
          ON other.lat BETWEEN near.lat - ${nearDegrees} AND near.lat + ${nearDegrees}
          AND other.lon BETWEEN near.lon - ${nearDegrees} AND near.lon + ${nearDegrees}
        WHERE near.ship_id = ANY (${[...shipIds]}::int4[]) AND other.time >= ${from}
          AND NOT other.ship_id = ANY (${[...shipIds]}::int4[])
          AND NOT EXISTS (${waiting(sql`other.ship_id`, now)})`.execute(db);
    return rows.map((row) => row.ship_id);
  },

  /** Ships last heard between two instants, not those of a file that is being read: no new position would announce their silence. */
  async lastHeard(from: Date, to: Date, now: Date): Promise<ChangedShip[]> {
    const rows = await db
      .selectFrom('vessels.latest_positions as l')
      .select(['ship_id', 'time'])
      .where('time', '>=', from)
      .where('time', '<', to)
      .where(sql<boolean>`NOT EXISTS (${waiting(sql`l.ship_id`, now)})`)
      .execute();
    return rows.map((row) => ({ shipId: row.ship_id, oldestAt: row.time, version: 0 }));
  },
});

/** Bits of the feeds by their antenna. */
async function antennaBits(db: Database): Promise<Readonly<Record<Antenna, number>>> {
  const feeds = await db
    .selectFrom('vessels.feeds')
    .select(['id', 'antenna'])
    .where('antenna', 'is not', null)
    .execute();
  const bitsOf = (antenna: Antenna) =>
    feeds.filter((feed) => feed.antenna === antenna).reduce((sum, { id }) => sum + 2 ** id, 0);
  return { terrestrial: bitsOf('terrestrial'), satellite: bitsOf('satellite') };
}

const antennaBy =
  (bits: Readonly<Record<Antenna, number>>) =>
  (sources: number): Antenna | null => {
    const has = (antenna: Antenna) => (BigInt(sources) & BigInt(bits[antenna])) !== 0n;
    return has('satellite') ? 'satellite' : has('terrestrial') ? 'terrestrial' : null;
  };

/** By ship and time; of those before an instant the first of each minute and degree. */
function thinned(rows: readonly TrackRow[], before: Date): TrackRow[] {
  const ordered = rows.toSorted((a, b) => a.ship_id - b.ship_id || a.time.getTime() - b.time.getTime());
  const seen = new Set<string>();
  return ordered.filter(({ ship_id: ship, time, lon, lat }) => {
    if (time >= before) return true;
    const place = `${ship}/${Math.floor(time.getTime() / 60_000)}/${Math.floor(lon)}/${Math.floor(lat)}`;
    const isFirst = !seen.has(place);
    seen.add(place);
    return isFirst;
  });
}

const positionQueries = (db: Database, archive: ArchiveReader) => ({
  /** Reception by satellite, by squares of one degree, in the whole days between two instants. */
  reception: (since: Date, until: Date): Promise<SatelliteReception[]> => satelliteReception(db, since, until),

  /**
   * Positions of ships in a period, by ship and time; of those before `thinBefore` the first of each minute and degree,
   * which is all that hours of drifting or fishing need, and leaves both of two ships that share an MMSI.
   */
  async positions(shipIds: readonly number[], from: Date, to: Date, thinBefore: Date): Promise<TrackRow[]> {
    const ids = sql`ANY (${[...shipIds]}::int4[])`;
    const antennas = await antennaBits(db);
    const antennaOf = antennaBy(antennas);
    const columns = sql`ship_id, time, lon, lat, sources, speed_knots, course_degrees, navigation_status,
      CASE WHEN sources & ${antennas.satellite}::int8 <> 0 THEN 'satellite'
        WHEN sources & ${antennas.terrestrial}::int8 <> 0 THEN 'terrestrial' END AS antenna`;
    const place = sql`floor(lon), floor(lat)`;
    return archive.across(from, to, async (paths) => {
      const archived = await archive.places(paths, { ships: shipIds, from, to });
      const { rows } = await sql<TrackRow & { readonly sources: number }>`
        (SELECT DISTINCT ON (ship_id, date_trunc('minute', time), ${place}) ${columns}
         FROM vessels.positions WHERE ship_id = ${ids} AND time >= ${from} AND time < ${thinBefore} AND time <= ${to}
         ORDER BY ship_id, date_trunc('minute', time), ${place}, time)
        UNION ALL
        (SELECT ${columns} FROM vessels.positions WHERE ship_id = ${ids} AND time >= ${thinBefore} AND time >= ${from}
           AND time <= ${to})
        ORDER BY ship_id, time`.execute(db);
      if (archived.length === 0) return rows;
      const all = joined(
        rows,
        archived.map(({ heading_degrees: _heading, origin_id: _origin, ...row }) => ({
          ...row,
          antenna: antennaOf(row.sources),
        })),
      );
      return thinned(all, thinBefore);
    });
  },

  /** Each ship and hour whose last position is in a box, from the hourly summaries, page by page. */
  async *hoursIn([west, south, east, north]: Bbox, from: Date, to: Date): AsyncGenerator<readonly ShipHour[]> {
    let after: { readonly hour: Date; readonly ship_id: number } = { hour: from, ship_id: 0 };
    for (;;) {
      const { rows } = await sql<ShipHour>`
          SELECT hour, ship_id, last_lon, last_lat FROM vessels.position_hours
          WHERE hour >= ${after.hour} AND hour < ${to} AND (hour, ship_id) > (${after.hour}, ${after.ship_id}::int4)
            AND last_lon BETWEEN ${west} AND ${east} AND last_lat BETWEEN ${south} AND ${north}
          ORDER BY hour, ship_id LIMIT ${hoursPerPage}`.execute(db);
      yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < hoursPerPage) return;
      after = last;
    }
  },

  /** Hours of a period in which any ship at all was heard. */
  async hoursHeard(from: Date, to: Date): Promise<number> {
    const { rows } = await sql<{ hours: number }>`
        SELECT count(DISTINCT hour) AS hours FROM vessels.position_hours WHERE hour >= ${from} AND hour < ${to}`.execute(
      db,
    );
    return Number(rows[0]?.hours ?? 0);
  },
});

/** Fishing that the provider found, of a ship that reports itself. */
export type ProviderFishing = {
  readonly id: string;
  readonly ship_id: number;
  readonly start_at: Date;
  readonly end_at: Date | null;
  readonly lon: number;
  readonly lat: number;
  readonly simulated_seed: number | null;
};

const providerQueries = (db: Database) => ({
  /** Those of these ships that the provider knows, by the same MMSI, as carriers of catch or bunker vessels. */
  async carriers(shipIds: readonly number[]): Promise<ReadonlySet<number>> {
    const { rows } = await sql<{ id: number }>`
        SELECT DISTINCT s.id FROM vessels.ships AS s
        JOIN vessels.identities AS i ON i.ssvid = lpad(s.mmsi::text, 9, '0')
        WHERE s.id = ANY (${[...shipIds]}::int4[]) AND lower(i.vessel_type) IN ('carrier', 'bunker')`.execute(db);
    return new Set(rows.map(({ id }) => id));
  },

  /** Fishing events of Global Fishing Watch that began and were received since two instants, of ships known by the same MMSI. */
  async providerFishing({
    begun,
    received,
  }: {
    readonly begun: Date;
    readonly received: Date;
  }): Promise<readonly ProviderFishing[]> {
    const { rows } = await sql<ProviderFishing>`
        SELECT e.id, s.id AS ship_id, e.start_at, e.end_at, e.lon, e.lat, e.simulated_seed
        FROM vessels.gfw_events AS e
        JOIN vessels.ships AS s ON s.mmsi::text = e.vessel ->> 'mmsi'
        WHERE e.type = 'fishing' AND e.start_at >= ${begun} AND e.retrieved_at >= ${received}
        ORDER BY e.start_at, e.id`.execute(db);
    return rows;
  },
});

const simulationQueries = (db: Database, archive: ArchiveReader) => ({
  /** Fishing vessels with a gear that a simulated provider delivered, once by MMSI. */
  async simulatedFishing(seed: number): Promise<readonly SimulatedVessel[]> {
    const { rows } = await sql<SimulatedVessel>`
        SELECT DISTINCT ON (ssvid) ssvid AS mmsi, ship_name AS name, flag, callsign, imo, gear_type AS gear
        FROM vessels.identities AS i
        WHERE lower(vessel_type) = 'fishing' AND gear_type IS NOT NULL AND EXISTS (
          SELECT 1 FROM vessels.presence AS p WHERE p.vessel_id = i.vessel_id AND p.simulated_seed = ${seed})
        ORDER BY ssvid, last_transmission DESC NULLS LAST, vessel_id`.execute(db);
    return rows;
  },

  /** Seed of a simulation that any position of these ships in a period comes from; null where all were heard. */
  async simulatedSeed(shipIds: readonly number[], from: Date, to: Date): Promise<number | null> {
    if (shipIds.length === 0) return null;
    return archive.across(from, to, async (paths) => {
      const archived = await archive.allOrigins(paths, { ships: shipIds, from, to });
      const { rows } = await sql<{ simulated_seed: number }>`
        SELECT simulated_seed FROM vessels.position_origins AS o
        WHERE simulated_seed IS NOT NULL AND (id = ANY (${archived}::int4[]) OR id IN (
          SELECT DISTINCT origin_id FROM vessels.positions
          WHERE ship_id = ANY (${[...shipIds]}::int4[]) AND time >= ${from} AND time <= ${to}))
        ORDER BY id DESC LIMIT 1`.execute(db);
      return rows[0]?.simulated_seed ?? null;
    });
  },
});
