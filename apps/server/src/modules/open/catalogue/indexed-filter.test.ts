import { seededRandom } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../platform/log/log.ts';
import { findIndexed, type IndexedPage } from './indexed-search.service.ts';
import { createItemIndexCache } from './item-index.cache.ts';
import { findItems } from './item-search.service.ts';
import { createItemRepository, type ItemRepository } from './items.repository.ts';
import type { NewItem, StoredItem } from './items.types.ts';
import { searchFromQuery } from './search/search.ts';
import { boxAround, footprintText, isOwnBox } from './search/spatial.ts';
import { createCatalogueWorld } from './testing/world.ts';

const random = seededRandom('filtros do catálogo');
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const between = (low: number, high: number) => low + random() * (high - low);
const collections = ['um', 'dois', 'três'];

/** Values of a property as items have them: good ones, of another type, null, and none at all. */
const clouds = [0, 10, 33.3, 50, 50, 99.9, 100, -0, '50', '', true, null, undefined, undefined];
const platforms = ['sentinel-2a', 'Sentinel-2B', 'ágora', 'agora', '', '￿', '😀', "o'riso", 5, false, null, undefined];
const yesOrNo = [true, false, 'true', 1, null, undefined];

let world: Awaited<ReturnType<typeof createCatalogueWorld>>;
let repository: ItemRepository;
let cache: ReturnType<typeof createItemIndexCache>;

/** Places of all sorts on a coarse grid, so that edges and corners often touch those of the filters. */
function geometry(): StoredItem['geometry'] {
  const [x, y] = [Math.round(between(8, 13)), Math.round(between(-18, -14))];
  const [east, north] = [x + oneOf([0.25, 0.5, 1]), y + oneOf([0.25, 0.5, 1])];
  const ring = [
    [x, y],
    [east, y],
    [east, north],
    [x, north],
    [x, y],
  ];
  const triangle = [ring[0], ring[1], ring[2], ring[0]];
  return oneOf([
    { type: 'Polygon', coordinates: [ring] },
    { type: 'Polygon', coordinates: [ring] },
    { type: 'Polygon', coordinates: [triangle] },
    { type: 'Point', coordinates: [x, y] },
    null,
  ]);
}

function item(number: number): NewItem {
  const at = new Date(Date.UTC(2024, Math.floor(between(0, 12)), 1 + Math.floor(between(0, 28))));
  const until = new Date(at.getTime() + oneOf([0, 0, 86_400_000, 5 * 86_400_000]));
  const place = geometry();
  const box = place === null ? null : boxAround(place);
  const properties = {
    datetime: at.toISOString(),
    'eo:cloud_cover': oneOf<unknown>(clouds),
    platform: oneOf<unknown>(platforms),
    license: oneOf<unknown>(['CC-BY-4.0', 'proprietary', undefined]),
    'kianda:dataset': oneOf<unknown>(['mur', 'MUR', 'chl_100%', undefined]),
    'kianda:rows': oneOf<unknown>([0, 7, 1_000, '7', undefined]),
    'kianda:zee_mean': oneOf<unknown>([between(-2, 30), 22.5, undefined]),
    'kianda:simulated': oneOf<unknown>(yesOrNo),
  };
  return {
    collection: oneOf(collections),
    id: `i${number}`,
    datetime: at,
    start_at: at,
    end_at: until,
    footprint: box === null ? null : footprintText(box),
    is_box: place === null || isOwnBox(place),
    item: {
      geometry: place,
      properties: JSON.parse(JSON.stringify(properties)) as StoredItem['properties'],
      assets: {},
      stac_extensions: [],
    },
    content_hash: `${number}`,
    own: true,
    connector_id: null,
    stream_id: null,
    retrieved_at: at,
    simulated_seed: null,
    created_at: at,
    updated_at: until,
  };
}

beforeAll(async () => {
  world = await createCatalogueWorld();
  repository = createItemRepository(world.platform.database);
  await repository.offer(Array.from({ length: 1_500 }, (_, number) => item(number)));
  cache = createItemIndexCache(repository, createLogger({ level: 'silent', pretty: false }));
  await cache.hold();
});
afterAll(async () => {
  await cache.stop();
  await world.close();
});

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const anyText = () =>
  text(oneOf(['sentinel-2a', 'Sentinel-2B', 'agora', 'ÁGORA', '', '￿', '😀', "o'riso", 'm', 'MUR']));
const anyNumber = () => oneOf(['0', '50', '33.3', '-1', '7', '22.5', '100']);
const anyInstant = () =>
  oneOf(["TIMESTAMP('2024-05-03T00:00:00Z')", "TIMESTAMP('2024-11-20T12:00:00Z')", "DATE('2024-08-10')"]);
const comparison = () => oneOf(['=', '<>', '<', '<=', '>', '>=']);
const numberName = () =>
  oneOf(['"eo:cloud_cover"', '"kianda:rows"', '"properties.kianda:zee_mean"', '"eo:cloud_cover"']);
const textName = () => oneOf(['platform', 'license', '"kianda:dataset"', '"kianda:dataset"', 'collection', 'id']);
const instantName = () => oneOf(['datetime', 'start_datetime', 'end_datetime', 'created', 'updated']);

const leaves: readonly (() => string)[] = [
  () => `${numberName()} ${comparison()} ${anyNumber()}`,
  () => `${anyNumber()} ${comparison()} ${numberName()}`,
  () => `${numberName()} ${comparison()} ${numberName()}`,
  () => `${numberName()} + 1 ${comparison()} ${anyNumber()} * 2`,
  () => `${numberName()} BETWEEN ${anyNumber()} AND ${anyNumber()}`,
  () => `${numberName()} IN (${anyNumber()}, ${anyNumber()})`,
  () => `${textName()} ${comparison()} ${anyText()}`,
  () => `${textName()} BETWEEN ${anyText()} AND ${anyText()}`,
  () => `${textName()} IN (${anyText()}, ${anyText()}, ${text(oneOf(collections))}, 'i7')`,
  () => `${textName()} LIKE ${text(oneOf(['%a%', 's_ntinel%', 'mur', '%\\%', '%']))}`,
  () => `CASEI(${textName()}) = CASEI(${anyText()})`,
  () => `ACCENTI(${textName()}) = ACCENTI(${anyText()})`,
  () => `${textName()} ${comparison()} ${textName()}`,
  () => `${oneOf([numberName, textName, instantName])()} IS ${oneOf(['', 'NOT '])}NULL`,
  () => `${instantName()} ${comparison()} ${anyInstant()}`,
  () => `${instantName()} BETWEEN ${anyInstant()} AND ${anyInstant()}`,
  () => `T_AFTER(${instantName()}, ${anyInstant()})`,
  () => `T_INTERSECTS(INTERVAL(start_datetime, end_datetime), INTERVAL('2024-03-01', '2024-06-10'))`,
  () => `"kianda:simulated" = ${oneOf(['true', 'false'])}`,
  () => '"kianda:simulated"',
  () => '"kianda:simulated" IS NULL',
];

function condition(depth: number): string {
  const kind = depth === 0 ? 'leaf' : oneOf(['leaf', 'and', 'or', 'not']);
  if (kind === 'leaf') return oneOf(leaves)();
  if (kind === 'not') return `NOT (${condition(depth - 1)})`;
  return `(${condition(depth - 1)} ${kind.toUpperCase()} ${condition(depth - 1)})`;
}

const places = [
  'S_INTERSECTS(geometry, POLYGON((8 -18, 11 -18, 8 -15, 8 -18)))',
  'S_INTERSECTS(geometry, POLYGON((8 -18, 13 -18, 13 -14, 8 -14, 8 -18), (9 -17, 12 -17, 12 -15, 9 -15, 9 -17)))',
  'S_INTERSECTS(geometry, MULTIPOLYGON(((8 -18, 9.1 -18, 9.1 -17, 8 -18)), ((11.2 -16, 12 -16, 12 -15.3, 11.2 -16))))',
  'S_INTERSECTS(POINT(10 -16), geometry)',
  'S_INTERSECTS(geometry, LINESTRING(8 -18, 13 -14))',
  'S_WITHIN(geometry, POLYGON((8 -18, 11 -18, 11 -15, 8 -15, 8 -18)))',
  'S_CONTAINS(geometry, POINT(10.1 -15.9))',
  'S_TOUCHES(geometry, POLYGON((9 -17, 10 -17, 10 -16, 9 -16, 9 -17)))',
];

/** Every match by the database alone, page by page. */
async function byDatabase(filter: string, more: object): Promise<readonly string[]> {
  const ids: string[] = [];
  let token: string | undefined;
  do {
    const search = searchFromQuery({ filter, limit: 1_000, ...more, ...(token === undefined ? {} : { token }) });
    const page = await findItems(repository, search, collections);
    ids.push(...page.rows.map(({ id }) => id));
    token = page.next ?? undefined;
  } while (token !== undefined);
  return ids;
}

async function byIndex(filter: string, query: object): Promise<IndexedPage | null> {
  const revision = await repository.revision();
  const sources = { index: cache, repository, documents: { frame: () => ({ head: '{"links":[', url: '' }) } };
  return findIndexed(sources, searchFromQuery({ filter, limit: 1_000, ...query }), { revision, collections });
}

async function expectSame(filter: string, query: object = {}): Promise<number> {
  const wanted = await byDatabase(filter, query);
  const page = await byIndex(filter, query);
  if (page === null) throw new Error(`${filter}: the index has no answer`);
  const ids: string[] = page.ranks.map((rank) => page.index.idOf(rank));
  for (let next = page.next; next !== null; ) {
    const more: IndexedPage | null = await byIndex(filter, { ...query, token: next });
    ids.push(...(more?.ranks.map((rank) => page.index.idOf(rank)) ?? []));
    next = more?.next ?? null;
  }
  expect([filter, page.matched, ids]).toEqual([filter, wanted.length, wanted]);
  return wanted.length;
}

test('of three hundred filters on properties, the index finds and counts what the database does', async () => {
  const found: number[] = [];
  for (let number = 0; number < 300; number += 1) found.push(await expectSame(condition(number % 4)));
  // Neither of nothing nor of everything is most of what was compared.
  expect(found.filter((count) => count > 0 && count < 1_500).length).toBeGreaterThan(150);
});

test('filters beside a box, a period and a page in the middle', async () => {
  for (let number = 0; number < 60; number += 1) {
    const query = {
      ...(random() < 0.6 ? { bbox: oneOf(['8,-18,11,-16', '9,-17,9.5,-16.5', '-30,-18,40,-10']) } : {}),
      ...(random() < 0.6
        ? { datetime: oneOf(['2024-03-01T00:00:00Z/2024-06-01T00:00:00Z', '../2024-09-01T00:00:00Z']) }
        : {}),
      limit: oneOf([7, 100, 1_000]),
    };
    await expectSame(condition(number % 3), query);
  }
});

test.each(places)('%s, alone and beside other conditions', async (place) => {
  expect(await expectSame(place)).toBeGreaterThan(0);
  await expectSame(`${place} AND ${condition(1)}`);
  await expectSame(`"eo:cloud_cover" < 60 AND ${place} AND ${oneOf(places)}`, { bbox: '8,-18,11,-15' });
  await expectSame(`${place} AND ${condition(0)}`, { limit: 5 });
});

test.each([
  'title IS NULL',
  "A_CONTAINS(keywords, ('mar'))",
  'S_DISJOINT(geometry, POINT(10 -16))',
  'NOT S_INTERSECTS(geometry, POINT(10 -16))',
  '"eo:cloud_cover" < 50 OR S_INTERSECTS(geometry, POINT(10 -16))',
  'geometry IS NULL',
])('the index leaves %s to the database', async (filter) => {
  expect(await byIndex(filter, {})).toBeNull();
});

test('a polygon that crosses itself is refused by both', async () => {
  const filter = 'S_INTERSECTS(geometry, POLYGON((8 -18, 11 -15, 11 -18, 8 -15, 8 -18)))';
  await expect(byIndex(filter, {})).rejects.toThrow('cruza');
  await expect(byDatabase(filter, {})).rejects.toThrow('cruza');
});
