import { createHash } from 'node:crypto';
import type { MapFeature, MapLayerRecord, WithdrawnLayerRecord } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import { boundsOf, toWkb } from '../../../platform/geometry/wkb.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';
import { boxOf, type GeographyTables, type LayerRow, originColumns, touches } from './geography.types.ts';

const rowsPerInsert = 500;

/** west, south, east, north. */
type Box = readonly [number, number, number, number];
type Page = { readonly offset: number; readonly limit: number };

/** SQL of regional layers. */
export function createLayerRepository(database: Database) {
  const db = database.for<GeographyTables>();

  const present = () => db.selectFrom('geography.layers').where('withdrawn_at', 'is', null);
  const inBox = (source: string, layerId: string, box: Box) =>
    db
      .selectFrom('geography.layer_features')
      .where('source', '=', source)
      .where('layer_id', '=', layerId)
      .where(touches('bounds', box));

  return {
    /** Stores whole layers, and marks withdrawn ones; returns how many changed. */
    async upsert(
      source: string,
      given: readonly (MapLayerRecord | WithdrawnLayerRecord)[],
      origin: Origin,
    ): Promise<number> {
      let changed = 0;
      for (const record of latestByKey(given, ({ layerId }) => layerId)) {
        const isChanged = record.withdrawn
          ? await withdraw(db, source, record.layerId, origin)
          : await replaceLayer(db, source, record, origin);
        if (isChanged) changed += 1;
      }
      return changed;
    },

    async count(): Promise<number> {
      const row = await present()
        .select((eb) => eb.fn.countAll<number>().as('layers'))
        .executeTakeFirst();
      return Number(row?.layers ?? 0);
    },

    page: (offset: number, limit: number): Promise<LayerRow[]> =>
      present().selectAll().orderBy('title').orderBy('layer_id').offset(offset).limit(limit).execute(),

    withKeyword: (keyword: string): Promise<LayerRow[]> =>
      present().selectAll().where(sql<boolean>`${keyword}::text = any(keywords)`).orderBy('layer_id').execute(),

    find: (layerId: string): Promise<LayerRow | undefined> =>
      present().selectAll().where('layer_id', '=', layerId).orderBy('source').limit(1).executeTakeFirst(),

    /** Newest layer, simulated ones before any other: its origin is that of all; undefined before the first. */
    newest: (): Promise<LayerRow | undefined> =>
      present()
        .selectAll()
        .orderBy(sql`simulated_seed IS NULL`)
        .orderBy('updated_at', (order) => order.desc().nullsLast())
        .orderBy('retrieved_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async featureCount(source: string, layerId: string, box: Box) {
      const row = await inBox(source, layerId, box)
        .select((eb) => eb.fn.countAll<number>().as('features'))
        .executeTakeFirst();
      return Number(row?.features ?? 0);
    },

    /** One page of the features of a layer that touch a box, in the order of their source. */
    features: (layer: { readonly source: string; readonly layerId: string; readonly box: Box }, page: Page) =>
      inBox(layer.source, layer.layerId, layer.box)
        .select(['feature_id', 'geometry', 'properties'])
        .orderBy('ordinal')
        .offset(page.offset)
        .limit(page.limit)
        .$narrowType<{ properties: Record<string, unknown> }>()
        .execute(),
  };
}

/** Replaces a layer and its features, all or nothing; whether anything changed. */
async function replaceLayer(
  db: Kysely<GeographyTables>,
  source: string,
  record: MapLayerRecord,
  origin: Origin,
): Promise<boolean> {
  const row = rowOf(source, record, origin);
  return db.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom('geography.layers')
      .select(['content_hash', 'withdrawn_at'])
      .where('source', '=', source)
      .where('layer_id', '=', record.layerId)
      .forUpdate()
      .executeTakeFirst();
    if (known?.content_hash === row.content_hash && known.withdrawn_at === null) {
      await transaction
        .updateTable('geography.layers')
        .set(originColumns(origin))
        .where('source', '=', source)
        .where('layer_id', '=', record.layerId)
        .execute();
      return false;
    }
    await transaction
      .insertInto('geography.layers')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'layer_id'])
          .doUpdateSet((eb) => Object.fromEntries(written.map((column) => [column, eb.ref(`excluded.${column}`)]))),
      )
      .execute();
    await transaction
      .deleteFrom('geography.layer_features')
      .where('source', '=', source)
      .where('layer_id', '=', record.layerId)
      .execute();
    await insertFeatures(transaction, source, record.layerId, record.features ?? []);
    return true;
  });
}

/** Marks a layer as gone and deletes its features: should it come back, all of it comes back. */
async function withdraw(
  db: Kysely<GeographyTables>,
  source: string,
  layerId: string,
  origin: Origin,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const result = await transaction
      .updateTable('geography.layers')
      .set({ withdrawn_at: new Date(origin.retrievedAtMs), run_id: origin.runId })
      .where('source', '=', source)
      .where('layer_id', '=', layerId)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    await transaction
      .deleteFrom('geography.layer_features')
      .where('source', '=', source)
      .where('layer_id', '=', layerId)
      .execute();
    return result.numUpdatedRows > 0n;
  });
}

async function insertFeatures(
  db: Kysely<GeographyTables>,
  source: string,
  layerId: string,
  features: readonly MapFeature[],
): Promise<void> {
  for (let start = 0; start < features.length; start += rowsPerInsert)
    await db
      .insertInto('geography.layer_features')
      .values(
        features.slice(start, start + rowsPerInsert).map(({ id, geometry, properties }, index) => ({
          source,
          layer_id: layerId,
          feature_id: id,
          ordinal: start + index,
          geometry: toWkb(geometry),
          bounds: boxOf(boundsOf(geometry)),
          properties: sql`${JSON.stringify(properties, withoutZeros)}::jsonb`,
        })),
      )
      .execute();
}

/** PostgreSQL's JSON has no place for the character zero, which some shapefiles pad their texts with. */
function withoutZeros(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\u0000', '') : value;
}

const written = [
  ...(['title', 'abstract', 'keywords', 'west', 'south', 'east', 'north', 'updated_at', 'url', 'licence'] as const),
  ...(['feature_count', 'content_hash', 'withdrawn_at', 'connector_id', 'stream_id', 'run_id'] as const),
  ...(['retrieved_at', 'simulated_seed'] as const),
] as const;

function rowOf(source: string, record: MapLayerRecord, origin: Origin) {
  const [west, south, east, north] = record.bbox ?? [null, null, null, null];
  return {
    source,
    layer_id: record.layerId,
    title: record.title,
    abstract: record.abstract,
    keywords: [...record.keywords],
    ...{ west, south, east, north },
    updated_at: record.updatedMs === null ? null : new Date(record.updatedMs),
    url: record.url,
    licence: record.licence,
    feature_count: record.features?.length ?? null,
    content_hash: createHash('sha256').update(JSON.stringify(record)).digest('hex'),
    withdrawn_at: null,
    ...originColumns(origin),
  };
}

export type LayerRepository = ReturnType<typeof createLayerRepository>;
