// @vitest-environment happy-dom
import { type UsageReport, usageFigureIds } from '@kianda/contract/people/usage/usage.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { tabCsv } from './api/tables.ts';

const path = '/admin-api/usage/report';
const report: UsageReport = {
  period: '30d',
  from: '2026-08-02',
  to: '2026-08-31',
  timeZone: 'Africa/Luanda',
  recording: { enabled: true, since: '2026-06-01', retentionDays: 400 },
  overview: Object.fromEntries(
    usageFigureIds.map((id, index) => [id, { value: id === 'retention' ? null : index + 1.25, change: null }]),
  ) as UsageReport['overview'],
  trend: [],
  devices: [],
  sections: [],
  heatmap: [],
  cohorts: {
    unit: 'week',
    rows: [
      { start: '2026-08-17', users: 4, shares: [100, 50] },
      { start: '2026-08-24', users: 0, shares: [] },
    ],
  },
  funnel: [],
  segments: [
    { id: 'scientists', users: 7, growth: 12.5, engagement: 40, analyses: 0, exports: 3 },
    { id: 'students', users: null, growth: null, engagement: null, analyses: null, exports: null },
  ],
};
const withPeak = {
  ...report,
  overview: { ...report.overview, conversion: { value: 4.3, change: 2.1 }, sessionSeconds: { value: 754, change: 83 } },
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const simulated = {
  ...envelope(withPeak),
  metadata: {
    ...envelope(withPeak).metadata,
    provenance: {
      state: 'simulated' as const,
      source: 'Utilização simulada da Kianda',
      observedAt: '2026-08-31T09:00:00.000Z',
      retrievedAt: '2026-08-31T09:00:00.000Z',
      seed: 8478,
    },
    missing: { 'overview.retention.value': 'Ainda não há registos do período anterior.' },
  },
};
const open = (search = '') => page.open(`/?section=advanced-analysis${search}`, { [path]: { json: simulated } });

test('the five tabs and four periods; figures with change, badge, and the reason of what is unknown', async () => {
  open();
  await page.says('face ao período anterior');
  const names = (role: string) => [...page.host.querySelectorAll(`main [role=${role}]`)].map((one) => one.textContent);
  expect(names('tab')).toEqual(['Visão Geral', 'Heatmap', 'Cohort', 'Funil', 'Segmentos']);
  expect(page.text('main [role=radiogroup]')).toBe('7d30d90d1y');
  expect(page.text('#conversion')).toContain('4,3 %');
  expect(page.text('#conversion')).toContain('+2,1 p.p. face ao período anterior');
  expect(page.text('#conversion')).toContain('Simulado');
  expect(page.text('#sessionSeconds')).toContain('12 min 34 s');
  expect(page.button('Ainda não há registos do período anterior.')).toBeDefined();
  expect(page.text()).toContain('Registos desde 01/06/2026. Guardados 400 dias.');
});

test('the tab and the period are in the address', async () => {
  open('&tab=cohort&period=7d');
  await page.says('Retenção por coorte');
  const rows = [...page.host.querySelectorAll('main tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')),
  );
  expect(rows).toEqual([
    ['17/08/2026', '4', '100 %', '50 %'],
    ['24/08/2026', '0', '', ''],
  ]);
});

test('segments by profile; what accounts do not tell is a dash with the reason', async () => {
  open('&tab=segments');
  await page.says('Cientistas');
  expect(page.text('main tbody')).toContain('+12,5 %');
  const students = [...page.host.querySelectorAll('main tbody tr')].find((row) =>
    row.textContent?.includes('Estudantes'),
  );
  expect(students?.querySelector('abbr')?.title).toBe('As contas não dizem quem é estudante.');
});

test.each(['heatmap', 'funnel'])('without records the tab %s says so', async (tab) => {
  open(`&tab=${tab}`);
  expect(await page.says('Sem utilização neste período')).toBe(true);
});

test('without a server no figure is known, the samples are examples, and there is nothing to export', async () => {
  page.open('/?section=advanced-analysis', {
    [path]: { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await page.says('exemplo: 45 678');
  expect(page.text('#tendencia')).toContain('Servidor indisponível: Já volta.');
  expect(page.host.querySelector('main canvas')).toBeNull();
  expect(page.button('Exportar CSV')?.disabled ?? true).toBe(true);
  expect(page.text()).toContain('Dados de fallback');
});

test('who may not see the analysis is told so', async () => {
  page.open('/?section=advanced-analysis', { [path]: { json: simulated } }, { role: 'cliente' });
  expect(await page.says('Sem permissão')).toBe(true);
});

test('the CSV of a tab is what it shows, with where it comes from', () => {
  const lines = tabCsv('segments', report, 'Registos de utilização da Kianda (Simulado)')
    .replace('\ufeff', '')
    .split('\r\n');
  expect(lines[0]).toBe('Segmento;Contas ativas;Crescimento (%);Assiduidade (%);Análises;Exportações');
  expect(lines[1]).toBe('Cientistas;7;12,5;40;0;3');
  expect(lines[2]).toBe('Estudantes;;;;;');
  expect(lines).toContain('Fonte;Registos de utilização da Kianda (Simulado)');
  expect(tabCsv('cohort', report, 'x')).toContain('2026-08-17;4;100;50');
});
