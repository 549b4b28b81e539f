import { getVersionEvidence, type ModelProof, proveVersion } from '@kianda/contract/models/registry/evidence.contract';
import { exportModelVersion } from '@kianda/contract/models/registry/files.contract';
import {
  type ForeignFile,
  takeForeignModel,
  uploadForeignModel,
} from '@kianda/contract/models/registry/foreign.contract';
import * as contract from '@kianda/contract/models/registry/models.contract';
import { type Predicted, predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../../../testing/simulator.ts';

const type = 'abundance_estimator' as const;
const params = { type };
/** With few trees the captures do not turn on the month, which is asked for below. */
const wholeForest = { KIANDA_MODELS_TREES: '200' };
let simulator: TestSimulator;
let app: TestApplication;
let scientist: string;
let colleague: string;
let onnx: Buffer;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url, settings: wholeForest });
  scientist = (await app.signIn('cientista')).token;
  colleague = (await app.newSession('cientista')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

async function upload(fileName: string, bytes: Uint8Array, token = scientist) {
  const reply = await app.server.inject({
    method: uploadForeignModel.method,
    url: `/admin-api/ml/models/${type}/foreign/files?fileName=${encodeURIComponent(fileName)}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes),
  });
  const body = reply.json<{ data: ForeignFile; detail?: string }>();
  return { status: reply.statusCode, data: body.data, detail: body.detail };
}

const declared = (file: ForeignFile, more: object = {}) => ({
  ...{ fileId: file.id, fileName: file.fileName, name: 'Árvores de ensaio', origin: 'Exportado daqui, para o ensaio.' },
  variables: file.variables.map(({ name, column }) => ({ name, column: column ?? '' })),
  output: { kind: 'number', output: 'scores', unit: 't por dia de esforço', isLogged: true },
  ...more,
});
const take = (body: object, token = scientist) =>
  app.call<contract.ModelTraining>(takeForeignModel, { params, token, body });
const version = async (number: number) =>
  (
    await app.call<contract.ModelVersionDetail>(contract.getModelVersion, {
      ...{ params: { ...params, version: String(number) }, token: scientist },
    })
  ).data;
const trainings = async () =>
  (
    await app.call<{ trainings: contract.ModelTraining[]; versions: contract.ModelVersion[] }>(contract.getModel, {
      ...{ params, token: scientist },
    })
  ).data;

test('without rows to measure it on, a file is refused with what to do', async () => {
  const { status, detail } = await upload(
    'fora.lambdas',
    Buffer.from('x, 1, 0, 1\nlinearPredictorNormalizer, 0\ndensityNormalizer, 1\nentropy, 1\n'),
  );
  expect(status).toBe(409);
  expect(detail).toContain('Não há com que medir o modelo. Há 0 desembarques');
});

test('a version of this platform is exported', async () => {
  await app.ingest('angola-inipm');
  const begun = await app.call<contract.ModelTraining>(contract.trainModel, { params, token: scientist });
  await app.ended(begun.data.id);
  const reply = await app.server.inject({
    ...{ method: exportModelVersion.method, url: `/admin-api/ml/models/${type}/versions/1/export?format=onnx` },
    headers: { authorization: `Bearer ${scientist}` },
  });
  expect(reply.statusCode).toBe(200);
  onnx = reply.rawPayload;
});

test('brought back, it is a version like the others: measured, approved by another, and used', async () => {
  const { status, data: file } = await upload('daqui.onnx', onnx);
  expect([status, file.format, file.producer, file.opset]).toEqual([200, 'onnx', 'Kianda', 17]);
  expect(file.variables.map(({ column }) => column)).toEqual(['species', 'gear', 'port', 'month']);
  expect(file.isLogged).toBe(true);
  expect(file.platform.target).toEqual({ kind: 'number', unit: 't por dia de esforço', classes: [] });

  const taken = await take(declared(file));
  expect([taken.status, taken.status === 202 ? '' : taken.text]).toEqual([202, '']);
  await app.ended(taken.data.id);
  expect((await trainings()).trainings[0]).toMatchObject({ state: 'succeeded', version: 2, error: null });
  const [own, foreign] = [await version(1), await version(2)];
  expect(foreign.algorithm).toBe('Árvores de ensaio (de fora, ONNX)');
  expect(foreign.skill).toMatchObject({
    metric: 'r2',
    split: 'temporal',
    training: null,
    baseline: own.skill.baseline,
  });
  // The same rows are held out: the simple method measures the same there.
  expect(foreign.skill.baselineValidation).toBe(own.skill.baselineValidation);
  // It has learned from the rows that are held out here: it measures as on its training.
  expect(foreign.skill.validation).toBeGreaterThan(own.skill.validation);
  expect(foreign.features.every(({ importance }) => importance !== null)).toBe(true);
  expect(foreign.lineage.dataSha256).toBe(own.lineage.dataSha256);
  expect(foreign.limits[0]).toContain('Veio de fora');
  expect(foreign.lineage.sources[0]).toMatchObject({
    rows: 0,
    name: 'Modelo de fora: Exportado daqui, para o ensaio.',
  });

  const { data: proof } = await app.call<ModelProof>(getVersionEvidence, {
    ...{ params: { ...params, version: '2' }, token: scientist },
  });
  expect(proof.obstacle).toContain('não se treina aqui');
  const prove = await app.call(proveVersion, { params: { ...params, version: '2' }, token: scientist, body: {} });
  expect(prove.problem).toMatchObject({ code: 'conflict', detail: proof.obstacle });

  const approve = (token: string) =>
    app.call<contract.ModelVersion>(contract.approveModelVersion, {
      ...{ params: { ...params, version: '2' }, token },
      body: { reason: 'Mede tão bem como a nossa.' },
    });
  expect((await approve(scientist)).problem.detail).toContain('peça a outra pessoa');
  expect((await approve(colleague)).data).toMatchObject({ state: 'deployed', version: 2 });
});

test('it predicts, explains and warns as the version that it was made of', async () => {
  const inputs = { species: 'Sardinella aurita', gear: 'cerco', port: 'Moçâmedes (Namibe)' };
  const months = Array.from({ length: 12 }, (_, place) => ({ inputs: { ...inputs, month: place + 1 } }));
  const ask = async (of: string) =>
    (
      await app.call<{ version: number; items: Predicted[] }>(predictModel, {
        ...{ params: { name: 'abundance' }, query: { version: of }, token: scientist },
        body: { items: months },
      })
    ).data;
  const [own, foreign] = [await ask('1'), await ask('2')];
  expect(foreign.version).toBe(2);
  foreign.items.forEach((item, place) => {
    expect(item.value).toBeCloseTo(own.items[place]?.value ?? Number.NaN, 4);
    expect(item.low).toBeLessThan(item.value ?? 0);
  });
  // Without its month's effect each has the score of the usual month, whichever that is among the landings of today.
  const [usual, ...others] = foreign.items.map(({ value, explanation }) => {
    const effect = explanation.find(({ name }) => name === 'month')?.effect ?? 0;
    return Math.log1p(value ?? Number.NaN) - effect;
  });
  for (const other of others) expect(other).toBeCloseTo(usual ?? Number.NaN, 4);
  expect(new Set(foreign.items.map(({ value }) => value)).size).toBeGreaterThan(1);
  expect((await version(2)).predictions).toBe(months.length);
});

test('the version before comes back, and the foreign one is deleted with its file', async () => {
  await app.call(contract.approveModelVersion, {
    ...{ params: { ...params, version: '1' }, token: colleague },
    body: { reason: 'Para voltar atrás depois.' },
  });
  const back = await app.call<contract.ModelVersion>(contract.rollBackModel, {
    ...{ params, token: colleague },
    body: { reason: 'Volta a de fora.' },
  });
  expect(back.data).toMatchObject({ version: 2, state: 'deployed' });
  await app.call(contract.rollBackModel, { params, token: colleague, body: { reason: 'E de novo a nossa.' } });
  const gone = await app.call(contract.removeModelVersion, {
    ...{ params: { ...params, version: '2' }, query: { confirm: '2' }, token: colleague },
  });
  expect(gone.status).toBe(200);
  const files = await Array.fromAsync(app.storage.list(`models/${type}/`));
  expect(files.length).toBe(1);
});

test('a file that is none, too large, or does not fit is refused with the reason, and leaves nothing', async () => {
  expect((await upload('modelo.pkl', onnx)).detail).toContain('.onnx ou .lambdas');
  expect((await upload('modelo.onnx', Buffer.from('não é'))).detail).toContain('não se lê como ONNX');
  expect((await upload('modelo.onnx', onnx.subarray(0, 2_000))).detail).toContain('não se lê como ONNX');
  expect((await upload('modelo.onnx', Buffer.alloc(51 * 1_048_576))).status).toBe(413);
  expect((await upload('modelo.onnx', Buffer.alloc(0))).detail).toContain('vazio');
  const { data: file } = await upload('daqui.onnx', onnx);
  const refusal = async (more: object) => (await take(declared(file, more))).problem.detail;
  expect(await refusal({ variables: [{ name: 'mês', column: 'month' }] })).toContain('por esta ordem: species, gear');
  const [first, ...rest] = declared(file).variables;
  expect(await refusal({ variables: [{ ...first, column: 'sal' }, ...rest] })).toContain('não tem a variável «sal»');
  const kelvin = rest.map((one) => (one.column === 'month' ? { ...one, unit: 'K' } : one));
  expect(await refusal({ variables: [first, ...kelvin] })).toContain('não se converte para «K»');
  const output = declared(file).output;
  expect(await refusal({ output: { ...output, unit: 'kg' } })).toContain('aqui mede-se em «t por dia de esforço»');
  expect(await refusal({ output: { ...output, output: 'outra' } })).toContain('Escolha uma saída do ficheiro: scores');
  expect(await refusal({ output: { kind: 'presence', output: 'scores' } })).toContain('Este modelo prevê um número');
  // The file of one account is none of another's.
  expect((await take(declared(file), colleague)).problem).toMatchObject({ code: 'not_found' });
  expect((await trainings()).versions.map((one) => one.version)).toEqual([1]);
});

test('who may not train brings no model', async () => {
  const { token } = await app.signIn('cliente');
  expect((await upload('daqui.onnx', onnx, token)).status).toBe(403);
  expect((await take({}, token)).status).toBe(403);
});
