import { type Kysely, type Selectable, sql } from 'kysely';
import type { BiodiversityTables } from './biodiversity.types.ts';

/** The provider whose row stands for an observation that others have too: its names come from the register of marine species. */
export const referenceSource = 'obis';

type Db = Kysely<BiodiversityTables>;
type Row = Pick<
  Selectable<BiodiversityTables['biodiversity.occurrences']>,
  'source' | 'source_id' | 'occurrence_key' | 'catalog_key' | 'duplicate_of'
>;
type Key = 'occurrence_key' | 'catalog_key';

/**
 * Marks rows of other providers that share an occurrence or catalogue key with one of the reference, whichever came first,
 * and takes the mark from those that no longer do. Nothing is deleted: a marked row keeps its provenance and its licence.
 * Runs after the rows are committed: of two runs at once, the one that marks last then sees the rows of both.
 *
 * Each question names its keys: joined in one statement, the planner of a young table compares every row with every
 * other, for minutes.
 */
export async function markDuplicates(db: Db, source: string, sourceIds: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Two at once could each undo, from what they read before, what the other has just marked.
    await sql`SELECT pg_advisory_xact_lock(hashtext('biodiversity.duplicates'))`.execute(trx);
    const batch = await rowsWhere(trx, 'source_id', sourceIds, sql`source = ${source}`);
    const touched = source === referenceSource ? await sharing(trx, batch, sourceIds) : batch;
    const [byOccurrence, byCatalog] = [
      await originals(trx, 'occurrence_key', touched),
      await originals(trx, 'catalog_key', touched),
    ];
    const marks = touched.flatMap((row) => {
      const original = byOccurrence.get(row.occurrence_key ?? '') ?? byCatalog.get(row.catalog_key ?? '') ?? null;
      return original === row.duplicate_of ? [] : [{ ...row, original }];
    });
    if (marks.length > 0) await write(trx, marks);
  });
}

async function rowsWhere(
  db: Db,
  column: Key | 'source_id' | 'duplicate_of',
  values: readonly string[],
  condition: ReturnType<typeof sql>,
): Promise<Row[]> {
  if (values.length === 0) return [];
  const { rows } = await sql<Row>`
    SELECT source, source_id, occurrence_key, catalog_key, duplicate_of FROM biodiversity.occurrences
    WHERE ${sql.ref(column)} = ANY(${[...values]}::text[]) AND ${condition}`.execute(db);
  return rows;
}

/** Rows of others that share a key with these of the reference, or are marked as one of them. */
async function sharing(db: Db, batch: readonly Row[], sourceIds: readonly string[]): Promise<Row[]> {
  const others = sql`source <> ${referenceSource}`;
  const found = [
    await rowsWhere(db, 'occurrence_key', keysOf(batch, 'occurrence_key'), others),
    await rowsWhere(db, 'catalog_key', keysOf(batch, 'catalog_key'), others),
    await rowsWhere(db, 'duplicate_of', sourceIds, others),
  ].flat();
  return [...new Map(found.map((row) => [JSON.stringify([row.source, row.source_id]), row])).values()];
}

/** The reference's first row of each key. */
async function originals(db: Db, key: Key, touched: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsWhere(db, key, keysOf(touched, key), sql`source = ${referenceSource}`);
  const first = new Map<string, string>();
  for (const row of rows) {
    const value = row[key] ?? '';
    const known = first.get(value);
    if (known === undefined || row.source_id < known) first.set(value, row.source_id);
  }
  return first;
}

const keysOf = (rows: readonly Row[], key: Key): string[] => [
  ...new Set(rows.flatMap((row) => (row[key] === null ? [] : [row[key]]))),
];

async function write(db: Db, marks: readonly (Row & { original: string | null })[]): Promise<void> {
  await sql`
    WITH changed AS (
      SELECT o.source, o.source_id, c.original
      FROM unnest(
        ${marks.map(({ source }) => source)}::text[],
        ${marks.map((mark) => mark.source_id)}::text[],
        ${marks.map(({ original }) => original)}::text[]
      ) AS c (source, source_id, original)
      JOIN biodiversity.occurrences o ON o.source = c.source AND o.source_id = c.source_id
      -- In the order in which an upsert locks its rows: else the two could wait for each other in a circle.
      ORDER BY o.source COLLATE "C", o.source_id COLLATE "C"
      FOR UPDATE OF o
    )
    UPDATE biodiversity.occurrences o SET duplicate_of = changed.original
    FROM changed
    WHERE o.source = changed.source AND o.source_id = changed.source_id`.execute(db);
}
