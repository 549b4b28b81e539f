import type { VesselPresence } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';
import { noteProvided } from './directory.repository.ts';
import { createPartitions } from './positions/partitions.ts';

export type Tables = {
  'vessels.identities': {
    vessel_id: string;
    ssvid: string;
    ship_name: string | null;
    flag: string | null;
    vessel_type: string | null;
    gear_type: string | null;
    imo: string | null;
    callsign: string | null;
    first_transmission: Date | null;
    last_transmission: Date | null;
    updated_at: Date;
  };
  'vessels.presence': {
    vessel_id: string;
    day: string;
    lon: number;
    lat: number;
    hours: number;
    connector_id: string;
    stream_id: string;
    run_id: string;
    retrieved_at: Date;
    simulated_seed: number | null;
  };
};

const rowsPerInsert = 2_000;

type Db = Kysely<Tables>;

/** Presence and identities by the provider. Days are `YYYY-MM-DD`, UTC. */
export function createVesselRepository(database: Database) {
  const db = database.for<Tables>();
  return { ...presenceWrites(db), ...presenceQueries(db) };
}

export type VesselRepository = ReturnType<typeof createVesselRepository>;

function presenceWrites(db: Db) {
  const partitions = createPartitions(db, 'vessels.presence', 'month');
  return {
    /** Inserts or corrects presence by vessel, day and cell; returns how many rows changed. */
    async upsertPresence(given: readonly VesselPresence[], origin: Origin): Promise<number> {
      if (given.length === 0) return 0;
      const records = latestByKey(given, ({ date, vesselId, lon, lat }) => [date, vesselId, lon, lat].join('\n'));
      await upsertIdentities(db, records, new Date(origin.retrievedAtMs));
      await partitions.ensure(records.map((record) => Date.parse(`${record.date.slice(0, 10)}T00:00:00Z`)));
      let changed = 0;
      for (let start = 0; start < records.length; start += rowsPerInsert) {
        changed += await upsertCells(db, records.slice(start, start + rowsPerInsert), origin);
      }
      await noteProvided(
        db,
        records.map(({ ssvid }) => ssvid),
      );
      return changed;
    },
  };
}

async function upsertIdentities(db: Db, records: readonly VesselPresence[], at: Date): Promise<void> {
  const rows = latestByKey(records, (record) => record.vesselId).map((record) => ({
    vessel_id: record.vesselId,
    ssvid: record.ssvid,
    ship_name: record.shipName,
    flag: record.flag,
    vessel_type: record.vesselType,
    gear_type: record.gearType,
    imo: record.imo,
    callsign: record.callsign,
    first_transmission: record.firstTransmissionMs === null ? null : new Date(record.firstTransmissionMs),
    last_transmission: record.lastTransmissionMs === null ? null : new Date(record.lastTransmissionMs),
    updated_at: at,
  }));
  await db
    .insertInto('vessels.identities')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('vessel_id').doUpdateSet((eb) => ({
        ssvid: eb.ref('excluded.ssvid'),
        ship_name: eb.ref('excluded.ship_name'),
        flag: eb.ref('excluded.flag'),
        vessel_type: eb.ref('excluded.vessel_type'),
        gear_type: eb.ref('excluded.gear_type'),
        last_transmission: eb.ref('excluded.last_transmission'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

/** Writes cells of presence, and answers how many changed. */
async function upsertCells(db: Db, records: readonly VesselPresence[], origin: Origin): Promise<number> {
  const rows = records.map((record) => ({
    vessel_id: record.vesselId,
    day: record.date.slice(0, 10),
    lon: record.lon,
    lat: record.lat,
    hours: record.hours,
    connector_id: origin.connectorId,
    stream_id: origin.streamId,
    run_id: origin.runId,
    retrieved_at: new Date(origin.retrievedAtMs),
    simulated_seed: origin.simulatedSeed,
  }));
  const result = await db
    .insertInto('vessels.presence')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'vessel_id', 'lon', 'lat'])
        .doUpdateSet((eb) => ({
          hours: eb.ref('excluded.hours'),
          run_id: eb.ref('excluded.run_id'),
          retrieved_at: eb.ref('excluded.retrieved_at'),
          simulated_seed: eb.ref('excluded.simulated_seed'),
        }))
        .whereRef('vessels.presence.hours', '<>', 'excluded.hours'),
    )
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0n);
}

const presenceQueries = (db: Db) => ({
  /** Newest day with presence and the origin of its rows. */
  newestDay: () =>
    db
      .selectFrom('vessels.presence')
      .select(['day', 'retrieved_at', 'simulated_seed', 'connector_id', 'stream_id'])
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** Vessels and hours per flag over days `from`..`to`, inclusive. */
  byFlag: (from: string, to: string) =>
    db
      .selectFrom('vessels.presence as p')
      .leftJoin('vessels.identities as i', 'i.vessel_id', 'p.vessel_id')
      .where('p.day', '>=', from)
      .where('p.day', '<=', to)
      .select((eb) => [
        sql<string>`coalesce(i.flag, 'Desconhecida')`.as('flag'),
        sql<number>`count(distinct p.vessel_id)`.as('vessels'),
        eb.fn.sum<number>('p.hours').as('hours'),
      ])
      .groupBy('i.flag')
      .orderBy('vessels', 'desc')
      .execute(),

  /** Vessels over days `from`..`middle` and after `middle`..`to`, and how many days the first span has data of. */
  async countedAround(from: string, middle: string, to: string) {
    const { rows } = await sql<{ current: string; previous: string; days: string }>`
      SELECT count(DISTINCT vessel_id) FILTER (WHERE day > ${middle}) AS current,
        count(DISTINCT vessel_id) FILTER (WHERE day <= ${middle}) AS previous,
        count(DISTINCT day) FILTER (WHERE day <= ${middle}) AS days
      FROM vessels.presence WHERE day >= ${from} AND day <= ${to}`.execute(db);
    const [counted] = rows;
    return {
      current: Number(counted?.current ?? 0),
      previous: Number(counted?.previous ?? 0),
      previousDays: Number(counted?.days ?? 0),
    };
  },

  /** Hours and vessels per cell over days `from`..`to`, inclusive. */
  cells: (from: string, to: string) =>
    db
      .selectFrom('vessels.presence')
      .where('day', '>=', from)
      .where('day', '<=', to)
      .select((eb) => [
        'lon',
        'lat',
        eb.fn.sum<number>('hours').as('hours'),
        sql<number>`count(distinct vessel_id)`.as('vessels'),
      ])
      .groupBy(['lon', 'lat'])
      .execute(),

  /** Presence rows of vessels per cell, for counting them by zone. */
  vesselCells: (from: string, to: string) =>
    db
      .selectFrom('vessels.presence')
      .where('day', '>=', from)
      .where('day', '<=', to)
      .select((eb) => ['vessel_id', 'lon', 'lat', eb.fn.sum<number>('hours').as('hours')])
      .groupBy(['vessel_id', 'lon', 'lat'])
      .execute(),
});
