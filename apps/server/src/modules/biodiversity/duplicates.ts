import { type Kysely, sql } from 'kysely';
import type { BiodiversityTables } from './biodiversity.tables.ts';

/** The provider whose row stands for an observation that others have too: its names come from the register of marine species. */
export const referenceSource = 'obis';

/**
 * Before the statistics of a young table are right, the planner may compare every row of a statement with every other:
 * of a thousand that is nothing, of ten thousand it is minutes.
 */
const rowsPerStatement = 1_000;

/**
 * Marks rows of other providers that share an occurrence or catalogue key with one of the reference, whichever came first,
 * and takes the mark from those that no longer do. Nothing is deleted: a marked row keeps its provenance and its licence.
 * Runs after the rows are committed: of two runs at once, the one that marks last then sees the rows of both.
 */
export async function markDuplicates(
  db: Kysely<BiodiversityTables>,
  source: string,
  sourceIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < sourceIds.length; start += rowsPerStatement) {
    await markSome(db, source, sourceIds.slice(start, start + rowsPerStatement));
  }
}

async function markSome(db: Kysely<BiodiversityTables>, source: string, sourceIds: readonly string[]): Promise<void> {
  const isReference = source === referenceSource;
  const columns = sql`o.source, o.source_id, o.occurrence_key, o.catalog_key`;
  const touched = isReference
    ? sql`
        SELECT ${columns} FROM batch b JOIN biodiversity.occurrences o
          ON o.occurrence_key = b.occurrence_key AND o.source <> ${referenceSource}
        UNION
        SELECT ${columns} FROM batch b JOIN biodiversity.occurrences o
          ON o.catalog_key = b.catalog_key AND o.source <> ${referenceSource}
        UNION
        SELECT ${columns} FROM batch b JOIN biodiversity.occurrences o ON o.duplicate_of = b.source_id`
    : sql`SELECT b.source, b.source_id, b.occurrence_key, b.catalog_key FROM batch b`;
  await sql`
    WITH batch AS (
      SELECT source, source_id, occurrence_key, catalog_key
      FROM biodiversity.occurrences WHERE source = ${source} AND source_id = ANY(${[...sourceIds]}::text[])
    ), touched AS (${touched}
    ), by_occurrence AS (
      -- Joined, not looked up row by row: for a minimum the planner would walk the primary key to the first row that fits.
      SELECT p.occurrence_key, min(p.source_id) AS original
      FROM (SELECT DISTINCT occurrence_key FROM touched) t
      JOIN biodiversity.occurrences p ON p.occurrence_key = t.occurrence_key AND p.source = ${referenceSource}
      GROUP BY p.occurrence_key
    ), by_catalog AS (
      SELECT p.catalog_key, min(p.source_id) AS original
      FROM (SELECT DISTINCT catalog_key FROM touched) t
      JOIN biodiversity.occurrences p ON p.catalog_key = t.catalog_key AND p.source = ${referenceSource}
      GROUP BY p.catalog_key
    ), changed AS (
      SELECT o.source, o.source_id, coalesce(a.original, b.original) AS original
      FROM touched t
      JOIN biodiversity.occurrences o ON o.source = t.source AND o.source_id = t.source_id
      LEFT JOIN by_occurrence a ON a.occurrence_key = t.occurrence_key
      LEFT JOIN by_catalog b ON b.catalog_key = t.catalog_key
      WHERE o.duplicate_of IS DISTINCT FROM coalesce(a.original, b.original)
      -- In the order in which an upsert locks its rows: else the two could wait for each other in a circle.
      ORDER BY o.source COLLATE "C", o.source_id COLLATE "C"
      FOR UPDATE OF o
    )
    UPDATE biodiversity.occurrences o SET duplicate_of = changed.original
    FROM changed
    WHERE o.source = changed.source AND o.source_id = changed.source_id`.execute(db);
}
