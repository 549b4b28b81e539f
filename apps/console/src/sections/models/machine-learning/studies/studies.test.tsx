// @vitest-environment happy-dom
import type { StudyDetail } from '@kianda/contract/models/studies/studies.contract';
import { usualParameters } from '@kianda/contract/models/studies/study-parameters';
import type { StudyCandidate } from '@kianda/contract/models/studies/study-results';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, type Reply } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
// The parts that load when they are opened, before any clock runs.
import './map-panel.tsx';
import './record-panel.tsx';
import './studies-page.tsx';
import './study-page.tsx';
import '../page.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const id = '3f0e8f0a-5a59-4a40-9d2c-0d6f3c1d9a01';
const runId = '3f0e8f0a-5a59-4a40-9d2c-0d6f3c1d9a02';
const at = '2026-11-28T10:00:00.000Z';
const parameters = { ...usualParameters, variables: ['temperature'], seed: 7 };
const candidate = (features: 'L' | 'LQ', aucTest: number | null): StudyCandidate => ({
  ...{ features, beta: 1, aucTest, aucDeviation: 0.02, aucTrain: 0.85, aucDifference: 0.05, tss: 0.5, boyce: 0.7 },
  ...{ omission10: 0.12, aicc: 410, deltaAicc: 0, coefficients: 3 },
});
const summary = {
  ...{ id, name: 'Sardinha do Namibe', species: 'Sardinella aurita', createdAt: at, createdBy: 'Eva Maré' },
  ...{ changedAt: at, aucTest: 0.8, runs: 1, maps: 0, isChosen: false, isSimulated: true },
};
const detail: StudyDetail = {
  ...summary,
  ...{ parameters, chosen: null, revision: 2, shownMaps: [], work: [] },
  revisions: [
    { revision: 1, step: 'created', changedAt: at, changedBy: 'Eva Maré' },
    { revision: 2, step: 'cleaning', changedAt: at, changedBy: 'Eva Maré' },
  ],
  tunings: [
    {
      ...{ id: runId, madeAt: at, requestedBy: 'Eva Maré', seconds: 3, parameters, presences: 60, background: 2_000 },
      ...{ folds: 4, candidates: [candidate('L', 0.8), candidate('LQ', null)], proposed: 0, sources: [] },
      ...{ dataSha256: 'a'.repeat(64), codeVersion: '2.0.0', isSimulated: true },
    },
  ],
};
const records = {
  records: [
    {
      source: 'obis',
      sourceId: '1',
      longitude: 12,
      latitude: -15,
      date: null,
      licence: null,
      reason: null,
      detail: null,
      fold: 0,
    },
    {
      ...{ source: 'gbif', sourceId: '2', longitude: 14, latitude: -15, date: null, licence: null, fold: null },
      ...{ reason: 'on_land', detail: 'A leste da linha de costa' },
    },
  ],
  steps: [{ reason: 'on_land', removed: 1, left: 1 }],
  ...{ kept: 1, background: [[12, -14]], folds: [], absence: 'Ficam 1 registos, e são precisos 8.' },
};
const variables = {
  variables: [
    {
      name: 'temperature',
      label: 'Temperatura',
      unit: '°C',
      isChosen: true,
      min: 15,
      max: 28,
      vif: 12.5,
      source: 'NOAA',
    },
    {
      name: 'salinity',
      label: 'Salinidade',
      unit: 'psu',
      isChosen: false,
      min: 34,
      max: 36,
      vif: null,
      source: 'CMEMS',
    },
  ],
  correlations: [
    [1, -0.91],
    [-0.91, 1],
  ],
  missing: ['Clorofila-a'],
};
const batch = {
  ...{ id: runId, createdAt: at, requestedBy: 'Eva Maré', state: 'stopped', progress: 0.5, message: null },
  ...{ total: 4, done: 1, refused: 1 },
};
const unmeasured = {
  studyId: null,
  presences: null,
  combination: null,
  aucTest: null,
  tss: null,
  boyce: null,
  omission10: null,
};
const items = [
  {
    ...{ species: 'Perna perna', state: 'done', reason: null, studyId: id, presences: 40, combination: 'LQ × 2' },
    ...{ aucTest: 0.77, tss: 0.4, boyce: 0.6, omission10: 0.1 },
  },
  { ...unmeasured, species: 'Thunnus alalunga', state: 'refused', reason: 'Ficam 3 registos, e são precisos 8.' },
];
const base = `/admin-api/ml/studies/${id}`;
const answers: Readonly<Record<string, Reply>> = {
  '/admin-api/ml/models': { json: envelope([]) },
  '/admin-api/ml/studies': { json: envelope([summary]) },
  '/admin-api/ml/studies/species': {
    json: envelope([{ name: 'Sardinella aurita', commonName: null, records: 1_240 }]),
  },
  '/admin-api/ml/study-batches': { json: envelope([batch]) },
  [`/admin-api/ml/study-batches/${runId}`]: { json: envelope({ batch, items }) },
  [base]: { json: envelope(detail) },
  [`${base}/records`]: { json: envelope(records) },
  [`${base}/variables`]: { json: envelope(variables) },
};
const section = '/?section=machine-learning';
const sent = (method: string, path: string) =>
  page.asked.filter((one) => one.method === method && one.path === path).map(({ body }) => body);

test('from the models to the studies, and a new one of a species', async () => {
  page.open(section, { ...answers, 'POST /admin-api/ml/studies': { json: envelope(detail) } });
  (await page.find(() => page.button('Estudos de espécies'))).click();
  await page.says('Eva Maré');
  expect(window.location.search).toContain('estudo=todos');
  expect(page.text('#estudos')).toContain('0,8');
  await page.find(() => (page.text('#novo-estudo').includes('1 240 registos') ? true : null));
  (await page.find(() => page.button('Criar estudo'))).click();
  await page.find(() => (window.location.search.includes(id) ? true : null));
  expect(sent('POST', '/admin-api/ml/studies')).toEqual([{ species: 'Sardinella aurita' }]);
});

test('a study shows its filters, variables and results, an unmeasured one as —, and a combination is chosen', async () => {
  page.open(`${section}&estudo=${id}`, { ...answers, [`PATCH ${base}`]: { json: envelope(detail) } });
  await page.find(() => (page.text('#registos').includes('Ficam 1 de 2 registos.') ? true : null));
  expect(page.text('#registos')).toContain('Em terra');
  expect(page.text('#registos')).toContain('são precisos 8');
  await page.find(() => (page.text('#variaveis').includes('12,5') ? true : null));
  expect(page.text('#variaveis')).toContain('Salinidade (−0,91)');
  expect(page.text('#variaveis')).toContain('Sem campos guardados: Clorofila-a.');
  const results = page.text('#afinacao');
  for (const part of ['60 presenças', 'L × 1', 'LQ × 1', 'Proposta', '—']) expect(results).toContain(part);
  const choose = await page.find(() =>
    page.host.querySelector<HTMLButtonElement>('#afinacao button[aria-label="Escolher L × 1"]'),
  );
  choose.click();
  await page.find(() => (sent('PATCH', base).length === 1 ? true : null));
  expect(sent('PATCH', base)).toEqual([{ chosen: { runId, candidate: 0 } }]);
  expect(page.text('#mapa')).toContain('Ainda não há mapa');
});

test('a step is undone, and a tuning is asked for', async () => {
  const work = {
    id: runId,
    kind: 'tuning',
    state: 'queued',
    progress: null,
    message: null,
    error: null,
    requestedAt: at,
  };
  page.open(`${section}&estudo=${id}`, {
    ...answers,
    [`POST ${base}/revision`]: { json: envelope({ ...detail, revision: 1 }) },
    [`POST ${base}/tunings`]: { json: envelope(work) },
  });
  (await page.find(() => page.button('Desfazer'))).click();
  await page.find(() => (sent('POST', `${base}/revision`).length === 1 ? true : null));
  expect(sent('POST', `${base}/revision`)).toEqual([{ revision: 1 }]);
  expect(page.button('Refazer')?.disabled).toBe(true);
  page.button('Correr a afinação')?.click();
  await page.find(() => (sent('POST', `${base}/tunings`).length === 1 ? true : null));
});

test('a batch that stopped is gone on with, and its results lead to the studies', async () => {
  page.open(`${section}&estudo=todos`, {
    ...answers,
    [`POST /admin-api/ml/study-batches/${runId}/resume`]: { json: envelope(batch) },
  });
  await page.find(() => (page.text('#lotes').includes('1 feitas e 1 recusadas, de 4') ? true : null));
  (await page.find(() => page.button('Continuar lote'))).click();
  await page.find(() => (sent('POST', `/admin-api/ml/study-batches/${runId}/resume`).length === 1 ? true : null));
  (await page.find(() => page.host.querySelector<HTMLButtonElement>('#lotes tbody button'))).click();
  await page.find(() => (page.text('#resultados-do-lote').includes('Ficam 3 registos') ? true : null));
  expect(page.text('#resultados-do-lote')).toContain('LQ × 2');
  (await page.find(() => page.button('Perna perna'))).click();
  await page.find(() => (window.location.search.includes(id) ? true : null));
});
