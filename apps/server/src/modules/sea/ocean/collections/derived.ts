import { type DerivedProductId, derivedProductIds, derivedProducts } from '@kianda/contract/sea/ocean/derived.contract';
import { sql } from 'kysely';
import { type Product, type ProductCollection, stacExtensions } from '../../../../platform/collections.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { geotiff, gridCsv } from '../../../../platform/formats/geotiff.ts';
import { tableAsset, tableAssets } from '../../../../platform/formats/table-product.ts';
import type { DerivedTables, InputGroup } from '../derived/tables.ts';
import type { FieldStore } from '../field-store/field-store.ts';
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

/** What the platform computes of what it stores: a grid a day where there is one, and the values of each month. */
export function derivedCollection(database: Database, fields: FieldStore): ProductCollection {
  const db = database.for<DerivedTables>();
  const month = sql<string>`to_char(v.observed_at at time zone 'UTC', 'YYYY-MM')`;
  const grids = () =>
    db
      .selectFrom('ocean.derived_fields as f')
      .innerJoin('ocean.derived_days as d', (join) =>
        join.onRef('d.product', '=', 'f.product').onRef('d.observed_at', '=', 'f.observed_at'),
      )
      .selectAll('f')
      .select(['d.inputs', 'd.computed_at']);
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

  return {
    id: 'model-outputs',
    title: 'Produtos derivados e resultados de modelos',
    description:
      'Frentes, anomalias, produção primária, afloramento, ondas de calor e camada de mistura, calculados pela plataforma a partir do que guarda; cada item diz o método.',
    keywords: ['modelos', 'produtos derivados', 'produção primária', 'anomalia', 'afloramento'],
    access: 'public',
    connectorIds: ['noaa-sst', 'noaa-viirs-modis', 'cds-era5', 'argo'],
    extensions: [stacExtensions.processing],
    fields: { 'processing:level': 'L4', 'processing:software': software },

    async *products() {
      for (const row of await grids().execute()) if (isProduct(row.product)) yield gridProduct(row, row.product);
      const months = await db
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
      for (const row of months) {
        if (!isProduct(row.product)) continue;
        yield {
          id: `${row.product}_values_${row.month}`,
          geometry: null,
          bbox: null,
          startMs: row.first.getTime(),
          endMs: row.last.getTime(),
          properties: {
            title: `${derivedProducts[row.product].label}, valores de ${row.month}`,
            ...processing(row.product),
            'kianda:rows': Number(row.rows),
          },
          extensions: [stacExtensions.processing],
          assets: tableAssets('values', `Valores (${derivedProducts[row.product].unit})`, ['csv', 'parquet']),
          contentHash: `${tableVersion}-${row.rows}-${row.computed_at.getTime()}`,
          origin: originOf(row.product, row.inputs, row.computed_at),
        };
      }
    },

    async file(productId, assetKey) {
      const grid = gridId.exec(productId);
      if (grid !== null && (assetKey.endsWith('.tif') || (assetKey.endsWith('.csv') && assetKey !== 'values.csv'))) {
        const [, product = '', year, mm, day, hour, minute, second] = grid;
        const row = await grids()
          .where('f.product', '=', product)
          .where('f.observed_at', '=', new Date(`${year}-${mm}-${day}T${hour}:${minute}:${second}Z`))
          .executeTakeFirst();
        const values = row === undefined ? null : await fields.read(row);
        if (row === undefined || values === null) return null;
        return assetKey.endsWith('.tif') ? geotiff(gridOf(row), values) : gridCsv(gridOf(row), values, product);
      }
      return tableAsset(assetKey, async () => {
        const [, product, asked] = tableId.exec(productId) ?? [];
        if (!isProduct(product) || asked === undefined) return null;
        const found = await db
          .selectFrom('ocean.derived_values as v')
          .select(['v.observed_at', 'v.key', 'v.value'])
          .where('v.product', '=', product)
          .where(month, '=', asked)
          .orderBy('v.observed_at')
          .orderBy('v.key')
          .execute();
        return {
          columns: [
            { name: 'time', kind: 'text' },
            { name: 'key', kind: 'text' },
            { name: 'value', kind: 'number' },
          ],
          rows: found.map((row) => ({ time: row.observed_at.toISOString(), key: row.key, value: row.value })),
          position: null,
        };
      });
    },
  };
}

type GridColumns = Pick<
  DerivedTables['ocean.derived_fields'],
  'west' | 'south' | 'lon_step_degrees' | 'lat_step_degrees' | 'columns' | 'rows'
>;

function gridOf(row: GridColumns) {
  return {
    west: row.west,
    south: row.south,
    lonStepDegrees: row.lon_step_degrees,
    latStepDegrees: row.lat_step_degrees,
    columns: row.columns,
    rows: row.rows,
  };
}

/** A derived product is as its observations are; one of them simulated, and all of it is. */
function originOf(product: DerivedProductId, inputs: readonly InputGroup[], computedAt: Date): Product['origin'] {
  const [stream = '/'] = derivedProducts[product].streams;
  const [connectorId = '', streamId = ''] = stream.split('/');
  const simulated = inputs.find((input) => input.simulatedSeed !== null)?.simulatedSeed ?? null;
  return { connectorId, streamId, retrievedAtMs: computedAt.getTime(), simulatedSeed: simulated };
}
