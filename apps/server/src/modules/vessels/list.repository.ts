import type { ListedVessel, VesselType, vesselSorts } from '@kianda/contract/vessels/list.contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';

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
  /** Only these; null for all. */
  readonly ids: readonly string[] | null;
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
 * Every vessel with a known place, once: those that report themselves; and those that only the provider tells of, where
 * they were last present. `columns` are those of the directory that are wanted.
 */
const fleet = (columns: RawBuilder<unknown>) => sql`(
  SELECT ${columns}, d.search, least(d.known_from, l.time) AS first_at, l.time AS last_at, l.lon, l.lat,
    'report' AS position_kind, l.origin_id, l.stored_at AS retrieved_at
  FROM vessels.directory AS d JOIN vessels.latest_positions AS l ON l.ship_id = d.ship_id
  UNION ALL
  SELECT ${columns}, d.search, d.known_from, d.presence_at, d.lon, d.lat, 'presence', NULL, d.retrieved_at
  FROM vessels.directory AS d
  WHERE d.ship_id IS NULL AND NOT EXISTS (SELECT 1 FROM vessels.latest_positions AS l WHERE l.ship_id = d.twin_id)
) AS fleet`;

const filtered = sql`d.id, d.vessel_type, d.flag, d.imo`;
const listed = sql`${filtered}, d.ship_id, d.vessel_id, d.name, d.gear_type, d.mmsi, d.callsign, d.registration,
  d.length_meters, d.connector_id, d.stream_id, d.simulated_seed`;

const columnOf = { name: 'name', type: 'vessel_type', flag: 'flag', first: 'first_at', last: 'last_at' } as const;

/** A text anywhere in a column: its own wildcards stand for themselves. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function conditionsOf(filter: ListFilter): RawBuilder<unknown> {
  const { search, types, flags } = filter;
  const conditions = [sql`true`];
  if (search !== null) conditions.push(sql`search LIKE ${containing(search.toLowerCase())}`);
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
  if (filter.ids !== null) conditions.push(sql`id = ANY (${sql.val([...filter.ids])}::text[])`);
  return sql.join(conditions, sql` AND `);
}

/** Vessels as a list: reports and the provider's presence as one fleet. */
export function createVesselList<T>(db: Kysely<T>) {
  return {
    /** One page in order, and how many there are in all. Vessels without what they are ordered by come last. */
    async page(filter: ListFilter, { sort, descending }: ListOrder, offset: number, limit: number) {
      const where = conditionsOf(filter);
      const direction = descending ? sql`DESC` : sql`ASC`;
      const [page, counted] = await Promise.all([
        sql<ListedRow>`
          SELECT page.*, coalesce(page.connector_id, o.connector_id) AS connector_id,
            coalesce(page.stream_id, o.stream_id) AS stream_id,
            coalesce(page.simulated_seed, o.simulated_seed) AS simulated_seed
          FROM (
            SELECT * FROM ${fleet(listed)} WHERE ${where}
            ORDER BY ${sql.ref(columnOf[sort])} ${direction} NULLS LAST, id OFFSET ${offset} LIMIT ${limit}
          ) AS page
          LEFT JOIN vessels.position_origins AS o ON o.id = page.origin_id
          ORDER BY ${sql.ref(`page.${columnOf[sort]}`)} ${direction} NULLS LAST, page.id`.execute(db),
        sql<{ total: number }>`SELECT count(*) AS total FROM ${fleet(filtered)} WHERE ${where}`.execute(db),
      ]);
      return { rows: page.rows, total: Number(counted.rows[0]?.total ?? 0) };
    },

    /** Vessels by flag, and those heard since an instant. */
    async facets(activeSince: Date) {
      const { rows } = await sql<{ flag: string | null; vessels: number; active: number }>`
        SELECT flag, count(*) AS vessels, count(*) FILTER (WHERE last_at >= ${activeSince}) AS active
        FROM ${fleet(sql`d.flag`)} GROUP BY flag ORDER BY 2 DESC, 1`.execute(db);
      return rows.map(({ flag, vessels, active }) => ({ flag, vessels: Number(vessels), active: Number(active) }));
    },
  };
}

export type VesselList = ReturnType<typeof createVesselList>;
