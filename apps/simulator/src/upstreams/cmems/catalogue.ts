import {
  CHUNK,
  type DatasetVersion,
  datasets,
  ELEVATIONS,
  FILL,
  type GlobalGrid,
  latitudeOf,
  longitudeOf,
  products,
  type SimulatedProduct,
  timesMs,
  versions,
} from './datasets.ts';
import { NATIVE_BUCKET } from './native.ts';

const WAW3 = 'https://s3.waw3-1.cloudferro.com';
const WAW4 = 'https://s3.waw4-1.cloudferro.com';

/** `clientsConfigV1.json`, with the provider's own absolute addresses: a client in front of a mirror has to lead them there. */
export function clientsConfig(): object {
  const catalogue = (description: string, host: string): object => ({
    description,
    stac: `${host}/mdl-metadata/metadata/catalog.stac.json`,
    stacRoot: `${host}/mdl-metadata/metadata/`,
    idMapping: `${host}/mdl-metadata/dataset_product_id_mapping.json`,
  });
  return {
    systemVersions: { mds: '1.0.0', 'mds/serverlessArco/meta': '1.0.0' },
    clientVersions: { mds: '>=1.2.2', 'mds/serverlessArco': '>=1.2.2', 'mds/serverlessArco/meta': '>=1.2.2' },
    catalogues: [
      catalogue('Primary Copernicus Marine Service catalogue', WAW4),
      catalogue('Secondary Copernicus Marine Service catalogue', WAW3),
    ],
  };
}

export function idMapping(): object {
  return Object.fromEntries(datasets.map(({ id, product }) => [id, product.id]));
}

export function catalogue(): object {
  return {
    id: 'mdl',
    type: 'Catalog',
    stac_version: '1.0.0',
    title: 'Copernicus Marine Data Store',
    description: 'Copernicus Marine Data Store',
    links: [
      { rel: 'root', href: './catalog.stac.json', type: 'application/json' },
      ...products.map(({ id, title }) => ({
        ...{ rel: 'child', href: `${id}/product.stac.json`, title, type: 'application/json' },
      })),
    ],
  };
}

export function product({ id, title, doi, resolution, grid }: SimulatedProduct, nowMs: number): object {
  const { east } = limitsOf(grid);
  const times = timesMs(nowMs);
  return {
    id,
    type: 'Collection',
    stac_version: '1.0.0',
    stac_extensions: ['https://stac-extensions.github.io/scientific/v1.0.0/schema.json'],
    title,
    description: `${title}, ${resolution}, 50 levels, daily means with ten days of forecast.`,
    license: 'proprietary',
    links: [
      { rel: 'root', href: '../catalog.stac.json', type: 'application/json' },
      { rel: 'parent', href: '../catalog.stac.json', type: 'application/json' },
      ...versions
        .filter(({ dataset }) => dataset.product.id === id)
        .map((version) => ({
          rel: 'item',
          href: `${version.id}/dataset.stac.json`,
          title: version.id,
          type: 'application/json',
        })),
      { rel: 'cite-as', href: `https://doi.org/${doi}`, title: doi, type: 'text/html' },
    ],
    extent: {
      spatial: { bbox: [[-180, -80, east, 90]] },
      temporal: { interval: [[iso(times[0]), iso(times.at(-1))]] },
    },
    'sci:doi': doi,
  };
}

export function item(version: DatasetVersion, nowMs: number): object {
  const { dataset, id, releasedAt, retiredAt } = version;
  const times = timesMs(nowMs);
  const period = [iso(times[0]), iso(times.at(-1))];
  const { south, north, west, east } = limitsOf(dataset.product.grid);
  return {
    id,
    type: 'Feature',
    stac_version: '1.0.0',
    stac_extensions: ['https://stac-extensions.github.io/datacube/v2.1.0/schema.json'],
    geometry: null,
    bbox: [west, south, east, north],
    properties: {
      title: `daily mean fields from ${dataset.product.title} updated Daily`,
      datetime: null,
      start_datetime: period[0],
      end_datetime: period[1],
      licence: 'http://marine.copernicus.eu/services-portfolio/service-commitments-and-licence/',
      source: dataset.product.source,
      'cube:dimensions': cubeDimensions(dataset.product.grid, period),
      'cube:variables': Object.fromEntries(
        dataset.variables.map((variable) => [
          variable.name,
          {
            id: variable.name,
            dimensions: ['time', 'elevation', 'latitude', 'longitude'],
            type: 'data',
            unit: variable.units,
            standardName: variable.standardName,
            missingValue: FILL,
            offset: null,
            scale: null,
            valueMin: variable.valueMin,
            valueMax: variable.valueMax,
          },
        ]),
      ),
      admp_in_preparation: false,
      admp_updated: iso(Math.floor(nowMs / 86_400_000) * 86_400_000),
      admp_released_date: releasedAt,
      admp_retired_date: retiredAt,
    },
    links: [
      { rel: 'root', href: '../../catalog.stac.json', type: 'application/json' },
      { rel: 'collection', href: '../product.stac.json', type: 'application/json' },
    ],
    assets: {
      native: {
        id: 'native',
        href: `${WAW3}/${NATIVE_BUCKET}/native/${dataset.product.id}/${id}`,
        type: 'application/x-netcdf',
        roles: ['data'],
        title: 'Native dataset',
      },
      timeChunked: timeChunked(version, times),
    },
  };
}

/** Limits of a grid, degrees. */
const limitsOf = (grid: GlobalGrid) => ({
  south: latitudeOf(grid, 0),
  north: latitudeOf(grid, grid.latitudes - 1),
  west: longitudeOf(grid, 0),
  east: longitudeOf(grid, grid.longitudes - 1),
});

function cubeDimensions(grid: GlobalGrid, period: readonly string[]): object {
  const { south, north, west, east } = limitsOf(grid);
  return {
    elevation: {
      type: 'spatial',
      axis: 'z',
      extent: [ELEVATIONS[0], ELEVATIONS.at(-1)],
      values: ELEVATIONS,
      unit: 'm',
    },
    latitude: { type: 'spatial', axis: 'y', extent: [south, north], step: grid.stepDegrees, reference_system: 4326 },
    longitude: { type: 'spatial', axis: 'x', extent: [west, east], step: grid.stepDegrees, reference_system: 4326 },
    time: { type: 'temporal', extent: period, step: 'P1D' },
  };
}

/** The asset of the Zarr store with one chunk an instant. */
function timeChunked({ dataset, id }: DatasetVersion, times: readonly number[]): object {
  const perVariable = <T>(value: T): Record<string, T> =>
    Object.fromEntries(dataset.variables.map(({ name }) => [name, value]));
  const { grid } = dataset.product;
  const { south, north, west, east } = limitsOf(grid);
  return {
    id: 'timeChunked',
    href: `${WAW3}/${dataset.bucket}/arco/${dataset.product.id}/${id}/timeChunked.zarr`,
    type: 'application/vnd+zarr',
    roles: ['data'],
    title: 'Time-chunked dataset in Zarr',
    'xarray:open_kwargs': { consolidated: true },
    viewDims: {
      elevation: {
        chunkLen: perVariable(1),
        len: ELEVATIONS.length,
        units: 'm',
        coords: { type: 'explicit', values: ELEVATIONS },
      },
      latitude: {
        chunkLen: perVariable(CHUNK.latitude),
        len: grid.latitudes,
        coords: even(south, north, grid.stepDegrees, grid.latitudes),
      },
      longitude: {
        chunkLen: perVariable(CHUNK.longitude),
        len: grid.longitudes,
        coords: even(west, east, grid.stepDegrees, grid.longitudes),
      },
      time: {
        chunkLen: perVariable(1),
        len: times.length,
        units: 'milliseconds since 1970-01-01 00:00:00Z (no leap seconds)',
        coords: even(times[0], times.at(-1), 86_400_000, times.length),
      },
    },
  };
}

function even(min: number | undefined, max: number | undefined, step: number, len: number): object {
  return { type: 'minMaxStep', min, max, step, len };
}

function iso(timeMs: number | undefined): string {
  return new Date(timeMs ?? 0).toISOString().replace('.000Z', 'Z');
}
