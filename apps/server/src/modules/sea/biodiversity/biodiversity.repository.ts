import type { OccurrenceRecord } from '@kianda/connectors';
import type { Bbox } from '@kianda/geo';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';
import type { BiodiversityTables } from './biodiversity.types.ts';
import { markDuplicates, referenceSource } from './duplicates.repository.ts';
import { occurrenceKeys } from './occurrence-keys.rules.ts';
import { linkTaxa } from './register.repository.ts';

const rowsPerInsert = 1_000;

/** What makes an occurrence another one than before. */
const compared = [
  ...['taxon_id', 'lon', 'lat', 'depth_meters', 'event_date', 'event_start'],
  ...['basis_of_record', 'dataset_id', 'flags', 'absence', 'licence'],
  ...['occurrence_id', 'catalog_number', 'institution_code', 'occurrence_key', 'catalog_key'],
] as const;
const columns = (table: string) => sql.join(compared.map((column) => sql.ref(`${table}.${column}`)));

/** What a provider may know of a taxon that the one before did not. */
const taxonFacts = ['aphia_id', 'kingdom', 'phylum', 'class', 'order', 'family', 'genus', 'red_list_category'] as const;

export type BiodiversityRepository = ReturnType<typeof createBiodiversityRepository>;

/** The only SQL that touches occurrences and their taxa. */
export function createBiodiversityRepository(database: Database) {
  const db = database.for<BiodiversityTables>();

  async function taxonIds(records: readonly OccurrenceRecord[]): Promise<ReadonlyMap<string, number>> {
    const distinct = latestByKey(records, (record) => record.scientificName);
    const names = distinct.map((record) => record.scientificName);
    const rows = distinct.map((record) => ({
      scientific_name: record.scientificName,
      aphia_id: record.aphiaId,
      kingdom: record.taxonomy.kingdom ?? null,
      phylum: record.taxonomy.phylum ?? null,
      class: record.taxonomy.class ?? null,
      order: record.taxonomy.order ?? null,
      family: record.taxonomy.family ?? null,
      genus: record.taxonomy.genus ?? null,
      red_list_category: record.redListCategory,
    }));
    const kept = (fact: string) => sql.ref(`taxa.${fact}`);
    const told = (fact: string) => sql.ref(`excluded.${fact}`);
    const changed = await db
      .insertInto('biodiversity.taxa')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('scientific_name')
          .doUpdateSet(
            Object.fromEntries(taxonFacts.map((fact) => [fact, sql`coalesce(${kept(fact)}, ${told(fact)})`])),
          )
          .where(
            sql<boolean>`(${sql.join(
              taxonFacts.map((fact) => sql`(${kept(fact)} IS NULL AND ${told(fact)} IS NOT NULL)`),
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

  return {
    /** Inserts or corrects occurrences by provider's id, and marks duplicates; returns how many rows changed. */
    async upsert(source: string, given: readonly OccurrenceRecord[], origin: Origin): Promise<number> {
      if (given.length === 0) return 0;
      const records = latestByKey(given, (record) => record.sourceId);
      const ids = await taxonIds(records);
      let changed = 0n;
      for (let start = 0; start < records.length; start += rowsPerInsert) {
        const batch = records.slice(start, start + rowsPerInsert);
        const result = await db
          .insertInto('biodiversity.occurrences')
          .values(batch.map((record) => rowOf(source, record, idOf(ids, record.scientificName), origin)))
          .onConflict((conflict) =>
            conflict
              .columns(['source', 'source_id'])
              .doUpdateSet((eb) =>
                Object.fromEntries(
                  [
                    ...compared,
                    'position' as const,
                    'run_id' as const,
                    'retrieved_at' as const,
                    'simulated_seed' as const,
                  ].map((column) => [column, eb.ref(`excluded.${column}`)]),
                ),
              )
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
    },

    /** Where the rows of each source come from. */
    origins: () =>
      db
        .selectFrom('biodiversity.occurrences')
        .select((eb) => [
          'connector_id',
          eb.fn.max('stream_id').as('stream_id'),
          eb.fn.max('retrieved_at').as('retrieved_at'),
          eb.fn.max('simulated_seed').as('simulated_seed'),
        ])
        .groupBy('connector_id')
        .orderBy('connector_id')
        .$narrowType<{ retrieved_at: Date; stream_id: string }>()
        .execute(),

    /** Occurrences of each taxon that has any. Counting taxa here, not in SQL, spares a sort of all occurrences. */
    taxonCounts: () =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('biodiversity.occurrences')
            .where('absence', '=', false)
            .where('duplicate_of', 'is', null)
            .select(['taxon_id', eb.fn.countAll<number>().as('occurrences')])
            .groupBy('taxon_id')
            .as('o'),
        )
        .innerJoin('biodiversity.taxa as t', 't.id', 'o.taxon_id')
        .leftJoin('biodiversity.register as r', 'r.aphia_id', 't.register_id')
        .where(livesAtSea)
        .select((eb) => [
          sql<string>`coalesce(r.accepted_aphia_id, r.aphia_id, t.aphia_id)::text`.as('accepted_id'),
          't.scientific_name',
          'r.rank',
          eb.fn.coalesce('r.phylum', 't.phylum').as('phylum'),
          eb.fn.coalesce('r.class', 't.class').as('class'),
          't.red_list_category',
          'o.occurrences',
        ])
        // A species under several names is filed where its accepted name is, whichever came first.
        .orderBy(sql`r.accepted_aphia_id IS NULL OR r.accepted_aphia_id = r.aphia_id`, 'desc')
        .orderBy('t.id')
        .execute(),

    /** Rows, and of them those that another provider has as well, by source. */
    sourceCounts: () =>
      db
        .selectFrom('biodiversity.occurrences')
        .where('absence', '=', false)
        .select((eb) => [
          'source',
          eb.fn.countAll<number>().as('occurrences'),
          eb.fn.count<number>('duplicate_of').as('duplicates'),
        ])
        .groupBy('source')
        .orderBy('source')
        .execute(),

    /** Datasets, each once: one of another provider that holds a single duplicate is a dataset of the reference. */
    async datasetCount(): Promise<number> {
      const rows = await db
        .selectFrom('biodiversity.occurrences')
        .where('absence', '=', false)
        .select(['source', 'dataset_id'])
        .groupBy(['source', 'dataset_id'])
        .having(sql<boolean>`source = ${referenceSource} OR count(duplicate_of) = 0`)
        .execute();
      return rows.length;
    },

    /** Occurrences per year (UTC) of the event, up to `now`: providers hand on dates that have not come yet. */
    countsByYear: (now: Date) =>
      counted(db)
        .where('o.event_start', '<=', now)
        .select((eb) => [
          sql<number>`extract(year from o.event_start at time zone 'UTC')::int`.as('year'),
          eb.fn.countAll<number>().as('occurrences'),
          sql<Date>`max(o.event_start)`.as('last_event'),
        ])
        .groupBy('year')
        .orderBy('year')
        .execute(),

    within: ([west, south, east, north]: Bbox, limit: number) =>
      counted(db)
        .where(sql<boolean>`o.position && box(point(${west}, ${south}), point(${east}, ${north}))`)
        .select((eb) => [
          'o.source',
          'o.source_id',
          'o.lon',
          'o.lat',
          'o.depth_meters',
          'o.event_date',
          'o.dataset_id',
          'o.licence',
          eb.fn.coalesce('r.accepted_name', 't.scientific_name').as('scientific_name'),
          eb.fn.coalesce('r.accepted_aphia_id', 'r.aphia_id', 't.aphia_id').as('aphia_id'),
          eb.fn.coalesce('r.class', 't.class').as('class'),
          sql<string | null>`coalesce(r.vernacular_pt, (
            SELECT a.vernacular_pt FROM biodiversity.register a WHERE a.aphia_id = r.accepted_aphia_id))`.as(
            'vernacular',
          ),
        ])
        .orderBy('o.event_start', (order) => order.desc().nullsLast())
        .limit(limit)
        .execute(),
  };
}

/** The coast of a land register is not the sea's: what the register of marine species calls neither marine nor brackish is left out. */
const livesAtSea = sql<boolean>`(r.marine IS DISTINCT FROM false OR r.brackish IS TRUE)`;

/** What figures and maps count: presences, each observation once, of what lives at sea. */
function counted(db: Kysely<BiodiversityTables>) {
  return db
    .selectFrom('biodiversity.occurrences as o')
    .innerJoin('biodiversity.taxa as t', 't.id', 'o.taxon_id')
    .leftJoin('biodiversity.register as r', 'r.aphia_id', 't.register_id')
    .where('o.absence', '=', false)
    .where('o.duplicate_of', 'is', null)
    .where(livesAtSea);
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
