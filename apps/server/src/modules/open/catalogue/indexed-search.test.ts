import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IndexedPage } from './indexed-search.service.ts';
import { findItems } from './item-search.service.ts';
import { type Search, searchFromQuery } from './search/search.ts';
import { createIndexedWorld, type IndexedWorld } from './testing/indexed-world.ts';
import { collections, condition, oneOf, places, query, random, sortby } from './testing/random-searches.ts';

const items = 1_200;
let world: IndexedWorld;

beforeAll(async () => {
  world = await createIndexedWorld(items);
});
afterAll(() => world.close());

/** A page from the index, its order read where it is the first to ask for it. */
async function quick(search: Search): Promise<IndexedPage> {
  const page = await world.byIndex(search);
  if (page !== null) return page;
  await world.cache.ordered();
  const again = await world.byIndex(search);
  if (again === null) throw new Error(`${JSON.stringify(search)}: the index has no answer`);
  return again;
}

/** Every page of a search: names of its items, and the token of the next one. */
async function pagesOf(search: Search, pageOf: (search: Search) => Promise<{ items: string[]; next: string | null }>) {
  const pages: { items: string[]; next: string | null }[] = [];
  for (let token: string | null = null, more = true; more; more = token !== null) {
    const page = await pageOf({ ...search, token });
    pages.push(page);
    token = page.next;
  }
  return pages;
}

const nameOf = ({ collection, id }: { readonly collection: string; readonly id: string }) => `${collection}/${id}`;

/** A search is answered by both, page by page, with the same items, tokens and number of matches; answers how many. */
async function expectSame(parameters: Parameters<typeof searchFromQuery>[0]): Promise<number> {
  const search = searchFromQuery(parameters);
  const counts = new Set<number>();
  const plain = await pagesOf(search, async (asked) => {
    const { rows, next } = await findItems(world.repository, asked, collections);
    return { items: rows.map(nameOf), next };
  });
  const held = await pagesOf(search, async (asked) => {
    const { index, ranks, next, matched } = await quick(asked);
    counts.add(matched);
    return { items: ranks.map((rank) => nameOf(index.keyOf(rank))), next };
  });
  const matches = plain.flatMap((page) => page.items);
  expect([parameters, held.flatMap((page) => page.items)]).toEqual([parameters, matches]);
  expect([parameters, held.map(({ next }) => next).filter((next) => next !== null)]).toEqual([
    parameters,
    plain.slice(0, held.length - 1).map(({ next }) => next),
  ]);
  expect([parameters, [...counts]]).toEqual([parameters, [matches.length]]);
  return matches.length;
}

const boxes = ['8,-18,11,-16', '9,-17,9.5,-16.5', '-30,-18,40,-10', '10,-16,10,-16', '170,-18,9,-10'];
const periods = [
  '2024-03-01T00:00:00Z/2024-06-01T00:00:00Z',
  '../2024-09-01T00:00:00Z',
  '2024-11-20T00:00:00Z/..',
  '2024-05-03T00:00:00Z',
];

function randomSearch() {
  const place = random() < 0.1 ? `${oneOf(places)} AND ` : '';
  return {
    limit: oneOf([50, 50, 300, 1_000]),
    ...(random() < 0.3 ? { bbox: oneOf(boxes) } : {}),
    ...(random() < 0.4 ? { datetime: oneOf(periods) } : {}),
    ...(random() < 0.4 ? { collections: oneOf(['um', 'dois,três', 'três,um,nenhuma', 'nenhuma']) } : {}),
    ...(random() < 0.4 ? { filter: `${place}${condition(Math.floor(random() * 3))}` } : {}),
    ...(random() < 0.4 ? { query: JSON.stringify(query()) } : {}),
    ...(random() < 0.7 ? { sortby: sortby() } : {}),
  };
}

test('of two hundred random searches the index finds, sorts, counts and pages what the database does', async () => {
  const found: number[] = [];
  for (let number = 0; number < 200; number += 1) found.push(await expectSame(randomSearch()));
  // Neither of nothing nor of everything is most of what was compared.
  expect(found.filter((count) => count > 0 && count < items).length).toBeGreaterThan(80);
});

test.each(['-title', '+kianda:dataset', '-properties.eo:cloud_cover,+id', 'datetime', '-collection,-datetime'])(
  'every item in the order %s',
  async (order) => {
    expect(await expectSame({ sortby: order, limit: 250 })).toBe(items);
    expect(await expectSame({ sortby: order, limit: 90, collections: 'dois' })).toBeGreaterThan(0);
  },
);

test.each([
  { 'eo:cloud_cover': { neq: 50 } },
  { 'eo:cloud_cover': { eq: null } },
  { platform: { neq: 'ágora' } },
  { platform: { lt: 'm' } },
  { title: { eq: 'Nuvens' } },
  { 'kianda:simulated': { neq: true } },
  { desconhecida: { eq: 1 } },
])('the index leaves %j to the database, which tells what is null from what is none', async (conditions) => {
  expect(await world.byIndex(searchFromQuery({ query: JSON.stringify(conditions) }))).toBeNull();
});

test('a condition that is none is refused whether the index is asked or not', async () => {
  const search = searchFromQuery({ query: JSON.stringify({ 'eo:cloud_cover': { lt: 'muitas' } }) });
  await expect(world.byIndex(search)).rejects.toThrow();
  await expect(findItems(world.repository, search, collections)).rejects.toThrow();
});

test('a token of an item that has changed since is left to the database', async () => {
  const search = searchFromQuery({ sortby: '-eo:cloud_cover', limit: 5 });
  const { next } = await quick(search);
  const [value, collection, id] = JSON.parse(Buffer.from(next ?? '', 'base64url').toString());
  const moved = Buffer.from(JSON.stringify([value === null ? 1 : null, collection, id])).toString('base64url');
  expect(await world.byIndex({ ...search, token: moved })).toBeNull();
  const gone = Buffer.from(JSON.stringify([value, collection, 'nenhum'])).toString('base64url');
  expect(await world.byIndex({ ...search, token: gone })).toBeNull();
});
