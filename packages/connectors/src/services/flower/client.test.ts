import { afterEach, expect, test } from 'vitest';
import {
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../../testing/fixture-server.ts';
import { createFlower } from './client.ts';

const servers: FixtureServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function flower(answers: Readonly<Record<string, (request: FixtureRequest) => FixtureAnswer>>) {
  const server = await serveFixtures(
    (request) =>
      answers[request.url.pathname]?.(request) ?? { status: 404, headers: { 'content-type': 'text/plain' }, body: '' },
    { nowMs: () => 0 },
  );
  servers.push(server);
  const { settings, context } = server;
  const client = createFlower({
    serviceClient: { baseUrl: settings.baseUrl, http: context.http },
    username: 'u',
    password: 'p',
  });
  return { client, requests: server.requests };
}

const done = { uuid: 'a', name: 'reports.render', state: 'SUCCESS' };
const started = { uuid: 'b', name: 'reports.render', state: 'STARTED' };
const tasks = (request: FixtureRequest): FixtureAnswer => ({
  body: request.url.searchParams.get('state') === 'STARTED' ? { b: started } : { a: done, b: started, c: null },
});

test('tasks of which nothing but the identifier is known are left out', async () => {
  const { client, requests } = await flower({ '/api/tasks': tasks });
  expect((await client.tasks({ limit: 5 })).map(({ uuid }) => uuid)).toEqual(['a', 'b']);
  expect(requests[0]?.url.search).toBe('?limit=5');
  expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`);
});

test('types are counted from the metrics, from the tasks where there are none or they are refused', async () => {
  const types = () => ({ body: { 'task-types': ['reports.render', null] } });
  const metrics = 'flower_events_total{task="reports.render",type="task-received"} 12.0';
  const counted = async (answer?: () => FixtureAnswer) => {
    const answers = {
      '/api/task/types': types,
      '/api/tasks': tasks,
      ...(answer === undefined ? {} : { '/metrics': answer }),
    };
    return (await flower(answers)).client.types();
  };
  const text = { headers: { 'content-type': 'text/plain' } };
  expect(await counted(() => ({ ...text, body: metrics }))).toMatchObject({
    names: ['reports.render'],
    totals: [{ total: 12, active: 1 }],
  });
  for (const answer of [undefined, () => ({ ...text, body: 'other 1' }), () => ({ status: 401, ...text, body: '' })])
    expect(await counted(answer)).toMatchObject({ totals: [{ total: 2, success: 1, active: 1 }] });
  await expect(counted(() => ({ status: 500, ...text, body: '' }))).rejects.toThrow();
});

test('an empty list of workers is asked for again, once, unless a person asked for something else', async () => {
  const refreshed = (request: FixtureRequest) => ({
    body: request.url.searchParams.get('refresh') === '1' ? { 'celery@a': { timestamp: 5 }, 'celery@b': true } : {},
  });
  const first = await flower({ '/api/workers': refreshed });
  expect(await first.client.workers({})).toMatchObject({ 'celery@a': { timestamp: 5 }, 'celery@b': true });
  expect(first.requests).toHaveLength(2);
  const second = await flower({ '/api/workers': refreshed });
  expect(await second.client.workers({ status: 'true' })).toEqual({});
  expect(await second.client.workers({ refresh: '0' })).toEqual({});
  expect(second.requests).toHaveLength(2);
  const third = await flower({ '/api/workers': () => ({ body: { 'celery@a': false } }) });
  expect(await third.client.workers({})).toEqual({ 'celery@a': false });
  expect(third.requests).toHaveLength(1);
});

test('a result has a trace only where there is one; a queue without messages has none', async () => {
  const result = (traceback: string | null) => ({ body: { 'task-id': 'a', state: 'ODD', result: 1, traceback } });
  const plain = await flower({ '/api/task/result/a%2Fb': () => result(null) });
  expect(await plain.client.result('a/b')).toEqual({ 'task-id': 'a/b', state: 'STARTED', result: 1 });
  const traced = await flower({ '/api/task/result/a': () => result('t') });
  expect(await traced.client.result('a')).toMatchObject({ traceback: 't' });
  const queues = await flower({
    '/api/queues/length': () => ({ body: { active_queues: [{ name: 'q' }, { name: 'r', messages: 3 }] } }),
  });
  expect(await queues.client.queues()).toEqual({
    active_queues: [
      { name: 'q', messages: 0 },
      { name: 'r', messages: 3 },
    ],
  });
});

test('latency is of the tasks received in the last hours, by the minute in UTC', async () => {
  const { client, requests } = await flower({ '/api/tasks': tasks });
  await client.latency(2, Date.UTC(2026, 2, 10, 12, 30, 40));
  expect(requests[0]?.url.searchParams.get('received_start')).toBe('2026-03-10 10:30');
});

test('revoking posts nothing but its address', async () => {
  const { client, requests } = await flower({ '/api/task/revoke/a': () => ({ body: {} }) });
  await client.revoke('a', { terminate: true });
  expect(requests).toMatchObject([{ method: 'POST', body: '' }]);
  expect(requests[0]?.url.search).toBe('?terminate=true');
});
