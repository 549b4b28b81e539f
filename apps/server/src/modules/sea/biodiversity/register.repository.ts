import type { TaxonRecord, WantedTaxon } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';
import type { BiodiversityTables } from './biodiversity.types.ts';
import { commonNameOf } from './common-name.rules.ts';

const rowsPerInsert = 500;
/** Taxa that one run looks up in the register. */
const mostWanted = 5_000;

/** Columns of every record. Details come with some records only: a record without them leaves the stored ones. */
const plain = [
  ...['scientific_name', 'authority', 'rank', 'status', 'unaccept_reason', 'accepted_aphia_id', 'accepted_name'],
  ...['parent_aphia_id', 'kingdom', 'phylum', 'class', 'order', 'family', 'genus'],
  ...['marine', 'brackish', 'freshwater', 'terrestrial', 'extinct', 'citation', 'modified_at'],
] as const;
const detailed = ['vernaculars', 'lineage', 'vernacular_pt'] as const;

/** Lower case without accents: `Sardinela-lombuda` is found by `sardinela lombuda`, `Palhêta` by `palheta`. */
export function searchText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export type RegisterRepository = ReturnType<typeof createRegisterRepository>;

/** The only SQL that touches the register of taxa. */
export function createRegisterRepository(database: Database) {
  const db = database.for<BiodiversityTables>();

  return {
    /** Inserts or corrects names by AphiaID, and links the taxa that occurrences name; returns how many rows changed. */
    upsert: (records: readonly TaxonRecord[], origin: Origin): Promise<number> => upsertNames(db, records, origin),

    /**
     * Names that occurrences carry and whose details the register lacks, with the accepted names of synonyms; the most
     * recorded first.
     */
    wanted: (): Promise<readonly WantedTaxon[]> => wantedNames(db),

    /** Origin of the register's rows, with the newest change of a name; undefined before the first. */
    origin: () =>
      db
        .selectFrom('biodiversity.register')
        .select((eb) => [
          eb.fn.max('connector_id').as('connector_id'),
          eb.fn.max('stream_id').as('stream_id'),
          eb.fn.max('modified_at').as('observed_at'),
          eb.fn.max('retrieved_at').as('retrieved_at'),
          eb.fn.max('simulated_seed').as('simulated_seed'),
        ])
        .having(sql<boolean>`count(*) > 0`)
        .$narrowType<{ retrieved_at: Date; connector_id: string; stream_id: string }>()
        .executeTakeFirst(),
  };
}

async function upsertNames(
  db: Kysely<BiodiversityTables>,
  given: readonly TaxonRecord[],
  origin: Origin,
): Promise<number> {
  const records = latestByKey(given, (record) => String(record.aphiaId));
  let changed = 0n;
  for (let start = 0; start < records.length; start += rowsPerInsert) {
    const batch = records.slice(start, start + rowsPerInsert);
    const result = await db
      .insertInto('biodiversity.register')
      .values(batch.map((record) => rowOf(record, origin)))
      .onConflict((conflict) =>
        conflict
          .column('aphia_id')
          .doUpdateSet((eb) => ({
            ...Object.fromEntries(plain.map((column) => [column, sql.ref(`excluded.${column}`)])),
            ...Object.fromEntries(
              detailed.map((column) => [
                column,
                sql`CASE WHEN excluded.lineage IS NULL THEN ${sql.ref(`register.${column}`)}
                        ELSE ${sql.ref(`excluded.${column}`)} END`,
              ]),
            ),
            search: sql<string>`CASE WHEN excluded.lineage IS NULL THEN register.search ELSE excluded.search END`,
            run_id: eb.ref('excluded.run_id'),
            retrieved_at: eb.ref('excluded.retrieved_at'),
            simulated_seed: eb.ref('excluded.simulated_seed'),
          }))
          .where(
            sql<boolean>`(${columns('register', plain)}) IS DISTINCT FROM (${columns('excluded', plain)})
                  OR (excluded.lineage IS NOT NULL
                    AND (${columns('register', detailed)}) IS DISTINCT FROM (${columns('excluded', detailed)}))`,
          ),
      )
      .executeTakeFirst();
    changed += result.numInsertedOrUpdatedRows ?? 0n;
    await linkTaxa(db, {
      names: batch.map(({ scientificName }) => scientificName),
      ids: batch.map(({ aphiaId }) => aphiaId),
    });
  }
  return Number(changed);
}

async function wantedNames(db: Kysely<BiodiversityTables>): Promise<readonly WantedTaxon[]> {
  const { rows } = await sql<{ scientific_name: string; aphia_id: number | null; known: boolean }>`
        WITH used AS (
          SELECT t.scientific_name, coalesce(t.register_id, t.aphia_id) AS aphia_id, t.register_id, count(*) AS n
          FROM biodiversity.occurrences o JOIN biodiversity.taxa t ON t.id = o.taxon_id
          WHERE o.duplicate_of IS NULL
          GROUP BY t.id
        ), names AS (
          SELECT scientific_name, aphia_id, n FROM used
          UNION ALL
          SELECT r.accepted_name, r.accepted_aphia_id, used.n
          FROM used JOIN biodiversity.register r ON r.aphia_id = used.register_id
          WHERE r.accepted_aphia_id <> r.aphia_id AND r.accepted_name IS NOT NULL
        )
        SELECT min(names.scientific_name) AS scientific_name, names.aphia_id, bool_or(r.aphia_id IS NOT NULL) AS known
        FROM names LEFT JOIN biodiversity.register r ON r.aphia_id = names.aphia_id
        WHERE r.lineage IS NULL
        GROUP BY names.aphia_id, CASE WHEN names.aphia_id IS NULL THEN names.scientific_name END
        ORDER BY sum(names.n) DESC, 1
        LIMIT ${mostWanted}`.execute(db);
  return rows.map((row) => ({ scientificName: row.scientific_name, aphiaId: row.aphia_id, known: row.known }));
}

/**
 * Links taxa to their name in the register: by AphiaID where a provider has it, else by the name itself, the accepted one
 * among homonyms. Runs after either side is committed, so that of two runs at once the last links what both brought.
 */
export async function linkTaxa(
  db: Kysely<BiodiversityTables>,
  which: { readonly names: readonly string[]; readonly ids?: readonly number[] },
): Promise<void> {
  await sql`
    WITH found AS (
      SELECT x.id, x.scientific_name, CASE
        WHEN x.aphia_id IS NOT NULL THEN (SELECT r.aphia_id FROM biodiversity.register r WHERE r.aphia_id = x.aphia_id)
        ELSE (SELECT r.aphia_id FROM biodiversity.register r WHERE r.scientific_name = x.scientific_name
              ORDER BY r.status = 'accepted' DESC, r.aphia_id LIMIT 1)
      END AS aphia_id
      FROM biodiversity.taxa x
      WHERE x.scientific_name = ANY(${[...which.names]}::text[]) OR x.aphia_id = ANY(${[...(which.ids ?? [])]}::int[])
    ), changed AS (
      SELECT t.id, found.aphia_id FROM found JOIN biodiversity.taxa t ON t.id = found.id
      WHERE t.register_id IS DISTINCT FROM found.aphia_id
      -- In the order in which an upsert of taxa locks its rows: else the two could wait for each other in a circle.
      ORDER BY t.scientific_name COLLATE "C"
      FOR UPDATE OF t
    )
    UPDATE biodiversity.taxa t SET register_id = changed.aphia_id FROM changed WHERE t.id = changed.id`.execute(db);
}

const columns = (table: string, names: readonly string[]) =>
  sql.join(names.map((column) => sql.ref(`${table}.${column}`)));

function rowOf(record: TaxonRecord, origin: Origin) {
  const { details, environment, taxonomy } = record;
  const portuguese = details?.vernaculars.filter(({ language }) => language === 'por') ?? [];
  const common = commonNameOf(record.acceptedName ?? record.scientificName, portuguese[0]?.name ?? null);
  const names = [record.scientificName, ...(common === null ? [] : [common]), ...portuguese.map(({ name }) => name)];
  return {
    aphia_id: record.aphiaId,
    scientific_name: record.scientificName,
    authority: record.authority,
    rank: record.rank,
    status: record.status,
    unaccept_reason: record.unacceptReason,
    accepted_aphia_id: record.acceptedAphiaId,
    accepted_name: record.acceptedName,
    parent_aphia_id: record.parentAphiaId,
    kingdom: taxonomy.kingdom ?? null,
    phylum: taxonomy.phylum ?? null,
    class: taxonomy.class ?? null,
    order: taxonomy.order ?? null,
    family: taxonomy.family ?? null,
    genus: taxonomy.genus ?? null,
    marine: environment.marine,
    brackish: environment.brackish,
    freshwater: environment.freshwater,
    terrestrial: environment.terrestrial,
    extinct: record.extinct,
    citation: record.citation,
    modified_at: record.modifiedMs === null ? null : new Date(record.modifiedMs),
    vernaculars: details === undefined ? null : sql`${JSON.stringify(details.vernaculars)}::jsonb`,
    lineage: details === undefined ? null : sql`${JSON.stringify(details.lineage)}::jsonb`,
    vernacular_pt: common,
    search: searchText(names.join(' ')),
    connector_id: origin.connectorId,
    stream_id: origin.streamId,
    run_id: origin.runId,
    retrieved_at: new Date(origin.retrievedAtMs),
    simulated_seed: origin.simulatedSeed,
  };
}
