import { allows, type Role } from '@kianda/contract';
import { getJob, listJobs } from '@kianda/contract/tasks/tasks.contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../platform/clock/clock.ts';
import { createTestDatabase } from '../../platform/db/testing.ts';
import { createLocalEvents } from '../../platform/events/events.ts';
import type { Principal } from '../../platform/http/bind.ts';
import { createRequestMetrics } from '../../platform/http/request-metrics.ts';
import { bindRoutes } from '../../platform/http/routes.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { jobMigrations, jobsModuleName } from '../../platform/jobs/jobs.migrations.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { createJobQueue, type RunnableJobQueue } from '../../platform/jobs/queue.ts';
import { createLogger } from '../../platform/log/log.ts';
import { createStorage } from '../../platform/storage/storage.ts';
import { createTasks } from './index.ts';

const log = createLogger({ level: 'silent', pretty: false });
const clock = systemClock;

const waitJob = defineJob({
  name: 'test.wait',
  label: 'Espera',
  input: z.object({ key: z.string(), forever: z.boolean() }),
  retry: { limit: 0, delaySeconds: 0, backoff: false },
  timeoutSeconds: 60,
  key: ({ key }) => key,
  run: ({ forever }, { signal }) =>
    new Promise((resolve, reject) => {
      if (!forever) resolve({ waited: 0 });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
});

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let queue: RunnableJobQueue;
let app: FastifyInstance;
beforeAll(async () => {
  test = await createTestDatabase([{ name: jobsModuleName, migrations: jobMigrations }]);
  const events = createLocalEvents(log);
  queue = createJobQueue({ database: test.database, jobs: [waitJob], clock, log, events, roles: ['worker'] });
  await queue.start();
  const storage = createStorage({ kind: 'folder', folder: 'unused' });
  const platform = { database: test.database, clock, log, events, storage, random: () => 0.5 };
  app = await createHttpServer({
    log,
    authenticate: async (token) => principalOf(token as Role),
    rateLimitPerMinute: 1000,
    requestTimeoutSeconds: 10,
    allowedOrigins: [],
    contentSecurityPolicy: { connect: [], frame: [], frameAncestors: [], secure: false },
  });
  bindRoutes(app, createTasks({ platform, queue }).bindings ?? [], {
    clock,
    metrics: createRequestMetrics({ ...clock, random: () => 0.5 }),
    idempotency: null,
    onDenied: () => undefined,
    validateResponses: true,
  });
});
afterAll(async () => {
  await app.close();
  await queue.stop();
  await test.drop();
});

function principalOf(role: Role): Principal {
  return {
    accountId: `account-${role}`,
    email: `${role}@kianda.ao`,
    name: role,
    role,
    sessionId: 's',
    mustChangePassword: false,
  };
}

async function request(method: 'GET' | 'POST', path: string, role: Role = 'operador') {
  const answer = await app.inject({ method, url: `/admin-api${path}`, headers: { authorization: `Bearer ${role}` } });
  return { status: answer.statusCode, body: answer.json() };
}

describe('tasks', () => {
  it('lists runs, the most recent first, and shows one whole', async () => {
    const first = await queue.enqueue('test.wait', { key: 'a', forever: false }, { actorId: 'someone' });
    await expect.poll(async () => (await queue.get(first))?.state).toBe('succeeded');
    const second = await queue.enqueue('test.wait', { key: 'b', forever: false });
    await expect.poll(async () => (await queue.get(second))?.state).toBe('succeeded');
    const { status, body } = await request('GET', '/jobs?limit=2&name=test.wait');
    expect(status).toBe(200);
    expect(listJobs.response.parse(body.data).jobs.map((run) => run.id)).toEqual([second, first]);
    expect(body.metadata.provenance).toMatchObject({ state: 'live', source: 'Kianda' });
    const detail = await request('GET', `/jobs/${first}`);
    expect(getJob.response.parse(detail.body.data)).toMatchObject({
      label: 'Espera',
      state: 'succeeded',
      actorId: 'someone',
      input: { key: 'a', forever: false },
      result: { waited: 0 },
    });
    expect((await request('GET', '/jobs?name=other')).body.data.jobs).toEqual([]);
  });

  it('cancels a run once, then says that it has ended', async () => {
    const id = await queue.enqueue('test.wait', { key: 'long', forever: true });
    await expect.poll(async () => (await queue.get(id))?.state).toBe('running');
    const asked = await request('POST', `/jobs/${id}/cancel`);
    expect(asked.status).toBe(200);
    expect(asked.body.data.id).toBe(id);
    await expect.poll(async () => (await queue.get(id))?.state).toBe('cancelled');
    expect(await request('POST', `/jobs/${id}/cancel`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('answers 404 to an unknown run, 400 to what is no id', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await request('GET', `/jobs/${unknown}`)).status).toBe(404);
    expect((await request('POST', `/jobs/${unknown}/cancel`)).status).toBe(404);
    expect((await request('GET', '/jobs/x')).status).toBe(400);
    expect((await request('GET', '/jobs?limit=501')).status).toBe(400);
  });

  it.each(['administrador', 'operador', 'cientista', 'investigador', 'cliente'] as const)(
    'lets %s do what the permission table says',
    async (role) => {
      const unknown = '00000000-0000-4000-8000-000000000000';
      expect((await request('GET', '/jobs', role)).status).toBe(allows('jobs:read', role) ? 200 : 403);
      const cancelled = await request('POST', `/jobs/${unknown}/cancel`, role);
      expect(cancelled.status).toBe(allows('jobs:cancel', role) ? 404 : 403);
    },
  );
});
