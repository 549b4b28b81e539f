import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCatalogueWorld } from './testing/world.ts';

const items = '/stac/collections/published-products/items';
let world: Awaited<ReturnType<typeof createCatalogueWorld>>;

beforeAll(async () => {
  world = await createCatalogueWorld();
  for (let day = 1; day <= 9; day += 1) await publish('POST', `i${day}`, day);
  await world.hold();
});
afterAll(() => world.close());

async function publish(method: 'POST' | 'PUT', id: string, day: number, title = `Dia ${day}`): Promise<void> {
  const { status } = await world.ask(method, method === 'POST' ? items : `${items}/${id}`, {
    role: 'cientista',
    headers: { 'content-type': 'application/geo+json' },
    payload: {
      type: 'Feature',
      stac_version: '1.1.0',
      id,
      geometry: { type: 'Point', coordinates: [12, -9] },
      bbox: [12, -9, 12, -9],
      properties: { datetime: `2026-08-0${day}T00:00:00Z`, title },
      links: [],
      assets: {},
    },
  });
  expect(status).toBeLessThan(300);
}

async function answerTo(path: string, tag?: string) {
  const headers = tag === undefined ? {} : { 'if-none-match': tag };
  const { status, headers: given, text } = await world.ask('GET', `/stac${path}`, { role: null, headers });
  return { status, tag: String(given.etag), text };
}

const namesOnly = '/search?limit=3&fields=id';
const pages = [
  '/search',
  '/search?limit=3',
  '/search?limit=4',
  '/search?limit=3&bbox=11,-10,13,-8',
  '/search?limit=3&datetime=2026-08-01T00:00:00Z/..',
  namesOnly,
  '/search?limit=3&fields=id,properties.title',
  `/search?limit=3&filter=${encodeURIComponent("datetime > TIMESTAMP('2026-01-01T00:00:00Z')")}`,
  '/collections/published-products/items?limit=3',
] as const;

test('pages that differ in anything have tags that differ; the same page has the same', async () => {
  const answers = await Promise.all(pages.map((path) => answerTo(path)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(pages.length);
  expect(new Set(answers.map(({ tag }) => tag)).size).toBe(pages.length);
  for (const { tag } of answers) expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
  // Held anew from the same rows.
  await world.hold();
  expect(await Promise.all(pages.map((path) => answerTo(path)))).toEqual(answers);
});

test.each(pages)('whoever holds the page of %s is told so, until one of its items changes', async (path) => {
  const { tag } = await answerTo(path);
  expect(await answerTo(path, tag)).toEqual({ status: 304, tag, text: '' });
  expect((await answerTo(path, '"outra"')).status).toBe(200);
  await publish('PUT', 'i9', 9, `Mudado por ${path}`);
  for (const isHeld of [false, true]) {
    if (isHeld) await world.hold();
    const changed = await answerTo(path, tag);
    // The list of names alone has not changed.
    const isSame = path === namesOnly;
    expect([changed.status, changed.tag === tag]).toEqual(isSame ? [304, true] : [200, false]);
    expect(changed.text.includes('Mudado por')).toBe(!isSame);
  }
});

test('another match that is not on the page changes its tag, since it is counted; a change elsewhere does not', async () => {
  const newest = await answerTo('/search?limit=2');
  await publish('PUT', 'i1', 1, 'Mudado');
  await world.hold();
  expect((await answerTo('/search?limit=2', newest.tag)).status).toBe(304);
  await publish('POST', 'i0', 1);
  await world.hold();
  const counted = await answerTo('/search?limit=2', newest.tag);
  expect(counted.status).toBe(200);
  expect(JSON.parse(counted.text).numberMatched).toBe(JSON.parse(newest.text).numberMatched + 1);
});
