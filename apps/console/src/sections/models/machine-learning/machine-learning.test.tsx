// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import {
  habitat,
  sampleDetail,
  sampleDrift,
  sampleForeignFile,
  sampleForeignRun,
  sampleModels,
  samplePrediction,
  sampleProof,
  sampleSchedule,
  sampleStats,
  sampleTraining,
  sampleVersion,
  sampleVersionDetail,
  untrained,
} from '../../shared/models/sample.testing.ts';
import { createPage } from '../../testing.tsx';
import { itemOf } from './prediction-item.ts';
// The parts that load when they are opened, before any clock runs.
import './components/foreign-dialog.tsx';
import './components/model-page.tsx';
import './components/prediction-console.tsx';
import './components/version-page.tsx';
import './page.tsx';

/** Writes or chooses, as a person would. */
function enter(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const base = '/admin-api/ml/models/habitat_suitability';
const answers: Readonly<Record<string, Reply>> = {
  '/admin-api/ml/models': { json: envelope(sampleModels) },
  '/admin-api/api/ml/stats': { json: envelope(sampleStats) },
  [base]: { json: envelope(sampleDetail) },
  [`${base}/drift`]: { json: envelope(sampleDrift) },
  [`${base}/schedule`]: { json: envelope(sampleSchedule) },
  [`${base}/versions/3`]: { json: envelope(sampleVersionDetail(3)) },
  [`${base}/versions/2`]: { json: envelope(sampleVersionDetail(2)) },
  '/admin-api/ml/predict/habitat': { json: envelope(samplePrediction) },
};
const section = '/?section=machine-learning';
const model = `${section}&modelo=habitat_suitability`;
const dialogButton = (name: string) =>
  page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
      ({ textContent }) => textContent?.trim() === name,
    ),
  );
const dialogSays = (text: string) => page.find(() => (page.text('[aria-modal=true]').includes(text) ? true : null));
const pageSays = (text: string) => page.find(() => (document.body.textContent?.includes(text) ? true : null));
const sent = (method: string, path: string) =>
  page.asked.filter((one) => one.method === method && one.path === path).map(({ body }) => body);
const field = (label: string) =>
  page.find(() => {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label));
    return document.querySelector<HTMLInputElement>(`[id="${found?.getAttribute('for')}"]`);
  });
const tab = (name: string) =>
  [...page.host.querySelectorAll<HTMLButtonElement>('[role=tab]')].find(({ textContent }) => textContent === name);
async function giveReason(reason: string) {
  enter(await page.find(() => document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')), reason);
}

test('the models, and of one its versions with measure, interval and baseline, and its trainings', async () => {
  page.open(section, answers);
  (await page.find(() => page.button('Adequação de Habitat'))).click();
  await page.says('Eva Maré');
  expect(window.location.search).toContain('modelo=habitat_suitability');
  const versions = page.text('#versoes');
  for (const part of ['Por aprovar', 'Em uso', 'Substituída', 'AUC', '0,87 a 0,94', 'média do bloco: 0,50', '5 120']) {
    expect(versions).toContain(part);
  }
  expect(versions).toContain('aprovado por quem treinou');
  const trainings = page.text('#treinos');
  expect(trainings).toContain('A ajustar a dobra 3 de 5');
  expect(trainings).toContain('Execute o conector OBIS.');
});

test('the models under their other name: figures of all, and the way to one', async () => {
  page.open('/?section=predictive-models', answers);
  (await page.find(() => page.button('Adequação de Habitat'))).click();
  await page.says('Eva Maré');
  expect(window.location.search).toContain('section=predictive-models');
  page.button('Modelos')?.click();
  await page.find(() => (page.text('#precisao-media').includes('91,0 %') ? true : null));
  expect(page.text('#total-previsoes')).toContain('1 234');
});

test('a training is cancelled in the list', async () => {
  const path = `/admin-api/ml/trainings/${sampleTraining.id}/cancel`;
  let trainings = [sampleTraining];
  page.open(model, {
    ...answers,
    [base]: () => ({ json: envelope({ ...sampleDetail, trainings }) }),
    [`POST ${path}`]: () => {
      trainings = [{ ...sampleTraining, state: 'cancelled' }];
      return { json: envelope(trainings[0]) };
    },
  });
  const cancel = () => page.host.querySelector<HTMLButtonElement>('#treinos button[aria-label^="Cancelar treino"]');
  (await page.find(cancel)).click();
  await page.find(() => (page.text('#treinos').includes('Cancelado') ? true : null));
  expect(cancel()).toBeNull();
  expect(sent('POST', path)).toHaveLength(1);
});

test('a version tells its purpose, variables, what was left out, parameters, lineage and limits', async () => {
  page.open(`${model}&versao=3`, answers);
  await page.says('Prevê a adequação do habitat');
  for (const part of [
    ...['Melhor do que o método simples', '14,2 a 29,8', 'Temperatura', 'land_use: Nenhuma fonte o mede no mar.'],
    'Não vale fora da ZEE de Angola.',
  ]) {
    expect(page.text()).toContain(part);
  }
  // The rest stands behind tabs, each with its address.
  expect(page.text()).not.toContain('a'.repeat(64));
  (await page.find(() => tab('De que dados veio'))).click();
  await page.find(() => (window.location.search.includes('parte=linhagem') ? true : null));
  for (const part of ['OBIS', 'CC BY 4.0', 'a'.repeat(64), 'b'.repeat(64), '20260830', '20,5 kB']) {
    expect(page.text('#linhagem')).toContain(part);
  }
  (await page.find(() => tab('Parâmetros'))).click();
  await page.find(() => page.host.querySelector('#parametros'));
  for (const part of ['hinge', 'sim']) expect(page.text('#parametros')).toContain(part);
  const curve = await page.find(() => page.host.querySelector<HTMLSelectElement>('#curvas select'));
  expect([...curve.options].map(({ text }) => text)).toEqual(['Fiabilidade', 'Temperatura']);
});

test('the way from the providers to the predictions, the measures by part, and the files of a version', async () => {
  page.open(`${model}&versao=3&parte=linhagem`, {
    ...answers,
    [`${base}/versions/3/export`]: {
      status: 409,
      json: problem('conflict', 409, 'Esta versão é um ficheiro ONNX: exporte-a em ONNX.'),
    },
  });
  const steps = await page.find(() => {
    const found = [...page.host.querySelectorAll('#linhagem ol > li')].map(({ textContent }) => textContent ?? '');
    return found.length === 0 ? null : found;
  });
  expect(steps.map((text) => text.match(/^(Fornecedores|Tabela do treino|Treino|Versão|Previsões)/)?.[0])).toEqual([
    ...['Fornecedores', 'Tabela do treino', 'Treino', 'Versão', 'Previsões'],
  ]);
  expect(steps[0]).toContain('OBIS4 120 linhas'.replace('4 120', '4\u00a0120'));
  (await page.find(() => tab('Por área e época'))).click();
  await page.find(() => page.host.querySelector('#por-area-e-epoca'));
  const parts = page.text('#por-area-e-epoca');
  for (const part of ['Norte (até 9° S)', 'AUC 0,93', 'Cacimbo', '—']) expect(parts).toContain(part);
  (await page.find(() => page.button('Ficheiros: versão 3'))).click();
  const item = (name: string) =>
    page.find(() =>
      [...document.querySelectorAll<HTMLButtonElement>('[role=menuitem]')].find(
        ({ textContent }) => textContent === name,
      ),
    );
  expect(await item('Ficha em PDF')).toBeDefined();
  (await item('JSON (o modelo inteiro)')).click();
  await pageSays('Esta versão é um ficheiro ONNX: exporte-a em ONNX.');
  expect(page.asked.some(({ path }) => path === `${base}/versions/3/export`)).toBe(true);
});

test('what each variable is worth and what chance gives are measured when asked, and kept with the version', async () => {
  const path = `${base}/versions/3/evidence`;
  const running = {
    ...{ id: '6a3c1d10-0000-4000-8000-000000000301', state: 'running' as const, progress: 0.3 },
    ...{ message: 'A medir com e sem cada variável', error: null },
  };
  let proof: typeof sampleProof = { run: null, obstacle: null, evidence: null };
  page.open(`${model}&versao=3&parte=prova`, {
    ...answers,
    [path]: () => ({ json: envelope(proof) }),
    [`POST ${path}`]: () => {
      proof = proof.run === null ? { ...proof, run: running } : sampleProof;
      return { status: 202, json: envelope(proof) };
    },
    [`POST ${path}/cancel`]: () => {
      proof = { ...proof, run: { ...running, state: 'cancelled' } };
      return { json: envelope(proof) };
    },
  });
  await page.find(() => (page.text('#prova').includes('Ainda não se mediu') ? true : null));
  const choice = await page.find(() => page.host.querySelector<HTMLSelectElement>('#prova select'));
  enter(choice, '49');
  (await page.find(() => page.button('Medir'))).click();
  (await page.find(() => page.button('Cancelar medida'))).click();
  await page.find(() => (page.button('Cancelar medida') === undefined ? true : null));
  (await page.find(() => page.button('Medir'))).click();
  await page.find(() => (page.text('#prova').includes('Mede mais do que o acaso') ? true : null));
  expect(sent('POST', path)).toEqual([{ nullModels: 49 }, { nullModels: 49 }]);
  const shown = page.text('#prova');
  for (const part of ['19 modelos nulos', 'p = 0,05', '13,3 desvios', 'que não são já as do treino', 'Medir de novo']) {
    expect(shown).toContain(part);
  }
});

test('of a model from elsewhere there is none, and the reason', async () => {
  const obstacle = 'Um modelo de fora não se treina aqui: sem isso não há jackknife nem modelos nulos.';
  page.open(`${model}&versao=3&parte=prova`, {
    ...answers,
    [`${base}/versions/3/evidence`]: { json: envelope({ run: null, evidence: null, obstacle }) },
  });
  await page.find(() => (page.text('#prova').includes(obstacle) ? true : null));
  expect(page.text('#prova')).not.toContain('Medir');
});

test('a version whose interval only reaches the simple method does not exceed it', async () => {
  const detail = sampleVersionDetail(3);
  const weak = { ...detail, skill: { ...detail.skill, low: 0.5, baselineValidation: 0.5 } };
  page.open(`${model}&versao=3`, { ...answers, [`${base}/versions/3`]: { json: envelope(weak) } });
  await page.says('Não supera o método simples');
});

test('two versions side by side, from the address', async () => {
  const other = sampleVersionDetail(2, { parameters: { regularisation: 2 } });
  page.open(`${model}&versao=3`, { ...answers, [`${base}/versions/2`]: { json: envelope(other) } });
  enter(await page.find(() => page.host.querySelector<HTMLSelectElement>('main select')), '2');
  await page.says('Versões 3 e 2');
  expect(window.location.search).toContain('comparar=2');
  const rows = await page.find(() => {
    const found = [...page.host.querySelectorAll('#comparacao tbody tr')].map(({ textContent }) => textContent ?? '');
    return found.length === 0 ? null : found;
  });
  const row = (name: string) => rows.find((text) => text.startsWith(name));
  expect(row('Parâmetro: regularisation')).toContain('difere');
  expect(row('Parâmetro: hinge')).toContain('—');
  expect(row('Importância: Temperatura')).toContain('igual');
  // A curve that both have is shown of both.
  const curve = await page.find(() => page.host.querySelector<HTMLSelectElement>('#comparacao select'));
  expect([...curve.options].map(({ text }) => text)).toEqual(['Fiabilidade', 'Temperatura']);
});

test('a curve that only one version has, and residuals, are not compared', async () => {
  const residual = { kind: 'residual' as const, name: 'Resíduos', xLabel: 'Previsto', yLabel: 'Resíduo', points: [] };
  const { curves } = sampleVersionDetail(3);
  page.open(`${model}&versao=3&comparar=2`, {
    ...answers,
    [`${base}/versions/3`]: { json: envelope(sampleVersionDetail(3, { curves: [...curves, residual] })) },
    [`${base}/versions/2`]: { json: envelope(sampleVersionDetail(2, { curves: [...curves.slice(0, 1), residual] })) },
  });
  const curve = await page.find(() => page.host.querySelector<HTMLSelectElement>('#comparacao select'));
  expect([...curve.options].map(({ text }) => text)).toEqual(['Fiabilidade']);
});

test('an approval needs a reason; one that is refused says why and keeps the reason', async () => {
  const path = `${base}/versions/3/approve`;
  let isRefused = true;
  page.open(`${model}&versao=3`, {
    ...answers,
    [`POST ${path}`]: () =>
      isRefused
        ? { status: 409, json: problem('conflict', 409, 'Foi Ana Mar que treinou esta versão.') }
        : { json: envelope(sampleVersion(3, { state: 'deployed' })) },
  });
  (await page.find(() => page.button('Aprovar'))).click();
  await dialogSays('Quem treinou uma versão não a pode aprovar');
  const confirm = await dialogButton('Aprovar');
  expect(confirm.disabled).toBe(true);
  await giveReason('Melhor na validação');
  await page.find(() => (confirm.disabled ? null : true));
  confirm.click();
  await dialogSays('Foi Ana Mar que treinou esta versão.');
  isRefused = false;
  (await dialogButton('Aprovar')).click();
  await pageSays('Versão 3 em uso.');
  const reason = { reason: 'Melhor na validação' };
  expect(sent('POST', path)).toEqual([reason, reason]);
});

test('the version before comes back, with a reason', async () => {
  const path = `${base}/rollback`;
  page.open(model, {
    ...answers,
    [`POST ${path}`]: { json: envelope(sampleVersion(1, { state: 'deployed' })) },
  });
  (await page.find(() => page.button('Voltar à versão anterior'))).click();
  await giveReason('Previsões erradas a sul');
  const confirm = await dialogButton('Voltar à versão anterior');
  await page.find(() => (confirm.disabled ? null : true));
  confirm.click();
  await pageSays('De novo em uso: versão 1.');
  await page.find(() => (document.querySelector('[aria-modal=true]') === null ? true : null));
  expect(sent('POST', path)).toEqual([{ reason: 'Previsões erradas a sul' }]);
});

test('a version is deleted once its number is typed; the one in use is not', async () => {
  const path = `${base}/versions/3`;
  page.open(`${model}&versao=3`, { ...answers, [`DELETE ${path}`]: { json: envelope({ version: 3 }) } });
  (await page.find(() => page.button('Eliminar'))).click();
  const confirm = await dialogButton('Eliminar');
  expect(confirm.disabled).toBe(true);
  enter(await page.find(() => document.querySelector<HTMLInputElement>('[role=dialog] input')), '3');
  await page.find(() => (confirm.disabled ? null : true));
  confirm.click();
  await pageSays('Versão 3 eliminada.');
  expect(sent('DELETE', path)).toHaveLength(1);
  await page.find(() => (window.location.search.includes('versao') ? null : true));
  await page.close();
  page = createPage();
  page.open(`${model}&versao=2`, answers);
  await page.says('Melhor do que o método simples');
  expect(page.button('Eliminar')).toBeUndefined();
  expect(page.button('Aprovar')).toBeUndefined();
});

test('a prediction at a place: value, interval, what moved it, inputs with their source, and the warning', async () => {
  page.open(model, answers);
  (await page.find(() => page.button('Prever'))).click();
  await page.says('Indique um lugar, ou o valor de pelo menos uma variável.');
  enter(await field('Longitude'), '12,5');
  enter(await field('Latitude'), '-9');
  enter(await field('Temperatura (°C)'), '21');
  page.button('Prever')?.click();
  await page.says('0,734');
  expect(sent('POST', '/admin-api/ml/predict/habitat')).toEqual([
    { items: [{ longitude: 12.5, latitude: -9, inputs: { sst: 21 } }] },
  ]);
  const shown = page.text('#previsao');
  for (const part of ['0,61 a 0,82', 'aumenta', 'diminui', '21,4 °C', 'NOAA, 30/08/2026', 'extrapolação', '−12,5']) {
    expect(shown).toContain(part);
  }
  expect(shown).not.toContain('Indique um lugar');
});

test('the drift of the version in use: verdict, tests, what could not be compared, plots, and a check on demand', async () => {
  let isUnderWay = false;
  page.open(model, {
    ...answers,
    [`${base}/drift`]: () => ({ json: envelope({ ...sampleDrift, isUnderWay }) }),
    [`POST ${base}/drift`]: () => {
      isUnderWay = true;
      return { json: envelope({ id: sampleTraining.id }) };
    },
  });
  const shown = await page.find(() => (page.text('#deriva').includes('Com deriva') ? page.text('#deriva') : null));
  for (const part of ['50 % das variáveis derivaram', 'Temperatura (°C)', 'Wasserstein', '0,43', 'Sem deriva']) {
    expect(shown).toContain(part);
  }
  expect(shown).toContain('A versão não guarda a referência desta variável.');
  const chosen = await page.find(() => page.host.querySelector<HTMLSelectElement>('#deriva select'));
  expect([chosen.value, ...[...chosen.options].map(({ text }) => text)]).toEqual([
    ...['sst', 'Temperatura', 'Profundidade'],
  ]);
  // The questions stand beside what is stored, and says why it can't be compared yet.
  expect(shown).toContain('Perguntas nos últimos 30 dias: 12, e são precisas 30.');
  (await page.find(() => page.host.querySelector<HTMLInputElement>('#deriva input[value=asked]'))).click();
  await page.find(() => (page.host.querySelectorAll('#deriva tbody tr').length === 2 ? true : null));
  expect(page.text('#deriva tbody')).not.toContain('Wasserstein');
  page.button('Verificar agora')?.click();
  await page.find(() => page.button('A verificar…'));
  expect(sent('POST', `${base}/drift`)).toHaveLength(1);
});

test('checks of drift are told by their days before the last one', async () => {
  page.open(model, answers);
  const history = await page.find(() =>
    page.host.querySelector('#deriva [role=slider][aria-label="Variáveis com deriva, de verificação em verificação"]'),
  );
  expect(history.getAttribute('aria-valuetext')).toContain('Dias antes da última verificação: 1,2');
});

test('when a model trains by itself is shown with what its triggers saw, and is changed', async () => {
  page.open(model, { ...answers, [`PUT ${base}/schedule`]: { json: envelope(sampleSchedule) } });
  const shown = await page.find(() => page.text('#treino-automatico').match(/.*deriva\./s)?.[0] ?? null);
  for (const part of ['Quando a última versão tem 30 dias', 'Não treina', 'por Rui Sal', 'Cumprida', 'Por cumprir']) {
    expect(shown).toContain(part);
  }
  page.button('Mudar')?.click();
  enter(await field('Idade da última versão'), '');
  enter(await field('Linhas novas'), '800');
  (await dialogButton('Guardar')).click();
  await pageSays('Treino automático mudado.');
  expect(sent('PUT', `${base}/schedule`)).toEqual([{ maxAgeDays: null, newRows: 800, onDrift: true }]);
});

test('a version is named, with a reason, and described; the name of the one in use is not taken away', async () => {
  const named = `PUT ${base}/aliases/desafiante`;
  page.open(`${model}&versao=3`, {
    ...answers,
    [`${base}/versions/3`]: { json: envelope(sampleVersionDetail(3, { aliases: ['campeão', 'antiga'] })) },
    [named]: { json: envelope(sampleVersion(3, { aliases: ['desafiante'] })) },
    [`PUT ${base}/versions/3/notes`]: { json: envelope(sampleVersion(3)) },
  });
  (await page.find(() => page.button('Dar um nome'))).click();
  await giveReason('Para a comparar');
  const confirm = await dialogButton('Dar um nome');
  await page.find(() => (confirm.disabled ? null : true));
  confirm.click();
  await pageSays('«desafiante» é agora a versão 3.');
  expect(sent('PUT', `${base}/aliases/desafiante`)).toEqual([{ version: 3, reason: 'Para a comparar' }]);
  expect(page.button('Retirar: antiga')).toBeDefined();
  expect(page.button('Retirar: campeão')).toBeUndefined();
  page.button('Descrever')?.click();
  enter(await field('Descrição'), 'Só a época fria.');
  enter(await field('Etiquetas'), 'época,  ensaio ,');
  (await dialogButton('Guardar')).click();
  await pageSays('Descrição guardada.');
  expect(sent('PUT', `${base}/versions/3/notes`)).toEqual([
    { description: 'Só a época fria.', tags: ['época', 'ensaio'] },
  ]);
});

test('a model from elsewhere: refused with the reason, declared, measured, and refused or opened', async () => {
  const files = `${base}/foreign/files`;
  let [isRead, run] = [false, { ...sampleTraining, id: sampleForeignRun }];
  page.open(model, {
    ...answers,
    [base]: () => ({ json: envelope({ ...sampleDetail, trainings: [run, ...sampleDetail.trainings] }) }),
    [`POST ${files}`]: () =>
      isRead
        ? { json: envelope(sampleForeignFile) }
        : { status: 400, json: problem('validation_failed', 400, 'O ficheiro não se lê como ONNX.') },
    [`POST ${base}/foreign`]: { status: 202, json: envelope(run) },
  });
  (await page.find(() => page.button('Trazer modelo de fora'))).click();
  const input = await page.find(() => document.querySelector<HTMLInputElement>('input[type=file]'));
  const choose = () => {
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'fora.lambdas')], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose();
  await dialogSays('O ficheiro não se lê como ONNX.');
  isRead = true;
  choose();
  await dialogSays('fora.lambdas: MaxEnt (.lambdas)');
  // A variable of the same name is chosen already; another is asked for, with the units that it may have.
  expect((await field('«sst» (de 285,15 a 303,15) é')).value).toBe('sst');
  enter(await field('Unidade de «sst»'), 'K');
  const take = await dialogButton('Medir e guardar');
  expect(take.disabled).toBe(true);
  enter(await field('«fundo» é'), 'depth');
  enter(await field('Método'), 'MaxEnt 3.4.4');
  enter(await field('Origem'), 'Instituto de ensaio, 2024');
  await page.find(() => (take.disabled ? null : true));
  take.click();
  await page.find(() => (sent('POST', `${base}/foreign`).length === 1 ? true : null));
  expect(sent('POST', `${base}/foreign`)).toEqual([
    {
      ...{ fileId: sampleForeignFile.id, fileName: 'fora.lambdas', name: 'MaxEnt 3.4.4', licence: null },
      origin: 'Instituto de ensaio, 2024',
      variables: [
        { name: 'sst', column: 'sst', unit: 'K' },
        { name: 'fundo', column: 'depth', unit: 'm' },
      ],
      output: { kind: 'presence', scale: 'cloglog' },
    },
  ]);
  await dialogSays('A ajustar a dobra 3 de 5');
  run = { ...run, state: 'failed', progress: null, message: null, error: 'A saída não é uma probabilidade.' };
  await dialogSays('A saída não é uma probabilidade.');
});

test('a model without a checked version says why nothing is known of its drift', async () => {
  const absence = 'Não há versão em uso.';
  page.open(model, {
    ...answers,
    [`${base}/drift`]: { json: envelope({ check: null, history: [], isUnderWay: false, absence }) },
  });
  await page.find(() => (page.text('#deriva').includes(absence) ? true : null));
  expect(page.host.querySelector('#deriva select')).toBeNull();
});

test('a classifier answers with a class and its chances; a refusal is said', async () => {
  const [item] = samplePrediction.items;
  const chances = [
    { label: 'Sardinella aurita', chance: 0.62 },
    { label: 'Thunnus albacares', chance: 0.2 },
  ];
  let isRefused = true;
  page.open(model, {
    ...answers,
    '/admin-api/ml/predict/habitat': () =>
      isRefused
        ? { status: 409, json: problem('conflict', 409, 'Sem campos neste lugar.') }
        : {
            json: envelope({
              ...samplePrediction,
              items: [{ ...item, value: null, label: 'Sardinella aurita', low: null, high: null, chances }],
            }),
          },
  });
  const bottom = await field('Fundo');
  // A category offers the values that the version knows.
  expect([...bottom.querySelectorAll('option')].map(({ value }) => value)).toEqual(['', 'Areia', 'Rocha']);
  enter(bottom, 'Areia');
  page.button('Prever')?.click();
  await page.says('Sem campos neste lugar.');
  isRefused = false;
  page.button('Prever')?.click();
  await page.says('Thunnus albacares');
  expect(page.text('#previsao')).toContain('62');
});

test('without a version in use nothing is predicted, and without a version the first step is to train', async () => {
  page.open(model, {
    ...answers,
    [base]: {
      json: envelope({
        ...sampleDetail,
        model: untrained('habitat_suitability'),
        ...{ versions: [], trainings: [] },
      }),
    },
  });
  await page.says('Ainda não há versões');
  await page.says('Nenhuma versão em uso');
  expect(page.text()).toContain('Ainda não houve treinos');
  expect(page.button('Treinar Modelo: Adequação de Habitat')).toBeDefined();
  expect(page.button('Voltar à versão anterior')).toBeUndefined();
});

test('who may only look sees versions and neither acts nor predictions', async () => {
  page.open(model, answers, { role: 'cliente' });
  await page.says('Eva Maré');
  expect(page.button('Voltar à versão anterior')).toBeUndefined();
  expect(page.button(`Re-treinar Modelo: ${habitat.name}`)).toBeUndefined();
  expect(page.text()).not.toContain('Consola de previsões');
  expect(page.host.querySelector('#treinos button[aria-label^="Cancelar treino"]')).toBeNull();
});

test('a model or a version that the server does not give says so, with a way to try again', async () => {
  page.open(model, {});
  await page.says('Erro ao carregar modelos ML: Não existe.');
  await page.close();
  page = createPage();
  page.open(`${model}&versao=9`, answers);
  await page.says('Não existe.');
  expect(page.button('Tentar Novamente: Versão 9')).toBeDefined();
});

test('a question needs a whole place or some value', () => {
  const draft = { longitude: '', latitude: '', date: '', inputs: {} } as const;
  expect(itemOf(draft)).toHaveProperty('problem');
  expect(itemOf({ ...draft, longitude: 12 })).toEqual({
    problem: 'Indique a longitude e a latitude, ou nenhuma das duas.',
  });
  expect(itemOf({ ...draft, date: '2026-08-30', inputs: { sst: 0, bottom: '' } })).toEqual({
    date: '2026-08-30',
    inputs: { sst: 0 },
  });
});
