import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replay } from '../../../testing/replay.ts';
import { flower2 } from './testing/flower-2.ts';
import { serveExternal } from './testing/serve-external.ts';

let real: Awaited<ReturnType<typeof replay>>;
let site: Awaited<ReturnType<typeof serveExternal>>;
const running = '5b4e7b1a-0000-4000-8000-000000000004';
const succeeded = 'e42ceb2d-8730-47b5-8b4d-8e0d2a1ef7c9';

beforeAll(async () => {
  real = await replay(flower2, { status: 404, body: '' });
  site = await serveExternal('monitor', real.url, { username: 'kianda', password: 'mar alto' });
});
beforeEach(() => real.use({}));
afterAll(async () => {
  await site.close();
  await real.close();
});

const read = (path: string) => site.ask('GET', `/monitor${path}`);

describe('a Flower elsewhere', () => {
  test('gives tasks by identifier, arguments as it keeps them, unknown fields as null', async () => {
    const { body, headers } = await read('/api/tasks?limit=50&sort_by=-received');
    expect(Object.keys(body)).toHaveLength(5);
    expect(body[succeeded]).toMatchObject({ kwargs: "{'region': 'angola', 'force': False}", runtime: 4.0158 });
    // A state that a program made up is of a task under way.
    expect(body[running].state).toBe('STARTED');
    expect(body['5b4e7b1a-0000-4000-8000-000000000005']).toMatchObject({ name: null, args: null, worker: null });
    expect(JSON.parse(String(headers['x-kianda-provenance'])).source).toBe(`Flower (${new URL(real.url).host})`);
    const asked = real.requests.at(-1);
    expect(asked?.url.search).toBe('?limit=50&offset=0&sort_by=-received');
    expect(asked?.headers.authorization).toBe(`Basic ${Buffer.from('kianda:mar alto').toString('base64')}`);
  });

  test('gives one task, its result, its queues', async () => {
    expect((await read(`/api/task/info/${succeeded}`)).body).toMatchObject({ uuid: succeeded, state: 'SUCCESS' });
    expect((await read(`/api/task/result/${succeeded}`)).body.result).toEqual({ cells: 1200 });
    expect((await read('/api/queues/length')).body.active_queues).toEqual([{ name: 'celery', messages: 3 }]);
    expect((await read('/healthcheck')).text).toBe('OK');
    const unknown = await read('/api/task/info/00000000-0000-4000-8000-000000000000');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
  });

  test('is counted by its metrics, or task by task where it has none', async () => {
    const { body } = await read('/api/task/types');
    expect(body['task-types']).toEqual(['ingest.sst', 'reports.pdf']);
    const totals = {
      name: 'ingest.sst',
      label: 'ingest.sst',
      total: 232,
      success: 230,
      failure: 2,
      retry: 0,
      active: 0,
    };
    expect(body.totals).toEqual([totals]);
    real.use({ 'GET /metrics': { status: 404, body: '' } });
    expect((await read('/api/task/types')).body.totals).toEqual([
      { ...totals, total: 4, success: 1, failure: 2, active: 1 },
    ]);
  });

  test('is asked to look at its workers when it tells none; what they were configured with stays there', async () => {
    const { body, text } = await read('/api/workers');
    expect(body['celery@barra']).toMatchObject({
      registered: ['ingest.sst', 'celery.ping [rate_limit=1/m]'],
      stats: { pool: { 'max-concurrency': 4 } },
      active: [{ id: running, name: 'ingest.sst' }],
    });
    expect(text).not.toMatch(/senha|token/);
    expect((await read('/api/workers?status=1')).body).toEqual({ 'celery@barra': true });
    expect((await read('/workers?json=1')).body.data).toMatchObject([
      { hostname: 'celery@barra', status: true, 'task-succeeded': 230, 'task-failed': 0 },
      { hostname: 'celery@velho', status: false, loadavg: [] },
    ]);
  });

  test('groups failures by cause, and can’t repeat a task', async () => {
    expect((await read('/api/dead-letters')).body.data).toMatchObject({
      failures: 2,
      causes: [
        {
          name: 'ingest.sst',
          pattern: "TimeoutError('station #')",
          failures: 2,
          lastError: "TimeoutError('station 12')",
          lastFailedAt: new Date(1_756_630_200_000).toISOString(),
        },
      ],
    });
    const { queues } = (await read('/api/queues/latency?hours=24')).body.data;
    expect(queues).toMatchObject([{ name: 'ingest.sst', begun: 4, waiting: 0, oldestWaitSeconds: null }]);
    expect(queues[0].waitP95Seconds).toBeCloseTo(0.0011, 4);
    expect(queues[0].runP50Seconds).toBe(4.0158);
    expect(real.requests.at(-1)?.url.searchParams.get('received_start')).toBe('2026-08-30 09:00');
    const again = await site.ask('POST', `/monitor/api/task/retry/${succeeded}`);
    expect([again.status, again.body.code]).toEqual([409, 'service_outside']);
    expect(again.body.message).toContain('Faça-o em Flower');
  });

  test('revokes for those who may, and the trail knows', async () => {
    const revoke = (role: 'investigador' | 'operador') =>
      site.ask('POST', `/monitor/api/task/revoke/${running}?terminate=true`, { role });
    expect((await revoke('investigador')).status).toBe(403);
    expect(site.audited).toEqual([]);
    expect((await revoke('operador')).body).toEqual({ message: `Revoked '${running}'` });
    expect(real.requests.at(-1)?.url.search).toBe('?terminate=true');
    expect(site.audited).toMatchObject([{ resource: `flower/task/${running}`, metadata: { act: 'revoke' } }]);
    real.use({ [`POST /api/task/revoke/${running}`]: { status: 403, body: '' } });
    expect((await revoke('operador')).body.message).toContain('controlo (sem --read_only)');
    expect(site.audited).toHaveLength(1);
  });
});

test('calls of tasks and commands go there as they came, and the trail knows', async () => {
  const before = site.audited.length;
  real.use({
    'POST /api/task/async-apply/reports.pdf': { body: { 'task-id': succeeded, state: 'PENDING' } },
    'POST /api/task/apply/reports.pdf': { body: { 'task-id': succeeded, state: 'SUCCESS', result: 7 } },
    'POST /api/worker/pool/grow/celery%40barra': { body: { message: "Growing 'celery@barra' worker's pool by 3" } },
  });
  const called = await site.ask('POST', '/monitor/api/task/async-apply/reports.pdf', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '{"args":[1,2],"countdown":10}',
  });
  expect(called.body).toEqual({ 'task-id': succeeded, state: 'PENDING' });
  expect(real.requests.at(-1)?.body).toBe('{"args":[1,2],"countdown":10}');
  const applied = await site.ask('POST', '/monitor/api/task/apply/reports.pdf');
  expect(applied.body).toEqual({ 'task-id': succeeded, state: 'SUCCESS', result: 7 });
  const grown = await site.ask('POST', '/monitor/api/worker/pool/grow/celery%40barra?n=3');
  expect(grown.body).toEqual({ message: "Growing 'celery@barra' worker's pool by 3" });
  expect(real.requests.at(-1)?.url.search).toBe('?n=3');
  expect(site.audited.slice(before).map(({ resource, metadata }) => [resource, metadata?.act])).toEqual([
    [`flower/task/${succeeded}`, 'async-apply'],
    [`flower/task/${succeeded}`, 'apply'],
    ['flower/celery@barra', 'worker/pool/grow'],
  ]);
  const unknown = await site.ask('POST', '/monitor/api/task/apply/nothing');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
  expect((await read('/metrics')).text).toContain('flower_events_total');
});

test.each([
  [401, 502, 'Verifique KIANDA_SERVICE_MONITOR_USERNAME e KIANDA_SERVICE_MONITOR_PASSWORD'],
  [503, 502, 'respondeu HTTP 503.'],
  [429, 502, 'pediu para esperar.'],
])('%s from Flower is a fault of Flower', async (status, ours, reason) => {
  real.use({ 'GET /api/tasks': { status, headers: { 'retry-after': '30' }, body: '' } });
  const answer = await read('/api/tasks');
  expect([answer.status, answer.body.code]).toEqual([ours, 'provider_failed']);
  expect(answer.body.message).toMatch(/^Falha ao carregar tarefas \(Flower, /);
  expect(answer.body.message).toContain(reason);
});

test('a Flower that hangs is left', async () => {
  real.use({ 'GET /workers?json=1': 'hang' });
  const hurried = await serveExternal('monitor', real.url, {}, 400);
  const late = await hurried.ask('GET', '/monitor/workers?json=1');
  expect(late.body).toMatchObject({ status: 504, code: 'timeout' });
  await hurried.close();
});
