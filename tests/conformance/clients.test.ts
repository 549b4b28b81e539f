/** Public clients, unchanged, against the open services: what they read is what the database has. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemRows, missing, occurrenceRows, openServices, printed, publication } from './testing/world.ts';

let world: Awaited<ReturnType<typeof openServices>>;
let folder: string;
/** Where a team keeps its files. */
let files: Server;
const features = () => `${world.url}/features`;
const items = () => `${world.url}/stac/collections/published-products/items`;

beforeAll(async () => {
  world = await openServices();
  folder = await mkdtemp(join(tmpdir(), 'kianda-conforme-'));
  const raster = join(folder, 'modelo.tif');
  files = createServer((request, response) => {
    readFile(raster).then(
      (bytes) => {
        response.setHeader('content-length', bytes.byteLength);
        response.end(request.method === 'HEAD' ? undefined : bytes);
      },
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => files.once('listening', resolve));
  const address = files.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { token } = await world.app.signIn('cientista');
  const reply = await world.app.inject({
    method: 'POST',
    url: new URL(items()).pathname,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/geo+json' },
    payload: publication(`http://127.0.0.1:${port}/modelo.tif`),
  });
  if (reply.status !== 201) throw new Error(`publication: ${reply.status} ${reply.text}`);
});
afterAll(async () => {
  files.close();
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

type Cut = {
  readonly geoTransform: readonly number[];
  readonly metadata: { readonly TILING_SCHEME: { readonly NAME: string; readonly ZOOM_LEVEL: string } };
};
type Grid = {
  readonly tileMatrices: readonly { readonly cellSize: number; readonly pointOfOrigin: readonly number[] }[];
};

/** Features that a table of `ogr2ogr` has. */
const lines = (csv: string) => csv.trim().split('\n').length - 1;

describe.skipIf(missing('gdal-bin') !== false)(`GDAL (${missing('gdal-bin') || 'instalado'})`, () => {
  test('ogrinfo lists the open collections, and counts as the database does', async () => {
    const list = await printed('ogrinfo', '-ro', `OAPIF:${features()}`);
    for (const id of ['occurrences', 'zee', 'ports', 'protected-areas']) expect(list).toContain(id);
    expect(list).not.toContain('vessel-positions');
    const summary = await printed('ogrinfo', '-ro', '-so', `OAPIF:${features()}`, 'occurrences');
    expect(summary).toContain(`Feature Count: ${occurrenceRows}`);
    expect(summary).toMatch(/depthMeters: (Real|Integer)[\s\S]*eventStart: DateTime/);
  });

  test('ogr2ogr reads a box, a time and everything page by page, each feature once', async () => {
    const read = (...more: readonly string[]) =>
      printed(
        'ogr2ogr',
        ...['-f', 'CSV', '/vsistdout/', `OAPIF:${features()}`, 'occurrences', '-lco', 'GEOMETRY=AS_XY'],
        ...['-oo', 'PAGE_SIZE=1000', ...more],
      );
    const whole = await read();
    expect(lines(whole)).toBe(occurrenceRows);
    expect(new Set(whole.trim().split('\n')).size).toBe(occurrenceRows + 1);
    expect(lines(await read('-spat', '11', '-10', '12', '-9'))).toBe(
      await world.counted('lon between 11 and 12 and lat between -10 and -9'),
    );
    const [from, to] = ['2020-02-01T00:00:00Z', '2020-02-20T00:00:00Z'];
    // It asks with `datetime`, which features without a time always match.
    expect(lines(await read('-where', `eventStart >= '${from}' AND eventStart <= '${to}'`))).toBe(
      await world.counted(`event_start is null or event_start between '${from}' and '${to}'`),
    );
  });

  test.each(['WebMercatorQuad', 'WorldCRS84Quad'])('gdal_translate cuts a raster by the grid %s', async (id) => {
    const [plain, cut] = [join(folder, `${id}-antes.tif`), join(folder, `${id}.tif`)];
    const place = ['-a_srs', 'EPSG:4326', '-a_ullr', '11', '-8', '14', '-11'];
    await printed('gdal_create', '-of', 'GTiff', '-outsize', '600', '600', '-bands', '1', ...place, plain);
    const url = `${features()}/tileMatrixSets/${id}`;
    // GDAL 3.6 knows grids by version 1.0 of their standard alone.
    await printed('gdal_translate', '-q', '-of', 'COG', '-co', `TILING_SCHEME=${url}`, plain, cut);
    const { geoTransform, metadata } = JSON.parse(await printed('gdalinfo', '-json', cut)) as Cut;
    expect(metadata.TILING_SCHEME.NAME).toBe(url);
    const grid = (await world.app.inject({ method: 'GET', url: new URL(url).pathname })).json() as Grid;
    const level = grid.tileMatrices[Number(metadata.TILING_SCHEME.ZOOM_LEVEL)];
    const [west = Number.NaN, cell, , north = Number.NaN] = geoTransform;
    const { cellSize = Number.NaN, pointOfOrigin = [] } = level ?? {};
    expect(cell).toBeCloseTo(cellSize, 7);
    const tiles = [west - (pointOfOrigin[0] ?? Number.NaN), (pointOfOrigin[1] ?? Number.NaN) - north].map(
      (distance) => distance / (256 * cellSize),
    );
    expect(tiles.map(Math.round)).toEqual(tiles.map((tile) => expect.closeTo(tile, 6) as number));
  });

  test('ogr2ogr reads a tile: the features that are in it', async () => {
    const tile = join(folder, 'mosaico.pbf');
    const url = new URL(`${features()}/collections/occurrences/tiles/WebMercatorQuad/7/67/68`).pathname;
    await writeFile(tile, (await world.app.server.inject(url)).rawPayload);
    const read = await printed(
      'ogr2ogr',
      ...['-f', 'CSV', '/vsistdout/', '-lco', 'GEOMETRY=AS_XY', tile, 'occurrences'],
      ...['-oo', 'X=68', '-oo', 'Y=67', '-oo', 'Z=7'],
    );
    const inside = await world.counted('lon between 11.25 and 14.0625 and lat between -11.1784 and -8.4072');
    expect(lines(read)).toBe(inside);
  });

  test('ogrinfo reads areas whole', async () => {
    const areas = await printed('ogrinfo', '-ro', '-al', '-so', `OAPIF:${features()}`, 'zee');
    expect(areas).toMatch(/Extent: \(8\.\d+, -1\d\.\d+\)/);
    expect(areas).toMatch(/Feature Count: [1-9]/);
  });

  test('the GeoJSON driver reads a page of the catalogue', async () => {
    const summary = await printed('ogrinfo', '-ro', '-al', '-so', `${items()}?limit=1000`);
    expect(summary).toContain(`Feature Count: ${itemRows}`);
    const some = await printed(
      'ogrinfo',
      '-ro',
      '-al',
      '-so',
      `${world.url}/stac/search?limit=1000&bbox=8.2,-17.9,8.8,-17`,
    );
    expect(some).toMatch(/Feature Count: [1-9]\d?\n/);
  });

  test('the STACIT driver makes one raster of the items, following the pages', async () => {
    await printed(
      'gdal_create',
      ...[
        '-of',
        'GTiff',
        '-outsize',
        '20',
        '20',
        '-bands',
        '1',
        '-ot',
        'Float32',
        '-burn',
        '21.5',
        '-a_srs',
        'EPSG:4326',
      ],
      ...['-a_ullr', '8', '-17', '9', '-18', join(folder, 'modelo.tif')],
    );
    const info = await printed('gdalinfo', '-oo', 'MAX_ITEMS=1000', `STACIT:"${items()}?limit=50"`);
    // Four degrees wide, and eight and a quarter high, by twentieths of a degree.
    expect(info).toContain('Size is 80, 165');
  });
});

describe.skipIf(missing('python3-owslib') !== false)(`OWSLib (${missing('python3-owslib') || 'instalada'})`, () => {
  const python = (script: string) =>
    printed('/usr/bin/python3', '-c', script).then((text) => JSON.parse(text) as unknown);

  test('reads the features service: landing page, conformance, collections, queryables, items', async () => {
    const found = await python(`
import json
from owslib.ogcapi.features import Features
f = Features('${features()}/')
print(json.dumps({
  'conforms': 'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core' in f.conformance()['conformsTo'],
  'collections': f.feature_collections(),
  'queryables': sorted(f.collection_queryables('occurrences')['properties'])[:2],
  'box': f.collection_items('occurrences', bbox=[11, -10, 12, -9], limit=3)['numberMatched'],
  'time': f.collection_items('occurrences', datetime='2020-02-01T00:00:00Z/2020-02-20T00:00:00Z', limit=1)['numberMatched'],
  'one': f.collection_item('occurrences', 'obis:0000001')['id'],
}))`);
    expect(found).toEqual({
      conforms: true,
      collections: expect.arrayContaining(['occurrences', 'zee', 'ports']),
      queryables: ['absence', 'aphiaId'],
      box: await world.counted('lon between 11 and 12 and lat between -10 and -9'),
      time: await world.counted("event_start is null or event_start between '2020-02-01Z' and '2020-02-20Z'"),
      one: 'obis:0000001',
    });
  });

  test('reads the catalogue as features', async () => {
    const found = await python(`
import json
from owslib.ogcapi.features import Features
f = Features('${world.url}/stac/')
page = f.collection_items('published-products', limit=7)
print(json.dumps({
  'listed': 'published-products' in f.feature_collections(),
  'matched': page['numberMatched'], 'returned': len(page['features']),
  'item': f.collection_item('published-products', 'modelo-0003')['properties']['datetime'],
}))`);
    expect(found).toEqual({ listed: true, matched: itemRows, returned: 7, item: '2026-01-04T00:00:00.000Z' });
  });

  test('lists the analyses', async () => {
    const found = await python(`
import json
from owslib.ogcapi.processes import Processes
p = Processes('${features()}/')
print(json.dumps([each['id'] for each in p.processes()['processes']]))`);
    expect(found).toEqual(expect.arrayContaining(['echo', 'polygon-area']));
  });
});
