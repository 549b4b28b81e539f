import { checkModelDrift, getModelDrift, type ModelDrift } from '@kianda/contract/models/registry/drift.contract';
import * as contract from '@kianda/contract/models/registry/models.contract';
import { predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../../../testing/simulator.ts';

const type = 'abundance_estimator' as const;
const params = { type };

let simulator: TestSimulator;
let app: TestApplication;
let scientist: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  scientist = (await app.signIn('cientista')).token;
  await app.ingest('angola-inipm');
  const begun = await app.call<contract.ModelTraining>(contract.trainModel, { params, token: scientist });
  await app.ended(begun.data.id);
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const drift = async () => (await app.call<ModelDrift>(getModelDrift, { params, token: scientist })).data;
async function check(): Promise<ModelDrift> {
  const asked = await app.call<{ id: string }>(checkModelDrift, { params, token: scientist });
  expect([asked.status, asked.status === 200 ? '' : asked.text]).toEqual([200, '']);
  await app.ended(asked.data.id);
  return drift();
}

/** Landings as they are stored, a whole number of years later; `change` is the gear and the port of all of them. */
const later = (years: number, change = 'gear, port') =>
  app.select(`INSERT INTO fisheries.catches
    SELECT source, landed_on + interval '${years} years', ${change.split(', ')[1]}, segment, ${change.split(', ')[0]},
      species_code, province, common_name, scientific_name, tonnes, effort_days, vessels, notes, connector_id,
      stream_id, run_id, retrieved_at, simulated_seed
    FROM fisheries.catches ON CONFLICT DO NOTHING`);

test('without a version in use there is nothing to check, and the answer says so', async () => {
  expect(await drift()).toMatchObject({ check: null, history: [], absence: 'Não há versão em uso.' });
  expect((await app.call(checkModelDrift, { params, token: scientist })).status).toBe(409);
  const { token } = await app.newSession('cientista');
  const approved = await app.call(contract.approveModelVersion, {
    ...{ params: { type, version: '1' }, token },
    body: { reason: 'Melhor do que a média da espécie.' },
  });
  expect(approved.status).toBe(200);
  expect((await drift()).absence).toContain('Ainda não foi verificada');
});

test('rows that the training has seen are not compared with themselves', async () => {
  const { check: found } = await check();
  expect(found).toMatchObject({ version: 1, rows: 0, isOfNewRows: true, share: null, hasDrifted: false });
  expect(found?.reason).toBe('Há 0 linhas novas desde o treino, e são precisas 30.');
  expect(found?.features.map(({ drift: one }) => one)).toEqual(found?.features.map(() => null));
});

test('the same fishery a year later has not drifted; another gear and port have, and an alert is raised', async () => {
  await later(1);
  const { check: same } = await check();
  expect(same?.rows).toBeGreaterThan(200);
  expect(same).toMatchObject({ hasDrifted: false, reason: null });
  expect(same?.features.filter(({ drift: one }) => one?.hasDrifted)).toEqual([]);
  expect(same?.prediction.drift).toMatchObject({ hasDrifted: false });

  await app.select(`DELETE FROM fisheries.catches WHERE landed_on > now() + interval '30 days'`);
  await later(2, `'anzol novo', 'Porto Novo'`);
  const { check: changed, history, isUnderWay } = await check();
  const of = (name: string) => changed?.features.find((one) => one.name === name);
  expect(of('gear')?.drift).toMatchObject({ hasDrifted: true });
  expect(of('gear')?.drift?.bins).toContainEqual({ label: 'anzol novo', reference: 0, current: 1 });
  expect(of('port')?.drift).toMatchObject({ hasDrifted: true });
  expect(of('species')?.drift).toMatchObject({ hasDrifted: false });
  expect(history.map(({ share }) => share)).toEqual([null, same?.share, changed?.share]);
  expect(isUnderWay).toBe(false);

  await app.ended(await app.composition.queue.enqueue('alerts.evaluate', {}));
  const alerts = await app.select<{ title: string; message: string }>(
    `SELECT title, message FROM health.alerts WHERE title LIKE 'Modelo com deriva%'`,
  );
  expect(alerts).toEqual([
    { title: 'Modelo com deriva: Estimador de Abundância', message: expect.stringContaining('limiar') },
  ]);
  expect(changed?.hasDrifted).toBe(true);
});

test('what is asked is compared beside the rows, once there is enough of it, and a wish for one gear alone is seen', async () => {
  const ask = async (items: readonly object[]) => {
    const reply = await app.call(predictModel, { params: { name: 'abundance' }, token: scientist, body: { items } });
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, '']);
  };
  // Wishes as the landings were, but for the gear.
  const rows = await app.select<{ species: string; port: string; month: number }>(
    `SELECT scientific_name AS species, port, extract(month FROM landed_on)::int AS month FROM fisheries.catches
      WHERE effort_days > 0 AND port <> 'Porto Novo' ORDER BY md5(port || landed_on || species_code) LIMIT 300`,
  );
  const items = rows.map((inputs) => ({ inputs: { ...inputs, gear: 'cerco' } }));
  await ask(items.slice(0, 1));
  const few = (await check()).check?.asked;
  expect(few).toMatchObject({ rows: 1, share: null, hasDrifted: false });
  expect(few?.reason).toBe('Perguntas nos últimos 30 dias: 1, e são precisas 30.');
  expect(few?.features[0]).toMatchObject({ drift: null, reason: few?.reason });

  await ask(items);
  const { check: found } = await check();
  const of = (name: string) => found?.asked?.features.find((one) => one.name === name);
  // Of a great request a part is kept.
  expect(found?.asked?.rows).toBe(151);
  expect(of('gear')?.drift).toMatchObject({ hasDrifted: true });
  expect(of('month')?.drift).toMatchObject({ hasDrifted: false });
  expect(found?.asked?.prediction.drift).not.toBeNull();
  // The rows that are stored are another matter.
  expect(found?.rows).not.toBe(151);
  // An older question than the period counts no more, and is forgotten.
  await app.select(`UPDATE models.asked SET at = at - interval '31 days'`);
  expect((await check()).check?.asked?.rows).toBe(0);
  expect(await app.select('SELECT id FROM models.asked')).toEqual([]);
});

test('a version from before references were kept is compared by what its file tells, and the rest has its reason', async () => {
  await app.select('DELETE FROM models.drift_references');
  const { check: found } = await check();
  expect(found?.isOfNewRows).toBe(false);
  const [gear, month] = ['gear', 'month'].map((name) => found?.features.find((one) => one.name === name));
  expect(gear).toMatchObject({ drift: null, reason: 'A versão não guarda a referência desta variável.' });
  expect(month?.drift).toMatchObject({ hasDrifted: false });
  expect(found?.prediction).toMatchObject({ drift: null });
});
