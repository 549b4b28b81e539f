import { type DerivedProductId, derivedProductIds, derivedProducts } from '@kianda/contract/sea/ocean/derived.contract';
import { type Kysely, sql } from 'kysely';
import { type Product, type ProductCollection, stacExtensions } from '../../../../platform/collections.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { geotiff, gridCsv } from '../../../../platform/formats/geotiff.ts';
import type { Table } from '../../../../platform/formats/table.ts';
import { tableAsset, tableAssets } from '../../../../platform/formats/table-product.ts';
import type { DerivedTables, InputGroup } from '../derived/tables.ts';
import type { FieldStore } from '../field-store/field-store.ts';
import { gridOf } from '../slice-grid.rules.ts';
import { gridParts } from './grid-product.ts';
import { stampOf } from './identifiers.ts';

const software = { Kianda: '2' };
const gridId = /^([a-z-]+)_(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
const tableId = /^([a-z-]+)_values_(\d{4}-\d{2})$/;

/** Version that the files' columns have. */
const tableVersion = 1;

const isProduct = (id: string | undefined): id is DerivedProductId => derivedProductIds.some((known) => known === id);

function processing(product: DerivedProductId) {
  return {
    'processing:level': 'L4',
    'processing:lineage': derivedProducts[product].method,
    'processing:software': software,
    'kianda:dataset': product,
    'kianda:method_version': derivedProducts[product].version,
  };
}

const month = sql<string>`to_char(v.observed_at at time zone 'UTC', 'YYYY-MM')`;

/** Products computed from the stored ocean: a grid for each day where there is one, and the values of each month. */
export function derivedCollection(database: Database, fields: FieldStore): ProductCollection {
  const db = database.for<DerivedTables>();

  return {
    id: 'model-outputs',
    title: 'Produtos derivados e resultados de modelos',
    description:
      'Frentes, anomalias, produção primária, afloramento, ondas de calor e camada de mistura, calculados pela plataforma a partir do que guarda; cada item diz o método.',
    keywords: ['modelos', 'produtos derivados', 'produção primária', 'anomalia', 'afloramento'],
    access: 'public',
    connectorIds: ['noaa-sst', 'noaa-viirs-modis', 'cds-era5', 'argo'],
    extensions: [stacExtensions.processing],
    summaries: { 'processing:level': ['L4'], 'processing:software': [software] },

    async *products() {
      for (const row of await grids(db).execute()) if (isProduct(row.product)) yield gridProduct(row, row.product);
      for (const row of await valueMonths(db)) if (isProduct(row.product)) yield valueProduct(row, row.product);
    },

    file: (productId, assetKey) => {
      const isGridFile = assetKey.endsWith('.tif') || (assetKey.endsWith('.csv') && assetKey !== 'values.csv');
      if (isGridFile && gridId.test(productId)) return gridFile(db, fields, productId, assetKey);
      return tableAsset(assetKey, () => valueTable(db, productId));
    },
  };
}

function grids(db: Kysely<DerivedTables>) {
  return db
    .selectFrom('ocean.derived_fields as f')
    .innerJoin('ocean.derived_days as d', (join) =>
      join.onRef('d.product', '=', 'f.product').onRef('d.observed_at', '=', 'f.observed_at'),
    )
    .selectAll('f')
    .select(['d.inputs', 'd.computed_at']);
}

type GridRow = Awaited<ReturnType<ReturnType<typeof grids>['execute']>>[number];

function gridProduct(row: GridRow, product: DerivedProductId): Product {
  const { label, unit } = derivedProducts[product];
  const parts = gridParts(gridOf(row), [
    {
      name: product,
      title: label,
      unit,
      statistics: { mean: row.zee_mean, minimum: row.zee_min, maximum: row.zee_max },
    },
  ]);
  const atMs = row.observed_at.getTime();
  return {
    ...parts,
    id: `${product}_${stampOf(row.observed_at)}`,
    startMs: atMs,
    endMs: atMs,
    properties: {
      title: `${label}, ${row.observed_at.toISOString().slice(0, 10)}`,
      ...parts.properties,
      ...processing(product),
      'kianda:variables': [product],
      'kianda:coverage': row.coverage,
      'kianda:zee_mean': row.zee_mean,
      'kianda:zee_min': row.zee_min,
      'kianda:zee_max': row.zee_max,
    },
    extensions: [...parts.extensions, stacExtensions.processing],
    contentHash: row.content_hash,
    origin: originOf(product, row.inputs, row.computed_at),
  };
}

/** Months that have values of a product, with the inputs of their newest day. */
function valueMonths(db: Kysely<DerivedTables>) {
  return db
    .selectFrom('ocean.derived_values as v')
    .innerJoin('ocean.derived_days as d', (join) =>
      join.onRef('d.product', '=', 'v.product').onRef('d.observed_at', '=', 'v.observed_at'),
    )
    .select([
      'v.product',
      month.as('month'),
      sql<string>`count(*)`.as('rows'),
      sql<Date>`min(v.observed_at)`.as('first'),
      sql<Date>`max(v.observed_at)`.as('last'),
      sql<Date>`max(d.computed_at)`.as('computed_at'),
      sql<InputGroup[]>`(array_agg(d.inputs order by d.observed_at desc))[1]`.as('inputs'),
    ])
    .groupBy(['v.product', month])
    .execute();
}

function valueProduct(row: Awaited<ReturnType<typeof valueMonths>>[number], product: DerivedProductId): Product {
  return {
    id: `${product}_values_${row.month}`,
    geometry: null,
    bbox: null,
    startMs: row.first.getTime(),
    endMs: row.last.getTime(),
    properties: {
      title: `${derivedProducts[product].label}, valores de ${row.month}`,
      ...processing(product),
      'kianda:rows': Number(row.rows),
    },
    extensions: [stacExtensions.processing],
    assets: tableAssets('values', `Valores (${derivedProducts[product].unit})`, ['csv', 'parquet']),
    contentHash: `${tableVersion}-${row.rows}-${row.computed_at.getTime()}`,
    origin: originOf(product, row.inputs, row.computed_at),
  };
}

async function gridFile(db: Kysely<DerivedTables>, fields: FieldStore, productId: string, assetKey: string) {
  const [, product = '', year, mm, day, hour, minute, second] = gridId.exec(productId) ?? [];
  const row = await grids(db)
    .where('f.product', '=', product)
    .where('f.observed_at', '=', new Date(`${year}-${mm}-${day}T${hour}:${minute}:${second}Z`))
    .executeTakeFirst();
  const values = row === undefined ? null : await fields.read(row);
  if (row === undefined || values === null) return null;
  return assetKey.endsWith('.tif') ? geotiff(gridOf(row), values) : gridCsv(gridOf(row), values, product);
}

async function valueTable(db: Kysely<DerivedTables>, productId: string): Promise<Table | null> {
  const [, product, ofMonth] = tableId.exec(productId) ?? [];
  if (!isProduct(product) || ofMonth === undefined) return null;
  const rows = await db
    .selectFrom('ocean.derived_values as v')
    .select(['v.observed_at', 'v.key', 'v.value'])
    .where('v.product', '=', product)
    .where(month, '=', ofMonth)
    .orderBy('v.observed_at')
    .orderBy('v.key')
    .execute();
  return {
    columns: [
      { name: 'time', kind: 'text' },
      { name: 'key', kind: 'text' },
      { name: 'value', kind: 'number' },
    ],
    rows: rows.map((row) => ({ time: row.observed_at.toISOString(), key: row.key, value: row.value })),
    position: null,
  };
}

/** A derived product has the origin of its observations; one simulated input makes it simulated. */
function originOf(product: DerivedProductId, inputs: readonly InputGroup[], computedAt: Date): Product['origin'] {
  const [stream = '/'] = derivedProducts[product].streams;
  const [connectorId = '', streamId = ''] = stream.split('/');
  const simulated = inputs.find((input) => input.simulatedSeed !== null)?.simulatedSeed ?? null;
  return { connectorId, streamId, retrievedAtMs: computedAt.getTime(), simulatedSeed: simulated };
}
