// @vitest-environment happy-dom
import { mapCategoryIds } from '@kianda/contract/open/maps/layers';
import type { SavedMap } from '@kianda/contract/open/maps/maps.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { cameraOf } from './definition-fields.tsx';
import { embedSnippet } from './public-links.tsx';

const base = '/admin-api/api/maps';
const at = '2026-08-31T08:00:00.000Z';
const map: SavedMap = {
  id: '8a1f0f5e-0000-4000-8000-000000000000',
  name: 'Mar de hoje',
  description: '',
  category: 'oceanographic',
  definition: {
    base: 'analysedSst',
    baseOpacity: 1,
    fitted: false,
    overlays: { zee: 1 },
    moment: null,
    camera: null,
  },
  configuration: {
    center: [-12.5, 13.5],
    zoom: 6,
    baseLayers: [{ id: 'analysedSst', visible: true, opacity: 1 }],
    overlayLayers: [{ id: 'zee', visible: true, opacity: 1 }],
  },
  access: 'private',
  ownerName: 'Ana Mar',
  isMine: true,
  version: 3,
  createdAt: at,
  updatedAt: at,
  opens: 7,
  lastOpenedAt: at,
  url: '/?section=maps&map=8a1f0f5e-0000-4000-8000-000000000000',
  iframe_config: {
    src: 'http://127.0.0.1:4100/index.html#v=analysedSst',
    title: 'Mapa',
    height: 640,
    allowFullscreen: true,
  },
  icon: 'temperature',
  status: 'active',
  features: ['Limite da ZEE'],
  last_updated: at,
};
const layers = [{ id: 'chlorophyll', title: 'Clorofila-a', newestAt: null, provider: null, coverage: null }];
const stats = { total_maps: 1, active_maps: 1, shared: 0, mine: 1, views: 7, most_used_maps: [], recent_maps: [] };

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const answers: Readonly<Record<string, Reply>> = {
  [base]: { json: envelope({ maps: [map, { ...map, id: crypto.randomUUID(), name: 'De outrem', isMine: false }] }) },
  [`${base}/stats`]: { json: envelope({ ...stats, maps_by_category: zeroes() }) },
  [`${base}/templates`]: {
    json: envelope({
      templates: [
        { ...map, id: 'fisheries_management', name: 'Pesca', description: 'x', category: 'fisheries', requires: [] },
      ],
    }),
  },
  [`${base}/tools/base-layers`]: { json: envelope({ layers }) },
  [`${base}/tools/validate`]: {
    json: envelope({
      valid: false,
      score: 60,
      errors: ['Ainda não há campo.'],
      warnings: [],
      suggestions: [],
      findings: [{ level: 'error', path: 'base', message: 'Ainda não há campo.' }],
    }),
  },
  [`${base}/${map.id}`]: { json: envelope(map) },
};
function zeroes() {
  return Object.fromEntries(mapCategoryIds.map((id) => [id, 0]));
}
const open = (search = '', over: Readonly<Record<string, Reply>> = {}, options = {}) =>
  page.open(`/?section=maps${search}`, { ...answers, ...over }, options);

test('one’s own maps can be changed; those of others only opened', async () => {
  open();
  await page.says('Mar de hoje');
  const rows = [...page.host.querySelectorAll('#mapas tbody tr')];
  expect(rows.map((row) => row.textContent?.includes('Eliminar'))).toEqual([true, false]);
  expect(page.text('#mapas-views')).toContain('7');
});

test('a map is eliminated only after asking', async () => {
  open();
  (await page.find(() => page.button('Eliminar'))).click();
  const confirm = await page.find(() =>
    document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]'),
  );
  expect(page.asked.some(({ method }) => method === 'DELETE')).toBe(false);
  confirm.click();
  await page.find(() => page.asked.find(({ method, path }) => method === 'DELETE' && path === `${base}/${map.id}`));
});

test('in the editor a field without data says so, and what was found stands below', async () => {
  open();
  (await page.find(() => page.button('Usar: Pesca'))).click();
  await page.says('Clorofila-a (sem nenhum campo ainda)');
  page.button('Validar')?.click();
  await page.says('Ainda não há campo.');
});

test('who may not write sees no way to', async () => {
  open('', {}, { role: 'cliente' });
  await page.says('Pesca');
  expect(page.button('Usar: Pesca')).toBeUndefined();
  expect(page.button('Novo mapa')).toBeUndefined();
});

test('a map that is gone says so', async () => {
  open(`&map=${crypto.randomUUID()}`, {}, {});
  await page.says('Este mapa não existe, ou deixou de ser partilhado.');
});

test('the place of a pasted link', () => {
  expect(cameraOf('http://localhost:8085/index.html#v=chlorophyll&c=12.5,-9.25,6.50')).toEqual({
    lon: 12.5,
    lat: -9.25,
    zoom: 6.5,
  });
  expect(cameraOf('http://localhost:8085/index.html')).toBeNull();
  expect(cameraOf('#c=500,0,3')).toBeNull();
});

test('a map opens to whoever has no account by a link that is told once, with what stays hidden and why', async () => {
  const links = `${base}/links`;
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const link = {
    id: crypto.randomUUID(),
    mapId: map.id,
    mapName: map.name,
    note: 'Jornal',
    madeBy: 'Ana Mar',
    createdAt: at(-1),
    expiresAt: at(20),
    revokedAt: null,
    opens: 3,
    lastOpenedAt: null,
  };
  const secret = 'T'.repeat(43);
  open(
    `&map=${map.id}`,
    {
      [links]: { json: envelope({ links: [link], embedOrigins: [] }) },
      [`${base}/${map.id}/public-layers`]: {
        json: envelope({
          shown: ['Limite da ZEE'],
          refused: [{ layer: 'presence', title: 'Presença de embarcações', reason: 'Só para quem pode.' }],
        }),
      },
      [`${base}/${map.id}/links`]: {
        status: 201,
        json: envelope({ link, url: `http://m/mapa/${secret}`, embedUrl: `http://m/incorporar/${secret}` }),
      },
      [`${links}/${link.id}`]: { json: envelope({ revoked: true }) },
    },
    { role: 'cientista' },
  );
  await page.says('Jornal');
  page.button('Fazer ligação')?.click();
  await expect.poll(() => document.body.textContent).toContain('Presença de embarcações: Só para quem pode.');
  document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]')?.click();
  await page.find(() => page.asked.find(({ method, path }) => method === 'POST' && path === `${base}/${map.id}/links`));
  await expect
    .poll(() => document.querySelector<HTMLTextAreaElement>('[role="dialog"] textarea:not([aria-hidden])')?.value)
    .toBe(embedSnippet(map.name, `http://m/incorporar/${secret}`));
  expect(document.body.textContent).toContain('Nenhuma página de fora o pode mostrar');
});

test('a title in the snippet cannot leave its attribute', () => {
  expect(embedSnippet('"><b>', 'http://m/incorporar/x')).toContain('title="&quot;>&lt;b>" ');
  expect(embedSnippet('"><b>', 'http://m/incorporar/x').match(/"/g)).toHaveLength(14);
});
