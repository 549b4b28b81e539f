import type { OccurrenceRecord } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';
import type { BiodiversityTables } from './biodiversity.types.ts';
import { markDuplicates } from './duplicates.repository.ts';
import { occurrenceKeys } from './occurrence-keys.rules.ts';
import { linkTaxa } from './register.repository.ts';

const rowsPerInsert = 1_000;

/** A stored occurrence is written again only where one of these columns differs. */
const compared = [
  ...['taxon_id', 'lon', 'lat', 'depth_meters', 'event_date', 'event_start'],
  ...['basis_of_record', 'dataset_id', 'flags', 'absence', 'licence'],
  ...['occurrence_id', 'catalog_number', 'institution_code', 'occurrence_key', 'catalog_key'],
] as const;
const written = [...compared, 'position', 'run_id', 'retrieved_at', 'simulated_seed'] as const;
const columns = (table: string) => sql.join(compared.map((column) => sql.ref(`${table}.${column}`)));

/** Facts of a taxon that one provider may add where an earlier one left them out. */
const taxonFacts = ['aphia_id', 'kingdom', 'phylum', 'class', 'order', 'family', 'genus', 'red_list_category'] as const;

/** Inserts or corrects occurrences by provider's id, and marks duplicates; returns how many rows changed. */
export async function upsertOccurrences(
  db: Kysely<BiodiversityTables>,
  occurrences: { readonly source: string; readonly records: readonly OccurrenceRecord[]; readonly origin: Origin },
): Promise<number> {
  const { source, origin } = occurrences;
  if (occurrences.records.length === 0) return 0;
  const records = latestByKey(occurrences.records, (record) => record.sourceId);
  const ids = await taxonIds(db, records);
  let changed = 0n;
  for (let start = 0; start < records.length; start += rowsPerInsert) {
    const batch = records.slice(start, start + rowsPerInsert);
    const result = await db
      .insertInto('biodiversity.occurrences')
      .values(batch.map((record) => rowOf(source, record, idOf(ids, record.scientificName), origin)))
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'source_id'])
          .doUpdateSet((eb) => Object.fromEntries(written.map((column) => [column, eb.ref(`excluded.${column}`)])))
          .where(sql<boolean>`(${columns('occurrences')}) IS DISTINCT FROM (${columns('excluded')})`),
      )
      .executeTakeFirst();
    changed += result.numInsertedOrUpdatedRows ?? 0n;
    await markDuplicates(
      db,
      source,
      batch.map(({ sourceId }) => sourceId),
    );
  }
  return Number(changed);
}

/** Ids of the taxa that records name; a new fact of a known taxon is added, none is replaced. */
async function taxonIds(
  db: Kysely<BiodiversityTables>,
  records: readonly OccurrenceRecord[],
): Promise<ReadonlyMap<string, number>> {
  const distinct = latestByKey(records, (record) => record.scientificName);
  const names = distinct.map((record) => record.scientificName);
  const stored = (fact: string) => sql.ref(`taxa.${fact}`);
  const given = (fact: string) => sql.ref(`excluded.${fact}`);
  const changed = await db
    .insertInto('biodiversity.taxa')
    .values(distinct.map(taxonRow))
    .onConflict((conflict) =>
      conflict
        .column('scientific_name')
        .doUpdateSet(
          Object.fromEntries(taxonFacts.map((fact) => [fact, sql`coalesce(${stored(fact)}, ${given(fact)})`])),
        )
        .where(
          sql<boolean>`(${sql.join(
            taxonFacts.map((fact) => sql`(${stored(fact)} IS NULL AND ${given(fact)} IS NOT NULL)`),
            sql` OR `,
          )})`,
        ),
    )
    .executeTakeFirst();
  if ((changed.numInsertedOrUpdatedRows ?? 0n) > 0n) await linkTaxa(db, { names });
  const known = await db
    .selectFrom('biodiversity.taxa')
    .select(['id', 'scientific_name'])
    .where('scientific_name', 'in', names)
    .execute();
  return new Map(known.map((row) => [row.scientific_name, row.id]));
}

function taxonRow(record: OccurrenceRecord) {
  return {
    scientific_name: record.scientificName,
    aphia_id: record.aphiaId,
    kingdom: record.taxonomy.kingdom ?? null,
    phylum: record.taxonomy.phylum ?? null,
    class: record.taxonomy.class ?? null,
    order: record.taxonomy.order ?? null,
    family: record.taxonomy.family ?? null,
    genus: record.taxonomy.genus ?? null,
    red_list_category: record.redListCategory,
  };
}

function rowOf(source: string, record: OccurrenceRecord, taxonId: number, origin: Origin) {
  const keys = occurrenceKeys(record);
  return {
    source,
    source_id: record.sourceId,
    taxon_id: taxonId,
    lon: record.lon,
    lat: record.lat,
    position: sql`box(point(${record.lon}, ${record.lat}), point(${record.lon}, ${record.lat}))`,
    depth_meters: record.depthMeters,
    event_date: record.eventDate,
    event_start: record.eventStartMs === null ? null : new Date(record.eventStartMs),
    basis_of_record: record.basisOfRecord,
    dataset_id: record.datasetId,
    flags: [...record.flags],
    absence: record.absence,
    licence: record.licence ?? null,
    occurrence_id: record.occurrenceId ?? null,
    catalog_number: record.catalogNumber ?? null,
    institution_code: record.institutionCode ?? null,
    occurrence_key: keys.occurrence,
    catalog_key: keys.catalog,
    connector_id: origin.connectorId,
    stream_id: origin.streamId,
    run_id: origin.runId,
    retrieved_at: new Date(origin.retrievedAtMs),
    simulated_seed: origin.simulatedSeed,
  };
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`taxon "${name}" was inserted but not found again`);
  return id;
}
