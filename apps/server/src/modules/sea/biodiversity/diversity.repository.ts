import type { QueryOf } from '@kianda/contract';
import type { biodiversityDiversity } from '@kianda/contract/sea/biodiversity/diversity.contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

export type DiversityQuery = QueryOf<typeof biodiversityDiversity>;

/** Side of a sampling unit, and of a cell of the map, degrees. */
export const unitCellDegrees = 0.25;
export const mapCellDegrees = 0.5;
const most = { groups: 60, leading: 15, cells: 5_000, datasets: 50 } as const;

export type SpeciesCount = {
  readonly aphiaId: number;
  readonly scientificName: string;
  readonly records: number;
  readonly units: number;
};
export type GroupCount = { readonly name: string; readonly species: number; readonly records: number };
export type YearCount = { readonly year: number; readonly species: number; readonly records: number };
export type CellCount = {
  readonly lon: number;
  readonly lat: number;
  readonly species: number;
  readonly records: number;
};
/** Everything that is counted of the same records. */
export type DiversityCounts = {
  /** Each species, how often it was recorded, and in how many sampling units. */
  readonly species: readonly SpeciesCount[];
  /** Sampling units with a species. */
  readonly units: number;
  /** Records that are of no species. */
  readonly unidentified: number;
  readonly groups: readonly GroupCount[];
  readonly years: readonly YearCount[];
  readonly cells: readonly CellCount[];
  readonly datasets: readonly DatasetCount[];
};
export type DatasetCount = {
  readonly id: string;
  readonly source: string;
  readonly licence: string | null;
  readonly records: number;
};

/** Of the accepted name, where the register has it. */
const groupColumns = {
  phylum: sql`coalesce(a.phylum, r.phylum, t.phylum)`,
  class: sql`coalesce(a.class, r.class, t.class)`,
} as const;

/** Number of a sampling unit: its month, and in it the cell of a grid that begins at the antimeridian and the south pole. */
const unit = sql`
  (extract(year FROM o.event_start AT TIME ZONE 'UTC')::bigint * 12 + extract(month FROM o.event_start AT TIME ZONE 'UTC')::bigint)
    * ${(360 / unitCellDegrees + 1) * (180 / unitCellDegrees + 1)}::bigint
  + floor((o.lon + 180) / ${unitCellDegrees}::float8)::bigint * ${180 / unitCellDegrees + 1}::bigint
  + floor((o.lat + 90) / ${unitCellDegrees}::float8)::bigint`;

/** Records of the filters but for the group, each observation once, with the accepted name of their species. */
function recordsOf(
  { rank, fromYear, toYear, minDepth, maxDepth, quality }: DiversityQuery,
  now: Date,
): RawBuilder<unknown> {
  const yearStart = (year: number) => `${String(year).padStart(4, '0')}-01-01T00:00:00Z`;
  const conditions = [
    sql`NOT o.absence AND o.duplicate_of IS NULL`,
    fromYear === undefined ? null : sql`o.event_start >= ${yearStart(fromYear)}::timestamptz`,
    toYear === undefined ? null : sql`o.event_start < ${yearStart(toYear + 1)}::timestamptz`,
    // A date that has not come yet is a fault of its source.
    fromYear === undefined && toYear === undefined ? null : sql`o.event_start <= ${now}`,
    minDepth === undefined ? null : sql`o.depth_meters >= ${minDepth}::float8`,
    maxDepth === undefined ? null : sql`o.depth_meters <= ${maxDepth}::float8`,
    quality === 'all' ? null : sql`cardinality(o.flags) = 0`,
    quality === 'dated' ? sql`o.event_start <= ${now} AND o.depth_meters IS NOT NULL` : null,
  ].filter((condition) => condition !== null);
  return sql`
    SELECT o.lon, o.lat, o.dataset_id, o.source, o.licence, ${groupColumns[rank]} AS "group",
      CASE WHEN o.event_start <= ${now} THEN extract(year FROM o.event_start AT TIME ZONE 'UTC')::int END AS year,
      CASE WHEN o.event_start <= ${now} AND o.event_date ~ '^\\d{4}-\\d{2}' THEN ${unit} END AS unit,
      CASE WHEN r.rank = 'Species' THEN coalesce(r.accepted_aphia_id, r.aphia_id) END AS species,
      coalesce(r.accepted_name, r.scientific_name) AS name
    FROM biodiversity.occurrences AS o
    JOIN biodiversity.taxa AS t ON t.id = o.taxon_id
    LEFT JOIN biodiversity.register AS r ON r.aphia_id = t.register_id
    LEFT JOIN biodiversity.register AS a ON a.aphia_id = r.accepted_aphia_id
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

export type DiversityRepository = ReturnType<typeof createDiversityRepository>;

/** A list of rows as one column. */
const listOf = (rows: RawBuilder<unknown>) => sql`(SELECT coalesce(json_agg(x), '[]'::json) FROM (${rows}) AS x)`;

const sideOf = (degrees: RawBuilder<unknown>) =>
  sql`floor(${degrees} / ${mapCellDegrees}::float8) * ${mapCellDegrees}::float8`;

const lists = {
  species: sql`
    SELECT species AS "aphiaId", min(name) AS "scientificName", count(*)::int AS records, count(DISTINCT unit)::int AS units
    FROM own WHERE species IS NOT NULL GROUP BY species ORDER BY records DESC, 2`,
  groups: sql`
    SELECT "group" AS name, count(DISTINCT species)::int AS species, count(*)::int AS records
    FROM chosen WHERE species IS NOT NULL AND "group" IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${most.groups}`,
  years: sql`
    SELECT year, count(DISTINCT species)::int AS species, count(*)::int AS records
    FROM own WHERE species IS NOT NULL AND year IS NOT NULL GROUP BY 1 ORDER BY 1`,
  cells: sql`
    SELECT ${sideOf(sql`lon`)} AS lon, ${sideOf(sql`lat`)} AS lat, count(DISTINCT species)::int AS species,
      count(*)::int AS records
    FROM own WHERE species IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${most.cells}`,
  datasets: sql`
    SELECT dataset_id AS id, source, min(licence) AS licence, count(*)::int AS records
    FROM own WHERE species IS NOT NULL GROUP BY 1, 2 ORDER BY 4 DESC, 1 LIMIT ${most.datasets}`,
} as const;

/** Counts of the records that diversity is computed of. */
export function createDiversityRepository(database: Database) {
  const db = database.for();
  return {
    /** The records are read once for all counts: to read them is what takes time. */
    async counts(query: DiversityQuery, now: Date): Promise<DiversityCounts> {
      const { rows } = await sql<DiversityCounts>`
        WITH chosen AS MATERIALIZED (${recordsOf(query, now)}),
          own AS NOT MATERIALIZED (SELECT * FROM chosen ${query.group === undefined ? sql`` : sql`WHERE "group" = ${query.group}`})
        SELECT (SELECT count(DISTINCT unit) FILTER (WHERE species IS NOT NULL)::int FROM own) AS units,
          (SELECT count(*) FILTER (WHERE species IS NULL)::int FROM own) AS unidentified,
          ${sql.join(Object.entries(lists).map(([name, rows]) => sql`${listOf(rows)} AS ${sql.ref(name)}`))}`.execute(
        db,
      );
      const [counts] = rows;
      if (counts === undefined) throw new Error('an aggregate without a row');
      return counts;
    },

    mostLeading: most.leading,
  };
}
