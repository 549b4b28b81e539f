import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import { cellRanges } from '../../../ingestion/connectors/index.ts';
import type { CellCounts } from './cell-counts.rules.ts';

/** A stored field and the range that its cells are evaluated by. */
export type CountedField = {
  readonly dataset: string;
  readonly variable: string;
  readonly depth_meters: number;
  readonly observed_at: Date;
  readonly storage_key: string;
  readonly content_hash: string;
  readonly range_min: number;
  readonly range_max: number;
};

export type CellCountRepository = ReturnType<typeof createCellCountRepository>;

/** SQL of the counts of cells by field. */
export function createCellCountRepository(database: Database) {
  const db = database.for<Record<never, never>>();

  return {
    /** Fields that were not counted with their present content and range, newest first. */
    async uncounted(limit: number): Promise<readonly CountedField[]> {
      const { rows } = await sql<CountedField>`
        SELECT s.dataset, s.variable, s.depth_meters, s.observed_at, s.storage_key, s.content_hash,
          r.min AS range_min, r.max AS range_max
        FROM ocean.field_slices AS s
        JOIN unnest(${cellRanges.map(({ variable }) => variable)}::text[], ${cellRanges.map(({ min }) => min)}::float8[],
          ${cellRanges.map(({ max }) => max)}::float8[]) AS r (variable, min, max) ON r.variable = s.variable
        LEFT JOIN ocean.cell_counts AS c ON (c.dataset, c.variable, c.depth_meters, c.observed_at, c.content_hash,
          c.range_min, c.range_max) = (s.dataset, s.variable, s.depth_meters, s.observed_at, s.content_hash, r.min, r.max)
        WHERE c.dataset IS NULL ORDER BY s.observed_at DESC, s.dataset, s.variable LIMIT ${limit}`.execute(db);
      return rows;
    },

    /** Notes the counts of a field; none where its row has gone meanwhile. */
    async save(field: Omit<CountedField, 'storage_key'>, { known, outside, outsideValue }: CellCounts): Promise<void> {
      await sql`
        INSERT INTO ocean.cell_counts (dataset, variable, depth_meters, observed_at, content_hash, range_min, range_max,
          known, outside, outside_value)
        SELECT dataset, variable, depth_meters, observed_at, content_hash, ${field.range_min}::float8,
          ${field.range_max}::float8, ${known}::int4, ${outside}::int4, ${outsideValue}::float4
        FROM ocean.field_slices
        WHERE dataset = ${field.dataset} AND variable = ${field.variable} AND depth_meters = ${field.depth_meters}::real
          AND observed_at = ${field.observed_at} AND content_hash = ${field.content_hash}
        ON CONFLICT (dataset, variable, depth_meters, observed_at) DO UPDATE SET content_hash = excluded.content_hash,
          range_min = excluded.range_min, range_max = excluded.range_max, known = excluded.known,
          outside = excluded.outside, outside_value = excluded.outside_value
        WHERE (cell_counts.content_hash, cell_counts.range_min, cell_counts.range_max)
          IS DISTINCT FROM (excluded.content_hash, excluded.range_min, excluded.range_max)`.execute(db);
    },
  };
}
