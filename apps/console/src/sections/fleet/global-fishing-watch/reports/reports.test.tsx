// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { AreaFigures, areaReport } from '@kianda/contract/fleet/surveillance/area-report.contract';
import type { SurveillanceArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';

let page: ReturnType<typeof createPage>;
// Lazy parts are loaded before the clock runs: a first load takes long.
beforeAll(async () => {
  await Promise.all([import('../page.tsx'), import('../areas/areas-tab.tsx'), import('./area-report-dialog.tsx')]);
});
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T08:00:00.000Z';
const ring: [number, number][] = [
  [12, -10],
  [13, -10],
  [13, -9],
  [12, -10],
];
const area: SurveillanceArea = {
  id: 'caixa-reserva',
  name: 'Reserva',
  kind: 'protected',
  geometry: { type: 'Polygon', coordinates: [ring] },
  rules: { alertOnEntry: true, alertBelowKnots: 5, forbidsFishing: true },
  isMonitored: true,
  source: 'Ensaio',
  note: '',
  areaKm2: 3500,
  bbox: [12, -10, 13, -9],
  isSeeded: true,
  violations: 0,
  updatedAt: at,
};
const figures = (over: Partial<AreaFigures>): AreaFigures => ({
  area: { id: area.id, name: area.name, areaKm2: 3500 },
  from: '2026-08-30',
  to: '2026-08-31',
  periodHours: 48,
  receivedHours: 40,
  presenceHours: 7,
  vessels: 1,
  fishingHours: 4.5,
  flags: [{ flag: 'AGO', vessels: 1, hours: 7 }],
  topVessels: [{ id: 1, name: 'PALANCA', mmsi: '603990001', flag: 'AGO', hours: 7, fishingHours: 4.5 }],
  events: [{ kind: 'fishing', count: 1 }],
  alerts: [],
  // A page of these tests has no canvas to draw lines on.
  days: [],
  ...over,
});
const report: DataOf<typeof areaReport> = {
  current: figures({}),
  before: figures({ presenceHours: 31 }),
  comparison: null,
  attribution: 'Posições da plataforma',
};

const answers = {
  '/admin-api/surveillance/areas': { json: envelope({ areas: [area] }) },
  '/admin-api/surveillance/areas/caixa-reserva/report': { json: envelope(report) },
  '/admin-api/me/settings/global-fishing-watch': { json: envelope({ value: null, updatedAt: null }) },
} as const;
const dialogText = () =>
  (document.querySelector('.mantine-Modal-content')?.textContent ?? '').replaceAll('\u00a0', ' ');
const dialogButton = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('.mantine-Modal-content button')].find(
    ({ textContent }) => textContent?.trim() === name,
  );

/** Opens the report, once the tab and all its parts have arrived: a click before they have is lost. */
async function openReport(): Promise<void> {
  await page.says('Licenças');
  (await page.find(() => page.button('Relatório da área Reserva'))).click();
  await page.find(() => (dialogText().includes('PALANCA') ? true : null));
}

test('an area has a report: this period beside the one before, its vessels and events, and a PDF', async () => {
  page.open('/?section=global-fishing-watch&tab=areas', answers);
  await openReport();
  for (const words of ['Horas de presença', '31', 'Angola', 'Atividade de pesca', '40 de 48']) {
    expect(dialogText()).toContain(words);
  }
  expect(dialogButton('PDF')).toBeDefined();
});

test('whoever may not export sees the report without its PDF', async () => {
  page.open('/?section=global-fishing-watch&tab=areas', answers, { role: 'investigador' });
  await openReport();
  expect(dialogButton('PDF')).toBeUndefined();
});
