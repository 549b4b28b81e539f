// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { vesselIdentity } from '@kianda/contract/fleet/surveillance/identity.contract';
import type { gfwEvents, gfwVesselDetail, gfwVesselInsights } from '@kianda/contract/fleet/vessels/gfw.contract';
import type { ListedVessel } from '@kianda/contract/fleet/vessels/list.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { address as addressOf, at, listOf, answers as shared, vessel } from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../page.tsx';
import './vessel-dialog.tsx';
import './vessels-tab.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const namibian: ListedVessel = { ...vessel, flag: 'NAM', activity: 'recent' };
const identity: DataOf<typeof vesselIdentity> = {
  flag: { stated: 'NAM', ofMmsi: ['AGO'], contradicts: true },
  licences: [],
  gears: [{ source: 'Registos: ICCAT', gear: 'TRAWLERS', from: '2020-01-01T00:00:00Z', to: null }],
  gearContradicts: true,
  risk: {
    preset: 'risco-kianda-1',
    days: 90,
    score: 55,
    level: 'high',
    reasons: [
      { signal: 'high_alerts', count: 2, points: 40 },
      { signal: 'gear', count: 1, points: 15 },
    ],
    unknown: ['licence'],
  },
  same: [
    {
      vesselId: 7,
      key: 'ir:AGO:77-L',
      name: 'PALANCA NEGRA',
      mmsi: null,
      imo: null,
      callsign: null,
      registration: '77-L',
      flag: 'AGO',
      lastAt: at,
      simulated: false,
      reasons: [{ mark: 'registration', value: '77-L', licence: 'V-1' }],
      contradictions: [{ mark: 'imo', own: '9000001', other: '9000002' }],
    },
  ],
};
const credited = { attribution: 'Powered by Global Fishing Watch.', provenance: envelope(null).metadata.provenance };
const party = { vesselId: 'gfw-a', mmsi: '603990001', name: 'PALANCA', flag: 'AGO', type: 'FISHING' };
const events: DataOf<typeof gfwEvents> = {
  entries: [
    {
      id: 'e1',
      origin: 'gfw',
      type: 'encounter',
      start: at,
      end: null,
      lon: 0,
      lat: 0,
      vessel: { ...party, vesselId: 'gfw-b', mmsi: '412000001', name: 'FRIO' },
      other: party,
      details: {},
    },
  ],
  total: 1,
  limit: 50,
  offset: 0,
  ...credited,
};
const period = {
  source: 'AIS',
  vesselId: 'gfw-a',
  mmsi: '603990001',
  name: 'PALANCA VELHA',
  flag: 'AGO',
  callsign: null,
  imo: null,
  from: '2020-01-01T00:00:00.000Z',
  to: null,
};
const detail: DataOf<typeof gfwVesselDetail> = {
  vesselId: 'gfw-a',
  reported: [period],
  registered: [],
  owners: [{ name: 'Mar Fundo', flag: 'ESP', from: null, to: null }],
  authorizations: [{ source: 'ICCAT', from: '2025-01-01T00:00:00.000Z', to: '2025-12-31T00:00:00.000Z' }],
  ...credited,
};
const insights: DataOf<typeof gfwVesselInsights> = {
  vesselId: 'gfw-a',
  from: '2025-08-01',
  to: '2026-08-01',
  fishingEvents: 12,
  fishingWithoutKnownAuthorization: 3,
  fishingInNoTakeAreas: 0,
  gapEvents: null,
  coveragePercent: 96.1,
  iuuListings: 0,
  ...credited,
};
const answers = {
  ...shared,
  '/admin-api/vessels': { json: envelope(listOf([namibian])) },
  '/admin-api/surveillance/vessel-identity': { json: envelope(identity) },
  '/gfw-api/gfw/events': { json: events },
  '/gfw-api/gfw/vessels/gfw-a': { json: detail },
  '/gfw-api/gfw/vessels/gfw-a/insights': { json: insights },
};
const address = addressOf('vessels', '&vessel=603990001');
/** Of every dialog: closed menus are some, too. */
const dialogText = () =>
  [...document.querySelectorAll('[role="dialog"]')]
    .map(({ textContent }) => textContent)
    .join(' ')
    .replaceAll('\u00a0', ' ');
const shows = (text: string) => page.find(() => (dialogText().includes(text) ? true : null));

test('a position that a station buffered says when it was received, and how long after it was sent', async () => {
  const late = {
    ...namibian,
    receivedDate: new Date(Date.parse(namibian.lastTransmissionDate) + 8 * 3_600_000).toISOString(),
  };
  page.open(address, { ...answers, '/admin-api/vessels': { json: envelope(listOf([late])) } });
  await shows('8 h depois de transmitida');
});

test('the flag against the MMSI, and another track with the reason that ties it and what speaks against it', async () => {
  page.open(address, answers);
  await shows('A bandeira não condiz com o MMSI');
  await shows('Nenhuma fonte condiz com a arte da licença');
  expect(dialogText()).toContain('Alto: 55 em 100');
  expect(dialogText()).toContain('Alertas de gravidade alta: 2+40');
  expect(dialogText()).toContain('Sem dados para: licença.');
  expect(dialogText()).toContain('Matrícula 77-L, da mesma licença n.º V-1');
  expect(dialogText()).toContain('Contradição: IMO 9000001 aqui, 9000002 ali');
  const open = document.querySelector<HTMLButtonElement>('[aria-label="Ver embarcação PALANCA NEGRA"]');
  open?.click();
  // The list of the test holds only the first.
  await shows('Esta embarcação já não está na lista.');
});

test('one mark is enough to ask who a vessel is, and without any nothing is asked', async () => {
  const asked: Record<string, string>[] = [];
  const unmarked = { ...namibian, imo: null, callsign: null, flag: null };
  const openOf = (of: ListedVessel, more = '') =>
    page.open(addressOf('vessels', more === '' ? '&vessel=603990001' : more), {
      ...answers,
      '/admin-api/vessels': { json: envelope(listOf([of])) },
      '/admin-api/surveillance/vessel-identity': (query) => {
        asked.push(Object.fromEntries(query));
        return { json: envelope(identity) };
      },
    });
  openOf(unmarked);
  await shows('A bandeira não condiz com o MMSI');
  expect(asked).toEqual([{ mmsi: namibian.mmsi }]);
});

test('what the provider tells: events with their origin, identities by source, owners, authorisations, indicators', async () => {
  page.open(address, answers);
  await shows('com FRIO');
  expect(dialogText()).toContain('Global Fishing Watch');
  expect(dialogText()).toContain('em curso');
  await shows('PALANCA VELHA');
  expect(dialogText()).toContain('Mar Fundo · ESP');
  expect(dialogText()).toContain('ICCAT · ');
  await shows('Pesca sem autorização conhecida');
  expect(dialogText()).toContain('96,1 %');
});

test('a provider that fails takes only its own part with it', async () => {
  const failing = { status: 502, json: problem('provider_failed', 502, 'O fornecedor não respondeu.') };
  page.open(address, { ...answers, '/gfw-api/gfw/vessels/gfw-a': failing });
  await shows('O fornecedor não respondeu.');
  await shows('A bandeira não condiz com o MMSI');
  expect(dialogText()).toContain('com FRIO');
});

test('an empty name is as unknown as none; the open alerts asked for are those of the vessel, twenty at most', async () => {
  const alerts: Record<string, string>[] = [];
  const nameless = { ...namibian, shipId: 4, name: '', callsign: null };
  page.open(address, {
    ...answers,
    '/admin-api/vessels': { json: envelope(listOf([nameless])) },
    '/admin-api/surveillance/alerts': (query) => {
      alerts.push(Object.fromEntries(query));
      return { json: envelope({ data: [], total: 0, page: 1, pageSize: 20, hasNext: false, hasPrev: false }) };
    },
  });
  const unknown = () =>
    [...document.querySelectorAll('[role=dialog] dt')]
      .filter(({ nextElementSibling }) => nextElementSibling?.textContent === '—')
      .map(({ textContent }) => textContent);
  await page.find(() => (unknown().length > 0 ? true : null));
  expect(unknown()).toEqual(expect.arrayContaining(['Nome', 'Indicativo']));
  await page.find(() => alerts.find(({ vesselId }) => vesselId === '4'));
  expect(alerts.find(({ vesselId }) => vesselId === '4')).toMatchObject({ state: 'open', pageSize: '20' });
});
