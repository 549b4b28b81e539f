import * as contract from '@kianda/contract/sea/limits/limits.contract';
import { zee } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';

let app: TestApplication;
let scientist: string;
beforeAll(async () => {
  app = await createTestApplication();
  scientist = (await app.signIn('cientista')).token;
});
afterAll(() => app.close());

const call = <T>(endpoint: Parameters<TestApplication['call']>[0], over: object = {}) =>
  app.call<T>(endpoint, { token: scientist, ...over });
const pointAt = async (lon: number, lat: number) =>
  (await call<contract.BoundaryPoint>(contract.boundaryAtPoint, { query: { lon: String(lon), lat: String(lat) } }))
    .data;

test('before the first drawing there are the working zones alone, and the reason', async () => {
  const all = await call<contract.MaritimeBoundary[]>(contract.listBoundaries);
  expect(new Set(all.data.map(({ type }) => type))).toEqual(new Set(['fishing_zones']));
  // Working zones of the platform, in use, and no limits of the law.
  expect(all.data.map(({ isActive, legal, limitMiles }) => [isActive, legal, limitMiles])).toEqual(
    all.data.map(() => [true, null, null]),
  );
  expect(all.metadata.provenance).toMatchObject({ state: 'fallback', reason: expect.stringContaining('não foram') });
  expect((await call(contract.boundaryAtPoint, { query: { lon: '12', lat: '-9' } })).status).toBe(404);
  const national = await call(contract.processBoundaries, { body: { baseline: 'national' } });
  expect([national.status, national.problem.detail]).toEqual([409, expect.stringContaining('Sem fonte')]);
});

test('the first drawing is asked for by nobody, and once', async () => {
  const { queue } = app.composition;
  const asked = async () => (await app.ended(await queue.enqueue('limits.draw-first', {}))).result;
  expect(await asked()).toEqual({ asked: true });
  const [drawing] = await queue.list({ name: 'limits.draw', limit: 2 });
  expect(drawing).toMatchObject({ trigger: 'schedule' });
  expect(await asked()).toEqual({ asked: false });
  expect((await call(contract.processBoundaries, { body: {} })).problem.code).toBe('already_running');
  await app.ended(drawing?.id ?? '', 120_000);
  expect(await asked()).toEqual({ asked: false });
  expect(await queue.list({ name: 'limits.draw', limit: 9 })).toHaveLength(1);
  const { data } = await call<{ drawing: contract.LimitDrawing }>(contract.boundaryDrawing);
  expect(data.drawing).toMatchObject({ requestedBy: 'Kianda', baseline: { id: 'natural-earth' } });
});

test('a drawing: zones, lines, overlaps, the ZEE beside it, points, file and collection', async () => {
  const reader = (await app.signIn('cliente')).token;
  expect((await app.call(contract.processBoundaries, { token: reader, body: {} })).status).toBe(403);
  const again = await call<contract.LimitWork>(contract.processBoundaries, { body: {} });
  expect(again.status).toBe(202);
  await app.composition.queue.cancel(again.data.id);
  await app.ended(again.data.id, 120_000);
  const { data: zones } = await call<contract.MaritimeBoundary[]>(contract.listBoundaries);
  const area = (type: string) => zones.find((zone) => zone.type === type)?.area ?? 0;
  expect(area('internal_waters')).toBeGreaterThan(250);
  expect(area('territorial_waters')).toBeGreaterThan(33_000);
  expect(area('contiguous_zone')).toBeGreaterThan(32_000);
  expect(area('zee')).toBeGreaterThan(465_000);
  expect(area('zee')).toBe(area('continental_shelf'));
  expect(zones.find(({ type }) => type === 'territorial_waters')?.legal?.national).toContain('14/10');

  const { drawing, work } = (
    await call<{ drawing: contract.LimitDrawing; work: contract.LimitWork | null }>(contract.boundaryDrawing)
  ).data;
  expect(work).toMatchObject({ id: again.data.id, state: 'cancelled' });
  expect(drawing.overlaps.map(({ neighbour }) => neighbour)).toHaveLength(4);
  for (const { area: all, ownArea } of drawing.overlaps) expect(ownArea).toBeLessThan(all);
  const { drawn, platform, both, onlyDrawn, onlyPlatform } = drawing.comparison;
  expect(both + onlyDrawn).toBeCloseTo(drawn, 0);
  expect(both + onlyPlatform).toBeCloseTo(platform, 0);
  expect(drawn).toBeCloseTo(area('territorial_waters') + area('zee'), 0);
  expect(both / platform).toBeGreaterThan(0.97);
  expect(zee.coordinates).toHaveLength(2);

  // Off Luanda, 30 km and 200 km to the west; the land; the open ocean; off Walvis Bay.
  const near = await pointAt(13.0, -8.9);
  expect(near.zones.map(({ type }) => type)).toEqual(['territorial_waters']);
  const offshore = await pointAt(11.2, -9);
  expect(offshore.zones.map(({ type }) => type)).toEqual(['zee', 'continental_shelf']);
  const metersTo = (id: string) => offshore.distances.find((one) => one.id === id)?.meters ?? 0;
  expect(metersTo('baseline') + metersTo('zee')).toBeGreaterThanOrEqual(200 * 1852 - 200);
  expect(Math.abs(metersTo('baseline') - metersTo('territorial') - 12 * 1852)).toBeLessThan(100);
  expect((await pointAt(15, -10)).outside).toBe('land');
  expect((await pointAt(0, -10)).outside).toBe('high_seas');
  expect(await pointAt(11.5, -18)).toMatchObject({ outside: 'neighbour', neighbour: 'Namíbia' });

  const file = await app.server.inject({
    url: '/admin-api/boundaries/file',
    headers: { authorization: `Bearer ${scientist}` },
  });
  const collection = file.json<{ features: { id: string }[]; metadata: { baseline: { licence: string } } }>();
  expect(collection.metadata.baseline.licence).toBe('Domínio público');
  expect(collection.features.map(({ id }) => id)).toContain('line-median-nam');
  const items = await app.server.inject({ url: '/features/collections/maritime-zones/items?limit=10' });
  expect(items.json<{ features: object[] }>().features).toHaveLength(5);
});
