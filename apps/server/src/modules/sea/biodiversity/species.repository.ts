import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { speciesResource } from '@kianda/contract/sea/biodiversity/species.resource';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { containsWords, folded } from '../../../platform/db/folded.ts';
import { type Conditions, conditionOf, type ListPage, listPage } from '../../../platform/db/list-query.ts';

type Filters = FilterValues<typeof speciesResource>;
type Sort = SortOf<typeof speciesResource>;
export type SpeciesPage = ListPage<Filters, Sort>;

export type SpeciesRow = {
  readonly aphia_id: number;
  readonly scientific_name: string;
  readonly vernacular: string | null;
  readonly class: string | null;
  readonly order: string | null;
  readonly family: string | null;
  readonly red_list_category: string | null;
  readonly occurrences: number;
  readonly sources: number;
  readonly first_year: number | null;
  readonly last_year: number | null;
};

/** Records of accepted taxa, each observation once. */
const recorded = sql`
  SELECT coalesce(r.accepted_aphia_id, r.aphia_id) AS aphia_id, o.*, t.red_list_category
  FROM biodiversity.occurrences AS o
  JOIN biodiversity.taxa AS t ON t.id = o.taxon_id
  JOIN biodiversity.register AS r ON r.aphia_id = t.register_id
  WHERE NOT o.absence AND o.duplicate_of IS NULL`;

/** Condition on a record's place; the box of the index finds it without reading the rest. */
function placedIn({ minLat, maxLat, minLon, maxLon }: Filters): RawBuilder<unknown> {
  if ([minLat, maxLat, minLon, maxLon].every((side) => side === undefined)) return sql`true`;
  const [west, south, east, north] = [minLon ?? -180, minLat ?? -90, maxLon ?? 180, maxLat ?? 90];
  return sql`o.position && box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;
}

const speciesAt = (now: Date, filters: Filters) => sql`(
  SELECT n.aphia_id, coalesce(r.scientific_name, n.accepted_name) AS scientific_name, r.vernacular_pt AS vernacular,
    r.class, r."order", r.family, n.red_list_category, n.occurrences, n.sources, n.first_year, n.last_year
  FROM (
    SELECT o.aphia_id, count(*)::int AS occurrences, count(DISTINCT o.source)::int AS sources,
      max(o.red_list_category) AS red_list_category,
      (SELECT max(f.accepted_name) FROM biodiversity.register AS f WHERE f.accepted_aphia_id = o.aphia_id) AS accepted_name,
      extract(year FROM min(o.event_start) FILTER (WHERE o.event_start <= ${now}) AT TIME ZONE 'UTC')::int AS first_year,
      extract(year FROM max(o.event_start) FILTER (WHERE o.event_start <= ${now}) AT TIME ZONE 'UTC')::int AS last_year
    FROM (${recorded} AND ${placedIn(filters)}) AS o GROUP BY o.aphia_id) AS n
  LEFT JOIN biodiversity.register AS r ON r.aphia_id = n.aphia_id
  WHERE coalesce(r.scientific_name, n.accepted_name) IS NOT NULL) AS species`;

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  common: sql`vernacular`,
  name: sql`scientific_name`,
  family: sql`family`,
  class: sql`class`,
  occurrences: sql`occurrences`,
  last: sql`last_year`,
};

/** Words of the red list that mean a threat, as the providers write them. */
const threatened = ['CR', 'EN', 'VU', 'critically endangered', 'endangered', 'vulnerable'];
export const isThreatened = (category: string | null): boolean =>
  category !== null && threatened.some((word) => word.toLowerCase() === category.toLowerCase());

const conditionsOf = (alsoNamed: readonly string[]): Conditions<Filters> => ({
  search: (text) => {
    const words = text.split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) return null;
    const names = folded(sql`concat_ws(' ', vernacular, scientific_name, family, "order", class)`);
    return sql`(${containsWords(names, words)} OR lower(scientific_name) = ANY (${[...alsoNamed]}::text[]))`;
  },
  // The place counts before the records are: see `placedIn`.
  minLat: () => null,
  maxLat: () => null,
  minLon: () => null,
  maxLon: () => null,
  threatened: () => sql`lower(red_list_category) = ANY (${threatened.map((word) => word.toLowerCase())}::text[])`,
});

/** Least depths of the classes of a profile, metres. */
export const depthClasses = [0, 50, 100, 200, 500, 1_000, 2_000] as const;
/** Side of a profile's cells, degrees. */
export const profileCellDegrees = 0.25;
/** Cells and sets of data that a profile holds at most: the most recorded. */
const mostCells = 5_000;
const mostDatasets = 50;

export type SpeciesRepository = ReturnType<typeof createSpeciesRepository>;

/** Reads recorded taxa by their accepted names, and where, when and how deep each was recorded. */
export function createSpeciesRepository(database: Database) {
  const db = database.for();
  const of = (aphiaId: number) => sql`(SELECT * FROM (${recorded}) AS o WHERE o.aphia_id = ${aphiaId}) AS o`;
  return {
    /**
     * `alsoNamed`: scientific names, in lower case, that the searched text stands for. Dates after `now` make no year: they
     * are faults of their sources.
     */
    page: (page: SpeciesPage, { alsoNamed, now }: { readonly alsoNamed: readonly string[]; readonly now: Date }) =>
      listPage<SpeciesRow>(db, {
        from: speciesAt(now, page.filters),
        where: conditionOf(conditionsOf(alsoNamed), page.filters),
        by: sorts[page.sort],
        tie: sql`aphia_id`,
        page,
      }),

    async totals(aphiaId: number, now: Date) {
      const { rows } = await sql<{ occurrences: number; without_date: number; without_depth: number }>`
        SELECT count(*)::int AS occurrences, count(*) FILTER (WHERE event_start IS NULL OR event_start > ${now})::int AS without_date,
          count(*) FILTER (WHERE depth_meters IS NULL)::int AS without_depth FROM ${of(aphiaId)}`.execute(db);
      return rows[0] ?? { occurrences: 0, without_date: 0, without_depth: 0 };
    },

    async byYear(aphiaId: number, now: Date) {
      const { rows } = await sql<{ year: number; occurrences: number }>`
        SELECT extract(year FROM event_start AT TIME ZONE 'UTC')::int AS year, count(*)::int AS occurrences
        FROM ${of(aphiaId)} WHERE event_start <= ${now} GROUP BY 1 ORDER BY 1`.execute(db);
      return rows;
    },

    /** A date of a year alone has no month. */
    async byMonth(aphiaId: number, now: Date) {
      const { rows } = await sql<{ month: number; occurrences: number }>`
        SELECT extract(month FROM event_start AT TIME ZONE 'UTC')::int AS month, count(*)::int AS occurrences
        FROM ${of(aphiaId)} WHERE event_start <= ${now} AND event_date ~ '^\\d{4}-\\d{2}' GROUP BY 1`.execute(db);
      return rows;
    },

    /** Places of the depth classes, from 1 on. */
    async byDepth(aphiaId: number) {
      const { rows } = await sql<{ place: number; occurrences: number }>`
        SELECT width_bucket(depth_meters::float8, ${[...depthClasses]}::float8[]) AS place, count(*)::int AS occurrences
        FROM ${of(aphiaId)} WHERE depth_meters >= 0 GROUP BY 1 ORDER BY 1`.execute(db);
      return rows;
    },

    async cells(aphiaId: number) {
      const { rows } = await sql<{ lon: number; lat: number; occurrences: number }>`
        SELECT floor(lon / ${profileCellDegrees}::float8) * ${profileCellDegrees}::float8 AS lon,
          floor(lat / ${profileCellDegrees}::float8) * ${profileCellDegrees}::float8 AS lat, count(*)::int AS occurrences
        FROM ${of(aphiaId)} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${mostCells}`.execute(db);
      return rows;
    },

    async datasets(aphiaId: number) {
      const { rows } = await sql<{ id: string; source: string; licence: string | null; occurrences: number }>`
        SELECT dataset_id AS id, source, max(licence) AS licence, count(*)::int AS occurrences
        FROM ${of(aphiaId)} GROUP BY 1, 2 ORDER BY 4 DESC, 1, 2 LIMIT ${mostDatasets}`.execute(db);
      return rows;
    },
  };
}
