import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { createLocalEvents } from '../../../../platform/events/events.ts';
import type { Principal } from '../../../../platform/http/bind.ts';
import { createRequestMetrics } from '../../../../platform/http/request-metrics.ts';
import { bindRoutes } from '../../../../platform/http/routes.ts';
import { createHttpServer } from '../../../../platform/http/server.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import { createLogger } from '../../../../platform/log/log.ts';
import type { Platform } from '../../../../platform/module.ts';
import { createFolderStorage } from '../../../../platform/storage/folder.ts';
import { echoAbsence } from '../../../../testing/module.ts';
import type { Origin } from '../../../ingestion/connectors/index.ts';
import { createOcean } from '../index.ts';
import { oceanMigrations } from '../ocean.migrations.ts';

export const caller: Principal = {
  accountId: 'conta',
  email: 'cientista@kianda.ao',
  name: 'Cientista',
  role: 'cientista',
  sessionId: 's',
  mustChangePassword: false,
};

/** The ocean module on a real database and folder, behind its HTTP endpoints, at a time that stands still. */
export async function createOceanWorld(nowMs: number) {
  const test = await createTestDatabase([{ name: 'ocean', migrations: oceanMigrations }]);
  const folder = await mkdtemp(join(tmpdir(), 'kianda-ocean-'));
  const log = createLogger({ level: 'silent', pretty: false });
  const clock = { nowMs: () => nowMs };
  const platform: Platform = {
    database: test.database,
    clock,
    log,
    events: createLocalEvents(log),
    storage: createFolderStorage({ folder }),
    random: () => 0.5,
  };
  const asked: { name: string; input: unknown }[] = [];
  const audited: unknown[] = [];
  /** Records the jobs it is given; tests call their work directly. */
  const queue: JobQueue = {
    enqueue: async (name, input) => {
      asked.push({ name, input });
      return '00000000-0000-4000-8000-00000000000a';
    },
    cancel: async () => false,
    list: async () => [],
    get: async () => null,
    remove: async () => false,
    nextRun: () => null,
  };
  const ocean = createOcean({
    platform,
    provenanceOf: async ({ connectorId, observedAtMs, retrievedAtMs, simulatedSeed }) => {
      const measured = {
        source: connectorId,
        observedAt: observedAtMs === null ? null : new Date(observedAtMs).toISOString(),
        retrievedAt: new Date(retrievedAtMs).toISOString(),
      };
      return simulatedSeed === null
        ? { state: 'live', ...measured }
        : { state: 'simulated', ...measured, seed: simulatedSeed };
    },
    absenceOf: echoAbsence,
    providerOf: (id) => id,
    derived: {
      queue: () => queue,
      audit: { record: async (entry) => void audited.push(entry) },
      secondsARequest: async () => 2,
      creditOf: (id) => ({ provider: `Fornecedor ${id}`, licence: `Licença de ${id}`, citation: `Citação de ${id}` }),
    },
  });
  const app = await createHttpServer({
    log,
    authenticate: async () => caller,
    rateLimitPerMinute: 1000,
    requestTimeoutSeconds: 10,
    allowedOrigins: [],
    contentSecurityPolicy: { connect: [], frame: [], frameAncestors: [], secure: false },
  });
  bindRoutes(app, ocean.bindings ?? [], {
    clock,
    metrics: createRequestMetrics({ ...clock, random: () => 0.5 }),
    idempotency: null,
    onDenied: () => undefined,
    validateResponses: true,
  });

  return {
    ocean,
    storage: platform.storage,
    origin: (connectorId: string, streamId: string): Origin => ({
      runId: '00000000-0000-4000-8000-000000000001',
      connectorId,
      streamId,
      provider: connectorId,
      retrievedAtMs: nowMs,
      simulatedSeed: null,
    }),
    asked,
    audited,
    database: test.database,
    async get(path: string) {
      const answer = await app.inject({ url: `/admin-api${path}`, headers: { authorization: 'Bearer x' } });
      return { status: answer.statusCode, body: answer.json() };
    },
    async text(path: string) {
      const answer = await app.inject({ url: `/admin-api${path}`, headers: { authorization: 'Bearer x' } });
      return { status: answer.statusCode, type: answer.headers['content-type'], body: answer.body };
    },
    async post(path: string, payload: Record<string, unknown>) {
      const headers = { authorization: 'Bearer x' };
      const answer = await app.inject({ method: 'POST', url: `/admin-api${path}`, headers, payload });
      return { status: answer.statusCode, body: answer.json() };
    },
    async close() {
      await app.close();
      await test.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type OceanTestWorld = Awaited<ReturnType<typeof createOceanWorld>>;
