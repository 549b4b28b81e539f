// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import type { listSpecies } from '@kianda/contract/sea/biodiversity/species.contract';
import type { pointSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import type { listPlaces, placeById } from '@kianda/contract/sea/places/places.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const page1 = { total: 1, page: 1, pageSize: 25, hasNext: false, hasPrev: false };
const luanda: DataOf<typeof listPlaces>['data'][number] = {
  ...{ kind: 'port', id: 'luanda', name: 'Luanda', detail: 'Porto comercial' },
  ...{ lon: 13.279, lat: -8.748, areaKm2: null, source: 'GFW' },
};
const list: DataOf<typeof listPlaces> = { data: [luanda], ...page1 };
const port: DataOf<typeof placeById> = {
  ...luanda,
  geometry: { type: 'Point', coordinates: [13.279, -8.748] },
  ...{ bounds: [13.19, -8.84, 13.37, -8.66], pointRadiusKm: 10, coastKm: null, insideZee: true },
  nearestPort: { kind: 'port', id: 'ambriz', name: 'Ambriz', km: 101.4 },
  within: [{ kind: 'watched-area', id: 'a1', name: 'Baía vigiada' }],
  facts: [{ label: 'UN/LOCODE', value: 'AOLAD' }],
  url: null,
};
const sea: DataOf<typeof pointSeries> = {
  ...{ lon: 13.279, lat: -8.748, insideZee: true },
  values: [
    { variable: 'analysedSst', value: 24.17, unit: '°C', time: '2026-11-01T09:00:00Z' },
    { variable: 'chlorophyll', value: null, unit: 'mg/m³', time: null },
  ],
  series: { variable: 'analysedSst', unit: '°C', points: [] },
};
const vessels: DataOf<typeof listVessels> = {
  data: [
    {
      ...{ id: '603000001', shipId: 1, vesselId: null, name: 'LUCIRA', vesselType: 'fishing', gearType: null },
      ...{ flag: 'AGO', mmsi: '603000001', imo: null, callsign: null, registration: null, lengthMeters: null },
      ...{ licence: null, speedKnots: 4, courseDegrees: 90, firstTransmissionDate: null },
      ...{ lastTransmissionDate: '2026-08-31T08:00:00Z', receivedDate: null },
      geom: { type: 'Point', coordinates: [13.2, -8.7] },
      ...{ positionKind: 'report', activity: 'active', simulated: false },
    },
  ],
  ...{ ...page1, known: 9, active: 4, flags: [], gears: [], sources: [], attribution: 'GFW' },
};
const noAlerts: DataOf<typeof listVesselAlerts> = { data: [], ...page1, total: 0 };
const species: DataOf<typeof listSpecies> = {
  data: [
    {
      ...{ aphiaId: 126421, scientificName: 'Sardina pilchardus', commonName: 'Sardinha', class: 'Teleostei' },
      ...{ order: 'Clupeiformes', family: 'Alosidae', redListCategory: null, isThreatened: false },
      ...{ occurrences: 12, sources: 1, firstYear: 2001, lastYear: 2020 },
    },
  ],
  ...page1,
};

let page: ReturnType<typeof createPage>;
/** Query of the last request for vessels. */
let asked: Record<string, string> = {};
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const open = (address: string, answer: Reply = { json: envelope(port) }) =>
  page.open(address, {
    '/admin-api/geography/places': { json: envelope(list) },
    '/admin-api/geography/places/port/luanda': answer,
    '/admin-api/ocean/point': { json: envelope(sea) },
    '/admin-api/vessels': (query: URLSearchParams) => {
      asked = Object.fromEntries(query);
      return { json: envelope(vessels) };
    },
    '/admin-api/surveillance/alerts': { json: envelope(noAlerts) },
    '/admin-api/biodiversity/species': { json: envelope(species) },
  });
const press = async (name: string) => (await page.find(() => page.button(name))).click();

test('a place of the list opens its page with what its source states, and the way back is the list', async () => {
  open('/?section=places');
  await press('Luanda');
  await page.says('AOLAD');
  expect(new URLSearchParams(window.location.search).get('place')).toBe('port/luanda');
  expect(page.text()).toContain('Ambriz, a 101 km');
  await press('Todos os lugares');
  await page.says('Lugares conhecidos');
  expect(window.location.search).not.toContain('place=');
});

test('the sea, vessels, alerts and species there; a value that is missing is a dash with the reason', async () => {
  open('/?section=places&place=port%2Fluanda');
  await page.says('24,17');
  await page.says('LUCIRA');
  await page.says('Nenhum alerta por encerrar aqui');
  await page.says('Sardina pilchardus');
  const reasons = [...page.host.querySelectorAll('abbr')].map((mark) => mark.getAttribute('title'));
  expect(reasons).toContain('O campo não tem valor aqui: em terra, ou debaixo de nuvens.');
  expect(reasons).toContain('É um ponto: não tem superfície.');
});

test('the lists are asked for the surroundings alone, and lead to the whole list with the same filter', async () => {
  open('/?section=places&place=port%2Fluanda');
  await page.says('LUCIRA');
  expect(asked).toMatchObject({ minLat: '-8.84', maxLat: '-8.66', minLon: '13.19', maxLon: '13.37' });
  await press('Ver na lista de espécies');
  await page.find(() => (window.location.search.includes('section=species') ? true : null));
  expect(new URLSearchParams(window.location.search).get('south')).toBe('-8.84');
});

test('an area that holds the place is one press away', async () => {
  open('/?section=places&place=port%2Fluanda');
  await press('Baía vigiada');
  await page.find(() => (new URLSearchParams(window.location.search).get('place') === 'watched-area/a1' ? true : null));
});

test('a place that is not there says so, and the list is one press away', async () => {
  open('/?section=places&place=port%2Fluanda', {
    status: 404,
    json: problem('not_found', 404, 'Não há porto com o id luanda.'),
  });
  await page.says('Não há porto com o id luanda.');
  await press('Todos os lugares');
  await page.says('Lugares conhecidos');
});
