import { exportModelVersion, modelTable, modelVersionCard } from '@kianda/contract/models/registry/files.contract';
import { describeVersion, removeVersionAlias, setVersionAlias } from '@kianda/contract/models/registry/labels.contract';
import * as contract from '@kianda/contract/models/registry/models.contract';
import { predictModel } from '@kianda/contract/models/registry/predictions.contract';
import {
  changeTrainingSchedule,
  getTrainingSchedule,
  type TrainingSchedule,
} from '@kianda/contract/models/registry/schedules.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../../../testing/simulator.ts';

const type = 'abundance_estimator' as const;
const reason = 'Para a comparar durante o mês.';

/** The notebook below is that of a forest, which wins with all of its trees. */
const wholeForest = { KIANDA_MODELS_TREES: '200' };
let simulator: TestSimulator;
let app: TestApplication;
let scientist: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url, settings: wholeForest });
  scientist = (await app.signIn('cientista')).token;
  await app.ingest('angola-inipm');
  for (const token of [scientist, (await app.newSession('cientista')).token]) {
    const begun = await app.call<contract.ModelTraining>(contract.trainModel, { params: { type }, token });
    await app.ended(begun.data.id);
  }
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const set = (alias: string, version: number) =>
  app.call<contract.ModelVersion>(setVersionAlias, {
    ...{ params: { type, alias }, token: scientist },
    body: { version, reason },
  });
const version = (reference: string) =>
  app.call<contract.ModelVersionDetail>(contract.getModelVersion, {
    ...{ params: { type, version: reference }, token: scientist },
  });
const predict = (reference?: string) =>
  app.call<{ version: number }>(predictModel, {
    ...{ params: { name: 'abundance' }, token: scientist },
    ...(reference === undefined ? {} : { query: { version: reference } }),
    body: { items: [{ inputs: { species: 'Sardinella aurita', gear: 'cerco', month: 3 } }] },
  });

test('the champion is the version in use: nobody names another so, and approving moves it', async () => {
  expect((await version('campeão')).problem.detail).toContain('não tem versão em uso');
  expect((await set('Campeao', 2)).problem.detail).toContain('é a versão em uso');
  const { token } = await app.newSession('cientista');
  for (const number of ['1', '2']) {
    const params = { type, version: number };
    expect((await app.call(contract.approveModelVersion, { params, token, body: { reason } })).status).toBe(200);
    for (const name of ['campeão', 'campeao', 'CAMPEÃO']) {
      const { data } = await version(name);
      expect([data.version, data.aliases]).toEqual([Number(number), ['campeão']]);
    }
  }
});

test('a name is set, moved and taken away, each time on the record, and answers where a version is asked for', async () => {
  expect((await set('desafiante', 9)).status).toBe(404);
  expect((await set('desafiante', 2)).data.aliases).toEqual(['campeão', 'desafiante']);
  expect((await set('desafiante', 1)).data).toMatchObject({ version: 1, aliases: ['desafiante'] });
  expect((await version('2')).data.aliases).toEqual(['campeão']);
  expect((await version('desafiante')).data.version).toBe(1);
  const asked = await Promise.all([predict(), predict('desafiante'), predict('campeão'), predict('1')]);
  expect(asked.map(({ data }) => data.version)).toEqual([2, 1, 2, 1]);
  expect((await predict('inventada')).status).toBe(404);
  const acts = await app.select<{ metadata: Record<string, unknown> }>(
    `SELECT metadata FROM audit.events WHERE metadata->>'act' = 'alias' ORDER BY seq`,
  );
  expect(acts.map(({ metadata }) => [metadata.alias, metadata.from, metadata.reason])).toEqual([
    ['desafiante', null, reason],
    ['desafiante', 2, reason],
  ]);
  const remove = () => app.call(removeVersionAlias, { params: { type, alias: 'desafiante' }, token: scientist });
  expect((await remove()).data).toEqual({ alias: 'desafiante' });
  expect((await remove()).status).toBe(404);
  expect((await version('desafiante')).status).toBe(404);
});

test('a description and tags stand on a version, and may be emptied', async () => {
  const describe = (description: string, tags: string[]) =>
    app.call<contract.ModelVersion>(describeVersion, {
      ...{ params: { type, version: '1' }, token: scientist },
      body: { description, tags },
    });
  expect((await describe(' Só desembarques de 2026. ', ['época', 'ensaio', 'época'])).data).toMatchObject({
    ...{ description: 'Só desembarques de 2026.', tags: ['época', 'ensaio'] },
  });
  expect((await version('1')).data).toMatchObject({ tags: ['época', 'ensaio'] });
  expect((await describe('', [])).data).toMatchObject({ description: null, tags: [] });
  const { token } = await app.signIn('cliente');
  const refused = await app.call(setVersionAlias, {
    params: { type, alias: 'x1' },
    token,
    body: { version: 1, reason },
  });
  expect(refused.status).toBe(403);
});

test('the card of a version, by its name, tells data, terms, measures by season, limits and who approved it', async () => {
  const card = (format: string) =>
    app.call(modelVersionCard, { params: { type, version: 'campeão' }, query: { format }, token: scientist });
  const html = await card('html');
  expect([html.status, html.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const part of [
    'Ficha do modelo: Estimador de Abundância, versão 2',
    ...[
      'SIMULADO',
      'Desembarques: ',
      'Instituto Nacional de Investigação Pesqueira',
      'Cacimbo (maio a outubro)',
      'Qualidade do habitat',
    ],
    ...['Limites', 'A captura por dia de esforço', reason, 'SHA-256 dos dados', 'ainda não se mediram'],
  ]) {
    expect(html.text).toContain(part);
  }
  const pdf = await card('pdf');
  expect([pdf.headers['content-type'], pdf.text.startsWith('%PDF-')]).toEqual(['application/pdf', true]);
  expect(pdf.headers['content-disposition']).toContain('ficha_abundance_estimator_v2.pdf');
  expect((await card('odt')).status).toBe(400);
});

test('a version leaves as JSON, as ONNX and as a notebook, whose rows are those that it learned from', async () => {
  const file = (format: string) =>
    app.call(exportModelVersion, { params: { type, version: '2' }, query: { format }, token: scientist });
  const json = (await file('json')).json() as { modelType: string; columns: { name: string }[] };
  expect(json.modelType).toBe(type);
  const onnx = await file('onnx');
  expect([onnx.status, onnx.text.includes('TreeEnsembleRegressor')]).toEqual([200, true]);
  const notebook = (await file('ipynb')).json() as { cells: { cell_type: string; source: string[] }[] };
  const source = notebook.cells.map((cell) => cell.source.join('')).join('\n');
  const { lineage, rows } = (await version('2')).data;
  for (const part of [
    lineage.dataSha256,
    '/versions/{VERSION}/table',
    'RandomForestRegressor',
    '/ml/predict/abundance',
  ]) {
    expect(source).toContain(part);
  }
  const table = await app.call(modelTable, { params: { type, version: '2' }, token: scientist });
  const [head, ...lines] = table.text.replace('\ufeff', '').trim().split(/\r?\n/);
  expect(head).toBe([...json.columns.map(({ name }) => name), 'target', 'fold', 'data_sha256'].join(';'));
  expect([lines.length, lines.every((line) => line.endsWith(lineage.dataSha256))]).toEqual([rows, true]);
  const { token } = await app.signIn('cliente');
  expect((await app.call(modelTable, { params: { type, version: '2' }, token })).status).toBe(403);
});

test('a model trains by itself once a trigger is met, once, and says why; what its triggers saw is told', async () => {
  const params = { type };
  const look = async () => (await app.ended(await app.composition.queue.enqueue('models.look-at-triggers', {}))).result;
  const schedule = async () =>
    (await app.call<TrainingSchedule>(getTrainingSchedule, { params, token: scientist })).data;
  expect(await schedule()).toMatchObject({ maxAgeDays: null, newRows: null, onDrift: false, look: [] });
  const changed = await app.call<TrainingSchedule>(changeTrainingSchedule, {
    ...{ params, token: scientist, body: { maxAgeDays: 30, newRows: 5_000, onDrift: true } },
  });
  expect([changed.status, changed.data.lookedAt]).toEqual([200, null]);
  expect(await look()).toEqual({ begun: 0 });
  expect((await schedule()).look).toEqual([
    { trigger: 'age', isMet: false, text: 'A última versão tem 0 dias; treina aos 30.' },
    { trigger: 'rows', isMet: false, text: 'Há 0 linhas novas; treina às 5 000.'.replace('5 000', '5\u00a0000') },
    { trigger: 'drift', isMet: false, text: 'A deriva da versão em uso ainda não foi verificada.' },
  ]);
  app.clock.advance(31 * 86_400_000);
  scientist = (await app.signIn('cientista')).token;
  expect(await look()).toEqual({ begun: 1 });
  // The same triggers are still met, and the training of a minute ago answers them.
  expect(await look()).toEqual({ begun: 0 });
  const { data } = await app.call<{ trainings: contract.ModelTraining[] }>(contract.getModel, {
    params,
    token: scientist,
  });
  expect(data.trainings[0]).toMatchObject({ requestedBy: 'Kianda (idade da última versão)' });
  await app.ended(data.trainings[0]?.id ?? '');
  expect(await look()).toEqual({ begun: 0 });
  expect((await schedule()).look[0]).toMatchObject({ isMet: false });
});
