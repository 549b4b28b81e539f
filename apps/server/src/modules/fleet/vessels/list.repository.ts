import { type Kysely, sql } from 'kysely';
import { conditionOf, orderBy } from '../../../platform/db/list-query.ts';
import {
  conditionsOf,
  isLicensed,
  isPlacedSort,
  isPlaceQuery,
  type ListedRow,
  type ListFacts,
  type ListFilters,
  type ListSort,
  namedFleet,
  placedFleet,
  sortsOf,
} from './list-columns.repository.ts';

/** A page of the list: filters, order, offset and limit. */
export type ListPage = {
  readonly filters: ListFilters;
  readonly sort: ListSort;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
};

/** One stream that data of vessels come from: of how many, and until when. */
export type SourceRow = {
  readonly connector_id: string;
  readonly stream_id: string;
  readonly simulated_seed: number | null;
  readonly vessels: number;
  readonly newest_at: Date;
  readonly retrieved_at: Date;
};

/** Vessels as a list: reports and the provider's presence as one fleet. */
export const createVesselList = <T>(db: Kysely<T>) => ({
  ...pageQueries(db),
  ...sourceQueries(db),
  ...facetQueries(db),
});

export type VesselList = ReturnType<typeof createVesselList>;

const pageQueries = <T>(db: Kysely<T>) => ({
  /** One page in order, and the total. Vessels without a value of the sorted column come last. */
  async page({ filters, sort, order, offset, limit }: ListPage, facts: ListFacts) {
    const filtered = conditionOf(conditionsOf(facts), filters);
    const where = facts.ids === null ? filtered : sql`${filtered} AND id = ANY (${sql.val([...facts.ids])}::text[])`;
    // Names have an index that ends in the id; elsewhere a number is compared in a fraction of the time of a text.
    const tie = sort === 'name' ? sql`id` : sql`number`;
    const isPlaced = isPlaceQuery(filters);
    // First the vessels of the page, from few columns; then all columns of those few.
    const [page, counted] = await Promise.all([
      sql<ListedRow>`
          WITH page AS (
            SELECT number, id, ${sortsOf(facts)[sort]} AS sort_value
            FROM ${isPlaced || isPlacedSort(sort) ? placedFleet : namedFleet} WHERE ${where}
            ORDER BY ${orderBy(sql`sort_value`, order, tie)} OFFSET ${offset} LIMIT ${limit}
          )
          SELECT d.*, least(d.known_from, l.time) AS first_at, coalesce(l.time, d.presence_at) AS last_at,
            coalesce(l.lon, d.lon) AS lon, coalesce(l.lat, d.lat) AS lat, l.speed_knots, l.course_degrees,
            ${isLicensed(sql`d.ship_id`, facts)} AS is_licensed,
            CASE WHEN l.ship_id IS NULL THEN 'presence' ELSE 'report' END AS position_kind,
            coalesce(l.stored_at, d.retrieved_at) AS retrieved_at, coalesce(o.connector_id, d.connector_id) AS connector_id,
            coalesce(o.stream_id, d.stream_id) AS stream_id, coalesce(o.simulated_seed, d.simulated_seed) AS simulated_seed
          FROM page
          JOIN vessels.directory AS d ON d.number = page.number
          LEFT JOIN vessels.latest_positions AS l ON l.ship_id = d.ship_id
          LEFT JOIN vessels.position_origins AS o ON o.id = l.origin_id
          ORDER BY ${orderBy(sql`page.sort_value`, order, sql`page.${tie}`)}`.execute(db),
      sql<{ total: number }>`
          SELECT count(*) AS total FROM ${isPlaced ? placedFleet : namedFleet} WHERE ${where}`.execute(db),
    ]);
    return { rows: page.rows, total: Number(counted.rows[0]?.total ?? 0) };
  },
});

const sourceQueries = <T>(db: Kysely<T>) => ({
  /** Streams that the identity of these ships and of these vessels of the provider comes from. */
  async identitySources(shipIds: readonly number[], vesselIds: readonly string[]): Promise<SourceRow[]> {
    if (shipIds.length === 0 && vesselIds.length === 0) return [];
    const { rows } = await sql<SourceRow>`
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

  /** Streams that the last positions of the whole fleet come from. */
  async fleetSources(): Promise<SourceRow[]> {
    const { rows } = await sql<SourceRow>`
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
});

const facetQueries = <T>(db: Kysely<T>) => ({
  /** Vessels by flag and by gear, and the number heard since an instant. */
  async facets(activeSince: Date) {
    const [flags, gears, heard] = await Promise.all([
      sql<{ flag: string | null; vessels: number }>`
          SELECT flag, count(*)::int AS vessels FROM vessels.directory WHERE is_listed GROUP BY flag
          ORDER BY 2 DESC, 1`.execute(db),
      sql<{ gear: string; vessels: number }>`
          SELECT gear_type AS gear, count(*)::int AS vessels FROM vessels.directory
          WHERE is_listed AND gear_type IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db),
      sql<{ active: number }>`
          SELECT (SELECT count(*) FROM vessels.latest_positions WHERE time >= ${activeSince})
            + (SELECT count(*) FROM vessels.directory
              WHERE ship_id IS NULL AND is_listed AND presence_at >= ${activeSince}) AS active`.execute(db),
    ]);
    return { flags: flags.rows, gears: gears.rows, active: Number(heard.rows[0]?.active ?? 0) };
  },
});
