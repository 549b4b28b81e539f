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
  page.open('/?section=realtime-angola', answers);
  await page.find(() => (tile('temperatura').includes('23,5 °C') ? true : null));
  expect(tile('temperatura')).toContain('observado a 31/08/2026');
  expect(tile('clorofila')).toContain('0,41 mg/m³');
  await page.find(() => (tile('embarcacoes').includes('janela de 24 horas até 27/08/2026') ? true : null));
  expect(tile('embarcacoes')).toContain('137');
  expect(page.button('Ainda sem presença de embarcações.')).toBeDefined();
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

test('a server that is gone leaves the labelled figures of the specification', async () => {
  page.open('/?section=realtime-angola', {
    '/admin-api/realtime/data': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await page.find(() => (tile('temperatura').includes('19,8') ? true : null));
  expect(tile('temperatura')).toContain('Dados de fallback');
  expect(tile('clorofila')).toContain('8,00');
  expect(tile('embarcacoes')).toContain('47');
  expect(tile('zonas')).toContain('8');
});
