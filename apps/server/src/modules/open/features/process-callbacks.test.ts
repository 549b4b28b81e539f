import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Analysis } from '../../../platform/analyses.ts';
import { systemClock } from '../../../platform/clock/clock.ts';
import { createTestDatabase } from '../../../platform/db/testing.ts';
import { createLocalEvents } from '../../../platform/events/events.ts';
import { jobMigrations, jobsModuleName } from '../../../platform/jobs/jobs.migrations.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { createJobQueue, type RunnableJobQueue } from '../../../platform/jobs/queue.ts';
import { createLogger } from '../../../platform/log/log.ts';
import { replay } from '../../../testing/replay.ts';
import { processJobs } from './process.jobs.ts';
import { processJobName } from './process-input.rules.ts';

const log = createLogger({ level: 'silent', pretty: false });
const callbackJobName = 'features.process-callback';

const depth: Analysis = {
  id: 'depth',
  version: '1.0.0',
  title: 'Profundidade',
  description: 'Falha onde não há fundo.',
  inputs: z.object({ meters: z.number() }),
  outputs: {},
  check() {},
  run: async ({ meters }) => {
    if (meters === 0) throw new Error('sem fundo');
    return { meters };
  },
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let subscriber: Awaited<ReturnType<typeof replay>>;
let queue: RunnableJobQueue;
beforeAll(async () => {
  database = await createTestDatabase([{ name: jobsModuleName, migrations: jobMigrations }]);
  subscriber = await replay({}, { status: 204 });
  const access = {
    clock: systemClock,
    random: () => 0.5,
    userAgent: () => 'Kianda/test',
    allowPrivateHosts: [new URL(subscriber.url).host],
  };
  const jobs: readonly Job[] = processJobs({
    analyses: () => [depth],
    queue: () => queue,
    base: 'https://kianda.test/features',
    access,
  });
  queue = createJobQueue({
    ...{
      database: database.database,
      jobs,
      clock: systemClock,
      log,
      events: createLocalEvents(log),
      roles: ['worker'],
    },
  });
  await queue.start();
});
beforeEach(() => {
  subscriber.requests.length = 0;
  subscriber.use({});
});
afterAll(async () => {
  await queue.stop();
  await subscriber.close();
  await database.drop();
});

/** Runs the analysis for someone who subscribed at `uris`; resolves to the run, and the callback about its end. */
async function executed(meters: number, uris: { readonly subscriber: object }) {
  const id = await queue.enqueue(processJobName, { process: 'depth', inputs: { meters }, run: randomUUID(), ...uris });
  await expect.poll(async () => (await queue.get(id))?.endedAt).not.toBeNull();
  return id;
}
const addressed = (at: (path: string) => string) => ({
  subscriber: { successUri: at('/feito'), inProgressUri: at('/em-curso'), failedUri: at('/falhou') },
});
const here = (path: string) => `${subscriber.url}${path}`;
const received = () => subscriber.requests.map(({ url, body }) => [url.pathname, JSON.parse(body)] as const);
async function callbacks(states: readonly ('queued' | 'succeeded')[]) {
  const { runs } = await queue.monitor.search({ name: callbackJobName, states, limit: 100, offset: 0 });
  return runs;
}

test('a subscriber gets the state at the start, and the results at the end', async () => {
  const id = await executed(40, addressed(here));
  await expect.poll(() => subscriber.requests.length).toBe(2);
  const sent = new Map(received());
  expect(sent.get('/feito')).toEqual({ meters: 40 });
  expect(sent.get('/em-curso')).toMatchObject({ jobID: id, processID: 'depth', type: 'process' });
});

test('a failure goes to its own address, with the state and the reason', async () => {
  const id = await executed(0, addressed(here));
  await expect
    .poll(() => received().find(([path]) => path === '/falhou')?.[1])
    .toMatchObject({
      jobID: id,
      status: 'failed',
      message: 'sem fundo',
    });
  expect(received().map(([path]) => path)).not.toContain('/feito');
});

test('an address inside the network is never dialled, and asking again does not change that', async () => {
  const at = (path: string) => `http://127.0.0.2:9${path}`;
  await executed(12, addressed(at));
  // Callbacks of the executions before this one may still be ending: they were sent.
  const unsent = async () =>
    (await callbacks(['succeeded'])).filter(({ result }) => (result as { sent: boolean }).sent === false);
  await expect.poll(async () => (await unsent()).length).toBe(2);
});

test('a subscriber that is away is asked again later', async () => {
  subscriber.use({ 'POST /feito': { status: 503 } });
  await executed(7, { subscriber: { successUri: here('/feito') } });
  await expect.poll(async () => (await callbacks(['queued'])).map(({ attempt }) => attempt)).toEqual([1]);
});
