// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { coastalDetail, coastSurveys } from '@kianda/contract/sea/coast/coast.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

type Detail = DataOf<typeof coastalDetail>;
const survey: DataOf<typeof coastSurveys>[number] = {
  ...{ id: 'camada:costa', title: 'Costa de Luanda', source: 'INIPM', licence: 'CC-BY 4.0', lines: 6, typedKm: 40 },
  ...{ dates: ['1986-08-15', '2005-08-15', '2024-08-04'], methods: ['Landsat'], south: -9.4, north: -8.9 },
  ...{ refused: [{ reason: 'sem data no formato AAAA-MM-DD', count: 2 }], isSimulated: false },
};
const fit = { rate: -1.63, intercept: -30, origin: 2005, half90: 0.3, half95: 0.61, rSquared: 0.98 };
const analysis: NonNullable<Detail['analysis']> = {
  ...{
    id: '00000000-0000-4000-8000-00000000000b',
    region: 'centro',
    coastlineLength: 520.4,
    lastAnalysis: '2026-08-31T08:00:00Z',
  },
  ...{ sandyCoastLength: 22.5, rockyCoastLength: null, erosionRiskLevel: 'high', erosionRiskLength: 12 },
  ...{ requestedBy: 'Rui Sal', survey, absence: null, spacing: 200, method: 'DSAS', coastSource: 'Natural Earth' },
  transects: [
    {
      ...{ id: 1, along: 100, landward: [13.1, -9.2], seaward: [13.06, -9.2], origin: [13.08, -9.2], class: 'intense' },
      positions: [
        { year: 1986.6, meters: 0, uncertainty: 5 },
        { year: 2005.6, meters: -31, uncertainty: 5 },
        { year: 2024.6, meters: -62, uncertainty: 5 },
      ],
      change: { dates: 3, sce: 62, nsm: -62, epr: -1.63, eprUncertainty: 0.19, lrr: fit, wlr: fit },
    },
    {
      ...{ id: 2, along: 300, landward: [13.1, -9.19], seaward: [13.06, -9.19], origin: [13.08, -9.19], class: null },
      ...{ positions: [], change: null },
    },
  ],
  summary: { measured: 1, meanRate: -1.63, eroding: 1, byClass: [{ class: 'intense', transects: 1 }] },
  typeKm: [{ type: 'sand', km: 22.5 }],
  vulnerability: [
    {
      ...{ id: 1, fromKm: 0, toKm: 5, lon: 13.08, lat: -9.2, geomorphology: 'sand', index: 3.16, used: 2 },
      values: { shorelineChange: -1.63, slope: null, seaLevel: null, waveHeight: null, tideRange: null },
      ranks: { geomorphology: 5, shorelineChange: 4, slope: null, seaLevel: null, waveHeight: null, tideRange: null },
    },
  ],
  variables: [
    { id: 'geomorphology', source: 'Costa de Luanda', reason: null },
    { id: 'slope', source: null, reason: 'Sem fonte: a batimetria ainda não foi obtida.' },
  ],
  isSimulated: false,
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const open = (given: Detail, surveys: readonly object[] = [survey], role: 'cientista' | 'cliente' = 'cientista') =>
  page.open(
    '/?section=coastline&troco=centro',
    {
      '/admin-api/coastal/analysis/centro': { json: envelope(given) },
      '/admin-api/coastal/surveys': { json: envelope(surveys) },
      'POST /admin-api/coastal/analyze': {
        status: 202,
        json: envelope({ id: analysis.id, state: 'queued', progress: null, message: null, error: null }),
      },
    },
    { role },
  );
const press = async (name: string) => (await page.find(() => page.button(name))).click();

test('the transects may stand from 50 m to a kilometre apart, and 200 m unless another is chosen', async () => {
  open({ analysis: null, work: null });
  await press('Analisar');
  const select = await page.find(() =>
    [...page.host.querySelectorAll('select')].find(
      ({ labels }) => labels?.[0]?.textContent === 'Intervalo entre transetos',
    ),
  );
  expect([...select.options].map(({ value }) => Number(value))).toEqual([50, 100, 200, 500, 1_000]);
  const asked = await page.find(() => page.asked.find(({ method }) => method === 'POST'));
  expect(asked.body).toMatchObject({ spacing: 200 });
});

test('rates, classes and the index; what is missing is a dash with its reason', async () => {
  open({ analysis, work: null });
  await page.says('Erosão intensa');
  await page.says('alto');
  await page.says('2 de 6');
  await page.says('−1,63 (4)');
  await page.says('2 sem data no formato AAAA-MM-DD');
  const reasons = [...page.host.querySelectorAll('abbr')].map((mark) => mark.getAttribute('title'));
  expect(reasons).toContain('Menos de duas datas cruzam o transeto.');
  expect(reasons).toContain('Sem fonte: a batimetria ainda não foi obtida.');
  expect(page.sharedNames()).toEqual([]);
});

test('a transect of the table opens with its positions, and its regression with the interval', async () => {
  open({ analysis, work: null });
  await press('1, transeto 1');
  await page.says('± 0,61 m/ano a 95 %');
  expect(new URLSearchParams(window.location.search).get('transeto')).toBe('1');
  expect(page.text('#transeto')).toContain('−62 m');
});

test('without a survey the page says how to bring one, and an analysis is asked for with its spacing', async () => {
  open({ analysis: null, work: null }, []);
  await page.says('Troço por analisar');
  await page.says('Nenhum levantamento guardado');
  await press('Analisar');
  await page.find(() => page.asked.find(({ method }) => method === 'POST'));
  expect(page.asked.find(({ method }) => method === 'POST')?.body).toEqual({ region: 'centro', spacing: 200 });
});

test('a reader is offered no analysis, and a failed one says why', async () => {
  const work = {
    id: analysis.id,
    state: 'failed',
    progress: null,
    message: null,
    error: 'Aumente o intervalo.',
  } as const;
  open({ analysis: null, work }, [], 'cliente');
  await page.says('Aumente o intervalo.');
  expect(page.button('Analisar')).toBeUndefined();
});
