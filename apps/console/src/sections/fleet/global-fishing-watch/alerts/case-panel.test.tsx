// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { alert, alertDetail, alertId, answers, at, buttonOf, dialogText, listOf, modal, vessel } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../map/fleet-map.tsx';
import '../map/surveillance-map.tsx';
import '../page.tsx';
import '../workspace/workspace.tsx';
import './alert-dialog.tsx';
import './alerts-tab.tsx';
import './case-panel.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const inAddress = (name: string) => new URLSearchParams(window.location.search).get(name);
const ship = {
  id: 1,
  key: 'mmsi:603990001',
  mmsi: 603990001,
  name: 'PALANCA',
  callsign: null,
  imo: null,
  flag: 'AGO',
  flagSource: 'reported',
  registration: null,
  shipType: null,
  lengthMeters: null,
  widthMeters: null,
};
const track = {
  vessel: ship,
  from: at,
  to: at,
  toleranceMeters: 50,
  gapMinutes: 60,
  recorded: 0,
  truncated: false,
  points: [],
  identities: [],
};
const placed = { ...alert, location: { lat: -9.5, lon: 12.75 } };
const open = (more: Parameters<typeof page.open>[1] = {}) =>
  page.open(`/?section=global-fishing-watch&alert=${alertId}`, {
    ...answers,
    [`/admin-api/surveillance/alerts/${alertId}`]: { json: envelope({ ...alertDetail, alert: placed }) },
    '/admin-api/vessels/1/track': { json: envelope(track) },
    '/admin-api/vessels': {
      json: envelope(listOf([{ ...vessel, shipId: 1, gearType: 'trawlers', licence: 'without' }])),
    },
    ...more,
  });
const card = () =>
  modal()?.querySelector('section[aria-label="Ficha de PALANCA"]')?.textContent?.replaceAll('\u00a0', ' ');

test('the case has the map of the place and a card of its vessel, and leads to the map at that moment', async () => {
  open();
  await page.find(() => (card()?.includes('Arrasto') ? true : null));
  for (const words of ['Bandeira', 'Angola', 'Arrasto', '603990001', 'Sem licença', 'Última posição', '9°0,0′ S'])
    expect(card()).toContain(words);
  expect(modal()?.querySelector('section[aria-label="No mapa"]')).not.toBeNull();
  await page.find(() => (dialogText().includes('9°30,0′ S 12°45,0′ E') ? true : null));
  buttonOf(document, 'Abrir no mapa da frota')?.click();
  await page.find(() => (inAddress('alert') === null && inAddress('tracks') === '1' ? true : null));
  expect([inAddress('at'), inAddress('show'), inAddress('pane')]).toEqual([at, 'map', 'closed']);
});

test('what nobody knows of a vessel is a dash with its reason', async () => {
  open({ '/admin-api/vessels': { json: envelope(listOf([{ ...vessel, shipId: 1, mmsi: null }])) } });
  await page.find(() => (card()?.includes('— (nenhuma fonte diz com que pesca)') ? true : null));
  expect(card()).toContain('— (não transmite por AIS)');
  expect(card()).toContain('— (o registo nacional está vazio)');
});

test('a place that nobody knows is said, and the vessel still has its card with the way to the whole of it', async () => {
  open({ [`/admin-api/surveillance/alerts/${alertId}`]: { json: envelope(alertDetail) } });
  await page.find(() => (card()?.includes('Arrasto') ? true : null));
  expect(modal()?.querySelector('section[aria-label="No mapa"]')?.textContent).toContain('Localização não disponível');
  buttonOf(document, 'Abrir a ficha completa')?.click();
  await page.find(() => (inAddress('vessel') === '603990001' && inAddress('alert') === null ? true : null));
});
