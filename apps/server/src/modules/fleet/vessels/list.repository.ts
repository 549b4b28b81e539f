import { type Kysely, sql } from 'kysely';
import { allOf, conditionsAsked, orderBy } from '../../../platform/db/list-query.ts';
import {
  conditionsOf,
  fleetOf,
  isLicensed,
  type ListedRow,
  type ListFacts,
  type ListFilters,
  type ListSort,
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

/**
 * A page and the total of a query, in one statement. Vessels without a value of the sorted column come last. What passes
 * the filters is found once, from few columns; then all columns of the vessels of the page are read.
 */
function pageStatement({ filters, sort, order, offset, limit }: ListPage, facts: ListFacts) {
  const asked = conditionsAsked(conditionsOf(facts), filters);
  const conditions = [...asked.values()];
  if (facts.ids !== null) conditions.push(sql`id = ANY (${sql.val([...facts.ids])}::text[])`);
  const { side, from } = fleetOf([...asked.keys()], sort, facts);
  // The whole fleet by name comes from one index and its total from another. Elsewhere what is put aside is sorted and
  // counted by one process: starting others for a hundred thousand rows costs more than they save.
  const [kept, counted] =
    conditions.length === 0 && sort === 'name' && order === 'asc'
      ? [sql`NOT MATERIALIZED`, sql`vessels.directory WHERE is_listed`]
      : [sql`MATERIALIZED`, sql`matched`];
  // Names have an index that ends in the id; elsewhere a number is compared in a fraction of the time of a text.
  const tie = sort === 'name' ? sql`id` : sql`tie`;
  return sql<Nullable<ListedRow> & { readonly total: number }>`
    WITH matched AS ${kept} (
      SELECT number, ship_id, ${tie} AS tie, ${sortsOf(facts)[sort]} AS sort_value FROM ${from} WHERE ${allOf(conditions)}
    ), page AS (
      SELECT * FROM matched ORDER BY ${orderBy(sql`sort_value`, order, sql`tie`)} OFFSET ${offset} LIMIT ${limit}
    )
    SELECT counted.total, d.*, least(d.known_from, l.time) AS first_at, coalesce(l.time, d.presence_at) AS last_at,
      coalesce(l.lon, d.lon) AS lon, coalesce(l.lat, d.lat) AS lat, l.speed_knots, l.course_degrees,
      ${isLicensed(sql`d.ship_id`, facts)} AS is_licensed,
      CASE WHEN l.ship_id IS NULL THEN 'presence' ELSE 'report' END AS position_kind,
      coalesce(l.stored_at, d.retrieved_at) AS retrieved_at, coalesce(o.connector_id, d.connector_id) AS connector_id,
      coalesce(o.stream_id, d.stream_id) AS stream_id, coalesce(o.simulated_seed, d.simulated_seed) AS simulated_seed
    FROM (SELECT count(*)::int AS total FROM ${counted}) AS counted
    LEFT JOIN page ON true
    LEFT JOIN vessels.directory AS d
      ON ${side === 'places' ? sql`(d.ship_id = page.ship_id OR d.number = page.number)` : sql`d.number = page.number`}
    LEFT JOIN vessels.latest_positions AS l ON l.ship_id = d.ship_id
    LEFT JOIN vessels.position_origins AS o ON o.id = l.origin_id
    ORDER BY ${orderBy(sql`page.sort_value`, order, sql`page.tie`)}`;
}

/** A page beyond the last tells the total all the same, in a row without a vessel. */
type Nullable<Row> = Row | { readonly [K in keyof Row]: null };

const pageQueries = <T>(db: Kysely<T>) => ({
  async page(page: ListPage, facts: ListFacts): Promise<{ rows: ListedRow[]; total: number }> {
    const { rows } = await pageStatement(page, facts).execute(db);
    return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
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

  /** Streams that the last positions of the whole fleet come from, and how many of its vessels were heard since an instant. */
  async fleetSources(activeSince: Date): Promise<FleetSourceRow[]> {
    const { rows } = await fleetSourcesStatement(activeSince).execute(db);
    return rows;
  },
});

/** A stream of the whole fleet: `active` of its vessels were heard of late. */
export type FleetSourceRow = SourceRow & { readonly active: number };

/** Every last position is read once. */
const fleetSourcesStatement = (activeSince: Date) => sql<FleetSourceRow>`
  SELECT o.connector_id, o.stream_id, o.simulated_seed, sum(l.vessels)::int AS vessels, sum(l.active)::int AS active,
    max(l.newest_at) AS newest_at, max(l.retrieved_at) AS retrieved_at
  FROM (SELECT origin_id, count(*) AS vessels, count(*) FILTER (WHERE time >= ${activeSince}) AS active,
      max(time) AS newest_at, max(stored_at) AS retrieved_at
    FROM vessels.latest_positions GROUP BY origin_id) AS l
  JOIN vessels.position_origins AS o ON o.id = l.origin_id GROUP BY 1, 2, 3
  UNION ALL
  SELECT connector_id, stream_id, simulated_seed, count(*)::int,
    (count(*) FILTER (WHERE presence_at >= ${activeSince}))::int, max(presence_at), max(retrieved_at)
  FROM vessels.directory WHERE ship_id IS NULL AND is_listed GROUP BY 1, 2, 3`;

/** Vessels of each flag with each gear, from an index alone. */
const facetsStatement = sql<{ flag: string | null; gear: string | null; vessels: number }>`
  SELECT flag, gear_type AS gear, count(*)::int AS vessels FROM vessels.directory WHERE is_listed GROUP BY 1, 2`;

/** Sums of the groups by one of their names, most first; groups without it are not counted. */
function summedBy<Group extends { readonly vessels: number }>(
  groups: readonly Group[],
  nameOf: (group: Group) => string | null,
): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const group of groups) {
    const name = nameOf(group);
    if (name !== null) sums.set(name, (sums.get(name) ?? 0) + group.vessels);
  }
  return [...sums].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

const facetQueries = <T>(db: Kysely<T>) => ({
  /** Vessels in all, by flag and by gear. */
  async facets() {
    const { rows } = await facetsStatement.execute(db);
    return {
      known: rows.reduce((sum, { vessels }) => sum + vessels, 0),
      flags: summedBy(rows, ({ flag }) => flag).map(([flag, vessels]) => ({ flag, vessels })),
      gears: summedBy(rows, ({ gear }) => gear).map(([gear, vessels]) => ({ gear, vessels })),
    };
  },
});
