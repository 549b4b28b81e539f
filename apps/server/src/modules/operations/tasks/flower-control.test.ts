import { flowerApply, flowerAsyncApply } from '@kianda/contract/operations/tasks/flower-control.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTasksWorld } from './testing/world.ts';

type World = Awaited<ReturnType<typeof createTasksWorld>>;
let world: World;
beforeAll(async () => {
  world = await createTasksWorld();
});
afterAll(() => world.close());

/** A call as `curl -d` sends it: JSON that says it is a form, with an API key as the password. */
async function curl(path: string, body = '', user = 'x:knd_operador') {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/monitor${path}`,
    headers: {
      authorization: `Basic ${Buffer.from(user).toString('base64')}`,
      ...(body === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body === '' ? {} : { payload: body }),
  });
  return { status: answer.statusCode, text: answer.body, json: () => answer.json() };
}

const input = (key: string, forever = false) => JSON.stringify({ kwargs: { key, forever } });

test('a task is put into the queue by name, with its arguments named or as one', async () => {
  for (const [path, body] of [
    ['async-apply', input('nomes')],
    ['send-task', '{"args":[{"key":"um","forever":false}]}'],
  ]) {
    const { 'task-id': id, state } = flowerAsyncApply.response.parse(
      (await curl(`/api/task/${path}/test.wait`, body)).json(),
    );
    expect(state).toBe('PENDING');
    expect(world.audited.at(-1)).toMatchObject({ resource: `job/${id}`, severity: 'high', metadata: { act: 'apply' } });
    await expect.poll(async () => (await world.queue.get(id))?.state).toBe('succeeded');
  }
});

test('apply waits for the result, or for the failure with its reason', async () => {
  const well = flowerApply.response.parse((await curl('/api/task/apply/test.wait', input('espera'))).json());
  expect(well).toMatchObject({ state: 'SUCCESS', result: { waited: 0 } });
  const ill = flowerApply.response.parse((await curl('/api/task/apply/test.broken', '{"kwargs":{"key":"9"}}')).json());
  expect(ill).toMatchObject({ state: 'FAILURE', result: 'estação 9 sem resposta' });
});

test('a result is waited for as long as it is asked to be', async () => {
  const id = await world.queue.enqueue('test.wait', { key: 'resultado', forever: true });
  const running = await world.monitor('GET', `/api/task/result/${id}?timeout=0.3`);
  expect(running.body.state).toMatch(/^(PENDING|STARTED)$/);
  const asked = world.monitor('GET', `/api/task/result/${id}?timeout=20`);
  expect((await curl(`/api/task/abort/${id}`)).json()).toEqual({ message: `Aborted '${id}'` });
  expect((await asked).body.state).toBe('REVOKED');
  expect((await curl(`/api/task/abort/${id}`)).status).toBe(409);
});

test('what can not be called is refused: an unknown task, a bad input, options of Celery, a second run of a key', async () => {
  const statusOf = async (path: string, body: string) => (await curl(`/api/task/async-apply/${path}`, body)).status;
  expect(await statusOf('test.nothing', '')).toBe(404);
  expect(await statusOf('test.wait', 'isto não é JSON')).toBe(400);
  expect(await statusOf('test.wait', '{"kwargs":{"key":3}}')).toBe(400);
  expect(await statusOf('test.wait', '{"kwargs":{},"countdown":10}')).toBe(400);
  expect(await statusOf('test.wait', '{"args":[{}],"kwargs":{"key":"dois"}}')).toBe(400);
  expect(await statusOf('test.wait', `{"kwargs":{"key":"${'x'.repeat(300_000)}"}}`)).toBe(413);
  const { 'task-id': id } = (await curl('/api/task/async-apply/test.wait', input('mesma', true))).json();
  expect(await statusOf('test.wait', input('mesma', true))).toBe(409);
  await world.queue.cancel(id);
});

test('only who may repeat tasks calls them, by a key and never by a password', async () => {
  expect((await curl('/api/task/async-apply/test.wait', input('a'), 'x:knd_investigador')).status).toBe(403);
  expect((await curl('/api/task/async-apply/test.wait', input('a'), 'operador@kianda.ao:operador')).status).toBe(401);
  expect((await curl('/api/task/async-apply/test.wait', input('a'), 'knd_operador:')).status).toBe(401);
});

test('commands that no process of ours takes are answered as Flower answers a refusal', async () => {
  const { body } = await world.monitor('GET', '/workers?json=1');
  const worker: string = body.data[0].hostname;
  const at = encodeURIComponent(worker);
  const refused = [
    ['/api/task/timeout/test.wait?workername=x&soft=1', 'Failed to set timeouts'],
    ['/api/task/rate-limit/test.wait?ratelimit=2', 'Failed to set rate limit'],
    [`/api/worker/shutdown/${at}`, `Failed to shut down '${worker}'`],
    [`/api/worker/pool/grow/${at}?n=3`, `Failed to grow '${worker}' worker's pool`],
    [`/api/worker/pool/autoscale/${at}?min=1&max=2`, `Failed to autoscale '${worker}'`],
    [`/api/worker/queue/cancel-consumer/${at}?queue=test.wait`, "Failed to cancel 'test.wait' consumer"],
  ] as const;
  for (const [path, reason] of refused) {
    const { status, text } = await curl(path);
    expect([path, status, text.startsWith(reason)]).toEqual([path, 403, true]);
  }
  const added = await curl(`/api/worker/queue/add-consumer/${at}?queue=test.wait`);
  expect([added.status, added.json()]).toEqual([200, { message: "already consuming from 'test.wait'" }]);
  expect((await curl('/api/worker/shutdown/celery@x')).status).toBe(404);
  expect((await curl('/api/task/rate-limit/test.nothing?ratelimit=2')).status).toBe(404);
});

test('a task that is named by what is no id of ours is unknown, as in Flower', async () => {
  for (const path of ['info', 'result'])
    expect((await world.monitor('GET', `/api/task/${path}/nope`)).status).toBe(404);
  expect((await curl('/api/task/abort/nope')).status).toBe(404);
});

test('measures have the names of Flower, in the text that Prometheus reads', async () => {
  const answer = await world.app.inject({ url: '/monitor/metrics', headers: { authorization: 'Bearer operador' } });
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = answer.body.split('\n');
  const sampleOf = (start: string, ...parts: string[]) =>
    Number(
      lines
        .find((line) => line.startsWith(start) && parts.every((part) => line.includes(part)))
        ?.split(' ')
        .at(-1),
    );
  const { runs } = await world.queue.monitor.search({
    name: 'test.wait',
    states: ['succeeded'],
    limit: 100,
    offset: 0,
  });
  expect(runs.length).toBeGreaterThan(2);
  const done = ['task="test.wait"', 'type="task-succeeded"'];
  expect(sampleOf('flower_events_total', ...done)).toBe(runs.length);
  expect(sampleOf('flower_events_total', 'task="test.broken"', 'type="task-failed"')).toBe(1);
  expect(sampleOf('flower_task_runtime_seconds_bucket', 'task="test.wait"', 'le="+Inf"')).toBe(runs.length);
  expect(sampleOf('flower_task_runtime_seconds_count', 'task="test.wait"')).toBe(runs.length);
  const seconds = runs.map(
    ({ startedAt, endedAt }) => (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1000,
  );
  const together = seconds.reduce((sum, value) => sum + value, 0);
  expect(sampleOf('flower_task_runtime_seconds_sum', 'task="test.wait"')).toBeCloseTo(together, 1);
  expect(sampleOf('flower_worker_online')).toBe(1);
  // Classes hold the smaller ones, too.
  const classes = lines.filter((line) => line.startsWith('flower_task_runtime_seconds_bucket{task="test.wait"'));
  const counts = classes.map((line) => Number(line.split(' ').at(-1)));
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  for (const line of lines) expect(line).toMatch(/^(|# (HELP|TYPE) \w+ .+|\w+\{[^}]*\} [\d.e+-]+)$/);
});
