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
      CASE WHEN o.event_start <= ${now} AND o.event_date ~ '^\\d{4}-\\d{2}'
        THEN concat_ws('/', floor(o.lon / ${unitCellDegrees}::float8), floor(o.lat / ${unitCellDegrees}::float8),
          to_char(o.event_start AT TIME ZONE 'UTC', 'YYYY-MM')) END AS unit,
      CASE WHEN r.rank = 'Species' THEN coalesce(r.accepted_aphia_id, r.aphia_id) END AS species,
      coalesce(r.accepted_name, r.scientific_name) AS name
    FROM biodiversity.occurrences AS o
    JOIN biodiversity.taxa AS t ON t.id = o.taxon_id
    LEFT JOIN biodiversity.register AS r ON r.aphia_id = t.register_id
    LEFT JOIN biodiversity.register AS a ON a.aphia_id = r.accepted_aphia_id
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

export type DiversityRepository = ReturnType<typeof createDiversityRepository>;

/** Counts of the records that diversity is computed of. */
export function createDiversityRepository(database: Database) {
  const db = database.for();
  const chosen = (query: DiversityQuery, now: Date) =>
    query.group === undefined
      ? sql`(${recordsOf(query, now)}) AS o`
      : sql`(SELECT * FROM (${recordsOf(query, now)}) AS a WHERE a."group" = ${query.group}) AS o`;
  return {
    /** Each species, how often it was recorded, and in how many sampling units. */
    async species(query: DiversityQuery, now: Date): Promise<readonly SpeciesCount[]> {
      const { rows } = await sql<SpeciesCount>`
        SELECT species AS "aphiaId", min(name) AS "scientificName", count(*)::int AS records,
          count(DISTINCT unit)::int AS units
        FROM ${chosen(query, now)} WHERE species IS NOT NULL GROUP BY species ORDER BY records DESC, 2`.execute(db);
      return rows;
    },

    /** Sampling units with a species, and records that are of none. */
    async totals(query: DiversityQuery, now: Date): Promise<{ readonly units: number; readonly unidentified: number }> {
      const { rows } = await sql<{ units: number; unidentified: number }>`
        SELECT count(DISTINCT unit) FILTER (WHERE species IS NOT NULL)::int AS units,
          count(*) FILTER (WHERE species IS NULL)::int AS unidentified FROM ${chosen(query, now)}`.execute(db);
      return rows[0] ?? { units: 0, unidentified: 0 };
    },

    async groups(query: DiversityQuery, now: Date): Promise<readonly GroupCount[]> {
      const { rows } = await sql<GroupCount>`
        SELECT "group" AS name, count(DISTINCT species)::int AS species, count(*)::int AS records
        FROM (${recordsOf(query, now)}) AS o WHERE species IS NOT NULL AND "group" IS NOT NULL
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${most.groups}`.execute(db);
      return rows;
    },

    async years(query: DiversityQuery, now: Date): Promise<readonly YearCount[]> {
      const { rows } = await sql<YearCount>`
        SELECT year, count(DISTINCT species)::int AS species, count(*)::int AS records
        FROM ${chosen(query, now)} WHERE species IS NOT NULL AND year IS NOT NULL GROUP BY 1 ORDER BY 1`.execute(db);
      return rows;
    },

    async cells(query: DiversityQuery, now: Date): Promise<readonly CellCount[]> {
      const side = (degrees: RawBuilder<unknown>) =>
        sql`floor(${degrees} / ${mapCellDegrees}::float8) * ${mapCellDegrees}::float8`;
      const { rows } = await sql<CellCount>`
        SELECT ${side(sql`lon`)} AS lon, ${side(sql`lat`)} AS lat, count(DISTINCT species)::int AS species,
          count(*)::int AS records
        FROM ${chosen(query, now)} WHERE species IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2
        LIMIT ${most.cells}`.execute(db);
      return rows;
    },

    async datasets(query: DiversityQuery, now: Date): Promise<readonly DatasetCount[]> {
      const { rows } = await sql<DatasetCount>`
        SELECT dataset_id AS id, source, min(licence) AS licence, count(*)::int AS records
        FROM ${chosen(query, now)} WHERE species IS NOT NULL GROUP BY 1, 2 ORDER BY 4 DESC, 1
        LIMIT ${most.datasets}`.execute(db);
      return rows;
    },

    mostLeading: most.leading,
  };
}
