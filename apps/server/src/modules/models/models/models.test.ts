import {
  cancelVersionProof,
  getVersionEvidence,
  type ModelProof,
  proveVersion,
} from '@kianda/contract/models/registry/evidence.contract';
import { modelVersionCard } from '@kianda/contract/models/registry/files.contract';
import * as contract from '@kianda/contract/models/registry/models.contract';
import { type Predicted, predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../../testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let scientist: string;
let colleague: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  scientist = (await app.signIn('cientista')).token;
  colleague = (await app.newSession('cientista')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const type = 'abundance_estimator' as const;
type Found = { model: contract.Model; versions: contract.ModelVersion[]; trainings: contract.ModelTraining[] };
const found = async () => (await app.call<Found>(contract.getModel, { params: { type }, token: scientist })).data;

async function train(as = scientist): Promise<contract.ModelTraining> {
  const begun = await app.call<contract.ModelTraining>(contract.trainModel, { params: { type }, token: as });
  expect([begun.status, begun.status === 202 ? '' : begun.text]).toEqual([202, '']);
  await app.ended(begun.data.id);
  const { trainings } = await found();
  return trainings.find(({ id }) => id === begun.data.id) ?? begun.data;
}

const approve = (version: number, token: string, reason = 'Melhor do que a média da espécie.') =>
  app.call<contract.ModelVersion>(contract.approveModelVersion, {
    params: { type, version: String(version) },
    token,
    body: { reason },
  });
const predict = (items: readonly object[]) =>
  app.call<{ version: number; unit: string; items: Predicted[] }>(predictModel, {
    params: { name: 'abundance' },
    token: scientist,
    body: { items },
  });

describe('before anything is stored', () => {
  test('five models without figures, each with the reason', async () => {
    const { data, metadata } = await app.call<contract.Model[]>(contract.listModels, { token: scientist });
    expect(data.map(({ id }) => id)).toEqual(Object.keys(contract.modelTypes));
    for (const model of data) {
      expect(model).toMatchObject({ accuracy: null, version: null, isDeployed: false, lastTrained: null });
      expect(model.absence).toContain('Ainda não foi treinado');
    }
    expect(metadata.provenance.state).toBe('live');
    const stats = await app.call(contract.modelStats, { token: scientist });
    expect(stats.data).toMatchObject({ models_active: 0, average_accuracy: null, total_predictions: 0 });
    expect(stats.metadata.missing?.average_accuracy).toContain('Nenhum modelo');
  });

  test('a training says what is missing and what to do, and leaves no version', async () => {
    expect(await train()).toMatchObject({
      ...{ state: 'failed', version: null },
      error: expect.stringContaining('Há 0 desembarques com esforço conhecido, e são precisos 200'),
    });
    expect((await found()).versions).toEqual([]);
    expect((await predict([{ longitude: 12, latitude: -9 }])).problem).toMatchObject({ code: 'conflict' });
  });
});

describe('with the catches of the national institute', () => {
  beforeAll(async () => {
    await app.ingest('angola-inipm');
  });

  test('it trains a version, a second person approves it, and it predicts, explains and counts', async () => {
    expect(await train()).toMatchObject({ state: 'succeeded', version: 1, error: null });
    const { data: detail } = await app.call<contract.ModelVersionDetail>(contract.getModelVersion, {
      ...{ params: { type, version: '1' }, token: scientist },
    });
    expect(detail).toMatchObject({ state: 'candidate', isSimulated: true, skill: { split: 'temporal', metric: 'r2' } });
    expect(detail.skill.validation).toBeGreaterThan(detail.skill.baselineValidation ?? 1);
    expect(detail.lineage.sources[0]).toMatchObject({ rows: detail.rows, name: expect.stringContaining('INIPM') });
    expect(detail.lineage.dataSha256).toMatch(/^[0-9a-f]{64}$/);

    expect((await approve(1, scientist)).problem.detail).toContain('peça a outra pessoa');
    const approved = await approve(1, colleague);
    expect(approved.data).toMatchObject({ state: 'deployed', approvedByTrainer: false });
    expect((await approve(1, colleague)).status).toBe(409);

    const species = detail.features.find(({ name }) => name === 'species');
    expect(species?.min).toBeNull();
    const inputs = { gear: 'cerco', port: 'Moçâmedes (Namibe)', month: 11 };
    const reply = await predict([{ inputs: { ...inputs, species: 'Sardinella aurita' } }]);
    expect(reply.metadata.provenance.state).toBe('simulated');
    const [item] = reply.data.items;
    expect(reply.data).toMatchObject({ version: 1, unit: 't por dia de esforço' });
    expect(item?.low).toBeLessThan(item?.value ?? Number.NaN);
    expect(item?.high).toBeGreaterThan(item?.value ?? Number.NaN);
    expect(item?.explanation.length).toBeGreaterThan(2);
    expect(item?.inputs.find(({ name }) => name === 'species')).toMatchObject({ value: 'Sardinella aurita' });
    expect((await found()).model.predictionCount).toBe(1);
    const wrong = await predict([{ inputs: { ...inputs, species: 'Sereia' } }]);
    expect(wrong.problem).toMatchObject({ code: 'validation_failed' });
    expect(wrong.problem.detail).toContain('Sereia');
  });

  test('its variables alone and left out, and null models, are measured when asked, and kept with it', async () => {
    const of = (version: number) => ({ params: { type, version: String(version) }, token: scientist });
    const read = () => app.call<ModelProof>(getVersionEvidence, of(1));
    expect((await read()).data).toEqual({ evidence: null, run: null, obstacle: null });
    const asked = await app.call<ModelProof>(proveVersion, { ...of(1), body: {} });
    expect([asked.status, asked.data.run?.state]).toEqual([202, expect.stringMatching(/queued|running/)]);
    expect((await app.call(proveVersion, { ...of(1), body: {} })).problem.code).toBe('already_running');
    await app.ended(asked.data.run?.id ?? '');
    const { data, metadata } = await read();
    expect(metadata.provenance.state).toBe('simulated');
    expect(data.run).toBeNull();
    expect(data.evidence).toMatchObject({
      metric: 'r2',
      split: 'temporal',
      isSameData: true,
      requestedBy: expect.any(String),
    });
    const { jackknife, nullModels } = data.evidence ?? {};
    expect(jackknife?.variables.map(({ name }) => name)).toEqual(['species', 'gear', 'port', 'month']);
    // The species tells the catch, and shuffled answers tell nothing.
    const alone = new Map(jackknife?.variables.map((one) => [one.name, one.alone ?? 0]));
    expect(Math.max(...alone.values())).toBe(alone.get('species'));
    expect(nullModels).toMatchObject({ models: 19, p: 0.05 });
    expect((await app.call(proveVersion, { ...of(9), body: {} })).problem.code).toBe('not_found');

    // One that is cancelled leaves what was measured before.
    expect((await app.call(cancelVersionProof, of(1))).problem.detail).toBe('Esta medida já acabou.');
    const again = await app.call<ModelProof>(proveVersion, { ...of(1), body: { nullModels: 99 } });
    expect((await app.call(cancelVersionProof, of(1))).status).toBe(200);
    await app.ended(again.data.run?.id ?? '');
    const after = (await read()).data;
    expect([after.run?.state, after.evidence?.madeAt]).toEqual(['cancelled', data.evidence?.madeAt]);

    const card = await app.call(modelVersionCard, { ...of(1), query: { format: 'html' } });
    for (const part of ['Jackknife e modelos nulos', 'Só ela', 'mede mais do que o acaso', 'das mesmas linhas']) {
      expect(card.text).toContain(part);
    }
  });

  test('the next one takes its place, and a rollback brings the first back; none in use is deleted', async () => {
    expect(await train(colleague)).toMatchObject({ version: 2 });
    const remove = (version: number, confirm = String(version)) =>
      app.call(contract.removeModelVersion, {
        params: { type, version: String(version) },
        query: { confirm },
        token: scientist,
      });
    expect((await approve(2, scientist)).data).toMatchObject({ version: 2, state: 'deployed' });
    expect((await found()).versions.map(({ state }) => state)).toEqual(['deployed', 'retired']);
    expect((await remove(2)).problem.detail).toContain('em uso não se elimina');
    const back = await app.call<contract.ModelVersion>(contract.rollBackModel, {
      params: { type },
      token: scientist,
      body: { reason: 'A segunda errava no Namibe.' },
    });
    expect(back.data).toMatchObject({ version: 1, state: 'deployed', approvedBy: expect.any(String) });
    expect((await remove(2, 'outra coisa')).status).toBe(400);
    expect((await remove(2)).status).toBe(200);
    expect((await found()).versions.map(({ version }) => version)).toEqual([1]);
    const files = await Array.fromAsync(app.storage.list('models/'));
    expect(files.length).toBe(1);
  });

  test('two trainings of one model never run at once, and one that waits can be cancelled', async () => {
    const begun = await app.call<contract.ModelTraining>(contract.trainModel, { params: { type }, token: scientist });
    const second = await app.call(contract.trainModel, { params: { type }, token: colleague });
    expect(second.problem).toMatchObject({ code: 'already_running' });
    const cancelled = await app.call(contract.cancelTraining, { params: { id: begun.data.id }, token: scientist });
    expect(cancelled.status).toBe(200);
    await app.ended(begun.data.id);
    const last = await vi.waitFor(async () => (await found()).trainings[0]);
    expect(['cancelled', 'succeeded']).toContain(last?.state);
    expect((await app.call(contract.cancelTraining, { params: { id: begun.data.id }, token: scientist })).status).toBe(
      409,
    );
  });
});

test('the platform trains a model by itself once there is enough, and nothing has come since it last looked', async () => {
  const look = async () => app.ended(await app.composition.queue.enqueue('models.first-training', {}));
  await app.ingest('noaa-sst', { mode: 'full' });
  expect((await look()).result).toEqual({ begun: 0 });
  // The temperature, and the species by their samples: the abundance has a version, and no occurrence is stored.
  expect((await look()).result).toEqual({ begun: 2 });
  const params = { type: 'temperature_forecaster' };
  const { data } = await app.call<Found>(contract.getModel, { params, token: scientist });
  expect(data.trainings).toMatchObject([{ requestedBy: 'Kianda', modelType: 'temperature_forecaster' }]);
  await app.ended(data.trainings[0]?.id ?? '');
  const approved = await app.call<contract.ModelVersion>(contract.approveModelVersion, {
    ...{ params: { ...params, version: '1' }, token: scientist },
    body: { reason: 'Primeira versão, melhor do que a persistência.' },
  });
  expect([approved.status, approved.status === 200 ? '' : approved.text]).toEqual([200, '']);
  expect(approved.data).toMatchObject({ state: 'deployed', trainedBy: 'Kianda', approvedByTrainer: false });

  // The usual sea that was read before the fields came is read anew.
  app.clock.advance(600_001);
  const predicted = await app.call<{ items: Predicted[] }>(predictModel, {
    ...{ params: { name: 'temperature' }, token: scientist },
    body: {
      items: [
        { longitude: 12, latitude: -10 },
        { longitude: 0, latitude: 40 },
      ],
    },
  });
  const [inside, outside] = predicted.data.items;
  expect(inside?.value).toBeGreaterThan(inside?.low ?? Number.NaN);
  expect(inside?.inputs.find(({ name }) => name === 'today')?.source).toContain('Temperatura diária');
  expect(outside?.warning).toContain('Sem valor para');
  const { data: stats } = await app.call<{ average_accuracy: number; models_active: number }>(contract.modelStats, {
    token: scientist,
  });
  const tile = await app.call<{ mlAccuracy: number }>(dashboardStats, { token: scientist });
  expect([tile.data.mlAccuracy, stats.models_active]).toEqual([stats.average_accuracy, 2]);
});

test('a client may read, not train, approve or ask for predictions', async () => {
  const { token } = await app.signIn('cliente');
  expect((await app.call(contract.listModels, { token })).status).toBe(200);
  const refused = [
    app.call(contract.trainModel, { params: { type }, token }),
    app.call(contract.rollBackModel, { params: { type }, token, body: { reason: 'porque sim' } }),
    app.call(predictModel, { params: { name: 'abundance' }, token, body: { items: [{}] } }),
  ];
  for (const reply of await Promise.all(refused)) expect(reply.status).toBe(403);
});
