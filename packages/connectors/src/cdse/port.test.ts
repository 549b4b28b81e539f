import { afterEach, describe, expect, test } from 'vitest';
import type { Page } from '../core/port.ts';
import type { ProductRecord } from '../core/records.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { mapDeleted, mapProducts } from './map.ts';
import { cdseSentinel3 } from './port.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 8, 1, 6);
const NAME = 'S3A_OL_2_WFR____20260831T091234_20260831T091534_20260831T112233_0179_128_036_3060_MAR_O_NR_003.SEN3';

type Change = Readonly<Record<string, unknown>>;

function product(change: Change = {}) {
  return {
    Id: '67360f3a-f36b-11ef-9d3f-0050561a7772',
    Name: NAME,
    ContentType: 'application/octet-stream',
    ContentLength: 728976,
    OriginDate: '2026-08-31T11:22:33.000000Z',
    PublicationDate: '2026-08-31T11:55:07.282635Z',
    Online: true,
    S3Path: `/eodata/Sentinel-3/OLCI/OL_2_WFR___/2026/08/31/${NAME}`,
    Checksum: [{ Value: '23383d85', Algorithm: 'MD5', ChecksumDate: '2026-08-31T11:56:17.610209Z' }],
    ContentDate: { Start: '2026-08-31T09:12:34.000000Z', End: '2026-08-31T09:15:34.000000Z' },
    GeoFootprint: {
      type: 'Polygon',
      coordinates: [
        [
          [8, -9],
          [12, -9],
          [12, -6],
          [8, -9],
        ],
      ],
    },
    Attributes: [
      { '@odata.type': '#OData.CSC.StringAttribute', Name: 'productType', Value: 'OL_2_WFR___', ValueType: 'String' },
      { Name: 'platformSerialIdentifier', Value: 'A', ValueType: 'String' },
      { Name: 'relativeOrbitNumber', Value: 36, ValueType: 'Integer' },
      { Name: 'cycleNumber', Value: 128, ValueType: 'Integer' },
      { Name: 'timeliness', Value: 'NR', ValueType: 'String' },
      { Name: 'cloudCover', Value: 41.2, ValueType: 'Double' },
    ],
    ...change,
  };
}

/** So many products, one each minute from a time on. */
const many = (count: number, fromMs: number) =>
  Array.from({ length: count }, (_, index) =>
    product({ Id: `${fromMs}-${index}`, PublicationDate: new Date(fromMs + index * 60_000).toISOString() }),
  );

let server: FixtureServer | undefined;
let answers: ((request: FixtureRequest) => FixtureAnswer)[] = [];
let deleted: readonly unknown[] = [];

async function run(
  cursor: unknown,
  mode: 'incremental' | 'full' | 'backfill' = 'incremental',
  window?: { fromMs: number; toMs: number },
): Promise<Page<unknown>[]> {
  server ??= await serveFixtures(
    (request) =>
      request.url.pathname.endsWith('/DeletedProducts')
        ? { body: { value: deleted } }
        : (answers.shift() ?? (() => ({ body: { value: [] } })))(request),
    { nowMs: () => NOW_MS, prefix: '/odata/v1' },
  );
  const [stream] = cdseSentinel3.streams;
  if (stream === undefined) throw new Error('no stream');
  const input = { mode, cursor, ...(window === undefined ? {} : { window }) };
  return collect(stream.pull(input, server.settings, server.context));
}

const filters = (): string[] => (server?.requests ?? []).map(({ url }) => url.searchParams.get('$filter') ?? '');

afterEach(async () => {
  await server?.close();
  server = undefined;
  answers = [];
  deleted = [];
});

describe('products', () => {
  test('become records; the name tells what the attributes do not', () => {
    const bare = product({ Id: 'b', GeoFootprint: null, Attributes: [], S3Path: null });
    const { records, rejected } = mapProducts([
      product(),
      bare,
      product({ Id: 'c', Attributes: [{ Name: 'cloudCover', Value: 'n/a' }] }),
      product({ Id: 'd', Name: 'outro', Attributes: [] }),
      { Id: 'e' },
    ]);
    const record: ProductRecord = {
      kind: 'product',
      id: '67360f3a-f36b-11ef-9d3f-0050561a7772',
      name: NAME,
      productType: 'OL_2_WFR___',
      platform: 'S3A',
      cycle: 128,
      relativeOrbit: 36,
      startMs: Date.UTC(2026, 7, 31, 9, 12, 34),
      endMs: Date.UTC(2026, 7, 31, 9, 15, 34),
      publishedMs: Date.parse('2026-08-31T11:55:07.282Z'),
      footprint: {
        type: 'Polygon',
        coordinates: [
          [
            [8, -9],
            [12, -9],
            [12, -6],
            [8, -9],
          ],
        ],
      },
      cloudCover: 41.2,
      timeliness: 'NR',
      sizeBytes: 728976,
      online: true,
      s3Path: `/eodata/Sentinel-3/OLCI/OL_2_WFR___/2026/08/31/${NAME}`,
      deletedMs: null,
    };
    expect(records).toEqual([record, { ...record, id: 'b', footprint: null, cloudCover: null, s3Path: null }]);
    expect(rejected.map(({ reason }) => reason)).toEqual([
      'Nebulosidade inválida: n/a',
      'Sem tipo de produto',
      expect.stringMatching(/^Não é um produto/),
    ]);
  });

  test('withdrawn ones become tombstones, stripes without a frame included; other types are left out', () => {
    const gone = (Name: string) => ({
      ...product({ Id: Name, Name, Attributes: undefined, PublicationDate: undefined }),
      DeletionDate: '2026-09-01T01:00:00.000000Z',
      DeletionCause: 'Duplicated product',
    });
    const stripe =
      'S3B_SR_2_WAT____20260831T091234_20260831T100534_20260831T112233_3179_108_136______MAR_O_ST_005.SEN3';
    const { records, rejected } = mapDeleted([gone(NAME), gone(stripe), gone('S3A_SL_1_RBT____x'), { Id: 'x' }]);
    expect(records).toMatchObject([
      { productType: 'OL_2_WFR___', deletedMs: Date.UTC(2026, 8, 1, 1), publishedMs: null, online: false },
      { productType: 'SR_2_WAT___', platform: 'S3B', cycle: 108, relativeOrbit: 136, timeliness: 'ST' },
    ]);
    expect(rejected).toHaveLength(1);
  });

  test('in another form are refused', async () => {
    answers = [() => ({ body: { value: [{ id: 1 }] } })];
    await expect(run(null)).rejects.toMatchObject({ failure: 'schema', permanent: true });
  });
});

describe('listing', () => {
  test('first a week by publication, over the box and of three types, then the withdrawn', async () => {
    const pages = await run(null);
    const [products = '', withdrawn = ''] = filters();
    expect(products).toContain("Collection/Name eq 'SENTINEL-3'");
    expect(products).toContain("POLYGON((8 -18,14 -18,14 -4.4,8 -4.4,8 -18))')");
    for (const type of ['OL_2_WFR___', 'SL_2_WST___', 'SR_2_WAT___']) expect(products).toContain(`Value eq '${type}'`);
    expect(products).toContain(
      'PublicationDate ge 2026-08-25T06:00:00.000Z and PublicationDate lt 2026-09-01T06:00:00.000Z',
    );
    expect(withdrawn).toContain('DeletionDate ge 2026-08-25T06:00:00.000Z');
    expect(server?.requests[0]?.url.search).not.toContain('+');
    expect(pages.at(-1)).toMatchObject({ progress: 1, cursor: { deletedMs: NOW_MS } });
  });

  test('follows links to the next page by their query alone, each page with its own cursor', async () => {
    const first = many(100, NOW_MS - DAY_MS);
    const second = many(3, NOW_MS - DAY_MS / 2);
    answers = [
      () => ({
        body: {
          '@odata.count': 103,
          value: first,
          '@odata.nextLink': 'https://elsewhere.example/odata/v1/Products?%24skip=100',
        },
      }),
      () => ({ body: { '@odata.count': 103, value: second } }),
    ];
    const pages = await run(null);
    expect(server?.requests[1]?.url.search).toBe('?%24skip=100');
    expect(pages.slice(0, 2).map(({ cursor }) => cursor)).toEqual([
      { publishedMs: NOW_MS - DAY_MS + 99 * 60_000, deletedMs: null },
      { publishedMs: NOW_MS - DAY_MS / 2 + 2 * 60_000, deletedMs: null },
    ]);
    expect(pages.slice(0, 2).map(({ progress }) => progress)).toEqual([0.95, 0.95]);
  });

  test('past 10,000 rows the links end: the listing begins anew at the last date', async () => {
    const first = many(100, NOW_MS - DAY_MS);
    const lastMs = NOW_MS - DAY_MS + 99 * 60_000;
    answers = [() => ({ body: { value: first } }), () => ({ body: { value: many(2, lastMs) } })];
    const pages = await run(null);
    expect(filters()[1]).toContain(`PublicationDate ge ${new Date(lastMs).toISOString()}`);
    expect(pages.slice(0, 2).map(({ records }) => records.length)).toEqual([100, 2]);
  });

  test.each([
    ['without a date', 'hoje'],
    ['before those asked for', new Date(NOW_MS - 8 * DAY_MS).toISOString()],
    ['after those asked for', new Date(NOW_MS).toISOString()],
  ])('a full page whose last row is %s ends the listing', async (_name, PublicationDate) => {
    answers = [() => ({ body: { value: [...many(99, NOW_MS - DAY_MS), product({ PublicationDate })] } })];
    await run(null);
    const asked = (server?.requests ?? []).filter(({ url }) => url.pathname.endsWith('/Products'));
    expect(asked).toHaveLength(1);
  });

  test('a full page of one instant cannot be passed', async () => {
    const same = Array.from({ length: 100 }, (_, index) =>
      product({ Id: String(index), PublicationDate: new Date(NOW_MS - 7 * DAY_MS).toISOString() }),
    );
    answers = [() => ({ body: { value: same } })];
    await expect(run(null)).rejects.toMatchObject({ failure: 'provider' });
  });

  test('later an hour is read again', async () => {
    await run({ publishedMs: NOW_MS - DAY_MS, deletedMs: NOW_MS - 2 * DAY_MS });
    expect(filters()[0]).toContain('PublicationDate ge 2026-08-31T05:00:00.000Z');
    expect(filters()[1]).toContain('DeletionDate ge 2026-08-30T05:00:00.000Z');
  });

  test('backfill goes by sensing date and leaves the cursor', async () => {
    const cursor = { publishedMs: 5, deletedMs: 6 };
    const pages = await run(cursor, 'backfill', { fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2026, 0, 11) - 1 });
    expect(filters()).toEqual([
      expect.stringContaining(
        'ContentDate/Start ge 2026-01-01T00:00:00.000Z and ContentDate/Start lt 2026-01-11T00:00:00.000Z',
      ),
    ]);
    expect(pages.map((page) => page.cursor)).toEqual([cursor]);
  });

  test('429 is waited for as long as the provider asks, and the page comes once', async () => {
    answers = [
      () => ({ status: 429, headers: { 'retry-after': '7' }, body: { detail: 'Too Many Requests' } }),
      () => ({ body: { value: many(2, NOW_MS - DAY_MS) } }),
    ];
    const pages = await run(null);
    expect(pages[0]?.records).toHaveLength(2);
    expect(server?.context.http.metrics).toMatchObject({ throttled: 1, retries: 1 });
    expect(filters()[1]).toBe(filters()[0]);
  });

  test('422 is permanent and says what was wrong', async () => {
    const detail = [
      { type: 'less_than_equal', loc: ['query', '$skip'], msg: 'Input should be less than or equal to 10000' },
    ];
    answers = [() => ({ status: 422, body: { detail } })];
    await expect(run(null)).rejects.toMatchObject({
      failure: 'request',
      permanent: true,
      status: 422,
      message: expect.stringContaining('10000'),
    });
  });
});
