import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';

const nowMs = Date.UTC(2026, 7, 31, 9);
const synop = `/inamet/oapi/collections/${encodeURIComponent('urn:wmo:md:ao-inamet:synop')}/items`;
let app: ReturnType<typeof createSimulator>;
beforeEach(() => {
  app = createSimulator({ seed: 8478, clock: manualClock(nowMs) });
});
afterEach(() => app.close());

test('pages by offset to the end, each linking to the next', async () => {
  const datetime = '2026-08-31T00:00:00Z/2026-08-31T09:00:00Z';
  const whole = (await app.inject(`${synop}?limit=10000&datetime=${datetime}`)).json();
  const seen: unknown[] = [];
  let url: string | undefined = `${synop}?limit=100&datetime=${datetime}`;
  while (url !== undefined) {
    const page: { features: unknown[]; links: { rel: string; href: string }[] } = (await app.inject(url)).json();
    seen.push(...page.features);
    const next = page.links.find(({ rel }) => rel === 'next');
    url = next === undefined ? undefined : new URL(next.href).pathname + new URL(next.href).search;
  }
  expect(seen).toEqual(whole.features);
  expect(whole.numberMatched).toBe(whole.features.length);
  expect(whole.features.length).toBeGreaterThan(200);
});

test('nothing has arrived of the hour that has just passed; faults of the request are told', async () => {
  const late = (await app.inject(`${synop}?datetime=2026-08-31T08:40:00Z/..`)).json();
  expect(late.features).toEqual([]);
  for (const query of ['limit=0', 'limit=x', 'offset=-1', 'datetime=ontem'])
    expect((await app.inject(`${synop}?${query}`)).statusCode).toBe(400);
  expect((await app.inject('/inamet/oapi/collections/outra/items')).statusCode).toBe(404);
});
