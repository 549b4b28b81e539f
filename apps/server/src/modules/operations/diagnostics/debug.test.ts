import type { DataOf } from '@kianda/contract';
import {
  cpuProfile,
  debugState,
  diagnosticReport,
  failedRequests,
} from '@kianda/contract/operations/diagnostics/debug.contract';
import { listAuditEvents } from '@kianda/contract/people/audit/audit.contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';

const secrets = {
  KIANDA_METRICS_TOKEN: 'segredo-das-metricas-0123456789',
  KIANDA_BACKUP_KEY: 'b'.repeat(64),
  KIANDA_SMTP_URL: 'smtp://correio:palavra-do-correio@127.0.0.1:2525',
  KIANDA_SMTP_FROM: 'kianda@exemplo.ao',
  KIANDA_PROVIDER_GFW_TOKEN: 'segredo-do-fornecedor-987',
};

let app: TestApplication;
let admin: string;
beforeAll(async () => {
  app = await createTestApplication({ settings: { ...secrets, KIANDA_LOG_RETENTION_DAYS: '9' } });
  admin = (await app.signIn('administrador')).token;
});
afterAll(() => app.close());

test('the process from inside: what it measures of itself, and nothing secret', async () => {
  const { status, data, text } = await app.call<DataOf<typeof debugState>>(debugState, { token: admin });
  expect(status).toBe(200);
  const { runtime, build } = data;
  expect(build.postgres).toMatch(/^\d\d\.\d+$/);
  expect(runtime.heap.usedBytes).toBeGreaterThan(1e6);
  expect(runtime.heap.usedBytes).toBeLessThan(runtime.heap.limitBytes);
  expect(runtime.pool.open).toBeGreaterThan(0);
  expect(runtime.pool.open).toBeLessThanOrEqual(runtime.pool.max);
  expect(runtime.handles.map(({ count }) => count).every((count) => count > 0)).toBe(true);
  expect(data.queue.map(({ name }) => name)).toContain('diagnostics.retention');
  expect(data.settings).toContainEqual(
    expect.objectContaining({ name: 'KIANDA_LOG_RETENTION_DAYS', origin: 'environment' }),
  );
  expect(data.settings).toContainEqual(expect.objectContaining({ name: 'KIANDA_METRICS_TOKEN' }));
  for (const secret of everySecret()) expect(text).not.toContain(secret);
});

/** A database may be entered without a password. */
const everySecret = () =>
  [
    ...Object.values(secrets).filter((value) => value !== secrets.KIANDA_SMTP_FROM),
    'palavra-do-correio',
    app.config.secretKey ?? 'ausente',
    app.config.administrator.password ?? 'ausente',
    new URL(app.database.url).password,
  ].filter((secret) => secret !== '');

test('the report names what is set and shows no value of it; details of errors stay out', async () => {
  await sql`
    INSERT INTO diagnostics.logs (at, level, module, message, request_id, instance, details, searched) VALUES
      (now(), 30, 'http', 'começou', 'pedido-a', 'a', '{}', ''),
      (now(), 50, 'http', 'pedido falhou', 'pedido-a', 'a', ${JSON.stringify({ err: secrets.KIANDA_METRICS_TOKEN })}::jsonb, ''),
      (now(), 40, 'http', 'só um aviso', 'pedido-b', 'a', '{}', '')`.execute(app.database.for());
  const { data, text } = await app.call<DataOf<typeof diagnosticReport>>(diagnosticReport, { token: admin });
  expect(data.text).toContain('KIANDA_PROVIDER_GFW_TOKEN: environment');
  expect(data.text).toContain('pedido-a começou · pedido falhou');
  for (const secret of everySecret()) expect(text).not.toContain(secret);
});

test('failed requests come with every line of theirs, and none that did not fail', async () => {
  const { data } = await app.call<DataOf<typeof failedRequests>>(failedRequests, { token: admin });
  expect(data.requests).toHaveLength(1);
  expect(data.requests[0]).toMatchObject({
    requestId: 'pedido-a',
    lines: [{ message: 'começou' }, { message: 'pedido falhou' }],
  });
});

test('a profile of the processor is for administrators alone, one at a time, and in the trail', async () => {
  const researcher = (await app.signIn('investigador')).token;
  expect((await app.call(cpuProfile, { token: researcher, body: { seconds: 1 } })).status).toBe(403);
  const asked = () => app.call<DataOf<typeof cpuProfile>>(cpuProfile, { token: admin, body: { seconds: 1 } });
  const both = await Promise.all([asked(), asked()]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const taken = both.find(({ status }) => status === 200);
  const profile = JSON.parse(taken?.data.profile ?? '{}');
  expect(profile.nodes.length).toBeGreaterThan(0);
  const trail = await app.call<DataOf<typeof listAuditEvents>>(listAuditEvents, {
    token: admin,
    query: { event: 'data.export', resource: 'diagnostics/cpu-profile' },
  });
  expect(trail.data.total).toBeGreaterThan(0);
});
