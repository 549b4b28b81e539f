import type { OccurrenceRecord } from '@kianda/connectors';
import type { Bbox } from '@kianda/geo';
import { type Generated, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { latestByKey } from '../../platform/db/latest-by-key.ts';
import type { Origin } from '../connectors/index.ts';

type Tables = {
  'biodiversity.taxa': {
    id: Generated<number>;
    scientific_name: string;
    aphia_id: number | null;
    kingdom: string | null;
    phylum: string | null;
    class: string | null;
    order: string | null;
    family: string | null;
    genus: string | null;
    red_list_category: string | null;
  };
  'biodiversity.occurrences': {
    source: string;
    source_id: string;
    taxon_id: number;
    lon: number;
    lat: number;
    position: RawBuilder<unknown> | string;
    depth_meters: number | null;
    event_date: string | null;
    event_start: Date | null;
    basis_of_record: string;
    dataset_id: string;
    flags: string[];
    absence: boolean;
    connector_id: string;
    stream_id: string;
    run_id: string;
    retrieved_at: Date;
    simulated_seed: number | null;
  };
};

const rowsPerInsert = 1_000;

/** What makes an occurrence another one than before. */
const compared = [
  ...['taxon_id', 'lon', 'lat', 'depth_meters', 'event_date', 'event_start'],
  ...['basis_of_record', 'dataset_id', 'flags', 'absence'],
];
const columns = (table: string) => sql.join(compared.map((column) => sql.ref(`${table}.${column}`)));

/** The only SQL that touches the `biodiversity` schema. */
export function createBiodiversityRepository(database: Database) {
  const db = database.for<Tables>();

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
    await db
      .insertInto('biodiversity.taxa')
      .values(rows)
      .onConflict((conflict) => conflict.column('scientific_name').doNothing())
      .execute();
    const known = await db
      .selectFrom('biodiversity.taxa')
      .select(['id', 'scientific_name'])
      .where('scientific_name', 'in', names)
      .execute();
    return new Map(known.map((row) => [row.scientific_name, row.id]));
  }

  return {
    /** Inserts or corrects occurrences by provider's id; returns how many rows changed. */
    async upsert(source: string, given: readonly OccurrenceRecord[], origin: Origin): Promise<number> {
      if (given.length === 0) return 0;
      const records = latestByKey(given, (record) => record.sourceId);
      const ids = await taxonIds(records);
      let changed = 0n;
      for (let start = 0; start < records.length; start += rowsPerInsert) {
        const rows = records.slice(start, start + rowsPerInsert).map((record) => ({
          source,
          source_id: record.sourceId,
          taxon_id: idOf(ids, record.scientificName),
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
          connector_id: origin.connectorId,
          stream_id: origin.streamId,
          run_id: origin.runId,
          retrieved_at: new Date(origin.retrievedAtMs),
          simulated_seed: origin.simulatedSeed,
        }));
        const result = await db
          .insertInto('biodiversity.occurrences')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['source', 'source_id'])
              .doUpdateSet((eb) => ({
                taxon_id: eb.ref('excluded.taxon_id'),
                lon: eb.ref('excluded.lon'),
                lat: eb.ref('excluded.lat'),
                position: eb.ref('excluded.position'),
                depth_meters: eb.ref('excluded.depth_meters'),
                event_date: eb.ref('excluded.event_date'),
                event_start: eb.ref('excluded.event_start'),
                basis_of_record: eb.ref('excluded.basis_of_record'),
                dataset_id: eb.ref('excluded.dataset_id'),
                flags: eb.ref('excluded.flags'),
                absence: eb.ref('excluded.absence'),
                run_id: eb.ref('excluded.run_id'),
                retrieved_at: eb.ref('excluded.retrieved_at'),
                simulated_seed: eb.ref('excluded.simulated_seed'),
              }))
              .where(sql<boolean>`(${columns('occurrences')}) IS DISTINCT FROM (${columns('excluded')})`),
          )
          .executeTakeFirst();
        changed += result.numInsertedOrUpdatedRows ?? 0n;
      }
      return Number(changed);
    },

    /** Where the rows come from; undefined before the first. */
    newest: () =>
      db
        .selectFrom('biodiversity.occurrences')
        .select((eb) => [
          eb.fn.max('retrieved_at').as('retrieved_at'),
          eb.fn.max('simulated_seed').as('simulated_seed'),
          eb.fn.max('connector_id').as('connector_id'),
          eb.fn.max('stream_id').as('stream_id'),
        ])
        .having(sql<boolean>`count(*) > 0`)
        .$narrowType<{ retrieved_at: Date; connector_id: string; stream_id: string }>()
        .executeTakeFirst(),

    /** Occurrences of each taxon that has any. Counting taxa here, not in SQL, spares a sort of all occurrences. */
    taxonCounts: () =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('biodiversity.occurrences')
            .where('absence', '=', false)
            .select(['taxon_id', eb.fn.countAll<number>().as('occurrences')])
            .groupBy('taxon_id')
            .as('o'),
        )
        .innerJoin('biodiversity.taxa as t', 't.id', 'o.taxon_id')
        .select(['t.phylum', 't.class', 't.red_list_category', 'o.occurrences'])
        .execute(),

    async datasetCount(): Promise<number> {
      const rows = await db
        .selectFrom('biodiversity.occurrences')
        .where('absence', '=', false)
        .select('dataset_id')
        .groupBy('dataset_id')
        .execute();
      return rows.length;
    },

    /** Occurrences per year (UTC) of the event, up to `now`: providers hand on dates that have not come yet. */
    countsByYear: (now: Date) =>
      db
        .selectFrom('biodiversity.occurrences')
        .where('event_start', '<=', now)
        .where('absence', '=', false)
        .select((eb) => [
          sql<number>`extract(year from event_start at time zone 'UTC')::int`.as('year'),
          eb.fn.countAll<number>().as('occurrences'),
          sql<Date>`max(event_start)`.as('last_event'),
        ])
        .groupBy('year')
        .orderBy('year')
        .execute(),

    within: ([west, south, east, north]: Bbox, limit: number) =>
      db
        .selectFrom('biodiversity.occurrences as o')
        .innerJoin('biodiversity.taxa as t', 't.id', 'o.taxon_id')
        .where(sql<boolean>`o.position && box(point(${west}, ${south}), point(${east}, ${north}))`)
        .where('o.absence', '=', false)
        .select([
          'o.source_id',
          'o.lon',
          'o.lat',
          'o.depth_meters',
          'o.event_date',
          'o.dataset_id',
          't.scientific_name',
          't.class',
        ])
        .orderBy('o.event_start', (order) => order.desc().nullsLast())
        .limit(limit)
        .execute(),
  };
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`taxon "${name}" was inserted but not found again`);
  return id;
}
