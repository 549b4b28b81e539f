import type { VesselSelf } from '@kianda/connectors';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Origin } from '../../../ingestion/connectors/index.ts';
import { noteShips } from '../directory.repository.ts';
import { type AisStation, stationOf } from './stations.repository.ts';
import type { PositionTables } from './tables.ts';

/** Keys remembered of ships: some hundred bytes each. */
const mostShips = 500_000;
/** Feeds have a bit each of an integer that JavaScript holds exactly. */
const mostFeeds = 48;

type Database = Kysely<PositionTables>;

/** Numbers of ships, feeds and origins, given once and remembered. Several processes may give them at the same time. */
export const createRegisters = (db: Database, stations: readonly AisStation[] = []) => {
  const satelliteFeeds = new Set<number>();
  return {
    shipIds: shipRegister(db),
    feedIds: feedRegister(db, stations, satelliteFeeds),
    /** Feeds met so far whose antenna is on a satellite. */
    satelliteFeeds: satelliteFeeds as ReadonlySet<number>,
    originId: originRegister(db),
  };
};

export type Registers = ReturnType<typeof createRegisters>;

/** Number of each ship by its key; unknown ships are registered. */
function shipRegister(db: Database) {
  const ships = new Map<string, number>();

  async function register(unknown: ReadonlyMap<string, VesselSelf>): Promise<void> {
    const rows = await insertShips(db, [...unknown.values()]);
    if (ships.size + rows.length > mostShips) ships.clear();
    for (const row of rows) ships.set(row.key, row.id);
  }

  return async (records: readonly VesselSelf[]): Promise<ReadonlyMap<string, number>> => {
    const unknown = new Map<string, VesselSelf>();
    for (const record of records) if (!ships.has(record.vesselKey)) unknown.set(record.vesselKey, record);
    if (unknown.size === 0) return ships;
    await register(unknown);
    const missing = records.find((record) => !ships.has(record.vesselKey));
    if (missing === undefined) return ships;
    // The memory was emptied meanwhile: the ships of these records must be in it.
    await register(new Map(records.map((record) => [record.vesselKey, record])));
    return ships;
  };
}

/** Registers ships that are not there yet; answers the numbers of all of them. */
async function insertShips(db: Database, ships: readonly VesselSelf[]): Promise<{ id: number; key: string }[]> {
  // In order: two processes that register the same ships must not wait for each other.
  const selves = ships.toSorted((a, b) => (a.vesselKey < b.vesselKey ? -1 : 1));
  const keys = selves.map((self) => self.vesselKey);
  await db.transaction().execute(async (trx) => {
    const { rows: added } = await sql<{ id: number }>`
        INSERT INTO vessels.ships (key, mmsi)
        SELECT * FROM unnest(${keys}::text[], ${selves.map((self) => self.mmsi)}::int4[])
        ON CONFLICT (key) DO NOTHING RETURNING id`.execute(trx);
    await noteShips(
      trx,
      added.map(({ id }) => id),
    );
  });
  return db.selectFrom('vessels.ships').select(['id', 'key']).where(sql<boolean>`key = ANY(${keys}::text[])`).execute();
}

/** Bit number of each feed; beyond the 48th all others share the last. */
function feedRegister(db: Database, stations: readonly AisStation[], satelliteFeeds: Set<number>) {
  const feeds = new Map<string, number>();
  return async (connectorId: string, names: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> => {
    const found = new Map<string, number>();
    for (const name of names) {
      const key = `${connectorId}\n${name}`;
      const station = stationOf(name, stations);
      const id = feeds.get(key) ?? (await insertFeed(db, connectorId, name, station));
      if (station?.antenna === 'satellite') satelliteFeeds.add(id);
      feeds.set(key, id);
      found.set(name, id);
    }
    return found;
  };
}

async function insertFeed(
  db: Database,
  connectorId: string,
  name: string,
  station: AisStation | null,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('vessels.feeds'))`.execute(trx);
    const rows = await trx.selectFrom('vessels.feeds').selectAll().orderBy('id').execute();
    const known = rows.find((row) => row.connector_id === connectorId && row.name === name);
    if (known !== undefined) return known.id;
    const id = rows.length;
    if (id >= mostFeeds) return mostFeeds - 1;
    await trx
      .insertInto('vessels.feeds')
      .values({ id, connector_id: connectorId, name, title: station?.name ?? null, antenna: station?.antenna ?? null })
      .execute();
    return id;
  });
}

/** Number of the run that positions come from. */
function originRegister(db: Database) {
  const origins = new Map<string, number>();
  return async (origin: Origin): Promise<number> => {
    const known = origins.get(origin.runId);
    if (known !== undefined) return known;
    await db
      .insertInto('vessels.position_origins')
      .values({
        run_id: origin.runId,
        connector_id: origin.connectorId,
        stream_id: origin.streamId,
        simulated_seed: origin.simulatedSeed,
      })
      .onConflict((conflict) => conflict.column('run_id').doNothing())
      .execute();
    const { id } = await db
      .selectFrom('vessels.position_origins')
      .select('id')
      .where('run_id', '=', origin.runId)
      .executeTakeFirstOrThrow();
    if (origins.size > 1_000) origins.clear();
    origins.set(origin.runId, id);
    return id;
  };
}
