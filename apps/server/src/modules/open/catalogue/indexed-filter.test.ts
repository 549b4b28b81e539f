import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IndexedPage } from './indexed-search.service.ts';
import { findItems } from './item-search.service.ts';
import { searchFromQuery } from './search/search.ts';
import { createIndexedWorld, type IndexedWorld } from './testing/indexed-world.ts';
import { collections, condition, oneOf, places, random } from './testing/random-searches.ts';

let world: IndexedWorld;

beforeAll(async () => {
  world = await createIndexedWorld(1_500);
});
afterAll(() => world.close());

/** Every match by the database alone, page by page. */
async function byDatabase(filter: string, more: object): Promise<readonly string[]> {
  const ids: string[] = [];
  let token: string | undefined;
  do {
    const search = searchFromQuery({ filter, limit: 1_000, ...more, ...(token === undefined ? {} : { token }) });
    const page = await findItems(world.repository, search, collections);
    ids.push(...page.rows.map(({ id }) => id));
    token = page.next ?? undefined;
  } while (token !== undefined);
  return ids;
}

const byIndex = (filter: string, query: object): Promise<IndexedPage | null> =>
  world.byIndex(searchFromQuery({ filter, limit: 1_000, ...query }));

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
