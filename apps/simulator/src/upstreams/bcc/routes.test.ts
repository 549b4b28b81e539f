import { featuresWire, featureWire, resourcesWire, resourceWire } from '@kianda/connectors/bcc/wire';
import { expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { layers } from './layers.ts';
import { bcc } from './routes.ts';

const app = createSimulator({ seed: 8478, clock: manualClock(Date.UTC(2026, 8, 1)), providers: [bcc] });
const list = (page: number, pageSize = 50) => app.inject(`/bcc/api/v2/resources?page=${page}&page_size=${pageSize}`);
const wfs = (layer: string, query: Record<string, string> = {}) =>
  app.inject(
    `/bcc/geoserver/ows?${new URLSearchParams({
      service: 'WFS',
      version: '2.0.0',
      request: 'GetFeature',
      typeNames: `geonode:${layer}`,
      outputFormat: 'application/json',
      ...query,
    })}`,
  );
const features = async (layer: string, query: Record<string, string> = {}) =>
  featuresWire.parse((await wfs(layer, query)).json()).features.map((row) => featureWire.parse(row));

test('the list comes in pages, and ends', async () => {
  const first = resourcesWire.parse((await list(1)).json());
  expect(first).toMatchObject({ total: layers.length, page: 1, page_size: 50 });
  expect((await list(1)).json().links.next).toContain('page=2');
  expect((await list(2)).json().links.next).toBeNull();
  expect((await list(3)).statusCode).toBe(404);
  const rows = (await list(1, 100)).json().resources.map((row: unknown) => resourceWire.parse(row));
  expect(rows).toHaveLength(layers.length);
  expect(rows[0]).toMatchObject({ alternate: 'geonode:AGO_OEM_BASE_ZEE', subtype: 'vector' });
});

test('features of a layer, in pages where it has a primary key', async () => {
  const whole = await features('AGO_OEM_NOR_DAT_SARDINELAS');
  expect(whole.length).toBeGreaterThan(2_000);
  const second = await features('AGO_OEM_NOR_DAT_SARDINELAS', { count: '2000', startIndex: '2000' });
  expect(second).toEqual(whole.slice(2_000));
  expect(second[0]?.id).toBe('AGO_OEM_NOR_DAT_SARDINELAS.2001');
});

test('without one its features are numbered anew each time, and it pages none', async () => {
  const ids = async () => (await features('AGO_OEM_AMB_PRAIAS')).map(({ id }) => id);
  const before = await ids();
  expect(before[0]).toMatch(/^AGO_OEM_AMB_PRAIAS\.fid-/);
  expect(await ids()).not.toEqual(before);
  const refused = await wfs('AGO_OEM_AMB_PRAIAS', { startIndex: '0' });
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([400, 'application/xml']);
});

test('images, withheld and unknown layers are exceptions in XML, with status 200', async () => {
  for (const layer of ['AGO_OEM_BASE_BAT0', 'AGO_OEM_PET_POCOS', 'NADA']) {
    const answer = await wfs(layer);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<ows:ExceptionReport');
  }
});

test('every vector layer of Angola that is handed out has features', async () => {
  const handedOut = layers.filter(
    ({ name, subtype, restricted }) => name.startsWith('AGO_') && subtype === 'vector' && !restricted,
  );
  for (const { name } of handedOut) expect((await features(name)).length, name).toBeGreaterThan(0);
});
