// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import {
  sampleDetail,
  sampleGrid,
  sampleMap,
  sampleModels,
  samplePrediction,
  sampleStats,
  sampleVersionDetail,
} from '../../shared/models/sample.testing.ts';
import { createPage } from '../../testing.tsx';
// The parts that load when they are opened, before any clock runs.
import './components/map-page.tsx';
import './components/map-stage.tsx';
import './components/model-page.tsx';
import './components/prediction-console.tsx';
import './page.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const base = '/admin-api/ml/models/habitat_suitability';
const [map, other] = [sampleMap(2), sampleMap(3)];
const run = {
  ...{ id: '6a3c1d10-0000-4000-8000-000000000201', modelType: 'habitat_suitability', version: 3 },
  ...{ state: 'running', progress: 0.4, message: 'A prever as células', error: null, requestedAt: map.madeAt },
};
const failed = { ...run, state: 'failed', progress: null, message: null, error: 'Execute os conectores oceânicos.' };
const gridPath = (id: string, band: string) => `/admin-api/ml/maps/${id}/grid?band=${band}`;
const answers: Readonly<Record<string, Reply>> = {
  '/admin-api/ml/models': { json: envelope(sampleModels) },
  '/admin-api/api/ml/stats': { json: envelope(sampleStats) },
  [base]: { json: envelope(sampleDetail) },
  [`${base}/versions/3`]: { json: envelope(sampleVersionDetail(3)) },
  [`${base}/versions/2`]: { json: envelope(sampleVersionDetail(2)) },
  '/admin-api/ml/maps?type=habitat_suitability': { json: envelope({ maps: [map, other], runs: [] }) },
  [gridPath(map.id, 'value')]: { json: envelope(sampleGrid([10, 50, 90])) },
  [gridPath(map.id, 'uncertainty')]: { json: envelope(sampleGrid([-32_768, -32_768, -32_768])) },
  [gridPath(map.id, 'novelty')]: { json: envelope(sampleGrid([2_000, -1_250, 3_000])) },
  [gridPath(other.id, 'value')]: { json: envelope(sampleGrid([10, 30, 95])) },
  '/admin-api/ml/predict/habitat': { json: envelope(samplePrediction) },
};
const model = '/?section=machine-learning&modelo=habitat_suitability';

/** Writes or chooses, as a person would. */
function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
const field = (label: string, within: ParentNode = document) =>
  page.find(() => {
    const found = [...within.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label));
    return document.querySelector<HTMLInputElement | HTMLSelectElement>(`[id="${found?.getAttribute('for')}"]`);
  });
const dialog = () => page.find(() => document.querySelector('[role=dialog]'));
const press = (within: ParentNode, name: string) =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name)?.click();
async function read(longitude: string, latitude: string) {
  enter(await field('Longitude', await page.find(() => page.host.querySelector('#mapa form'))), longitude);
  enter(await field('Latitude', await page.find(() => page.host.querySelector('#mapa form'))), latitude);
  (await page.find(() => page.button('Ler o lugar'))).click();
}

test('the maps of a model, one that is being made, and why the last was not', async () => {
  page.open(model, {
    ...answers,
    '/admin-api/ml/maps?type=habitat_suitability': { json: envelope({ maps: [map], runs: [failed, run] }) },
  });
  await page.find(() => (page.text('#mapas').includes('A prever as células') ? true : null));
  for (const part of ['2 · em uso', '0,12 a 0,88', '25,0', 'O mapa da versão 3 não se fez: Execute os conectores']) {
    expect(page.text('#mapas')).toContain(part.replace('25,0', '25'));
  }
  expect(page.host.querySelector('#mapas [role=progressbar]')?.getAttribute('aria-valuenow')).toBe('40');
});

test('a map is asked for with the categories that the version needs, and a refusal is said', async () => {
  let isRefused = true;
  page.open(model, {
    ...answers,
    'POST /admin-api/ml/maps': () =>
      isRefused ? problem('conflict', 'Esta versão já tem 24 mapas.') : { status: 202, json: envelope(run) },
  });
  (await page.find(() => page.button('Fazer mapa'))).click();
  const form = await dialog();
  enter(await field('Fundo', form), 'Rocha');
  enter(await field('Lado das células', form), '0.05');
  press(form, 'Fazer mapa');
  await page.find(() => (page.text('[role=dialog]').includes('já tem 24 mapas') ? true : null));
  isRefused = false;
  press(form, 'Fazer mapa');
  await page.find(() => (document.querySelector('[role=dialog]') === null ? true : null));
  const [, body] = page.asked.filter(({ method, path }) => method === 'POST' && path === '/admin-api/ml/maps');
  expect(body?.body).toEqual({
    type: 'habitat_suitability',
    version: 2,
    cellDegrees: 0.05,
    inputs: { bottom: 'Rocha' },
  });
});

test('a place says every layer, and the version in use explains it', async () => {
  page.open(`${model}&mapa=${map.id}`, answers);
  await read('12,5', '-10');
  const says = (text: string) => page.find(() => (page.text('#mapa').includes(text) ? true : null));
  await says('0,5');
  await says('-12,5 %');
  expect(page.text('#mapa')).toContain('12,5');
  expect(page.text('#proveniencia')).toContain('Temperatura: NOAA (CC0)');
  expect(page.text('#proveniencia')).toContain('d'.repeat(64));
  (await page.find(() => page.button('Explicar esta célula'))).click();
  await says('O que mais pesou');
  const [asked] = page.asked.filter(({ path }) => path === '/admin-api/ml/predict/habitat');
  expect(asked?.body).toEqual({ items: [{ longitude: 12.5, latitude: -10, inputs: {} }] });
});

test('a cell without value says so, and is not explained', async () => {
  page.open(`${model}&mapa=${map.id}`, answers);
  await read('12,5', '-9,5');
  await page.find(() => page.host.querySelector('#mapa abbr[title^="Sem valor neste lugar"]'));
  expect(page.button('Explicar esta célula')).toBeNull();
});

test('two versions are compared from the address, and one that is not in use explains nothing', async () => {
  page.open(`${model}&mapa=${other.id}&menos=${map.id}`, {
    ...answers,
    [gridPath(other.id, 'uncertainty')]: { json: envelope(sampleGrid([1, 1, 1])) },
    [gridPath(other.id, 'novelty')]: { json: envelope(sampleGrid([1, 1, 1])) },
  });
  await page.says('Diferença: versão 3 menos versão 2');
  await read('12', '-10');
  await page.says('Só a versão em uso explica cada célula.');
});

test('a map that is gone says so', async () => {
  page.open(`${model}&mapa=6a3c1d10-0000-4000-8000-000000000999`, answers);
  await page.says('Este mapa já não existe');
});
