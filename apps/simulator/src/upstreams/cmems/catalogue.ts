import {
  CHUNK,
  type DatasetVersion,
  DOI,
  datasets,
  ELEVATIONS,
  FILL,
  LATITUDE,
  LONGITUDE,
  latitudeOf,
  longitudeOf,
  PRODUCT,
  PRODUCT_TITLE,
  STEP_DEGREES,
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
  return Object.fromEntries(datasets.map(({ id }) => [id, PRODUCT]));
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
      { rel: 'child', href: `${PRODUCT}/product.stac.json`, title: PRODUCT_TITLE, type: 'application/json' },
    ],
  };
}

export function product(nowMs: number): object {
  const times = timesMs(nowMs);
  return {
    id: PRODUCT,
    type: 'Collection',
    stac_version: '1.0.0',
    stac_extensions: ['https://stac-extensions.github.io/scientific/v1.0.0/schema.json'],
    title: PRODUCT_TITLE,
    description: `${PRODUCT_TITLE}, 1/12 degree, 50 levels, daily means with ten days of forecast.`,
    license: 'proprietary',
    links: [
      { rel: 'root', href: '../catalog.stac.json', type: 'application/json' },
      { rel: 'parent', href: '../catalog.stac.json', type: 'application/json' },
      ...versions.map(({ id }) => ({
        rel: 'item',
        href: `${id}/dataset.stac.json`,
        title: id,
        type: 'application/json',
      })),
      { rel: 'cite-as', href: `https://doi.org/${DOI}`, title: DOI, type: 'text/html' },
    ],
    extent: {
      spatial: { bbox: [[-180, -80, 179.9169921875, 90]] },
      temporal: { interval: [[iso(times[0]), iso(times.at(-1))]] },
    },
    'sci:doi': DOI,
  };
}

export function item(version: DatasetVersion, nowMs: number): object {
  const { dataset, id, releasedAt, retiredAt } = version;
  const times = timesMs(nowMs);
  const period = [iso(times[0]), iso(times.at(-1))];
  const { south, north, west, east } = box;
  return {
    id,
    type: 'Feature',
    stac_version: '1.0.0',
    stac_extensions: ['https://stac-extensions.github.io/datacube/v2.1.0/schema.json'],
    geometry: null,
    bbox: [west, south, east, north],
    properties: {
      title: 'daily mean fields from Global Ocean Physics Analysis and Forecast updated Daily',
      datetime: null,
      start_datetime: period[0],
      end_datetime: period[1],
      licence: 'http://marine.copernicus.eu/services-portfolio/service-commitments-and-licence/',
      source: 'MOI GLO12',
      'cube:dimensions': cubeDimensions(period),
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
        href: `${WAW3}/${NATIVE_BUCKET}/native/${PRODUCT}/${id}`,
        type: 'application/x-netcdf',
        roles: ['data'],
        title: 'Native dataset',
      },
      timeChunked: timeChunked(version, times),
    },
  };
}

/** Limits of the grid, degrees. */
const box = {
  south: latitudeOf(0),
  north: latitudeOf(LATITUDE.size - 1),
  west: longitudeOf(0),
  east: longitudeOf(LONGITUDE.size - 1),
};

function cubeDimensions(period: readonly string[]): object {
  const { south, north, west, east } = box;
  return {
    elevation: {
      type: 'spatial',
      axis: 'z',
      extent: [ELEVATIONS[0], ELEVATIONS.at(-1)],
      values: ELEVATIONS,
      unit: 'm',
    },
    latitude: { type: 'spatial', axis: 'y', extent: [south, north], step: STEP_DEGREES, reference_system: 4326 },
    longitude: { type: 'spatial', axis: 'x', extent: [west, east], step: STEP_DEGREES, reference_system: 4326 },
    time: { type: 'temporal', extent: period, step: 'P1D' },
  };
}

/** The asset of the Zarr store with one chunk an instant. */
function timeChunked({ dataset, id }: DatasetVersion, times: readonly number[]): object {
  const perVariable = <T>(value: T): Record<string, T> =>
    Object.fromEntries(dataset.variables.map(({ name }) => [name, value]));
  const { south, north, west, east } = box;
  return {
    id: 'timeChunked',
    href: `${WAW3}/${dataset.bucket}/arco/${PRODUCT}/${id}/timeChunked.zarr`,
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
        len: LATITUDE.size,
        coords: even(south, north, STEP_DEGREES, LATITUDE.size),
      },
      longitude: {
        chunkLen: perVariable(CHUNK.longitude),
        len: LONGITUDE.size,
        coords: even(west, east, STEP_DEGREES, LONGITUDE.size),
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
