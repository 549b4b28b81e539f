import { allows, type Role } from '@kianda/contract';
import { queueLatency, replayFailures } from '@kianda/contract/operations/tasks/dead-letters.contract';
import { flowerTasks, taskFailures } from '@kianda/contract/operations/tasks/monitor.contract';
import { getJob, jobOutcomes, listJobRuns, listJobs } from '@kianda/contract/operations/tasks/tasks.contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTasksWorld } from './testing/world.ts';

type World = Awaited<ReturnType<typeof createTasksWorld>>;
let world: World;
let queue: World['queue'];
let audited: World['audited'];
let monitor: World['monitor'];
beforeAll(async () => {
  world = await createTasksWorld();
  ({ queue, audited, monitor } = world);
});
afterAll(() => world.close());

async function request(method: 'GET' | 'POST', path: string, role: Role = 'operador') {
  const answer = await world.app.inject({
    method,
    url: `/admin-api${path}`,
    headers: { authorization: `Bearer ${role}` },
  });
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

  it('finds, orders and pages all stored runs, and gives them as a file that is in the audit trail', async () => {
    for (const key of ['lista 1', 'lista 2', 'lista 3']) {
      const id = await queue.enqueue('test.wait', { key, forever: false });
      await expect.poll(async () => (await queue.get(id))?.state).toBe('succeeded');
    }
    const keys = async (query: string) => {
      const { body } = await request('GET', `/jobs/runs?search=lista&${query}`);
      return listJobRuns.response.parse(body.data).data.map(({ key }) => key);
    };
    expect(await keys('')).toEqual(['lista 3', 'lista 2', 'lista 1']);
    expect(await keys('sort=key&order=asc&pageSize=2')).toEqual(['lista 1', 'lista 2']);
    expect(await keys('sort=key&order=asc&pageSize=2&page=2')).toEqual(['lista 3']);
    expect(await keys('state=failed')).toEqual([]);
    const file = await world.app.inject({
      method: 'GET',
      url: '/admin-api/jobs/runs/export?search=lista&sort=key&order=asc&format=json',
      headers: { authorization: 'Bearer operador' },
    });
    const { total, rows } = file.json();
    expect([total, rows.map(({ key }: { key: string }) => key)]).toEqual([3, ['lista 1', 'lista 2', 'lista 3']]);
    expect(audited.at(-1)).toMatchObject({ event: 'data.export', resource: 'list/tarefas', metadata: { rows: 3 } });
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

describe('task monitor, as clients of Flower see it', () => {
  it('gives tasks by identifier, in seconds and texts, without an envelope', async () => {
    const id = await queue.enqueue('test.wait', { key: 'flor', forever: false });
    await expect.poll(async () => (await queue.get(id))?.state).toBe('succeeded');
    const { status, body, headers } = await monitor('GET', '/api/tasks?limit=1&taskname=test.wait');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([id]);
    const task = flowerTasks.response.parse(body)[id];
    expect(task).toMatchObject({ uuid: id, name: 'test.wait', state: 'SUCCESS', result: '{"waited":0}', retries: 0 });
    expect(task?.kwargs).toBe('{"key":"flor","forever":false}');
    expect(Math.abs((task?.received ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    expect(task?.worker).toMatch(/^kianda@.+-\d+$/);
    expect(JSON.parse(String(headers['x-kianda-provenance']))).toMatchObject({ state: 'live', source: 'Kianda' });
    expect((await monitor('GET', `/api/task/info/${id}`)).body).toEqual(body[id]);
    expect((await monitor('GET', `/api/task/result/${id}`)).body).toEqual({
      'task-id': id,
      state: 'SUCCESS',
      result: { waited: 0 },
    });
  });

  it('filters by state, text and time, sorts, pages', async () => {
    const ids = async (query: string) => Object.keys((await monitor('GET', `/api/tasks?${query}`)).body);
    const all = await ids('taskname=test.wait');
    expect(all.length).toBeGreaterThan(2);
    expect(await ids('taskname=test.wait&limit=1&offset=1')).toEqual([all[1]]);
    expect(await ids('taskname=test.wait&sort_by=received')).toEqual(all.toReversed());
    expect((await ids('search=flor%20waited')).length).toBe(1);
    expect(await ids('search=100%25_de_nada')).toEqual([]);
    expect((await ids('state=REVOKED&taskname=test.wait')).length).toBe(1);
    expect(await ids('state=NADA')).toEqual([]);
    expect(await ids('received_end=2020-01-01%2000:00')).toEqual([]);
    expect((await monitor('GET', '/api/tasks?received_end=ontem')).status).toBe(400);
  });

  it('tells its processes, alive, with load and what they did', async () => {
    const { body: table } = await monitor('GET', '/workers?json=1');
    expect(table.data).toHaveLength(1);
    const [row] = table.data;
    expect(row).toMatchObject({ status: true, pid: process.pid, 'task-failed': 0 });
    expect(row.loadavg).toHaveLength(3);
    const { body: workers } = await monitor('GET', '/api/workers?refresh=1');
    expect(workers[row.hostname].registered).toEqual(['test.wait', 'test.broken', 'test.tick']);
    expect((await monitor('GET', '/api/workers?status=1')).body).toEqual({ [row.hostname]: true });
    expect((await monitor('GET', '/api/workers?workername=celery@x')).status).toBe(404);
  });

  it('groups failures by cause, and repeats one with another request', async () => {
    for (const key of ['11', '12']) {
      const id = await queue.enqueue('test.broken', { key });
      await expect.poll(async () => (await queue.get(id))?.state).toBe('failed');
    }
    const { body } = await monitor('GET', '/api/dead-letters');
    const { causes } = taskFailures.response.parse(body.data);
    expect(causes).toMatchObject([
      { name: 'test.broken', pattern: 'estação # sem resposta', failures: 2, lastError: 'estação 12 sem resposta' },
    ]);
    const failed = causes[0]?.lastRunId ?? '';
    const again = await monitor('POST', `/api/task/retry/${failed}`, 'operador', { input: { key: '12', well: true } });
    expect(again.status).toBe(200);
    await expect.poll(async () => (await queue.get(again.body.data.id))?.state).toBe('succeeded');
    expect(audited.at(-1)).toMatchObject({ resource: `job/${again.body.data.id}`, metadata: { edited: true } });
    expect((await monitor('POST', `/api/task/retry/${failed}`, 'operador', { input: { key: 3 } })).status).toBe(400);
    const totals = (await monitor('GET', '/api/task/types')).body.totals;
    expect(totals).toContainEqual(expect.objectContaining({ name: 'test.broken', total: 3, success: 1, failure: 2 }));
  });

  it('begins dead letters of a cause again, one of each key, or gives them up with a reason', async () => {
    const fail = async (key: string) => {
      const id = await queue.enqueue('test.broken', { key: `7${key}` });
      await expect.poll(async () => (await queue.get(id))?.state).toBe('failed');
      return id;
    };
    // A run that was repeated by hand is no longer a dead letter.
    const before = taskFailures.response.parse((await monitor('GET', '/api/dead-letters')).body.data);
    expect(before.causes).toMatchObject([{ failures: 1, lastError: 'estação 11 sem resposta' }]);
    await fail('1');
    await fail('1');
    const last = await fail('2');
    const cause = { name: 'test.broken', pattern: 'estação # sem resposta' };
    expect((await monitor('POST', '/api/dead-letters/replay', 'investigador', cause)).status).toBe(403);
    const replayed = await monitor('POST', '/api/dead-letters/replay', 'operador', cause);
    expect(replayFailures.response.parse(replayed.body.data)).toEqual({
      queued: 3,
      settled: 4,
      alreadyRunning: 0,
      refused: 0,
    });
    expect(audited.at(-1)).toMatchObject({ metadata: { act: 'replay-letters', queued: 3 } });
    // They fail again, for the same reason.
    await expect.poll(async () => (await monitor('GET', '/api/dead-letters')).body.data.causes[0]?.failures).toBe(3);
    const discard = (reason: string) => monitor('POST', '/api/dead-letters/discard', 'operador', { ...cause, reason });
    expect((await discard('não')).status).toBe(400);
    expect((await discard('Estações desligadas em abril.')).body.data).toEqual({ discarded: 3 });
    expect((await monitor('GET', '/api/dead-letters')).body.data).toMatchObject({ causes: [], failures: 0 });
    expect((await discard('Estações desligadas em abril.')).status).toBe(404);
    // The runs themselves stay, with what led to the failure for those who mend it.
    expect((await request('GET', `/jobs/${last}`)).body.data.traceback).toMatch(/^\s+at /);
    expect((await request('GET', `/jobs/${last}`, 'investigador')).body.data.traceback).toBeNull();
  });

  it('measures how long each job waits and takes', async () => {
    const { body } = await monitor('GET', '/api/queues/latency?hours=1');
    const { queues } = queueLatency.response.parse(body.data);
    const broken = queues.find(({ name }) => name === 'test.broken');
    expect(broken).toMatchObject({ label: 'Avaria', waiting: 0, oldestWaitSeconds: null });
    expect(broken?.begun).toBeGreaterThan(5);
    expect(broken?.waitP50Seconds).toBeGreaterThanOrEqual(0);
    expect(broken?.waitP95Seconds).toBeGreaterThanOrEqual(broken?.waitP50Seconds ?? Number.NaN);
    expect(broken?.runP95Seconds).toBeLessThan(60);
  });

  it('revokes what runs, once', async () => {
    const id = await queue.enqueue('test.wait', { key: 'revogar', forever: true });
    await expect.poll(async () => (await queue.get(id))?.state).toBe('running');
    expect((await monitor('POST', `/api/task/revoke/${id}?terminate=true`)).body).toEqual({
      message: `Revoked '${id}'`,
    });
    await expect.poll(async () => (await queue.get(id))?.state).toBe('cancelled');
    expect((await monitor('POST', `/api/task/revoke/${id}`)).status).toBe(409);
    expect((await monitor('POST', `/api/task/revoke/${id}`, 'investigador')).status).toBe(403);
  });

  it('pauses a job: its work goes back to the queue, and begins again afterwards', async () => {
    const id = await queue.enqueue('test.wait', { key: 'pausa', forever: true });
    await expect.poll(async () => (await queue.get(id))?.state).toBe('running');
    await queue.setPaused((name) => name === 'test.wait');
    await expect.poll(async () => (await queue.get(id))?.state).toBe('queued');
    const other = await queue.enqueue('test.broken', { key: 'segue', well: true });
    await expect.poll(async () => (await queue.get(other))?.state).toBe('succeeded');
    expect((await queue.get(id))?.state).toBe('queued');
    const { active_queues } = (await monitor('GET', '/api/queues/length')).body;
    expect(active_queues).toContainEqual({ name: 'test.wait', messages: 1 });
    await queue.setPaused(() => false);
    await expect.poll(async () => (await queue.get(id))?.state).toBe('running');
    await queue.cancel(id);
  });

  it('answers the admin client’s fallback', async () => {
    const { body } = await request('GET', '/async/tasks?limit=2');
    expect(body.data.tasks).toHaveLength(2);
    expect(body.data.tasks[0]).toMatchObject({ queueName: expect.any(String), maxRetries: 0 });
  });
});

// Last: its failure would be among those that the other tests count.
describe('outcomes of a day', () => {
  it('success is that of the tasks of a day that matter: those that only keep time are left out, and named', async () => {
    const outcomes = async () => jobOutcomes.response.parse((await request('GET', '/jobs/outcomes')).body.data);
    const before = await outcomes();
    const ids = [
      await queue.enqueue('test.tick', {}),
      await queue.enqueue('test.wait', { key: 'contada', forever: false }),
      await queue.enqueue('test.broken', { key: 'contada' }),
    ];
    for (const id of ids) await expect.poll(async () => (await queue.get(id))?.endedAt ?? null).not.toBeNull();
    const after = await outcomes();
    expect(after).toMatchObject({ hours: 24, routine: ['Compasso'] });
    expect([after.succeeded - before.succeeded, after.failed - before.failed]).toEqual([1, 1]);
    expect(after.percentSucceeded).toBeCloseTo((100 * after.succeeded) / (after.succeeded + after.failed), 6);
  });
});
