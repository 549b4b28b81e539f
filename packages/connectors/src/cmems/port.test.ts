import { afterEach, expect, test } from 'vitest';
import type { Page } from '../core/port.ts';
import type { GridSlice } from '../core/records.ts';
import { collect, type FixtureAnswer, type FixtureServer, serveFixtures } from '../testing/fixture-server.ts';
import { cmems } from './port.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 8, 1, 6);
const FILL = 9.969_209_968_386_869e36;
const DATASET = 'cmems_mod_glo_phy-so_anfc_0.083deg_P1D-m';
const PRODUCT = 'GLOBAL_ANALYSISFORECAST_PHY_001_024';
const STAC = 'https://s3.waw3-1.cloudferro.com/mdl-metadata/metadata';
const COPY = 'https://s3.waw4-1.cloudferro.com/mdl-metadata/metadata';
const STORE = `/mdl-arco-time-010/arco/${PRODUCT}`;

/** Two days that were and two of the forecast. */
const times = [-2, -1, 1, 2].map((days) => Math.floor(NOW_MS / DAY_MS) * DAY_MS + days * DAY_MS);
const elevations = [-10.5, -0.5];
const latitudes = Array.from({ length: 30 }, (_, index) => -18.5 + index * 0.5);
const longitudes = Array.from({ length: 15 }, (_, index) => 7.5 + index * 0.5);

const attributes = (dimensions: readonly string[], more: object = {}) => ({ _ARRAY_DIMENSIONS: dimensions, ...more });
const array = (shape: readonly number[], chunks: readonly number[], dtype: string, fill: number | null) => ({
  zarr_format: 2,
  shape,
  chunks,
  dtype,
  fill_value: fill,
  order: 'C',
  filters: null,
  compressor: null,
});

function metadata(unit: string) {
  const sizes = [times.length, elevations.length, latitudes.length, longitudes.length] as const;
  return {
    zarr_consolidated_format: 1,
    metadata: {
      '.zgroup': { zarr_format: 2 },
      'time/.zarray': array([sizes[0]], [sizes[0]], '<i8', null),
      'time/.zattrs': attributes(['time'], { units: 'milliseconds since 1970-01-01' }),
      'elevation/.zarray': array([sizes[1]], [sizes[1]], '<f4', null),
      'elevation/.zattrs': attributes(['elevation']),
      'latitude/.zarray': array([sizes[2]], [sizes[2]], '<f4', null),
      'latitude/.zattrs': attributes(['latitude']),
      'longitude/.zarray': array([sizes[3]], [sizes[3]], '<f4', null),
      'longitude/.zattrs': attributes(['longitude']),
      'so/.zarray': array(sizes, [1, 1, sizes[2], sizes[3]], '<f4', FILL),
      'so/.zattrs': attributes(['time', 'elevation', 'latitude', 'longitude'], { units: unit }),
    },
  };
}

/** Salinity that encodes its position: 35 and a tenth for each degree of latitude, fill on the first column. */
function chunk(level: number): Float32Array {
  const values = new Float32Array(latitudes.length * longitudes.length);
  latitudes.forEach((lat, row) => {
    longitudes.forEach((_, column) => {
      values[row * longitudes.length + column] = column === 1 ? FILL : level === 1 ? 35 + lat / 10 : -99;
    });
  });
  return values;
}

type Store = {
  readonly unit: string;
  readonly absent: readonly string[];
  readonly preparing: readonly string[];
  readonly firstCatalogueDown: boolean;
};
const usual: Store = { unit: '1e-3', absent: [], preparing: ['202611'], firstCatalogueDown: false };

/** Copernicus Marine in small: configuration, two catalogues, two versions and the store of the older one. */
function provider(path: string, store: Store): FixtureAnswer {
  const none: FixtureAnswer = { status: 404, headers: { 'content-type': 'application/xml' }, body: '<Error/>' };
  const bytes = (view: ArrayBufferView) => ({
    body: new Uint8Array(view.buffer, view.byteOffset, view.byteLength),
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (path.endsWith('/clientsConfigV1.json'))
    return {
      body: {
        catalogues: [STAC, COPY].map((root) => ({
          stac: root,
          stacRoot: root,
          idMapping: root.replace(/metadata$/, 'dataset_product_id_mapping.json'),
        })),
      },
    };
  if (path.endsWith('/dataset_product_id_mapping.json')) return { body: { [DATASET]: PRODUCT } };
  if (path.endsWith('/product.stac.json')) {
    if (store.firstCatalogueDown) return { status: 502, body: 'Bad Gateway' };
    const links = ['202211', '202611'].map((version) => ({
      rel: 'item',
      href: `${DATASET}_${version}/dataset.stac.json`,
    }));
    return { body: { id: PRODUCT, type: 'Collection', links } };
  }
  const version = /_(\d{6})\/dataset\.stac\.json$/.exec(path)?.[1];
  if (version !== undefined) {
    const href = `https://s3.waw3-1.cloudferro.com${STORE}/${DATASET}_${version}/timeChunked.zarr`;
    return {
      body: {
        id: `${DATASET}_${version}`,
        type: 'Feature',
        properties: { admp_in_preparation: store.preparing.includes(version) },
        assets: { timeChunked: { href } },
      },
    };
  }
  const key = path.split('timeChunked.zarr/')[1];
  if (key === undefined || store.absent.includes(key)) return none;
  if (key === '.zmetadata') return { body: metadata(store.unit) };
  if (key === 'time/0') return bytes(BigInt64Array.from(times, BigInt));
  if (key === 'elevation/0') return bytes(Float32Array.from(elevations));
  if (key === 'latitude/0') return bytes(Float32Array.from(latitudes));
  if (key === 'longitude/0') return bytes(Float32Array.from(longitudes));
  const level = /^so\/[0-3]\.([01])\.0\.0$/.exec(key)?.[1];
  return level === undefined ? none : bytes(chunk(Number(level)));
}

let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function run(change: Partial<Store> = {}): Promise<Page<unknown>[]> {
  const store = { ...usual, ...change };
  server = await serveFixtures(({ url }) => provider(url.pathname, store), { nowMs: () => NOW_MS });
  const { baseUrl } = server.settings;
  const settings = {
    baseUrl,
    extraBaseUrls: { config: `${baseUrl}/mdl-metadata/clientsConfigV1.json`, stac: baseUrl, arco: baseUrl },
  };
  const [stream] = cmems.streams;
  if (stream === undefined) throw new Error('no stream');
  return collect(stream.pull({ mode: 'incremental', cursor: null }, settings, server.context));
}

const slices = (pages: readonly Page<unknown>[]) => pages.flatMap(({ records }) => records as readonly GridSlice[]);
const keys = () =>
  (server?.requests ?? [])
    .map(({ url }) => url.pathname.split('timeChunked.zarr/')[1])
    .filter((key) => key !== undefined);

test('one chunk a day of a consolidated Zarr v2 store: the surface, south first, fill as missing', async () => {
  const found = slices(await run());
  expect(found.map(({ timeMs }) => timeMs)).toEqual(times.slice(0, 2));
  const [slice] = found;
  expect(slice).toMatchObject({
    variable: 'salinity',
    unit: 'psu',
    depthMeters: 0.5,
    west: 8,
    south: -18,
    lonStepDegrees: 0.5,
    latStepDegrees: 0.5,
    columns: 13,
    rows: 28,
  });
  expect(slice?.values[0]).toBeNaN();
  expect(slice?.values[1]).toBeCloseTo(33.2, 4);
  expect(slice?.values.at(-1)).toBeCloseTo(34.55, 4);
  // All metadata came at once, and of the chunks only those of the surface and of days that were.
  expect(keys().filter((key) => key.includes('.z'))).toEqual(['.zmetadata']);
  expect(keys().filter((key) => key.startsWith('so/'))).toEqual(['so/0.1.0.0', 'so/1.1.0.0']);
});

test('reads are unsigned and say which client reads', async () => {
  await run();
  for (const { headers, url } of server?.requests ?? []) {
    expect(headers.authorization).toBeUndefined();
    expect(url.searchParams.get('x-cop-client')).toBe('kianda');
  }
});

test('a version in preparation is passed over for the newest that is out', async () => {
  await run();
  const stores = new Set(
    (server?.requests ?? []).flatMap(({ url }) => /_(\d{6})\/timeChunked/.exec(url.pathname)?.[1] ?? []),
  );
  expect([...stores]).toEqual(['202211']);
});

test('a chunk that does not exist yet is a day without data, never a field of fill', async () => {
  const pages = await run({ absent: ['so/1.1.0.0'] });
  expect(slices(pages).map(({ timeMs }) => timeMs)).toEqual([times[0]]);
});

test('catalogues that are both out of reach end the run for now, each asked', async () => {
  await expect(run({ firstCatalogueDown: true })).rejects.toMatchObject({ failure: 'provider', permanent: false });
  expect(server?.logs.filter(({ message }) => message === 'Catálogo inacessível')).toHaveLength(2);
});

test('another unit is a change of schema', async () => {
  await expect(run({ unit: 'kg m-3' })).rejects.toMatchObject({ failure: 'schema', permanent: true });
});
