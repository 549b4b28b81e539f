// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { realtimeData } from '@kianda/contract/sea/ocean/ocean.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const data: DataOf<typeof realtimeData> = {
  sea_temperature: 23.54,
  chlorophyll: 0.407,
  wave_height: 1.4,
  current_speed: 0.1,
  active_vessels: 137,
  active_fishing_zones: null,
  monitoring_stations: 47,
};
const presence = {
  vessel_count: 137,
  total_hours: 2_750,
  window_hours: 24,
  window_end: '2026-08-27T00:00:00.000Z',
  updated_at: '2026-08-31T08:00:00.000Z',
  data_source: 'Global Fishing Watch',
  api_status: 'online',
  note: '',
  by_flag: [
    { flag: 'AGO', vessels: 104, hours: 2_024 },
    { flag: 'XXX', vessels: 1, hours: 2 },
  ],
};
const answers = {
  '/admin-api/realtime/data': {
    json: {
      ...envelope(data),
      metadata: { ...envelope(data).metadata, missing: { active_fishing_zones: 'Ainda sem presença de embarcações.' } },
    },
  },
  '/admin-api/api/gfw/vessel-presence': { json: envelope(presence) },
} as const;
const tile = (id: string) => page.text(`#${id}`);

test('four readings, each with its unit, its date and a null with its reason', async () => {
  const hours: (string | null)[] = [];
  page.open('/?section=realtime-angola', {
    ...answers,
    '/admin-api/api/gfw/vessel-presence': (query) => {
      hours.push(query.get('hours'));
      return { json: envelope(presence) };
    },
  });
  await page.find(() => (tile('temperatura').includes('23,5 °C') ? true : null));
  expect(tile('temperatura')).toContain('observado a 31/08/2026');
  expect(tile('clorofila')).toContain('0,41 mg/m³');
  await page.find(() => (tile('embarcacoes').includes('em 24 horas, até 26/08/2026') ? true : null));
  expect(tile('embarcacoes')).toContain('137');
  expect(hours).toEqual(['24']);
  expect(page.button('Ainda sem presença de embarcações.')).toBeDefined();
});

test('the trend of a tile compares the weeks that the home compares, and not one day with another', async () => {
  const day = (n: number) => new Date(Date.UTC(2026, 10, n)).toISOString();
  // The last day is lower than that of a week before; the week is higher than the one before it.
  const medians = [0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.36];
  const points = medians.map((median, index) => ({ time: day(index + 1), mean: null, median, min: null, max: null }));
  page.open('/?section=realtime-angola', {
    ...answers,
    '/admin-api/ocean/series/chlorophyll': { json: envelope({ variable: 'chlorophyll', unit: 'mg/m³', points }) },
  });
  await page.find(() => (tile('clorofila').includes('+0,08') ? true : null));
  expect(tile('clorofila')).toContain('na média de 7 dias, face aos 7 anteriores');
});

test('without presence the panel of flags gives the reason of the server', async () => {
  const reason = 'Sem presença de embarcações: o conector «Global Fishing Watch» está desativado.';
  const answer = envelope({ ...presence, vessel_count: null, total_hours: null, by_flag: [] });
  page.open('/?section=realtime-angola', {
    ...answers,
    '/admin-api/api/gfw/vessel-presence': {
      json: { ...answer, metadata: { ...answer.metadata, provenance: { state: 'fallback', reason } } },
    },
  });
  const panel = () =>
    [...page.host.querySelectorAll('section')].find(
      (one) => one.querySelector('h2')?.textContent === 'Embarcações por bandeira',
    );
  await page.find(() => (panel()?.textContent?.includes(reason) ? true : null));
});

test('flags are named in Portuguese, and by their code where no name is known', async () => {
  page.open('/?section=realtime-angola', answers);
  await page.says('Angola');
  await page.says('2 024 h');
  expect(page.text()).toContain('XXX');
});

test('the provider of vessel presence is credited, and its lag said', async () => {
  page.open('/?section=realtime-angola', answers);
  await page.says('Powered by Global Fishing Watch.');
  expect(page.text()).toContain('96 h antes do presente');
});

test('without its page the map says so, and the readings stay', async () => {
  page.open('/?section=realtime-angola', answers);
  await page.find(() => (tile('temperatura').includes('23,5') ? true : null));
  expect(await page.says('Interface Inativa')).toBe(true);
});

test('a server that is gone leaves unknown figures beside marked examples', async () => {
  page.open('/?section=realtime-angola', {
    '/admin-api/realtime/data': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await page.find(() => (tile('temperatura').includes('—exemplo: 19,8') ? true : null));
  expect(tile('temperatura')).toContain('Dados de fallback');
  expect(tile('clorofila')).toContain('—exemplo: 8,00');
  expect(tile('embarcacoes')).toContain('—exemplo: 47');
  expect(tile('zonas')).toContain('—exemplo: 8');
});

test('where the reading did not come, the newest day of the series stands in, and no sample beside its trend', async () => {
  const days = ['2026-08-22', '2026-08-29', '2026-08-30'];
  const points = days.map((day, index) => ({
    time: `${day}T12:00:00.000Z`,
    mean: 23 + index / 4,
    median: 23 + index / 4,
    p10: 22,
    p90: 24,
    min: 21,
    max: 25,
    count: 100,
    coverage: 1,
  }));
  page.open('/?section=realtime-angola', {
    '/admin-api/realtime/data': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
    '/admin-api/ocean/series/analysedSst': { json: envelope({ variable: 'analysedSst', unit: '°C', points }) },
  });
  await page.find(() => (tile('clorofila').includes('—exemplo: 8,00') ? true : null));
  await page.find(() => (tile('temperatura').includes('23,5 °C') ? true : null));
  expect(tile('temperatura')).not.toContain('exemplo');
  expect(tile('temperatura')).not.toContain('Dados de fallback');
});

const oisst = {
  kind: 'derivado',
  events: [],
  baselines: [{ region: 'zee', from: '2025-09-01', to: '2026-08-29', years: 0.99, short: true }],
  warnings: ['Sem linha de base'],
  history: {
    years: 0.99,
    neededYears: 30,
    knownFrom: '2025-09-01',
    enough: false,
    connector: 'noaa-sst',
    stream: 'oisst',
    from: '1981-09-01',
    windowDays: 366,
    requests: 315,
    megabytes: 90.4,
    minutes: 52.5,
  },
} as const;
const heatwavePath = '/admin-api/ocean/derived/heatwave-events';
const backfillPath = '/admin-api/data/connectors/noaa-sst/backfill';
const historyWindow = (from: string, state: 'done' | 'pending') => ({
  stream: 'oisst',
  from,
  to: from,
  state,
  attempts: 0,
  error: null,
  runId: null,
});

test('without thirty years there is no baseline: one button obtains the history, with its cost', async () => {
  page.open('/?section=realtime-angola', {
    ...answers,
    [heatwavePath]: { json: envelope(oisst) },
    [`GET ${backfillPath}`]: { json: envelope({ windows: [historyWindow('2026-08-01T00:00:00.000Z', 'pending')] }) },
    [`POST ${backfillPath}`]: { json: envelope({ planned: 45 }) },
  });
  await page.says('Sem linha de base.');
  expect(page.text()).toContain('Há 1 anos de temperatura');
  expect(page.text().replaceAll('\u00a0', ' ')).toContain('315 pedidos e 90 MB; cerca de 53 min');
  page.button('Obter o histórico desde 1981')?.click();
  const sent = await page.find(() => page.asked.find(({ method, path }) => method === 'POST' && path === backfillPath));
  expect(sent.body).toMatchObject({ stream: 'oisst', from: '1981-09-01T00:00:00.000Z', windowDays: 366 });
});

test('while the history comes its progress stands in the place of the button', async () => {
  page.open('/?section=realtime-angola', {
    ...answers,
    [heatwavePath]: { json: envelope(oisst) },
    [`GET ${backfillPath}`]: {
      json: envelope({
        windows: [
          historyWindow('1981-09-01T00:00:00.000Z', 'pending'),
          historyWindow('1982-09-02T00:00:00.000Z', 'done'),
        ],
      }),
    },
  });
  await page.says('1 de 2 anos obtidos');
  expect(page.button('Obter o histórico desde 1981')).toBeUndefined();
});

test('with a baseline the newest heatwaves are listed, with the years they are measured against', async () => {
  const event = {
    region: 'sul',
    start: '2026-03-01T00:00:00.000Z',
    end: '2026-03-12T00:00:00.000Z',
    peak: '2026-03-05T00:00:00.000Z',
    durationDays: 12,
    intensityMax: 2.34,
    intensityMean: 1.5,
    intensityCumulative: 18,
    intensityVariability: 0.3,
    rateOnset: 0.2,
    rateDecline: 0.2,
    category: 'forte',
    ongoing: false,
  } as const;
  const known = {
    ...oisst,
    events: [event],
    baselines: [{ region: 'zee', from: '1991-01-01', to: '2020-12-31', years: 30, short: false }],
    warnings: [],
    history: { ...oisst.history, years: 45, enough: true },
  };
  page.open('/?section=realtime-angola', { ...answers, [heatwavePath]: { json: envelope(known) } });
  await page.says('forte, 01/03/2026 a 12/03/2026');
  expect(page.text()).toContain('Linha de base: 01/01/1991 a 31/12/2020 (30 anos).');
});
