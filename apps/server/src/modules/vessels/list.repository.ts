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

/** One stream that told of vessels: of how many, and until when. */
export type TellingRow = {
  readonly connector_id: string;
  readonly stream_id: string;
  readonly simulated_seed: number | null;
  readonly vessels: number;
  readonly newest_at: Date;
  readonly retrieved_at: Date;
};

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
 * they were last present.
 */
const fleet = sql`(
  SELECT d.number, d.id, d.name, d.vessel_type, d.flag, d.imo, d.search, least(d.known_from, l.time) AS first_at,
    l.time AS last_at, l.lon, l.lat
  FROM vessels.directory AS d JOIN vessels.latest_positions AS l ON l.ship_id = d.ship_id
  UNION ALL
  SELECT d.number, d.id, d.name, d.vessel_type, d.flag, d.imo, d.search, d.known_from, d.presence_at, d.lon, d.lat
  FROM vessels.directory AS d WHERE d.ship_id IS NULL AND d.is_listed
) AS fleet`;
/** The same as far as the directory alone tells: not where and when each was heard. */
const named = sql`(SELECT * FROM vessels.directory WHERE is_listed) AS fleet`;

const columnOf = {
  name: 'name',
  type: 'vessel_type',
  flag: 'flag',
  first: 'first_at',
  last: 'last_at',
  location: 'lat',
} as const;

/** A text anywhere in a column: its own wildcards stand for themselves. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Whether a filter asks where or when vessels were heard. */
const asksForPlace = (filter: ListFilter): boolean =>
  [filter.from, filter.to, filter.minLat, filter.maxLat, filter.minLon, filter.maxLon, filter.heardAfter].some(
    (limit) => limit !== null,
  );

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
      const column = columnOf[sort];
      // Names have an index that ends in the id; elsewhere a number is compared in a fraction of the time of a text.
      const tie = column === 'name' ? 'id' : 'number';
      const order = (table: string) =>
        sql`${sql.ref(`${table}.${column}`)} ${direction} NULLS LAST, ${sql.ref(`${table}.${tie}`)}`;
      const isPlaced = asksForPlace(filter);
      const isByPlace = isPlaced || column === 'first_at' || column === 'last_at' || column === 'lat';
      // First which vessels, from few columns; then all there is of those few.
      const [page, counted] = await Promise.all([
        sql<ListedRow>`
          WITH page AS (
            SELECT number, ${column === 'name' ? sql`id, name` : sql.ref(column)} FROM ${isByPlace ? fleet : named} WHERE ${where}
            ORDER BY ${order('fleet')} OFFSET ${offset} LIMIT ${limit}
          )
          SELECT d.*, least(d.known_from, l.time) AS first_at, coalesce(l.time, d.presence_at) AS last_at,
            coalesce(l.lon, d.lon) AS lon, coalesce(l.lat, d.lat) AS lat,
            CASE WHEN l.ship_id IS NULL THEN 'presence' ELSE 'report' END AS position_kind,
            coalesce(l.stored_at, d.retrieved_at) AS retrieved_at, coalesce(o.connector_id, d.connector_id) AS connector_id,
            coalesce(o.stream_id, d.stream_id) AS stream_id, coalesce(o.simulated_seed, d.simulated_seed) AS simulated_seed
          FROM page
          JOIN vessels.directory AS d ON d.number = page.number
          LEFT JOIN vessels.latest_positions AS l ON l.ship_id = d.ship_id
          LEFT JOIN vessels.position_origins AS o ON o.id = l.origin_id
          ORDER BY ${order('page')}`.execute(db),
        sql<{ total: number }>`SELECT count(*) AS total FROM ${isPlaced ? fleet : named} WHERE ${where}`.execute(db),
      ]);
      return { rows: page.rows, total: Number(counted.rows[0]?.total ?? 0) };
    },

    /** Who told of the identity of these ships, and of these vessels of the provider: names, marks, types and gear. */
    async identityTellings(shipIds: readonly number[], vesselIds: readonly string[]): Promise<TellingRow[]> {
      if (shipIds.length === 0 && vesselIds.length === 0) return [];
      const { rows } = await sql<TellingRow>`
        SELECT o.connector_id, o.stream_id, o.simulated_seed, count(DISTINCT i.ship_id)::int AS vessels,
          max(i.to_at) AS newest_at, max(i.to_at) AS retrieved_at
        FROM vessels.identity_periods AS i JOIN vessels.position_origins AS o ON o.id = i.origin_id
        WHERE i.ship_id = ANY (${[...shipIds]}::int4[]) GROUP BY 1, 2, 3
        UNION ALL
        SELECT p.connector_id, p.stream_id, p.simulated_seed, count(*)::int,
          max(p.day::timestamp AT TIME ZONE 'UTC' + interval '1 day'), max(p.retrieved_at)
        FROM unnest(${[...vesselIds]}::text[]) AS v (id) CROSS JOIN LATERAL (
          SELECT * FROM vessels.presence AS q WHERE q.vessel_id = v.id ORDER BY day DESC LIMIT 1) AS p
        GROUP BY 1, 2, 3`.execute(db);
      return rows;
    },

    /** Who told where the vessels of the whole fleet were last. */
    async fleetTellings(): Promise<TellingRow[]> {
      const { rows } = await sql<TellingRow>`
        SELECT o.connector_id, o.stream_id, o.simulated_seed, sum(l.vessels)::int AS vessels,
          max(l.newest_at) AS newest_at, max(l.retrieved_at) AS retrieved_at
        FROM (SELECT origin_id, count(*) AS vessels, max(time) AS newest_at, max(stored_at) AS retrieved_at
          FROM vessels.latest_positions GROUP BY origin_id) AS l
        JOIN vessels.position_origins AS o ON o.id = l.origin_id GROUP BY 1, 2, 3
        UNION ALL
        SELECT connector_id, stream_id, simulated_seed, count(*)::int, max(presence_at), max(retrieved_at)
        FROM vessels.directory WHERE ship_id IS NULL AND is_listed GROUP BY 1, 2, 3`.execute(db);
      return rows;
    },

    /** Vessels by flag, and how many were heard since an instant. */
    async facets(activeSince: Date) {
      const [flags, heard] = await Promise.all([
        sql<{ flag: string | null; vessels: number }>`
          SELECT flag, count(*) AS vessels FROM vessels.directory WHERE is_listed GROUP BY flag
          ORDER BY 2 DESC, 1`.execute(db),
        sql<{ active: number }>`
          SELECT (SELECT count(*) FROM vessels.latest_positions WHERE time >= ${activeSince})
            + (SELECT count(*) FROM vessels.directory
              WHERE ship_id IS NULL AND is_listed AND presence_at >= ${activeSince}) AS active`.execute(db),
      ]);
      return {
        flags: flags.rows.map(({ flag, vessels }) => ({ flag, vessels: Number(vessels) })),
        active: Number(heard.rows[0]?.active ?? 0),
      };
    },
  };
}

export type VesselList = ReturnType<typeof createVesselList>;
