import type { Role } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { z } from 'zod';
import { systemClock } from '../../../../platform/clock/clock.ts';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { createLocalEvents } from '../../../../platform/events/events.ts';
import type { Principal } from '../../../../platform/http/bind.ts';
import { createRequestMetrics } from '../../../../platform/http/request-metrics.ts';
import { bindRoutes } from '../../../../platform/http/routes.ts';
import { createHttpServer } from '../../../../platform/http/server.ts';
import { jobMigrations, jobsModuleName } from '../../../../platform/jobs/jobs.migrations.ts';
import { defineJob } from '../../../../platform/jobs/jobs.ts';
import { createJobQueue } from '../../../../platform/jobs/queue.ts';
import { createLogger } from '../../../../platform/log/log.ts';
import { createStorage } from '../../../../platform/storage/storage.ts';
import { createTasks } from '../index.ts';

const log = createLogger({ level: 'silent', pretty: false });
const clock = systemClock;

const brokenJob = defineJob({
  name: 'test.broken',
  label: 'Avaria',
  input: z.object({ key: z.string(), well: z.boolean().default(false) }),
  retry: { limit: 0, delaySeconds: 0, backoff: false },
  timeoutSeconds: 60,
  key: ({ key }) => key,
  run: async ({ key, well }) => {
    if (!well) throw new Error(`estação ${key} sem resposta`);
    return { well };
  },
});

/** Runs every minute, whatever there is to do; begun by hand here. */
const tickJob = defineJob({
  name: 'test.tick',
  label: 'Compasso',
  input: z.object({}),
  schedule: { cron: '*/5 * * * *', input: {} },
  retry: { limit: 0, delaySeconds: 0, backoff: false },
  timeoutSeconds: 60,
  key: () => 'tick',
  run: async () => ({}),
});

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

/** Three jobs in a running queue, and the endpoints of tasks over it. A token is the role that asks. */
export async function createTasksWorld() {
  const test = await createTestDatabase([{ name: jobsModuleName, migrations: jobMigrations }]);
  const events = createLocalEvents(log);
  const audited: AuditEntry[] = [];
  const queue = createJobQueue({
    database: test.database,
    clock,
    log,
    events,
    roles: ['worker'],
  });
  // As the composition does: the queue is there before the modules that bring its jobs.
  queue.register([waitJob, brokenJob, tickJob]);
  await queue.start();
  const storage = createStorage({ kind: 'folder', folder: 'unused' });
  const platform = { database: test.database, clock, log, events, storage, random: () => 0.5 };
  const app = await createHttpServer({
    log,
    authenticate: async (token) => principalOf(token.replace(/^knd_/, '') as Role),
    rateLimitPerMinute: 1000,
    requestTimeoutSeconds: 10,
    allowedOrigins: [],
    contentSecurityPolicy: { connect: [], frame: [], frameAncestors: [], secure: false },
  });
  const audit = { record: async (entry: AuditEntry) => audited.push(entry) };
  bindRoutes(app, createTasks({ platform, queue, audit, version: '2.0.0' }).bindings ?? [], {
    clock,
    metrics: createRequestMetrics({ ...clock, random: () => 0.5 }),
    idempotency: null,
    onDenied: () => undefined,
    validateResponses: true,
  });
  return {
    queue,
    audited,
    app,
    async monitor(method: 'GET' | 'POST', path: string, role: Role = 'operador', payload?: object) {
      const answer = await app.inject({
        method,
        url: `/monitor${path}`,
        headers: { authorization: `Bearer ${role}` },
        ...(payload === undefined ? {} : { payload }),
      });
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
    },
    async close() {
      await app.close();
      await queue.stop();
      await test.drop();
    },
  };
}
