import { mapBands } from '@kianda/contract/models/maps/maps.contract';
import { modelTypes } from '@kianda/contract/models/registry/models.contract';
import { type Product, type ProductCollection, rectangle, stacExtensions } from '../../../../platform/collections.ts';
import { gridBox } from '../../../../platform/formats/geotiff.ts';
import { gridOfMap } from './map-file.ts';
import type { MapOfVersion, MapRepository } from './maps.repository.ts';
import type { Maps } from './maps.service.ts';

const formats = ['tif', 'csv', 'parquet'] as const;
/** Changes with what an item says. */
const documentVersion = 1;
const stem = 'map';

/** The maps of the models, with what each was made of. */
export function mapCollection(
  repository: MapRepository,
  maps: Pick<Maps, 'catalogued'>,
  simulatorSeed: number,
): ProductCollection {
  return {
    id: 'model-maps',
    title: 'Mapas dos modelos',
    description:
      'O que cada versão de um modelo prevê em cada célula da ZEE, com a incerteza e a novidade (MESS); cada item diz a versão, os dados de que aprendeu e as fontes das entradas.',
    keywords: ['modelos', 'previsão', 'incerteza', 'distribuição de espécies', 'MESS'],
    access: 'models:read',
    connectorIds: ['obis', 'gbif', 'noaa-sst', 'noaa-viirs-modis', 'cmems', 'cds-era5', 'angola-inipm'],
    extensions: [],

    async *products() {
      for (const row of await repository.maps()) yield productOf(row, simulatorSeed);
    },

    async file(productId, assetKey) {
      const format = formats.find((one) => assetKey === `${stem}.${one}`);
      return format === undefined ? null : maps.catalogued(productId, format);
    },
  };
}

function productOf(row: MapOfVersion, simulatorSeed: number): Product {
  const grid = gridOfMap(row);
  const box = gridBox(grid);
  const [west, , , north] = box;
  const atMs = row.made_at.getTime();
  const name = `${modelTypes[row.model_type]}, versão ${row.version}`;
  return {
    id: row.id,
    ...{ geometry: rectangle(box), bbox: box, startMs: atMs, endMs: atMs },
    properties: {
      title: row.month === null ? name : `${name}, mês ${row.month}`,
      'proj:code': 'EPSG:4326',
      'proj:shape': [grid.rows, grid.columns],
      'proj:bbox': box,
      'proj:transform': [grid.lonStepDegrees, 0, west, 0, -grid.latStepDegrees, north],
      ...lineageOf(row),
    },
    extensions: [stacExtensions.projection, stacExtensions.raster, stacExtensions.processing],
    assets: [
      {
        key: `${stem}.tif`,
        title: `${name}: valor, incerteza e novidade, GeoTIFF`,
        mediaType: 'image/tiff; application=geotiff; profile=cloud-optimized',
        roles: ['data'],
        fields: { 'proj:epsg': 4326, bands: row.bands.map(bandOf) },
      },
      { key: `${stem}.csv`, title: `${name}, CSV`, mediaType: 'text/csv', roles: ['data'] },
      {
        key: `${stem}.parquet`,
        title: `${name}, GeoParquet`,
        mediaType: 'application/vnd.apache.parquet',
        roles: ['data'],
      },
    ],
    contentHash: `${documentVersion}-${row.file_sha256}-${row.state}`,
    origin: {
      ...{ connectorId: 'models', streamId: row.model_type, retrievedAtMs: atMs },
      simulatedSeed: row.is_simulated ? simulatorSeed : null,
    },
  };
}

/** Whence a map comes: the version and the rows that it learned from, and the stores that its inputs were looked up in. */
function lineageOf(row: MapOfVersion): Product['properties'] {
  const { metric, validation, low, high, split } = row.skill;
  return {
    'processing:level': 'L4',
    'processing:lineage': `${row.algorithm}, versão ${row.version}, ${row.row_count} linhas de treino`,
    'processing:software': { Kianda: row.code_version },
    'kianda:model': row.model_type,
    'kianda:version': row.version,
    'kianda:version_state': row.state,
    'kianda:data_sha256': row.data_sha256,
    'kianda:skill': { metric, split, value: validation, low, high },
    'kianda:month': row.month,
    'kianda:inputs': row.inputs,
    'kianda:classes': row.card.classes,
    'kianda:uncertainty': row.card.spreadKind,
    'kianda:without': row.card.without,
    'kianda:outside': row.card.outside,
    'kianda:sources': row.card.sources,
    'kianda:oldest_input': row.oldest_input_at?.toISOString() ?? null,
  };
}

function bandOf({ band, unit, min, max, mean }: MapOfVersion['bands'][number]): object {
  const isKnown = min !== null && max !== null && mean !== null;
  return {
    ...{ name: band, description: mapBands[band], data_type: 'float32', nodata: 'nan' },
    ...(unit === null ? {} : { unit }),
    ...(isKnown ? { statistics: { minimum: min, maximum: max, mean } } : {}),
    ...{ 'raster:sampling': 'area', 'raster:bits_per_sample': 32 },
  };
}
