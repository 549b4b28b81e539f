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
import './components/map-links.tsx';
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
/** The layers of a map, by their names. */
const grids =
  (of: Partial<Record<string, Parameters<typeof sampleGrid>[0]>>) =>
  (asked: URLSearchParams): Reply => ({
    json: envelope(sampleGrid(of[asked.get('band') ?? 'value'] ?? [-32_768, -32_768, -32_768])),
  });
const answers: Parameters<ReturnType<typeof createPage>['open']>[1] = {
  '/admin-api/ml/models': { json: envelope(sampleModels) },
  '/admin-api/api/ml/stats': { json: envelope(sampleStats) },
  [base]: { json: envelope(sampleDetail) },
  [`${base}/versions/3`]: { json: envelope(sampleVersionDetail(3)) },
  [`${base}/versions/2`]: { json: envelope(sampleVersionDetail(2)) },
  '/admin-api/ml/maps': { json: envelope({ maps: [map, other], runs: [] }) },
  [`/admin-api/ml/maps/${map.id}/grid`]: grids({ value: [10, 50, 90], novelty: [2_000, -1_250, 3_000] }),
  [`/admin-api/ml/maps/${other.id}/grid`]: grids({ value: [10, 30, 95], novelty: [1, 1, 1] }),
  '/admin-api/ml/predict/habitat': { json: envelope(samplePrediction) },
};
const model = '/?section=machine-learning&modelo=habitat_suitability';

/** Writes or chooses, as a person would. */
function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
const field = (label: string, within: string) =>
  page.find(() => {
    const labels = [...document.querySelectorAll(`${within} label`)];
    const found = labels.find(({ textContent }) => textContent?.startsWith(label));
    return document.querySelector<HTMLInputElement | HTMLSelectElement>(`[id="${found?.getAttribute('for')}"]`);
  });
const submit = async () =>
  (
    await page.find(() =>
      [...document.querySelectorAll<HTMLButtonElement>('[aria-modal=true] button[type=submit]')].find(
        ({ disabled }) => !disabled,
      ),
    )
  ).click();
async function read(longitude: string, latitude: string) {
  enter(await field('Longitude', '#mapa form'), longitude);
  enter(await field('Latitude', '#mapa form'), latitude);
  const ready = () => [page.button('Ler o lugar')].find((button) => button?.disabled === false);
  (await page.find(ready)).click();
}

test('the maps of a model, one that is being made, and why the last was not', async () => {
  page.open(model, {
    ...answers,
    '/admin-api/ml/maps': { json: envelope({ maps: [map], runs: [failed, run] }) },
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
      isRefused
        ? { status: 409, json: problem('conflict', 409, 'Esta versão já tem 24 mapas.') }
        : { status: 202, json: envelope(run) },
  });
  (await page.find(() => page.button('Fazer mapa'))).click();
  enter(await field('Fundo', '[aria-modal=true]'), 'Rocha');
  enter(await field('Lado das células', '[aria-modal=true]'), '0.05');
  await submit();
  await page.find(() => (page.text('[aria-modal=true]').includes('já tem 24 mapas') ? true : null));
  isRefused = false;
  await submit();
  await page.find(() => (document.querySelector('[aria-modal=true]') === null ? true : null));
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
  await page.find(() => (/[-−]12,5 %/.test(page.text('#mapa')) ? true : null));
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
  expect(page.button('Explicar esta célula')).toBeUndefined();
});

test('two versions are compared from the address, and one that is not in use explains nothing', async () => {
  page.open(`${model}&mapa=${other.id}&menos=${map.id}`, answers);
  await page.says('Diferença: versão 3 menos versão 2');
  page.button('Descarregar a diferença (COG)')?.click();
  await page.find(() => (page.asked.some(({ path }) => path.endsWith(`${other.id}/difference`)) ? true : null));
  await read('12', '-10');
  await page.says('Só a versão em uso explica cada célula.');
});

test('a map that is gone says so', async () => {
  page.open(`${model}&mapa=6a3c1d10-0000-4000-8000-000000000999`, answers);
  await page.says('Este mapa já não existe');
});

test('a map opens to whoever has no account by a link that is told once, copied and closed', async () => {
  const links = '/admin-api/ml/map-links';
  const link = {
    ...{ id: '6a3c1d10-0000-4000-8000-000000000401', mapId: map.id, note: 'Ministério', madeBy: 'Ana', opens: 4 },
    ...{ createdAt: map.madeAt, expiresAt: '2126-01-01T00:00:00.000Z', revokedAt: null, lastOpenedAt: null },
  };
  const named = (within: string, name: string) =>
    page.find(() =>
      [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)].find(
        ({ textContent }) => textContent === name,
      ),
    );
  let isClosed = false;
  page.open(`${model}&mapa=${map.id}`, {
    ...answers,
    [links]: () => ({ json: envelope({ links: [{ ...link, revokedAt: isClosed ? map.madeAt : null }] }) }),
    [`POST /admin-api/ml/maps/${map.id}/links`]: {
      ...{ status: 201, json: envelope({ link, url: 'http://m/modelo/segredo' }) },
    },
    [`DELETE ${links}/${link.id}`]: () => {
      isClosed = true;
      return { json: envelope({ revoked: true }) };
    },
  });
  (await page.find(() => page.button('Fazer ligação'))).click();
  await page.find(() => (page.text('[aria-modal=true]').includes('e a página cita-as') ? true : null));
  enter(await field('Para quem', '[aria-modal=true]'), 'Ministério');
  await submit();
  const address = await page.find(() => document.querySelector<HTMLInputElement>('[aria-modal=true] input[readonly]'));
  expect(address.value).toBe('http://m/modelo/segredo');
  const made = page.asked.find(({ path, method }) => method === 'POST' && path.endsWith('/links'));
  expect(made?.body).toEqual({ days: 30, note: 'Ministério' });
  (await named('[role=dialog]', 'Concluir')).click();
  (await named('#ligacoes-publicas', 'Fechar')).click();
  (await named('[role=dialog]', 'Fechar')).click();
  await page.find(() => (page.text('#ligacoes-publicas').includes('Fechada') ? true : null));
});
