// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import type { Monitoring } from './api/use-monitoring.ts';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T08:00:00.000Z';
const connector = {
  status: 'active',
  statusReason: null,
  lastSuccess: at,
  nextRun: '2026-08-31T12:15:00.000Z',
  newestObservation: at,
  fresh: true,
} as const;
const monitoring: Monitoring = {
  days: [
    { date: '2026-08-30', byType: { OL_2_WFR___: 4, SL_2_WST___: 9 } },
    { date: '2026-08-31', byType: {} },
  ],
  types: [
    { type: 'OL_2_WFR___', total: 4, newestSensed: at, newestPublished: at, latencyHours: 2.4 },
    {
      type: 'SL_2_WST___',
      total: 9,
      newestSensed: '2026-08-30T20:00:00.000Z',
      newestPublished: null,
      latencyHours: null,
    },
  ],
  coverage: {
    days: 3,
    share: 0.873,
    cellDegrees: 0.25,
    cells: [{ lon: 11, lat: -9, passes: 3, lastSeen: at }],
    withoutFootprint: 2,
  },
  connectors: [
    {
      ...connector,
      id: 'cdse-sentinel3',
      name: 'CDSE Sentinel-3',
      provider: 'CDSE',
      freshnessLimitHours: 12,
      quota: { allowance: '12 TB por mês', monthlyBytes: 12e12, usedBytes: 3_400_000, reason: null },
      token: { expiresAt: '2026-08-31T09:09:00.000Z', refreshUntil: null, checkedAt: at, reason: null },
    },
    {
      ...connector,
      id: 'cmems',
      name: 'Copernicus Marine',
      provider: 'CMEMS',
      freshnessLimitHours: 36,
      fresh: false,
      quota: { allowance: null, monthlyBytes: null, usedBytes: 9_000_000, reason: 'Não publica limites.' },
      token: { expiresAt: null, refreshUntil: null, checkedAt: null, reason: 'Leitura anónima.' },
    },
  ],
  probes: [
    { api: 'odata', at, ok: true, responseTimeMs: 80 },
    { api: 'stac', at, ok: false, responseTimeMs: 15_000 },
    { api: 'opensearch', at, ok: false, responseTimeMs: 20 },
  ],
};
const path = '/admin-api/ocean/copernicus/monitoring';
const open = (change: Partial<Monitoring> = {}) =>
  page.open('/?section=copernicus-monitoring', { [path]: { json: envelope({ ...monitoring, ...change }) } });

test('how many, how fresh, how much of the ZEE, how late', async () => {
  open();
  await page.find(() => (page.text('#produtos').includes('13') ? true : null));
  expect(page.text('#produtos')).toContain('13 por dia lido');
  expect(page.text('#cobertura')).toContain('87,3 %');
  expect(page.text('#atraso')).toContain('2,4 h');
  expect(page.text('#mais-recente')).toContain('1 h');
});

test('each type with its delay; products without a place are told, not counted', async () => {
  open();
  await page.says('OLCI, cor do oceano');
  expect(page.text('#frescura')).toContain('SLSTR, temperatura');
  await page.says('2 produtos sem lugar indicado pelo catálogo não contam.');
});

test('quotas and tokens; what is not known is a dash with its reason', async () => {
  open();
  await page.find(() => (page.text('#quotas').includes('12 TB por mês') ? true : null));
  expect(page.text('#quotas')).toContain('dentro do limite de 12 h');
  expect(page.text('#quotas')).toContain('acima do limite de 36 h');
  const labels = [...page.host.querySelectorAll('#quotas button')].map((button) => button.getAttribute('aria-label'));
  expect(labels).toContain('Desconhecido: Não publica limites.');
  expect(labels.filter((label) => label === 'Desconhecido: Leitura anónima.')).toHaveLength(2);
});

test('checks of each interface in words; the one that ended is no failure', async () => {
  open();
  await page.find(() => (page.text('#verificacoes').includes('OData: 1 de 1 com resposta') ? true : null));
  expect(page.text('#verificacoes')).toContain('STAC: 0 de 1 com resposta');
  const marks = [...page.host.querySelectorAll('#verificacoes svg[role=img]')].map((mark) =>
    mark.getAttribute('aria-label'),
  );
  expect(marks).toContain('OpenSearch: descontinuada pela fonte (mar. 2026)');
});

const none = {
  days: [{ date: '2026-08-31', byType: {} }],
  types: [],
  coverage: { ...monitoring.coverage, share: null },
};

test('without any product: unknown, never none, and the reason is the server’s', async () => {
  const reason = 'Sem produtos de satélite: o conector «CDSE Sentinel-3» está desativado.';
  const answer = envelope({ ...monitoring, ...none });
  page.open('/?section=copernicus-monitoring', {
    [path]: { json: { ...answer, metadata: { ...answer.metadata, provenance: { state: 'fallback', reason } } } },
  });
  await page.find(() => (page.text('#produtos-por-dia').includes(reason) ? true : null));
  for (const id of ['produtos', 'mais-recente', 'cobertura', 'atraso']) expect(page.text(`#${id}`)).toContain('—');
  for (const id of ['frescura', 'mapa-cobertura']) expect(page.text(`#${id}`)).toContain(reason);
  expect(page.button(reason)).toBeDefined();
});

test('a period without products, though there are older ones, is no missing run', async () => {
  open(none);
  await page.find(() =>
    page.text('#produtos-por-dia').includes('O catálogo não tem produtos deste período.') ? true : null,
  );
  expect(page.text('#mapa-cobertura')).toContain('Sem passagens');
});

test('the window is in the address, and a server that fails is said in each panel', async () => {
  page.open('/?section=copernicus-monitoring&period=90', {
    [path]: { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await page.says('Já volta.');
  expect(page.host.querySelector<HTMLInputElement>('input[value="90"]')?.checked).toBe(true);
  expect(page.button('Tentar Novamente')).toBeDefined();
});

test('the delay of several types is the median of theirs, between the two middle ones where they are even', async () => {
  const delays = (...hours: readonly number[]) => ({
    types: hours.map((latencyHours, index) => ({ ...monitoring.types[0], type: `T${index}`, latencyHours })),
  });
  open(delays(9, 1, 3) as Partial<Monitoring>);
  await page.find(() => (page.text('#atraso').includes('3 h') ? true : null));
  await page.close();
  page = createPage();
  open(delays(9, 1, 3, 2) as Partial<Monitoring>);
  await page.find(() => (page.text('#atraso').includes('2,5 h') ? true : null));
});
