// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { answers } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../alerts/alerts-tab.tsx';
import '../map/fleet-map.tsx';
import '../map/vessels-place.tsx';
import '../page.tsx';
import '../vessels/vessels-tab.tsx';
import './workspace.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const inAddress = (name: string) => new URLSearchParams(window.location.search).get(name);
const pane = () => document.querySelector('main section[aria-label="Painel ao lado do mapa"]');
const partOf = (button: HTMLElement | undefined) =>
  document.getElementById(button?.getAttribute('aria-controls') ?? '');
const open = (more = '', asked: Parameters<typeof page.open>[1] = {}) =>
  page.open(`/?section=global-fishing-watch${more}`, { ...answers, ...asked });

test('the map comes first, whatever the tab; alerts, vessels and figures follow it', async () => {
  open();
  await page.says('Mapa da frota');
  await page.says('Encontro junto de Cabo Ledo');
  const order = [
    'Mapa da frota',
    'Encontro junto de Cabo Ledo',
    'Ligado: 1 embarcação',
    'Alertas de embarcações por encerrar',
  ];
  const places = order.map((text) => page.text().indexOf(text));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  [...document.querySelectorAll<HTMLElement>('main [role="tab"]')]
    .find((tab) => tab.textContent?.startsWith('Emb'))
    ?.click();
  await page.says('PALANCA');
  expect(page.text()).toContain('Mapa da frota');
});

test('the pane folds, opens and widens by buttons that say so, and the address keeps how it stands', async () => {
  open('&tab=alerts');
  await page.says('Encontro junto de Cabo Ledo');
  const fold = page.button('Recolher o painel');
  expect(fold?.getAttribute('aria-expanded')).toBe('true');
  fold?.click();
  await page.find(() => (inAddress('pane') === 'closed' ? true : null));
  await page.find(() => (pane()?.textContent?.includes('Encontro') ? null : true));
  const unfold = page.button('Abrir o painel');
  expect(unfold?.getAttribute('aria-expanded')).toBe('false');
  expect(partOf(unfold)?.hidden).toBe(true);
  unfold?.click();
  await page.says('Encontro junto de Cabo Ledo');
  page.button('Alargar o painel')?.click();
  await page.find(() => (pane()?.getAttribute('data-pane') === 'wide' ? true : null));
  expect(page.button('Voltar ao painel estreito')?.getAttribute('aria-pressed')).toBe('true');
});

test('filters of a list beside the map are folded until they are asked for', async () => {
  open('&tab=vessels');
  const filters = await page.find(() =>
    [...page.host.querySelectorAll<HTMLButtonElement>('main button[aria-expanded]')].find(({ textContent }) =>
      textContent?.startsWith('Filtros'),
    ),
  );
  expect([filters.getAttribute('aria-expanded'), partOf(filters)?.hidden]).toEqual(['false', true]);
  filters.click();
  await page.find(() => (filters.getAttribute('aria-expanded') === 'true' ? true : null));
  expect(partOf(filters)?.hidden).toBe(false);
});

test('gear and licence: one filter of the address for the list, the map and the heat map', async () => {
  const asked: Record<string, (string | null)[]> = { list: [], fleet: [], heat: [] };
  const seen = (of: string) => (query: URLSearchParams) => {
    asked[of]?.push(`${query.get('gears')} ${query.get('licence')}`);
    return of === 'list' ? answers['/admin-api/vessels'] : ({ status: 404, json: {} } as const);
  };
  open('&tab=vessels&gears=trawlers&licence=without', {
    '/admin-api/vessels': seen('list'),
    '/admin-api/vessels/fleet': seen('fleet'),
    '/admin-api/vessels/heat': {
      json: envelope({
        from: null,
        to: null,
        pendingHours: 0,
        sources: [],
        flags: [],
        gears: [{ gear: 'trawlers', vessels: 4 }],
        interval: 'hour',
        activity: [],
      }),
    },
  });
  await page.find(() =>
    asked.list?.includes('trawlers without') && asked.fleet?.includes('trawlers without') ? true : null,
  );
  page.button('Camadas e filtro')?.click();
  await page.says('Vale para o mapa, para a lista e para o mapa de calor.');
  page.button('Limpar o filtro')?.click();
  await page.find(() => (inAddress('gears') === null && inAddress('licence') === null ? true : null));
  await page.find(() => (asked.fleet?.at(-1) === 'null null' ? true : null));
});
