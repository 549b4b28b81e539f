import { afterEach, describe, expect, test } from 'vitest';
import type { MapLayerRecord } from '../core/geo-records.ts';
import type { Page, PullInput } from '../core/port.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { bccGeodata } from './port.ts';

const NOW_MS = Date.UTC(2026, 8, 1, 6);

function entry(name: string, over: object = {}): object {
  return {
    pk: '1',
    alternate: `geonode:${name}`,
    title: `AGO ${name}`,
    abstract: '<p>Vectorização</p>',
    raw_abstract: 'Vectorização',
    subtype: 'vector',
    keywords: [{ name: 'Angola', slug: 'angola' }],
    extent: { coords: [8.2, -17.25, 11.756, -5.885], srid: 'EPSG:4326' },
    last_updated: '2019-05-14T09:30:00Z',
    ...over,
  };
}
const point = (id: string, lon = 12, lat = -9, properties: object | null = { NOME: 'a' }): object => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties,
});
const collection = (
  features: readonly object[],
  numberMatched: number | 'unknown' = features.length,
): FixtureAnswer => ({
  body: { type: 'FeatureCollection', features, numberMatched, numberReturned: features.length },
});
const exception = (status = 200): FixtureAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: '<?xml version="1.0"?><ows:ExceptionReport version="2.0.0"><ows:Exception exceptionCode="InvalidParameterValue"/></ows:ExceptionReport>',
});

let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

type Answers = {
  readonly list?: readonly object[];
  readonly page?: (request: FixtureRequest) => FixtureAnswer;
  readonly features?: (request: FixtureRequest) => FixtureAnswer;
};

async function run(
  { list = [entry('AGO_OEM_BASE_ZEE')], page, features = featuresOf }: Answers,
  input: Partial<PullInput<unknown>> = {},
): Promise<Page<unknown>[]> {
  await server?.close();
  const whole = (): FixtureAnswer => ({ body: { total: list.length, page: 1, page_size: 50, resources: list } });
  const answer = (request: FixtureRequest): FixtureAnswer =>
    request.url.pathname.startsWith('/geoserver') ? features(request) : (page ?? whole)(request);
  server = await serveFixtures(answer, { nowMs: () => NOW_MS });
  const [stream] = bccGeodata.streams;
  if (stream === undefined) throw new Error('no stream');
  return collect(stream.pull({ mode: 'incremental', cursor: null, ...input }, server.settings, server.context));
}

function featuresOf({ url }: FixtureRequest): FixtureAnswer {
  const name = (url.searchParams.get('typeNames') ?? '').replace('geonode:', '');
  return collection([point(`${name}.1`)]);
}

const layersOf = (pages: readonly Page<unknown>[]): MapLayerRecord[] =>
  pages.flatMap(({ records }) =>
    records.flatMap((record) => (record.kind === 'map-layer' && !record.withdrawn ? [record] : [])),
  );
const withdrawnOf = (pages: readonly Page<unknown>[]): string[] =>
  pages.flatMap(({ records }) =>
    records.flatMap((record) => (record.kind === 'map-layer' && record.withdrawn ? [record.layerId] : [])),
  );
const asked = (): string[] =>
  (server?.requests ?? []).flatMap(({ url }) => url.searchParams.get('typeNames')?.replace('geonode:', '') ?? []);

describe('list', () => {
  test('Angola and the region are read; those of defence and of the neighbours are not even asked for', async () => {
    const names = ['AGO_OEM_DEF_RADARES', 'NAM_MFMR_1', 'REG_EBSA', 'AGO_OEM_BASE_ZEE'];
    const pages = await run({ list: names.map((name) => entry(name)) });
    expect(layersOf(pages).map(({ layerId }) => layerId)).toEqual(['AGO_OEM_BASE_ZEE', 'REG_EBSA']);
    expect(asked()).toEqual(['AGO_OEM_BASE_ZEE', 'REG_EBSA']);
    expect(layersOf(pages)[0]).toMatchObject({
      title: 'AGO AGO_OEM_BASE_ZEE',
      abstract: 'Vectorização',
      keywords: ['Angola'],
      bbox: [8.2, -17.25, 11.756, -5.885],
      updatedMs: Date.UTC(2019, 4, 14, 9, 30),
    });
  });

  test('is paged to its end, and a page that is another one is a passing fault', async () => {
    const page = ({ url }: FixtureRequest): FixtureAnswer => {
      const number = Number(url.searchParams.get('page'));
      return { body: { total: 60, page: number, page_size: 50, resources: [entry(`AGO_OEM_${number}`)] } };
    };
    expect(layersOf(await run({ page }))).toHaveLength(2);
    const stale = () => ({ body: { total: 60, page: 1, page_size: 50, resources: [entry('AGO_OEM_1')] } });
    await expect(run({ page: stale })).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });

  test('of an older version is under another path and another name', async () => {
    const page = ({ url }: FixtureRequest): FixtureAnswer =>
      url.pathname.endsWith('/resources')
        ? { status: 404, body: { detail: 'Not found.' } }
        : { body: { total: 1, page: 1, page_size: 50, datasets: [entry('REG_EBSA', { keywords: ['EBSA'] })] } };
    expect(layersOf(await run({ page }))).toMatchObject([{ layerId: 'REG_EBSA', keywords: ['EBSA'] }]);
  });

  test('in another form is refused, not an empty server', async () => {
    await expect(run({ list: [{ typename: 'x' }] })).rejects.toMatchObject({ failure: 'schema' });
  });
});

describe('features', () => {
  const only = async (features: readonly object[]) => {
    const pages = await run({ features: () => collection(features) });
    return { layer: layersOf(pages)[0], rejected: pages.flatMap(({ rejected }) => rejected) };
  };

  test('are asked for with longitude first', async () => {
    await run({});
    expect(server?.requests.at(-1)?.url.searchParams.get('srsName')).toBe('EPSG:4326');
  });

  test('zero is a coordinate; heights go; what is no shape in degrees is rejected', async () => {
    const { layer, rejected } = await only([
      point('AGO_OEM_BASE_ZEE.1', 0, 0, null),
      {
        type: 'Feature',
        id: 'AGO_OEM_BASE_ZEE.2',
        geometry: {
          type: 'LineString',
          coordinates: [
            [12, -9, 3],
            [13, -9, 4],
          ],
        },
        properties: {},
      },
      // A layer in metres of UTM, stored without its projection.
      point('AGO_OEM_BASE_ZEE.3', 350_000, 8_900_000),
      { type: 'Feature', id: 'AGO_OEM_BASE_ZEE.4', geometry: null, properties: {} },
      { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 1] } },
    ]);
    expect(layer?.features).toEqual([
      { id: '1', geometry: { type: 'Point', coordinates: [0, 0] }, properties: {} },
      {
        id: '2',
        geometry: {
          type: 'LineString',
          coordinates: [
            [12, -9],
            [13, -9],
          ],
        },
        properties: {},
      },
    ]);
    expect(rejected).toHaveLength(3);
  });

  test('without a primary key they are numbered anew each time: their shape names them', async () => {
    const ids = async (suffix: string) => {
      const { layer } = await only([
        point(`AGO_OEM_BASE_ZEE.fid--7d1_${suffix}_1`, 12, -9),
        point(`AGO_OEM_BASE_ZEE.fid--7d1_${suffix}_2`, 12, -10),
        point(`AGO_OEM_BASE_ZEE.fid--7d1_${suffix}_3`, 12, -9),
      ]);
      return layer?.features?.map(({ id }) => id) ?? [];
    };
    const before = await ids('a');
    expect(await ids('b')).toEqual(before);
    expect(new Set(before).size).toBe(3);
  });

  test('of another layer are not taken', async () => {
    await expect(only([point('AGO_OEM_OUTRA.1')])).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });

  test('come in pages, and the first names no start: layers without a primary key refuse it', async () => {
    const features = ({ url }: FixtureRequest): FixtureAnswer => {
      const start = url.searchParams.get('startIndex');
      if (start === '0') return exception(400);
      return collection([point(`AGO_OEM_BASE_ZEE.${Number(start ?? 0) + 1}`)], 3);
    };
    const [layer] = layersOf(await run({ features }));
    expect(layer?.features?.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  test('withheld by an exception, with status 200 or not: the layer is described, and the others go on', async () => {
    for (const refusal of [exception(200), exception(400), { status: 403, body: '' }]) {
      const pages = await run({
        list: [entry('AGO_OEM_PET_POCOS'), entry('REG_EBSA')],
        features: (request) => (request.url.search.includes('POCOS') ? refusal : featuresOf(request)),
      });
      expect(layersOf(pages).map(({ features }) => features?.length ?? null)).toEqual([null, 1]);
      expect(server?.logs).toMatchObject([{ level: 'warn', fields: { layer: 'AGO_OEM_PET_POCOS' } }]);
    }
  });

  test('an image has none, and is not asked', async () => {
    const pages = await run({ list: [entry('AGO_OEM_BASE_BAT0', { subtype: 'raster' })] });
    expect(layersOf(pages)).toMatchObject([{ features: null }]);
    expect(asked()).toEqual([]);
  });
});

describe('sweep', () => {
  const list = [entry('AGO_OEM_A'), entry('AGO_OEM_B'), entry('AGO_OEM_C')];

  test('reads again only the layers of which the list says something new', async () => {
    const cursor = (await run({ list })).at(-1)?.cursor;
    expect(await run({ list }, { cursor })).toEqual([]);
    const changed = [
      entry('AGO_OEM_A'),
      entry('AGO_OEM_B', { last_updated: '2026-08-30T00:00:00Z' }),
      entry('AGO_OEM_C'),
    ];
    expect(layersOf(await run({ list: changed }, { cursor })).map(({ layerId }) => layerId)).toEqual(['AGO_OEM_B']);
    expect(layersOf(await run({ list }, { cursor, mode: 'full' }))).toHaveLength(3);
  });

  test('interrupted, goes on with the layers not read yet', async () => {
    const [first] = await run({ list });
    await run({ list }, { cursor: first?.cursor });
    expect(asked()).toEqual(['AGO_OEM_B', 'AGO_OEM_C']);
  });

  test('a layer that is no longer listed is withdrawn; not while a row of the list could not be read', async () => {
    const cursor = (await run({ list })).at(-1)?.cursor;
    const pages = await run({ list: list.slice(1) }, { cursor });
    expect(withdrawnOf(pages)).toEqual(['AGO_OEM_A']);
    expect(withdrawnOf(await run({ list: list.slice(1) }, { cursor: pages.at(-1)?.cursor }))).toEqual([]);
    expect(withdrawnOf(await run({ list: [...list.slice(1), { pk: 'x' }] }, { cursor }))).toEqual([]);
  });

  test('a window chooses layers by the day of their change, and leaves the cursor alone', async () => {
    const window = { fromMs: Date.UTC(2019, 4, 1), toMs: Date.UTC(2019, 4, 31) };
    const old = [...list, entry('AGO_OEM_D', { last_updated: '2012-01-01T00:00:00Z' })];
    const pages = await run({ list: old }, { mode: 'backfill', window, cursor: { layers: {} } });
    expect(layersOf(pages)).toHaveLength(3);
    expect(pages.at(-1)?.cursor).toEqual({ layers: {} });
    await expect(run({ list }, { mode: 'backfill' })).rejects.toMatchObject({ failure: 'request' });
  });
});
