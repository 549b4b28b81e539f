import { inflateSync } from 'node:zlib';
import { clientsConfig, consolidatedMetadata, datasetItem, productCollection } from '@kianda/connectors/cmems/wire';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOcean } from '../../world/ocean/ocean.ts';
import { biogeochemistry, CHUNK, FILL, FIRST_DAY, physics } from './datasets.ts';
import { routes } from './routes.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 8, 20, 10);
const PRODUCT = physics.id;
const SALINITY = 'cmems_mod_glo_phy-so_anfc_0.083deg_P1D-m';
const STORE = `/cmems/s3-waw3/mdl-arco-time-010/arco/${PRODUCT}/${SALINITY}_202406/timeChunked.zarr`;
const ocean = createOcean(8478);
let app: FastifyInstance;

beforeAll(() => {
  app = Fastify();
  routes(app, { world: { ocean }, clock: () => NOW_MS });
});
afterAll(() => app.close());

const metadata = async () => consolidatedMetadata.parse((await app.inject(`${STORE}/.zmetadata`)).json()).metadata;
const bytesOf = async (key: string): Promise<Buffer> => inflateSync((await app.inject(`${STORE}/${key}`)).rawPayload);

test('configuration, product and items say where the provider has them, by its own addresses', async () => {
  const config = clientsConfig.parse((await app.inject('/cmems/s3-waw3/mdl-metadata/clientsConfigV1.json')).json());
  expect(config.catalogues.map(({ stacRoot }) => stacRoot)).toEqual([
    'https://s3.waw4-1.cloudferro.com/mdl-metadata/metadata/',
    'https://s3.waw3-1.cloudferro.com/mdl-metadata/metadata/',
  ]);
  for (const host of ['s3-waw3', 's3-waw4']) {
    const base = `/cmems/${host}/mdl-metadata/metadata/${PRODUCT}`;
    const product = productCollection.parse((await app.inject(`${base}/product.stac.json`)).json());
    const links = product.links.filter(({ rel }) => rel === 'item').map(({ href }) => href);
    expect(links).toContain(`${SALINITY}_206011/dataset.stac.json`);
    for (const href of links) {
      const item = datasetItem.parse((await app.inject(`${base}/${href}`)).json());
      expect(item.assets.timeChunked.href).toContain(`https://s3.waw3-1.cloudferro.com/mdl-arco-time-`);
    }
  }
});

test('the store has the real geometry, today and nine days of forecast', async () => {
  const found = await metadata();
  const times = await bytesOf('time/0');
  const last = Number(times.readBigInt64LE(times.length - 8));
  expect(last).toBe(Date.UTC(2026, 8, 20) + 9 * DAY_MS);
  expect(found['so/.zarray']).toMatchObject({
    chunks: [1, 1, 512, 2048],
    shape: [times.length / 8, 50, 2041, 4320],
    dtype: '<f4',
    fill_value: FILL,
    zarr_format: 2,
  });
  expect(found['so/.zattrs']).toMatchObject({
    units: '1e-3',
    _ARRAY_DIMENSIONS: ['time', 'elevation', 'latitude', 'longitude'],
  });
  expect((await app.inject(`${STORE}/so/.zarray`)).json()).toEqual(found['so/.zarray']);
});

test('the one chunk of Angola holds the simulated sea; all else is fill', async () => {
  const chunk = await bytesOf('so/100.49.1.1');
  expect(chunk.length).toBe(CHUNK.latitude * CHUNK.longitude * 4);
  const value = (row: number, column: number): number => chunk.readFloatLE(((row - 512) * 2048 + (column - 2048)) * 4);
  const timeMs = Date.parse(FIRST_DAY) + 100 * DAY_MS;
  // Row 852 is 9° S, column 2304 is 12° E.
  const sea = ocean.sample('salinity', [12, -9], timeMs, 0.494);
  expect(sea).not.toBeNull();
  expect(value(852, 2304)).toBeCloseTo(sea ?? Number.NaN, 3);
  expect(value(852, 2048)).toBe(Math.fround(FILL));
  expect(value(600, 2304)).toBe(Math.fround(FILL));
});

test('a chunk of a mostly empty world stays small', async () => {
  expect((await app.inject(`${STORE}/so/100.49.1.1`)).rawPayload.length).toBeLessThan(120_000);
});

test.each([
  ['so/99999.0.0.0'],
  ['so/0.50.0.0'],
  ['so/0.0.4.0'],
  ['so/0.0.0'],
  ['time/1'],
  ['thetao/0.0.0.0'],
  ['nada'],
])('%s does not exist: an unsigned 404 of S3, in XML', async (key) => {
  const answer = await app.inject(`${STORE}/${key}`);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toBe('application/xml');
  expect(answer.body).toContain('<Code>NoSuchKey</Code><BucketName>mdl-arco-time-010</BucketName>');
});

test('a version that is announced but not out has no store yet', async () => {
  expect((await app.inject(`${STORE.replace('202406', '206011')}/.zmetadata`)).statusCode).toBe(404);
});

test('native files are listed a day each, page by page, the newest ones written again', async () => {
  const prefix = `native/${PRODUCT}/${SALINITY}_202406/2026/09/`;
  const list = async (more: Record<string, string>) =>
    (await app.inject(`/cmems/s3-waw3/mdl-native-14?${new URLSearchParams({ 'list-type': '2', prefix, ...more })}`))
      .body;
  const keysOf = (xml: string) => Array.from(xml.matchAll(/<Key>([^<]+)<\/Key>/g), ([, key = '']) => key);
  const whole = await list({});
  // The twenty days of September so far, and the nine of the forecast.
  expect(keysOf(whole)).toHaveLength(29);
  expect(keysOf(whole)[0]).toBe(`${prefix}glo12_rg_1d-m_20260901-20260901_3D-so.nc`);
  expect(whole).toContain('<IsTruncated>false</IsTruncated>');
  expect(whole).toContain('<LastModified>2026-09-11T00:00:00.000Z</LastModified>');
  const first = await list({ 'max-keys': '20' });
  expect(first).toContain('<IsTruncated>true</IsTruncated>');
  const token = /<NextContinuationToken>([^<]+)</.exec(first)?.[1] ?? '';
  const second = await list({ 'max-keys': '20', 'continuation-token': token });
  expect([...keysOf(first), ...keysOf(second)]).toEqual(keysOf(whole));
});

test('biogeochemistry is a product of its own, on a quarter of a degree, with the levels of the sea below', async () => {
  const base = `/cmems/s3-waw3/mdl-metadata`;
  const mapping = (await app.inject(`${base}/dataset_product_id_mapping.json`)).json();
  const dataset = 'cmems_mod_glo_bgc-bio_anfc_0.25deg_P1D-m';
  expect(mapping[dataset]).toBe(biogeochemistry.id);
  const product = productCollection.parse(
    (await app.inject(`${base}/metadata/${biogeochemistry.id}/product.stac.json`)).json(),
  );
  const links = product.links.filter(({ rel }) => rel === 'item').map(({ href }) => href);
  expect(links).toContain(`${dataset}_202406/dataset.stac.json`);
  expect(links.every((href) => href.includes('_bgc-'))).toBe(true);
  const store = `/cmems/s3-waw3/mdl-arco-time-006/arco/${biogeochemistry.id}/${dataset}_202406/timeChunked.zarr`;
  const found = consolidatedMetadata.parse((await app.inject(`${store}/.zmetadata`)).json()).metadata;
  expect(found['o2/.zarray']).toMatchObject({ chunks: [1, 1, 512, 2048], shape: [expect.any(Number), 50, 681, 1440] });
  expect(found['o2/.zattrs']).toMatchObject({ units: 'mmol m-3' });
  // Row 284 is 9° S, column 752 is 8° E; level 20 is that of 380 m.
  const valueAt = async (level: number) =>
    inflateSync((await app.inject(`${store}/o2/100.${level}.0.0`)).rawPayload).readFloatLE((284 * 2048 + 752) * 4);
  const timeMs = Date.parse(FIRST_DAY) + 100 * DAY_MS;
  expect(await valueAt(49)).toBeCloseTo(ocean.sample('oxygen', [8, -9], timeMs, 0.494) ?? Number.NaN, 2);
  expect(await valueAt(20)).toBeLessThan(60);
  // The store is below the folder of its own product alone.
  const elsewhere = store.replace(biogeochemistry.id, physics.id);
  expect((await app.inject(`${elsewhere}/.zmetadata`)).statusCode).toBe(404);
});
