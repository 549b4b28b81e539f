import type { ListedVessel, VesselType, vesselSorts } from '@kianda/contract/vessels/list.contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { flagsOfDigits, typeOf } from './kinds.ts';

export type ListFilter = {
  readonly search: string | null;
  readonly types: readonly VesselType[];
  readonly flags: readonly string[];
  readonly from: Date | null;
  readonly to: Date | null;
  readonly minLat: number | null;
  readonly maxLat: number | null;
  readonly minLon: number | null;
  readonly maxLon: number | null;
  readonly heardAfter: Date | null;
  readonly hasImo: boolean;
};
export type ListOrder = { readonly sort: (typeof vesselSorts)[number]; readonly descending: boolean };

export type ListedRow = {
  id: string;
  ship_id: number | null;
  vessel_id: string | null;
  name: string | null;
  vessel_type: VesselType;
  gear_type: string | null;
  flag: string | null;
  mmsi: string | null;
  imo: string | null;
  callsign: string | null;
  registration: string | null;
  length_meters: number | null;
  first_at: Date | null;
  last_at: Date;
  lon: number;
  lat: number;
  position_kind: ListedVessel['positionKind'];
  connector_id: string;
  stream_id: string;
  simulated_seed: number | null;
  retrieved_at: Date;
};

/**
 * Every vessel with a known place, once: those that report themselves, with what the provider knows under their MMSI;
 * and those that only the provider tells of, where they were last present.
 */
const fleet = sql`WITH digits(mid, flag) AS (VALUES ${flagsOfDigits}),
  provider AS (
    SELECT DISTINCT ON (ssvid) * FROM vessels.identities ORDER BY ssvid, last_transmission DESC NULLS LAST, vessel_id
  ),
  periods AS (SELECT ship_id, min(from_at) AS first_at FROM vessels.identity_periods GROUP BY ship_id),
  presence AS (
    SELECT DISTINCT ON (vessel_id) vessel_id, day, lon, lat, connector_id, stream_id, simulated_seed, retrieved_at
    FROM vessels.presence ORDER BY vessel_id, day DESC, hours DESC, lon, lat
  ),
  fleet AS (
    SELECT coalesce(s.mmsi::text, s.key) AS id, s.id AS ship_id, g.vessel_id,
      coalesce(s.ship_name, g.ship_name) AS name,
      ${typeOf(sql`g.vessel_type`, sql`s.ship_type`)} AS vessel_type, g.gear_type,
      coalesce(s.flag, g.flag, d.flag) AS flag, s.mmsi::text AS mmsi, coalesce(s.imo, g.imo) AS imo,
      coalesce(s.callsign, g.callsign) AS callsign, s.registration, s.length_meters,
      least(g.first_transmission, p.first_at, l.time) AS first_at, l.time AS last_at, l.lon, l.lat,
      'report' AS position_kind, o.connector_id, o.stream_id, o.simulated_seed, l.stored_at AS retrieved_at
    FROM vessels.latest_positions l
    JOIN vessels.ships s ON s.id = l.ship_id
    JOIN vessels.position_origins o ON o.id = l.origin_id
    LEFT JOIN provider g ON g.ssvid = s.mmsi::text
    LEFT JOIN periods p ON p.ship_id = s.id
    LEFT JOIN digits d ON d.mid = left(s.mmsi::text, 3)
    UNION ALL
    SELECT g.vessel_id, NULL, g.vessel_id, g.ship_name, ${typeOf(sql`g.vessel_type`, sql`NULL::integer`)}, g.gear_type,
      coalesce(g.flag, d.flag), g.ssvid, g.imo, g.callsign, NULL, NULL, g.first_transmission,
      coalesce(g.last_transmission, r.day::timestamp AT TIME ZONE 'UTC' + interval '1 day'), r.lon, r.lat,
      'presence', r.connector_id, r.stream_id, r.simulated_seed, r.retrieved_at
    FROM provider g
    JOIN presence r ON r.vessel_id = g.vessel_id
    LEFT JOIN digits d ON d.mid = left(g.ssvid, 3)
    WHERE NOT EXISTS (
      SELECT 1 FROM vessels.ships s JOIN vessels.latest_positions l ON l.ship_id = s.id WHERE s.mmsi::text = g.ssvid
    )
  )`;

const columnOf = { name: 'name', type: 'vessel_type', flag: 'flag', first: 'first_at', last: 'last_at' } as const;

/** A text anywhere in a column: its own wildcards stand for themselves. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function conditionsOf(filter: ListFilter): RawBuilder<unknown> {
  const { search, types, flags } = filter;
  const conditions = [sql`true`];
  if (search !== null) {
    const pattern = containing(search);
    const columns = ['name', 'id', 'imo', 'callsign', 'mmsi', 'vessel_id', 'registration', 'flag'];
    conditions.push(
      sql`(${sql.join(
        columns.map((column) => sql`${sql.ref(column)} ILIKE ${pattern}`),
        sql` OR `,
      )})`,
    );
  }
  if (types.length > 0) conditions.push(sql`vessel_type IN (${sql.join([...types])})`);
  if (flags.length > 0) conditions.push(sql`flag IN (${sql.join([...flags])})`);
  if (filter.from !== null) conditions.push(sql`last_at >= ${filter.from}`);
  if (filter.to !== null) conditions.push(sql`coalesce(first_at, last_at) <= ${filter.to}`);
  if (filter.minLat !== null) conditions.push(sql`lat >= ${filter.minLat}`);
  if (filter.maxLat !== null) conditions.push(sql`lat <= ${filter.maxLat}`);
  if (filter.minLon !== null) conditions.push(sql`lon >= ${filter.minLon}`);
  if (filter.maxLon !== null) conditions.push(sql`lon <= ${filter.maxLon}`);
  if (filter.heardAfter !== null) conditions.push(sql`last_at >= ${filter.heardAfter}`);
  if (filter.hasImo) conditions.push(sql`coalesce(imo, '') <> ''`);
  return sql.join(conditions, sql` AND `);
}

/** Vessels as a list: reports and the provider's presence as one fleet. */
export function createVesselList<T>(db: Kysely<T>) {
  return {
    /** One page in order, and how many there are in all. Vessels without what they are ordered by come last. */
    async page(filter: ListFilter, { sort, descending }: ListOrder, offset: number, limit: number) {
      const where = conditionsOf(filter);
      const direction = descending ? sql`DESC` : sql`ASC`;
      const { rows } = await sql<ListedRow>`${fleet}
        SELECT * FROM fleet WHERE ${where}
        ORDER BY ${sql.ref(columnOf[sort])} ${direction} NULLS LAST, id OFFSET ${offset} LIMIT ${limit}`.execute(db);
      const counted = await sql<{ total: number }>`${fleet} SELECT count(*) AS total FROM fleet WHERE ${where}`.execute(
        db,
      );
      return { rows, total: Number(counted.rows[0]?.total ?? 0) };
    },

    /** Vessels by flag, and those heard since an instant. */
    async facets(activeSince: Date) {
      const { rows } = await sql<{ flag: string | null; vessels: number; active: number }>`${fleet}
        SELECT flag, count(*) AS vessels, count(*) FILTER (WHERE last_at >= ${activeSince}) AS active
        FROM fleet GROUP BY flag ORDER BY 2 DESC, 1`.execute(db);
      return rows.map(({ flag, vessels, active }) => ({ flag, vessels: Number(vessels), active: Number(active) }));
    },
  };
}

export type VesselList = ReturnType<typeof createVesselList>;
