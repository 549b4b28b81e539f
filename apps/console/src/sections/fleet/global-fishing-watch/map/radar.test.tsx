// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { radarDetections } from '@kianda/contract/fleet/vessels/vessels.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { answers, at } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../page.tsx';
import '../workspace/workspace.tsx';
import './fleet-map.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const seen: DataOf<typeof radarDetections> = {
  cellDegrees: 0.01,
  from: '2026-08-20',
  to: '2026-08-26',
  detections: 3,
  cells: [{ day: '2026-08-26', lon: 12.57, lat: -9.31, detections: 3 }],
  truncated: false,
  retrievedAt: at,
  attribution: '',
};
const inAddress = (name: string) => new URLSearchParams(window.location.search).get(name);
const open = (more: string, data: unknown) =>
  page.open(`/?section=global-fishing-watch&pane=closed${more}`, {
    ...answers,
    '/admin-api/vessels/radar': { json: data },
  });

test('the layer is switched on by its name, and says how many, when, when it was fetched and from whom', async () => {
  open('', envelope(seen));
  await page.says('Mapa da frota');
  expect(page.asked.some(({ path }) => path === '/admin-api/vessels/radar')).toBe(false);
  page.button('Camadas e filtro')?.click();
  const label = await page.find(() =>
    [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Detetadas por radar, sem AIS'),
  );
  document.getElementById(label.getAttribute('for') ?? '')?.click();
  await page.says('3 embarcações detetadas por radar, sem AIS');
  expect(inAddress('layers')?.split(',')).toContain('radar');
  expect(page.text()).toContain('De 20/08/2026 a 26/08/2026 (dias UTC).');
  expect(page.text()).toContain('Obtido às 31/08/2026, 09:00 (Luanda), da Global Fishing Watch');
});

test('nothing yet: the reason that the server gives', async () => {
  const reason = 'Sem deteções por radar: o conector Global Fishing Watch ainda não correu.';
  const empty = envelope({ ...seen, from: null, to: null, detections: 0, cells: [], retrievedAt: null });
  const provenance = { state: 'fallback', reason };
  open('&layers=fleet,radar', { ...empty, metadata: { ...empty.metadata, provenance } });
  await page.says(reason);
});
