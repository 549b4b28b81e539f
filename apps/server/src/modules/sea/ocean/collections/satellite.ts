import {
  type Product,
  type ProductCollection,
  type ProductGeometry,
  stacExtensions,
} from '../../../../platform/collections.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { OceanTables, ProductRow } from '../ocean.types.ts';
import { nameOf } from './identifiers.ts';

const kinds: ReadonlySet<string> = new Set(['Polygon', 'MultiPolygon']);

/** Passes of Sentinel-3 that the provider's catalogue describes: footprint, clouds and where the file is. */
export function satelliteCollection(database: Database): ProductCollection {
  const db = database.for<OceanTables>();
  return {
    id: 'sentinel-3-products',
    title: 'Produtos Sentinel-3',
    description:
      'Produtos OLCI, SLSTR e SRAL do Sentinel-3 sobre as águas de Angola, tal como o catálogo do Copernicus os descreve. Os ficheiros ficam no fornecedor.',
    keywords: ['Sentinel-3', 'Copernicus', 'satélite'],
    access: 'public',
    connectorIds: ['cdse-sentinel3'],

    async *products() {
      const rows = await db.selectFrom('ocean.products').selectAll().where('deleted_at', 'is', null).execute();
      for (const row of rows) yield productOf(row);
    },
    file: async () => null,
  };
}

function productOf(row: ProductRow): Product {
  const footprint = row.footprint !== null && kinds.has(row.footprint.type) ? row.footprint : null;
  const positions = (footprint?.coordinates.flat(Number.POSITIVE_INFINITY) ?? []) as number[];
  const lons = positions.filter((_, index) => index % 2 === 0);
  const lats = positions.filter((_, index) => index % 2 === 1);
  const eo = row.cloud_cover === null ? {} : { 'eo:cloud_cover': row.cloud_cover };
  return {
    id: nameOf(row.id),
    geometry: footprint as ProductGeometry | null,
    bbox: footprint === null ? null : [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)],
    startMs: row.observed_at.getTime(),
    endMs: row.ended_at.getTime(),
    properties: {
      title: row.name,
      ...(row.platform === null ? {} : { platform: row.platform }),
      ...eo,
      'kianda:product_type': row.product_type,
      'kianda:timeliness': row.timeliness,
      'kianda:provider_bytes': row.size_bytes,
      'kianda:provider_path': row.s3_path,
      'kianda:online': row.online,
    },
    extensions: row.cloud_cover === null ? [] : [stacExtensions.eo],
    assets: [],
    contentHash: row.content_hash,
    origin: {
      connectorId: row.connector_id,
      streamId: row.stream_id,
      retrievedAtMs: row.retrieved_at.getTime(),
      simulatedSeed: row.simulated_seed,
    },
  };
}
