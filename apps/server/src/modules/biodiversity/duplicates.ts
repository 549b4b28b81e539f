import { type Kysely, sql } from 'kysely';
import type { BiodiversityTables } from './biodiversity.tables.ts';

/** The provider whose row stands for an observation that others have too: its names come from the register of marine species. */
export const referenceSource = 'obis';

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
    ), found AS (
      SELECT t.source, t.source_id, coalesce(
        (SELECT min(p.source_id) FROM biodiversity.occurrences p
          WHERE p.occurrence_key = t.occurrence_key AND p.source = ${referenceSource}),
        (SELECT min(p.source_id) FROM biodiversity.occurrences p
          WHERE p.catalog_key = t.catalog_key AND p.source = ${referenceSource})
      ) AS original
      FROM touched t
    )
    UPDATE biodiversity.occurrences o SET duplicate_of = found.original
    FROM found
    WHERE o.source = found.source AND o.source_id = found.source_id
      AND o.duplicate_of IS DISTINCT FROM found.original`.execute(db);
}
