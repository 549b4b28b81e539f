// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { habitat, sampleMap, sampleModels, sampleStats, sampleTraining } from '../../shared/models/sample.testing.ts';
import { accuracyTone } from '../../shared/models/skill.ts';
import { createPage } from '../../testing.tsx';
import './page.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const list = '/admin-api/ml/models';
const train = '/admin-api/ml/train/habitat_suitability';
const answers: Readonly<Record<string, Reply>> = {
  [list]: { json: envelope(sampleModels) },
  '/admin-api/api/ml/stats': { json: envelope(sampleStats) },
};
const address = '/?section=ml-dashboard';
const card = (id: string) => page.text(`#${id}`);
const withTraining = (training: typeof habitat.training) => ({
  json: envelope([...sampleModels.slice(0, 4), { ...habitat, training }]),
});
const posted = (path: string) => page.asked.filter((one) => one.method === 'POST' && one.path === path);

test('the figures of all models, and of each one its measure, interval, baseline and variables', async () => {
  page.open(address, answers);
  await page.says('Precisão 91,0 %');
  expect(page.text()).toContain('5 modelos · 7 tipos de filtro');
  expect(card('modelos-ativos')).toContain('1');
  expect(card('precisao-media')).toContain('91,0 %');
  expect(card('total-previsoes')).toContain('1 234');
  expect(card('ultimo-treino')).toContain('30/08/2026');
  const shown = card('habitat_suitability');
  for (const part of [
    'Ativo',
    'Simulado',
    '96,0 %',
    'AUC',
    '0,87 a 0,94',
    'média do bloco: 0,50',
    'blocos espaciais',
  ]) {
    expect(shown).toContain(part);
  }
  expect(shown).toContain('TemperaturaProfundidadeClorofila+2');
  expect(shown).toContain('Re-treinar Modelo');
});

test('of a model that was never trained nothing is known: why, and the button that trains it', async () => {
  page.open(address, answers);
  await page.says('Precisão 91,0 %');
  const shown = card('species_classifier');
  expect(shown).toContain('Ainda não foi treinado: há 12 dias de dados e são precisos 60.');
  expect(shown).toContain('Sem precisão');
  expect(shown).toContain('Inativo');
  expect(shown).toContain('—');
  expect(shown).not.toContain('%');
  expect(page.button('Treinar Modelo: Classificador de Espécies')?.disabled).toBe(false);
});

test('a training that is asked for shows its progress, and the list is asked for again until it ends', async () => {
  let training: typeof habitat.training = null;
  page.open(address, {
    ...answers,
    [list]: () => withTraining(training),
    [`POST ${train}`]: () => {
      training = sampleTraining;
      return { json: envelope(sampleTraining) };
    },
  });
  (await page.find(() => page.button('Re-treinar Modelo: Adequação de Habitat'))).click();
  await page.says('Treinando...');
  await page.says('A ajustar a dobra 3 de 5');
  expect(card('habitat_suitability')).toContain('42 %');
  expect(posted(train)).toHaveLength(1);
  expect(page.button('Treinando...: Adequação de Habitat')?.disabled).toBe(true);
  training = { ...sampleTraining, state: 'succeeded', version: 3 };
  await page.find(() => page.button('Re-treinar Modelo: Adequação de Habitat'));
  expect(card('habitat_suitability')).not.toContain('Treinando...');
});

test('a training that may not begin says why', async () => {
  page.open(address, {
    ...answers,
    [`POST ${train}`]: { status: 409, json: problem('already_running', 409, 'Este modelo já está a treinar.') },
  });
  (await page.find(() => page.button('Re-treinar Modelo: Adequação de Habitat'))).click();
  await page.find(() => (document.body.textContent?.includes('Este modelo já está a treinar.') ? true : null));
});

test('a training is cancelled', async () => {
  let training: typeof habitat.training = sampleTraining;
  const path = `/admin-api/ml/trainings/${sampleTraining.id}/cancel`;
  page.open(address, {
    ...answers,
    [list]: () => withTraining(training),
    [`POST ${path}`]: () => {
      training = { ...sampleTraining, state: 'cancelled' };
      return { json: envelope(training) };
    },
  });
  (await page.find(() => page.button('Cancelar treino: Adequação de Habitat'))).click();
  await page.find(() => page.button('Re-treinar Modelo: Adequação de Habitat'));
  expect(posted(path)).toHaveLength(1);
  expect(page.button('Cancelar treino: Adequação de Habitat')).toBeUndefined();
});

test('a training that failed says why, and may be tried again', async () => {
  const failed = { ...sampleTraining, state: 'failed', error: 'Faltam linhas.' } as const;
  page.open(address, { ...answers, [list]: withTraining(failed) });
  await page.says('O último treino falhou: Faltam linhas.');
  expect(page.button('Re-treinar Modelo: Adequação de Habitat')?.disabled).toBe(false);
});

test('a card opens the detail: method, address, every variable; and leads to the versions', async () => {
  page.open(address, answers);
  (await page.find(() => page.button('Ver Adequação de Habitat'))).click();
  await page.find(() => (page.text('[aria-modal=true]').includes('MaxEnt') ? true : null));
  const shown = page.text('[aria-modal=true]');
  for (const part of ['/ml/predict/habitat', 'Temperatura, Profundidade, Clorofila, Salinidade, Distância à costa']) {
    expect(shown).toContain(part);
  }
  expect(window.location.search).toContain('modelo=habitat_suitability');
  const lead = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
    ({ textContent }) => textContent === 'Versões e previsões',
  );
  lead?.click();
  await page.find(() => (window.location.search.includes('section=machine-learning') ? true : null));
  expect(window.location.search).toContain('modelo=habitat_suitability');
});

test('the detail leads to the map of the version in use, and to none where there is none', async () => {
  const maps = { maps: [sampleMap(3), sampleMap(2)], runs: [] };
  page.open(address, { ...answers, '/admin-api/ml/maps': { json: envelope(maps) } });
  (await page.find(() => page.button('Ver Adequação de Habitat'))).click();
  const lead = () =>
    [...document.querySelectorAll<HTMLButtonElement>('[aria-modal=true] button')].find(
      ({ textContent }) => textContent === 'Ver no mapa',
    );
  (await page.find(lead)).click();
  await page.find(() => (window.location.search.includes(`mapa=${sampleMap(2).id}`) ? true : null));
  expect(window.location.search).toContain('modelo=habitat_suitability');
});

test('quick actions lead to the sections that models live from', async () => {
  page.open(address, answers);
  await page.says('Ações rápidas');
  expect(page.button('Filtros Preditivos')?.disabled).toBe(false);
  expect(page.button('Auto-Ingestão')?.disabled).toBe(false);
  page.button('Gestor Modelos')?.click();
  await page.find(() => (window.location.search.includes('section=machine-learning') ? true : null));
});

test('who may not train sees the models without the buttons', async () => {
  page.open(address, answers, { role: 'cliente' });
  await page.says('Precisão 91,0 %');
  expect(page.button('Re-treinar Modelo: Adequação de Habitat')).toBeUndefined();
  expect(page.button('Auto-Ingestão')).toBeUndefined();
});

test('a server that fails leaves the five names, and its figures are examples alone', async () => {
  const down = { status: 500, json: problem('internal', 500, 'Base de dados indisponível.') };
  page.open(address, { [list]: down, '/admin-api/api/ml/stats': down });
  await page.says('Usando dados de fallback');
  expect(page.text()).toContain('Erro ao carregar modelos ML: Base de dados indisponível.');
  expect(page.button('Tentar Novamente')).toBeDefined();
  expect(card('habitat_suitability')).toContain('exemplo');
  for (const sample of page.host.querySelectorAll('main [data-example]')) sample.remove();
  expect(page.text()).toContain('Adequação de Habitat');
  for (const figure of ['95,1', '92,3', '9 840', '92,8', '42 900', 'Ativo']) {
    expect(`${card('habitat_suitability')} ${card('precisao-media')} ${card('total-previsoes')}`).not.toContain(figure);
  }
  expect(page.button('Re-treinar Modelo: Adequação de Habitat')).toBeUndefined();
});

test('a server that refuses: the error with its message, and it is tried again', async () => {
  let isOpen = false;
  page.open(address, {
    ...answers,
    [list]: () =>
      isOpen ? { json: envelope(sampleModels) } : { status: 404, json: problem('not_found', 404, 'Não existe.') },
  });
  await page.says('Erro ao carregar modelos ML: Não existe.');
  isOpen = true;
  (await page.find(() => page.button('Tentar Novamente'))).click();
  await page.says('Precisão 91,0 %');
});

test('without a model there is nothing to show, and with none trained no average', async () => {
  page.open(address, {
    [list]: { json: envelope([]) },
    '/admin-api/api/ml/stats': {
      json: envelope({ ...sampleStats, models_active: 0, average_accuracy: null, last_training: null }),
    },
  });
  await page.says('Esta instalação não tem modelos.');
  expect(card('precisao-media')).toContain('—');
  expect(card('ultimo-treino')).toContain('—');
});

test('the bands of an accuracy', () => {
  expect([96, 95, 94.9, 90, 89.9, 85, 84.9, null].map(accuracyTone)).toEqual([
    ...['good', 'good', 'info', 'info', 'caution', 'caution', 'bad', 'unknown'],
  ]);
});
