/**
 * `npm run bench -- predictions [--requests=200]`: one prediction by HTTP (p95 up to 25 ms), by what it has to look up, and
 * batches; with the processor time of Node and of the database for each.
 */
import { parseArgs } from 'node:util';
import { createTestApplication, type TestApplication } from '../apps/server/src/testing/application.ts';
import { spawnSimulator } from '../apps/server/src/testing/simulator.ts';
import {
  approveModelVersion,
  getModel,
  type ModelType,
  trainModel,
} from '../packages/contract/src/models/registry/models.contract.ts';
import { ownServer } from './ingest/databases.ts';
import { processorMeter, spentEach } from './shared/spent.ts';
import { figure, median, printMachine, printTable } from './shared/table.ts';

const { values } = parseArgs({ options: { requests: { type: 'string', default: '200' } } });
const requests = Number(values.requests);

/** Trains the first version of a model, and puts it in use. */
async function putInUse(app: TestApplication, type: ModelType): Promise<void> {
  const params = { type };
  const scientist = (await app.signIn('cientista')).token;
  const colleague = (await app.newSession('cientista')).token;
  const begun = await app.call<{ id: string }>(trainModel, { params, token: scientist });
  await app.ended(begun.data.id);
  const { data } = await app.call<{ trainings: { error: string | null }[] }>(getModel, { params, token: scientist });
  const error = data.trainings[0]?.error ?? null;
  if (error !== null) throw new Error(`${type}: ${error}`);
  const approval = { params: { type, version: '1' }, token: colleague, body: { reason: 'Medida.' } };
  const approved = await app.call(approveModelVersion, approval);
  if (approved.status !== 200) throw new Error(`${type}: ${approved.text}`);
}

const server = await ownServer();
process.env.KIANDA_TEST_DATABASE_URL = server.url;
const simulator = await spawnSimulator();
const app = await createTestApplication({
  simulatorUrl: simulator.url,
  validateResponses: false,
  settings: { KIANDA_RATE_LIMIT_PER_MINUTE: '10000000' },
});
try {
  for (const id of ['obis', 'gbif', 'worms', 'angola-inipm', 'noaa-sst', 'noaa-viirs-modis']) await app.ingest(id);
  for (const type of ['abundance_estimator', 'habitat_suitability'] as const) await putInUse(app, type);
  const { token } = await app.signIn('cientista');
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const meter = await processorMeter(app.database.for());

  async function timed(name: string, items: readonly object[]): Promise<number> {
    const begun = performance.now();
    const response = await fetch(`${address}/admin-api/ml/predict/${name}`, {
      ...{ method: 'POST', body: JSON.stringify({ items }) },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${name}: ${response.status} ${text}`);
    return performance.now() - begun;
  }

  async function measure(what: string, model: string, itemsOf: (place: number) => object[], times = requests) {
    for (let place = 0; place < 5; place += 1) await timed(model, itemsOf(-1 - place));
    const before = meter();
    const all: number[] = [];
    for (let place = 0; place < times; place += 1) all.push(await timed(model, itemsOf(place)));
    const { nodeMs, databaseMs } = spentEach(before, meter(), times);
    const sorted = all.toSorted((a, b) => a - b);
    const p95 = sorted[Math.ceil(times * 0.95) - 1] ?? Number.NaN;
    return [
      ...[what, figure(times), figure(median(sorted), 'ms'), figure(p95, 'ms')],
      ...[figure(nodeMs, 'ms'), figure(databaseMs, 'ms')],
    ];
  }

  /** A place of its own for each request. */
  const place = (number: number) => ({ longitude: 11.5 + (number % 20) / 100, latitude: -10 - number / 1_000 });
  const catchOf = (month: number, day: number) => ({
    inputs: {
      gear: 'cerco',
      port: 'Moçâmedes (Namibe)',
      month,
      species: 'Sardinella aurita',
      temperature: 18 + day / 500,
    },
  });
  const rows = [
    await measure('entradas dadas, sempre as mesmas (na cache)', 'abundance', () => [catchOf(11, 0)]),
    await measure('entradas dadas, cada vez outras', 'abundance', (number) => [
      catchOf(1 + (Math.abs(number) % 12), number),
    ]),
    await measure('lugar que ainda ninguém perguntou', 'habitat', (number) => [place(number)]),
    await measure('lugar já perguntado', 'habitat', () => [place(0)]),
    await measure(
      'lote de 100 lugares novos',
      'habitat',
      (number) => Array.from({ length: 100 }, (_, index) => place(5_000 + number * 100 + index)),
      10,
    ),
    await measure(
      'lote de 10 000 lugares',
      'habitat',
      () => Array.from({ length: 10_000 }, (_, index) => place(index / 2)),
      3,
    ),
  ];
  printTable(
    'Previsão por HTTP (p95 de uma até 25 ms)',
    ['', 'pedidos', 'p50', 'p95', 'Node, cada', 'PostgreSQL, cada'],
    rows,
  );
  printMachine();
} finally {
  await app.close();
  await simulator.stop();
  await server.stop();
}
