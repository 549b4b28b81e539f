import { filterTypes } from '@kianda/contract/models/filters/filter-types';
import { modelTypes } from '@kianda/contract/models/registry/models.contract';
import {
  type Product,
  type ProductAsset,
  type ProductCollection,
  rectangle,
  stacExtensions,
} from '../../../platform/collections.ts';
import { validUntil } from './filter-views.rules.ts';
import { resultCsv, resultGeojson, resultTiff } from './filters.files.ts';
import type { FilterRepository } from './filters.repository.ts';
import type { FilterRow, RunRow, StoredResult } from './filters.tables.ts';

/** Changes with what an item says. */
const documentVersion = 1;
const stem = 'result';

type Done = RunRow & { readonly result: StoredResult };

/** The last result of every predictive filter, with the version and the rule that it was computed by. */
export function resultCollection(repository: FilterRepository, simulatorSeed: number): ProductCollection {
  return {
    id: 'filter-results',
    title: 'Resultados dos filtros preditivos',
    description:
      'O último resultado de cada filtro preditivo: valor por célula, áreas e pontos; cada item diz a versão do modelo, a regra, o limiar, a confiança e as fontes.',
    keywords: ['modelos', 'previsão', 'filtros', 'áreas prioritárias', 'zonas de pesca'],
    access: 'filters:read',
    connectorIds: ['obis', 'gbif', 'noaa-sst', 'noaa-viirs-modis', 'cmems', 'cds-era5', 'angola-inipm'],
    extensions: [],

    async *products() {
      for (const filter of await repository.filters()) {
        const done = await repository.result(filter.id);
        if (done !== undefined) yield productOf(filter, done, simulatorSeed);
      }
    },

    async file(productId, assetKey) {
      const done = await repository.result(productId);
      if (done === undefined) return null;
      const { result, summary } = done;
      if (assetKey === `${stem}.tif`) return resultTiff(result, summary);
      if (assetKey === `${stem}.geojson`) return Buffer.from(JSON.stringify(resultGeojson(result, summary)));
      return assetKey === `${stem}.csv` ? Buffer.from(resultCsv(result.points)) : null;
    },
  };
}

function productOf(filter: FilterRow, done: Done, simulatorSeed: number): Product {
  const { west, south, columns, rows, cellDegrees } = done.result.grid;
  const north = south + rows * cellDegrees;
  const box = [west, south, west + columns * cellDegrees, north] as const;
  const atMs = (done.ended_at ?? done.requested_at).getTime();
  return {
    id: filter.id,
    ...{ geometry: rectangle(box), bbox: box, startMs: atMs, endMs: atMs },
    properties: {
      title: filter.name,
      'proj:code': 'EPSG:4326',
      'proj:shape': [rows, columns],
      'proj:bbox': box,
      'proj:transform': [cellDegrees, 0, west, 0, -cellDegrees, north],
      ...lineageOf(filter, done),
    },
    extensions: [stacExtensions.projection, stacExtensions.raster, stacExtensions.processing],
    assets: assetsOf(filter, done),
    contentHash: `${documentVersion}-${done.id}-${filter.revision}-${filter.name}`,
    origin: {
      ...{ connectorId: 'filters', streamId: filter.type, retrievedAtMs: atMs },
      simulatedSeed: done.summary?.isSimulated === true ? simulatorSeed : null,
    },
  };
}

/** Whence a result comes: the model's version, the rule of its run, and the stores that the inputs were looked up in. */
function lineageOf(filter: FilterRow, done: Done): Product['properties'] {
  const { summary } = done;
  const run = {
    'processing:level': 'L4',
    'kianda:filter': filter.id,
    'kianda:filter_type': filter.type,
    'kianda:run': done.id,
    'kianda:revision': done.revision,
    // The rule of an earlier revision is in the history of the filter.
    ...(done.revision === filter.revision ? { 'kianda:rule': filter.rule } : {}),
    'kianda:valid_until': validUntil(done)?.toISOString() ?? null,
  };
  if (summary === null) return run;
  const model = `${modelTypes[summary.modelType]}, versão ${summary.modelVersion} (${summary.algorithm})`;
  return {
    ...run,
    'processing:lineage': `${filterTypes[filter.type]}: ${summary.method}; ${model}`,
    'kianda:model': summary.modelType,
    'kianda:version': summary.modelVersion,
    'kianda:threshold': summary.threshold,
    'kianda:confidence': summary.confidence,
    'kianda:steps': summary.steps,
    'kianda:notes': summary.notes,
    'kianda:sources': summary.sources,
    'kianda:area_km2': summary.areaKm2,
  };
}

function assetsOf({ name }: FilterRow, { summary, result }: Done): ProductAsset[] {
  const unit = summary?.unit == null ? {} : { unit: summary.unit };
  const cell = { data_type: 'float32', nodata: 'nan', 'raster:sampling': 'area' };
  return [
    {
      key: `${stem}.tif`,
      title: `${name}: valor, e o que é do resultado, GeoTIFF`,
      mediaType: 'image/tiff; application=geotiff; profile=cloud-optimized',
      roles: ['data'],
      fields: {
        'proj:epsg': 4326,
        bands: [
          { ...cell, ...unit, name: 'value', description: summary?.valueName ?? 'Valor' },
          { ...cell, name: 'chosen', description: 'No resultado' },
        ],
      },
    },
    {
      key: `${stem}.geojson`,
      title: `${name}: ${result.regions.features.length} áreas e ${result.points.features.length} pontos, GeoJSON`,
      mediaType: 'application/geo+json',
      roles: ['data'],
    },
    { key: `${stem}.csv`, title: `${name}: pontos, CSV`, mediaType: 'text/csv', roles: ['data'] },
  ];
}
