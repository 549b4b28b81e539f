/**
 * `npm run bench -- studies [--species=200] [--small]`: a batch of species by a worker that is killed in the middle, and
 * resumed by another: time of each species, and the table of results.
 */
import { parseArgs } from 'node:util';
import { startPlatform } from '../apps/server/src/platform/process/testing.ts';
import { createTestApplication } from '../apps/server/src/testing/application.ts';
import { spawnSimulator } from '../apps/server/src/testing/simulator.ts';
import { connectors } from '../packages/connectors/src/index.ts';
import {
  createStudyBatch,
  getStudyBatch,
  type StudyBatch,
  type StudyBatchItem,
} from '../packages/contract/src/models/studies/study-batches.contract.ts';
import { ownServer } from './ingest/databases.ts';
import { figure, median, printMachine, printTable } from './shared/table.ts';

const { values } = parseArgs({
  options: { species: { type: 'string', default: '200' }, small: { type: 'boolean', default: false } },
});
/** Parameters of a short run; without them a study takes those of a new one. */
const small = {
  background: { kind: 'zee', points: 500, bufferKilometres: 200 },
  partition: { kind: 'random', folds: 3, blockKilometres: 150, cellDegrees: 1 },
  tuning: { features: ['L', 'LQ'], betas: [1] },
};

const server = await ownServer();
process.env.KIANDA_TEST_DATABASE_URL = server.url;
const simulator = await spawnSimulator();
const app = await createTestApplication({ simulatorUrl: simulator.url, validateResponses: false });
const startWorker = () =>
  startPlatform({
    ...{ KIANDA_DATA_DIR: app.folder, KIANDA_DATABASE_URL: app.database.url, KIANDA_ROLES: 'worker' },
    ...{
      KIANDA_SECRET_KEY: app.config.secretKey ?? '',
      KIANDA_MODELS_FIRST_TRAINING: 'off',
      KIANDA_TWO_STEP_ROLES: 'nenhum',
    },
  });
try {
  for (const id of ['obis', 'gbif', 'noaa-sst', 'noaa-viirs-modis', 'worms']) await app.ingest(id);
  const ids = connectors.map(({ id }) => `('${id}', true, now(), 'medida')`).join(', ');
  await app.select(`INSERT INTO connectors.settings (connector_id, paused, updated_at, updated_by) VALUES ${ids}
    ON CONFLICT (connector_id) DO UPDATE SET paused = true`);
  const { token } = await app.signIn('cientista');
  const body = { species: [], mostRecorded: Number(values.species), parameters: values.small ? small : {} };
  const begun = await app.call<StudyBatch>(createStudyBatch, { token, body });
  if (begun.status !== 202) throw new Error(begun.text);
  const { id, total } = begun.data;
  await app.composition.queue.stop();

  const ended = async () =>
    Number(
      (
        await app.select<{ n: number }>(`SELECT count(*)::int AS n FROM studies.batch_items WHERE state <> 'waiting'`)
      )[0]?.n,
    );
  async function until(count: number): Promise<number> {
    const begunMs = performance.now();
    while ((await ended()) < count) await new Promise((resolve) => setTimeout(resolve, 200));
    return (performance.now() - begunMs) / 1000;
  }
  const first = startWorker();
  const middle = Math.floor(total / 3);
  const beforeSeconds = await until(middle);
  first.child.kill('SIGKILL');
  await first.ended;
  const atKill = await ended();
  const second = startWorker();
  const resumeSeconds = await until(Math.min(total, atKill + 1));
  const afterSeconds = await until(total);
  second.child.kill('SIGTERM');
  await second.ended;

  // A session ends before a long batch does.
  const { token: later } = await app.newSession('cientista');
  const reply = await app.call<{ batch: StudyBatch; items: StudyBatchItem[] }>(getStudyBatch, {
    ...{ token: later, params: { id } },
  });
  if (reply.status !== 200) throw new Error(reply.text);
  const { batch, items } = reply.data;
  const each = await app.select<{ seconds: number }>('SELECT seconds FROM studies.runs ORDER BY made_at');
  const twice = await app.select('SELECT study_id FROM studies.runs GROUP BY study_id HAVING count(*) > 1');
  printTable(
    `Lote de ${figure(total)} espécies, morto depois de ${figure(atKill)} e retomado`,
    ['', 'valor'],
    [
      ['estudadas', figure(batch.done)],
      ['recusadas, com a razão', figure(batch.refused)],
      ['estudadas duas vezes', figure(twice.length)],
      ['até à morte', figure(beforeSeconds, 's')],
      ['da morte à primeira espécie seguinte', figure(resumeSeconds, 's')],
      ['daí ao fim', figure(afterSeconds, 's')],
      ['uma espécie, mediana', figure(median(each.map(({ seconds }) => seconds)), 's')],
      ['uma espécie, máximo', figure(Math.max(...each.map(({ seconds }) => seconds)), 's')],
    ],
  );
  printTable(
    'Primeiras vinte espécies',
    ['', 'presenças', 'combinação', 'AUC', 'TSS', 'Boyce', 'omissão 10 %'],
    items
      .slice(0, 20)
      .map((item) => [
        ...[
          item.species,
          figure(item.presences),
          item.combination ?? item.reason ?? '—',
          item.aucTest?.toFixed(3) ?? '—',
        ],
        ...[item.tss?.toFixed(3) ?? '—', item.boyce?.toFixed(3) ?? '—', item.omission10?.toFixed(3) ?? '—'],
      ]),
  );
  printMachine();
} finally {
  await app.close();
  await simulator.stop();
  await server.stop();
}
