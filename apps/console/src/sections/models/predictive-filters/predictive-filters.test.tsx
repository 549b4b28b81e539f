// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { confidenceTone } from './components/confidence.tsx';
import { boxOf, fieldsOf, ruleOf, thresholdsOf } from './components/rule-fields.ts';
import { habitatFilter, sampleFilters, sampleRun } from './sample.testing.ts';
import './page.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const list = '/admin-api/ml/predictive-filters';
const one = '/admin-api/ml/filters/habitat_suitability';
const older = { ...sampleRun, id: '6a3c1d10-0000-4000-8000-000000000082', requestedAt: '2026-08-29T08:00:00.000Z' };
const answers: Readonly<Record<string, Reply>> = {
  [list]: { json: envelope(sampleFilters) },
  [one]: { json: envelope({ filter: habitatFilter, runs: [sampleRun, older] }) },
};
const address = '/?section=predictive-filters';
const card = (id: string) => page.text(`#${id}`);
/** Notices stand beside the page. */
const told = (words: string) => page.find(() => (document.body.textContent?.includes(words) ? true : null));
const sent = (method: string, path: string) =>
  page.asked.filter((request) => request.method === method && request.path === path);

test('seven cards: state, confidence with its band, last update, area and points; and the guide', async () => {
  page.open(address, answers);
  await page.says('Confiança 81,9 %');
  expect(page.text()).toContain('7 tipos · 7 filtros · 1 ativo');
  const shown = card('habitat_suitability');
  for (const part of ['Ativo', 'Simulado', '14 630 km²', '118', 'Desativar', 'Ver no Mapa'])
    expect(shown).toContain(part);
  expect(page.text('#guia')).toContain('Áreas de Risco Ambiental');
  expect([95, 90, 85, 75, 60, null].map(confidenceTone)).toEqual(['good', 'good', 'info', 'caution', 'bad', 'unknown']);
});

test('a filter whose model is not in use has no figure, but the reason and the way to train one', async () => {
  page.open(address, answers);
  await page.says('Confiança 81,9 %');
  const shown = card('fishing_zones');
  expect(shown).toContain('O modelo não tem versão em uso');
  expect(shown).toContain('Sem confiança');
  expect(shown).toContain('—');
  expect(shown).not.toContain('%');
  expect(page.button('Calcular agora: Zonas de Pesca Otimizadas')?.disabled).toBe(true);
  (await page.find(() => page.button('Treinar «Estimador de Abundância»: Zonas de Pesca Otimizadas'))).click();
  await page.find(() => (window.location.search.includes('abundance_estimator') ? document.body : null));
});

test('a filter is activated once, and the list is asked for again', async () => {
  let isActive = false;
  const type = 'environmental_risk';
  const switched = () => ({
    json: envelope(sampleFilters.map((filter) => (filter.id === type ? { ...filter, isActive } : filter))),
  });
  page.open(address, {
    ...answers,
    [list]: switched,
    [`POST /admin-api/ml/filters/${type}/activate`]: () => {
      isActive = true;
      return { json: envelope({ ...sampleFilters.at(-1), isActive }) };
    },
  });
  (await page.find(() => page.button('Ativar: Áreas de Risco Ambiental'))).click();
  await told('Filtro ativado: Áreas de Risco Ambiental.');
  await page.find(() => page.button('Desativar: Áreas de Risco Ambiental'));
  expect(sent('POST', `/admin-api/ml/filters/${type}/activate`)).toHaveLength(1);
});

test('without a server the seven stand as examples, with the message and the button that tries again', async () => {
  page.open(address, { [list]: { status: 503, json: problem('unavailable', 503, 'Em baixo.') } });
  await page.says('Usando dados de fallback');
  expect(page.text()).toContain('Erro ao carregar filtros preditivos:');
  expect(page.text()).toContain('Tentar Novamente');
  expect(card('monitoring_points')).toContain('Pontos de Monitorização Inteligentes');
  expect(page.button('Ativar: Pontos de Monitorização Inteligentes')).toBeUndefined();
});

test('one filter: the confidence as a product, the arithmetic, the parameters and the runs', async () => {
  page.open(`${address}&filtro=habitat_suitability`, answers);
  await page.says('0,91 × 0,90 × 1,00 = 81,9 %');
  for (const part of [
    'Limiar (MaxSSS)',
    'TSS 0,71',
    'O habitat bentónico ficou de fora.',
    '14 630 km² em 3 polígonos',
  ]) {
    expect(page.text()).toContain(part);
  }
  expect(page.text('#parametros')).toContain('threshold');
  expect(page.text('#execucoes')).toContain('Rui Sal');
});

test('the change of a result is asked for, and a run is compared with the last', async () => {
  const difference = {
    ...{ from: older, to: sampleRun, gainedKm2: 1_200, lostKm2: 300, keptKm2: 4_500, overlap: 0.75, meanChange: null },
    gained: { type: 'FeatureCollection', features: [] },
    lost: { type: 'FeatureCollection', features: [] },
  };
  page.open(`${address}&filtro=habitat_suitability`, {
    ...answers,
    [`${one}/difference`]: { json: envelope(difference) },
    [`PUT ${one}/subscription`]: { json: envelope({ ...habitatFilter, isSubscribed: true }) },
  });
  (await page.find(() => page.button('Avisem-me quando mudar'))).click();
  await told('Será avisado quando o resultado mudar.');
  expect(sent('PUT', `${one}/subscription`)[0]?.body).toEqual({ isSubscribed: true });
  const button = () =>
    [...document.querySelectorAll('button')].find((found) => found.textContent === 'Comparar com a última');
  (await page.find(() => button() ?? null)).click();
  await page.says('1 200 km²');
  expect(page.text('#diferenca')).toContain('75 %');
});

test('the fields of a rule tell the same rule, and a box that is none tells none', () => {
  const fields = fieldsOf(habitatFilter);
  expect(ruleOf(fields, habitatFilter.rule)).toEqual(habitatFilter.rule);
  expect(ruleOf({ ...fields, bbox: '10, -18, 13' }, habitatFilter.rule)).toBeNull();
  expect(boxOf('10 -18; 13,-14')).toEqual([10, -18, 13, -14]);
  expect(thresholdsOf('biodiversity_hotspots')).not.toContain('max_sss');
  const half = ruleOf({ ...fields, thresholdKind: 'percentile', thresholdPercent: 90 }, habitatFilter.rule);
  expect(half?.threshold).toEqual({ kind: 'percentile', share: 0.9 });
});
