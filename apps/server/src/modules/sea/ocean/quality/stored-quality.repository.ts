import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import {
  cellCoverage,
  cellRanges,
  type StoredQuality,
  type StoredRows,
  type StoredRule,
  seriesRanges,
  storedRowsQuality,
} from '../../../ingestion/connectors/index.ts';

const ruleIdsOf = (rules: readonly StoredRule[]) => rules.map(({ id }) => id);

const cellRules: readonly StoredRule[] = [
  ...cellRanges.map(({ id, variable }) => ({
    id,
    applies: sql<boolean>`variable = ${variable}`,
    fails: sql<boolean>`outside > 0`,
    counts: { evaluated: sql<number>`known`, failing: sql<number>`outside` },
  })),
  {
    id: cellCoverage.id,
    applies: sql<boolean>`variable = ${cellCoverage.variable}`,
    fails: sql<boolean>`known::float8 / cells < ${cellCoverage.share}::float8`,
  },
];

/** Fields by their counted cells; the regional means of a climatology's days are all that is stored of those. */
const fields: StoredRows = {
  ruleIds: ruleIdsOf(cellRules),
  from: sql`(
    SELECT s.connector_id, s.stream_id, s.variable, s.observed_at, s.columns * s.rows AS cells, c.known, c.outside,
      c.outside_value AS value
    FROM ocean.field_slices AS s
    JOIN ocean.cell_counts AS c USING (dataset, variable, depth_meters, observed_at, content_hash)
    UNION ALL
    SELECT connector_id, stream_id, ${'analysedSst'}, observed_at, 1, 1, CASE WHEN celsius BETWEEN r.min AND r.max THEN 0 ELSE 1 END,
      celsius
    FROM ocean.regional_history, (${sstRange()}) AS r WHERE celsius IS NOT NULL) AS fields`,
  sample: sql`json_build_object('variable', variable, 'time', observed_at, 'value', value, 'covered', known::float8 / cells)`,
  order: sql`observed_at DESC, variable`,
  rulesAt: () => cellRules,
};

function sstRange() {
  const range = cellRanges.find(({ variable }) => variable === 'analysedSst');
  return sql`SELECT ${range?.min ?? null}::float8 AS min, ${range?.max ?? null}::float8 AS max`;
}

const seriesRules: readonly StoredRule[] = seriesRanges.map(({ id, variable, min, max }) => ({
  id,
  applies: sql<boolean>`variable = ${variable}`,
  fails: sql<boolean>`value < ${min}::float8 OR value > ${max}::float8`,
}));

const series: StoredRows = {
  ruleIds: ruleIdsOf(seriesRules),
  from: sql`ocean.observations`,
  sample: sql`json_build_object('station', station_id, 'variable', variable, 'time', observed_at, 'value', value)`,
  order: sql`observed_at DESC, station_id`,
  rulesAt: () => seriesRules,
};

const profiles: StoredRows = {
  ruleIds: ['profile_pressure', 'profile_salinity'],
  from: sql`(
    SELECT p.connector_id, p.stream_id, p.id, levels.*
    FROM ocean.profiles AS p JOIN ocean.profile_levels AS l ON l.profile_id = p.id,
    LATERAL (
      SELECT count(*) AS levels, count(*) FILTER (WHERE temperature IS NULL OR salinity IS NULL) AS bare,
        coalesce(bool_or(pressure <= before), false) AS goes_back
      FROM (
        SELECT *, lag(pressure) OVER (ORDER BY position) AS before
        FROM unnest(l.pressure_decibar, l.temperature_celsius, l.salinity_psu)
          WITH ORDINALITY AS level (pressure, temperature, salinity, position)) AS steps
    ) AS levels) AS profiles`,
  sample: sql`json_build_object('id', id, 'levels', levels, 'bare', bare)`,
  order: sql`id`,
  rulesAt: () => [
    { id: 'profile_pressure', fails: sql<boolean>`goes_back` },
    {
      id: 'profile_salinity',
      fails: sql<boolean>`bare > 0`,
      counts: { evaluated: sql<number>`levels`, failing: sql<number>`bare` },
    },
  ],
};

const products: StoredRows = {
  ruleIds: ['product_footprint', 'product_published_after'],
  from: sql`ocean.products`,
  sample: sql`json_build_object('id', id, 'name', name)`,
  order: sql`observed_at DESC, id`,
  rulesAt: () => [
    { id: 'product_footprint', applies: sql<boolean>`deleted_at IS NULL`, fails: sql<boolean>`footprint IS NULL` },
    {
      id: 'product_published_after',
      applies: sql<boolean>`published_at IS NOT NULL`,
      fails: sql<boolean>`published_at < observed_at`,
    },
  ],
};

/** The rules of fields, series, profiles and products over all that are stored. */
export function oceanQuality(database: Database): readonly StoredQuality[] {
  return [fields, series, profiles, products].map((rows) => storedRowsQuality(database.for(), rows));
}
