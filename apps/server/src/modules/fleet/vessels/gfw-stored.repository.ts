import type { Provenance } from '@kianda/contract';
import type { GfwVessel } from '@kianda/contract/fleet/vessels/gfw.contract';
import { type Kysely, sql } from 'kysely';
import type { VesselService } from './vessels.service.ts';

const storedDays = 7;

type Row = {
  vessel_id: string;
  ssvid: string;
  ship_name: string | null;
  vessel_type: GfwVessel['vesselType'];
  gear_type: string | null;
  flag: string | null;
  imo: string | null;
  callsign: string | null;
  first_transmission: Date | null;
  last_transmission: Date | null;
  lon: number;
  lat: number;
};

/** Vessels of the last seven days that the connector brought; null before the first. */
export function createStoredFleet<T>(db: Kysely<T>, service: Pick<VesselService, 'window'>) {
  return async (): Promise<{
    vessels: readonly GfwVessel[];
    from: string;
    to: string;
    provenance: Provenance;
  } | null> => {
    const window = await service.window(storedDays);
    if (window === null) return null;
    const { from, to } = window.value;
    const { rows } = await sql<Row>`
      SELECT p.vessel_id, p.lon, p.lat, i.ssvid, i.ship_name, i.gear_type, i.flag, i.imo, i.callsign,
        i.first_transmission, i.last_transmission,
        CASE WHEN lower(i.vessel_type) IN ('fishing', 'carrier', 'support', 'passenger') THEN lower(i.vessel_type)
          WHEN lower(i.vessel_type) = 'bunker' THEN 'support' ELSE 'unknown' END AS vessel_type
      FROM (
        SELECT DISTINCT ON (vessel_id) vessel_id, lon, lat FROM vessels.presence
        WHERE day BETWEEN ${from}::date AND ${to}::date ORDER BY vessel_id, day DESC, hours DESC, lon, lat
      ) p JOIN vessels.identities i ON i.vessel_id = p.vessel_id
      ORDER BY i.last_transmission DESC NULLS LAST, p.vessel_id`.execute(db);
    const vessels = rows.map(
      (row): GfwVessel => ({
        id: row.vessel_id,
        vesselId: row.vessel_id,
        name: row.ship_name,
        vesselType: row.vessel_type,
        gearType: row.gear_type,
        flag: row.flag,
        imo: row.imo,
        callsign: row.callsign,
        mmsi: row.ssvid,
        firstTransmissionDate: row.first_transmission?.toISOString() ?? null,
        lastTransmissionDate: row.last_transmission?.toISOString() ?? null,
        geom: { type: 'Point', coordinates: [row.lon, row.lat] },
      }),
    );
    return { vessels, from, to, provenance: window.provenance };
  };
}

export type StoredFleet = ReturnType<typeof createStoredFleet>;

type Totals = {
  presence_from: string | null;
  presence_to: string | null;
  presence_vessels: number;
  identities: number;
  events: number;
  eventAt: Date | null;
  retrievedAt: Date | null;
};

/** How much of the provider's is stored, and up to when. */
export function createStoredTotals<T>(db: Kysely<T>) {
  return async (): Promise<Totals> => {
    const { rows } = await sql<Totals>`
      SELECT p.*, (SELECT count(*)::int FROM vessels.identities) AS identities, e.events, e.event_at AS "eventAt",
        greatest(p.retrieved_at, e.retrieved_at) AS "retrievedAt"
      FROM (SELECT min(day)::text AS presence_from, max(day)::text AS presence_to,
          count(DISTINCT vessel_id)::int AS presence_vessels, max(retrieved_at) AS retrieved_at FROM vessels.presence) AS p,
        (SELECT count(*)::int AS events, max(coalesce(end_at, start_at)) AS event_at, max(retrieved_at) AS retrieved_at
          FROM vessels.gfw_events) AS e`.execute(db);
    const [totals] = rows;
    if (totals === undefined) throw new Error('sums without a row');
    return totals;
  };
}

export type StoredTotals = ReturnType<typeof createStoredTotals>;
