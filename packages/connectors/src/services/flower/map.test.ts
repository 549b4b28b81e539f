import { describe, expect, test } from 'vitest';
import {
  causesOf,
  latencyOf,
  mapState,
  mapTask,
  mapWorker,
  mapWorkerRow,
  totalsOfMetrics,
  totalsOfTasks,
} from './map.ts';

const task = (over: Partial<Parameters<typeof mapTask>[0]> = {}) =>
  mapTask({ uuid: 'a', name: 'reports.render', ...over });

test('a state of Celery is kept, one that a program invented is of a task under way, none is waiting', () => {
  expect(['SUCCESS', 'FAILURE', 'REVOKED', 'CUSTOM_STEP', null, undefined].map(mapState)).toEqual([
    'SUCCESS',
    'FAILURE',
    'REVOKED',
    'STARTED',
    'PENDING',
    'PENDING',
  ]);
});

test('fields that Flower left out are null; values are told as text', () => {
  expect(task({ args: [1, 'a'], kwargs: '{"b": 2}', expires: 60 })).toMatchObject({
    args: '[1,"a"]',
    kwargs: '{"b": 2}',
    result: null,
    expires: '60',
    worker: null,
    timestamp: 0,
  });
  expect(task({ expires: null, result: null })).toMatchObject({ expires: null, result: null });
});

test('the instant of a task is that of the newest event that is known', () => {
  expect(task({ sent: 1, received: 2 }).timestamp).toBe(2);
  expect(task({ sent: 1, received: 2, started: 3, failed: 4, succeeded: 5, timestamp: 6 }).timestamp).toBe(6);
  expect(task({ succeeded: 0, started: 9 }).timestamp).toBe(0);
});

test('a worker of which little is known has empty lists and zeros', () => {
  expect(mapWorker({})).toEqual({
    active_queues: [],
    conf: {},
    registered: [],
    stats: {
      broker: { transport: '' },
      pool: { 'max-concurrency': 0, processes: [] },
      prefetch_count: 0,
      total: {},
      pid: 0,
      uptime: 0,
    },
    timestamp: 0,
    active: [],
    reserved: [],
    scheduled: [],
    revoked: [],
  });
  const known = mapWorker({
    stats: { pool: { processes: [11, 12], 'max-concurrency': 2 }, pid: 7, uptime: 9, prefetch_count: 8 },
    active: [{ name: 'reports.render' }],
    revoked: [5],
  });
  expect(known.stats).toMatchObject({
    pool: { processes: [11, 12], 'max-concurrency': 2 },
    pid: 7,
    uptime: 9,
    prefetch_count: 8,
  });
  expect([known.active, known.revoked]).toEqual([[{ id: null, name: 'reports.render' }], ['5']]);
  // Some pools write their processes as a text.
  expect(mapWorker({ stats: { pool: { processes: 'N/A' } } }).stats.pool.processes).toEqual([]);
});

test('a line of the table of workers has zeros for counters that had no event', () => {
  const { hostname, status, ...rest } = mapWorkerRow({ hostname: 'celery@a' });
  expect([hostname, status]).toEqual(['celery@a', false]);
  expect(Object.values(rest).filter((value) => typeof value === 'number')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(mapWorkerRow({ hostname: 'a', status: true, 'task-failed': 3 })).toMatchObject({
    status: true,
    'task-failed': 3,
  });
});

describe('totals by task', () => {
  const line = (labels: string, value: string) => `flower_events_total{${labels}} ${value}`;

  test('are summed over the workers, whatever the order of the labels', () => {
    const text = [
      '# HELP flower_events_total Number of events',
      line('task="reports.render",type="task-received",worker="a"', '3.0'),
      line('type="task-received",worker="b",task="reports.render"', '4.0'),
      line('task="reports.render",type="task-succeeded",worker="a"', '5.0'),
      line('task="reports.render",type="task-failed",worker="a"', '1.0'),
      line('task="reports.render",type="task-retried",worker="a"', '2.0'),
      line('task="other",type="task-failed",worker="a"', '9.0'),
      line('task="reports.render",type="worker-online",worker="a"', '7.0'),
      line('task="reports.render",type="task-failed",worker="c"', 'NaN'),
      line('type="task-failed",worker="c"', '8.0'),
    ].join('\n');
    const active = [task({ state: 'STARTED' }), task({ state: 'SUCCESS' }), task({ name: 'x', state: 'STARTED' })];
    expect(totalsOfMetrics(text, active)).toEqual([
      { name: 'reports.render', label: 'reports.render', total: 7, success: 5, failure: 1, retry: 2, active: 1 },
      { name: 'other', label: 'other', total: 0, success: 0, failure: 9, retry: 0, active: 0 },
    ]);
    expect(totalsOfMetrics('process_cpu_seconds_total 3.0', active)).toBeNull();
  });

  test('of the tasks themselves count each state, and those tried again', () => {
    const tasks = [
      task({ state: 'SUCCESS', retries: 0 }),
      task({ state: 'SUCCESS', retries: 1 }),
      task({ state: 'FAILURE', retries: 2 }),
      task({ state: 'STARTED' }),
      task({ name: 'other', state: 'FAILURE' }),
      task({ name: null, state: 'FAILURE' }),
    ];
    expect(totalsOfTasks(tasks)).toEqual([
      { name: 'reports.render', label: 'reports.render', total: 4, success: 2, failure: 1, retry: 2, active: 1 },
      { name: 'other', label: 'other', total: 1, success: 0, failure: 1, retry: 0, active: 0 },
    ]);
  });
});

test('failures that differ in numbers and identifiers only are one cause, told by its newest', () => {
  const failed = (uuid: string, exception: string | null, at: Partial<Parameters<typeof mapTask>[0]>) =>
    task({ uuid, state: 'FAILURE', exception, ...at });
  const causes = causesOf([
    failed('d', 'KeyError("x")', { failed: 50 }),
    failed('a', 'TimeoutError(30)', { failed: 10 }),
    failed('b', 'TimeoutError(45)', { failed: 20 }),
    failed('c', 'TimeoutError(60)', { failed: 15 }),
    failed('e', 'KeyError("x")', { failed: 50 }),
    failed('f', null, { timestamp: 5 }),
    task({ state: 'SUCCESS', exception: 'TimeoutError(1)' }),
    failed('g', 'Gone(0a1b2c3d-0000-4000-8000-000000000001)', { failed: 1 }),
  ]);
  expect(causes.map(({ pattern, failures, lastRunId }) => [pattern, failures, lastRunId])).toEqual([
    ['TimeoutError(#)', 3, 'b'],
    ['KeyError("x")', 2, 'd'],
    ['', 1, 'f'],
    ['Gone(#)', 1, 'g'],
  ]);
  expect(causes[0]).toMatchObject({ lastError: 'TimeoutError(45)', lastFailedAt: '1970-01-01T00:00:20.000Z' });
  expect(causes[2]?.lastFailedAt).toBe('1970-01-01T00:00:05.000Z');
});

describe('latency', () => {
  test('counts those that wait and how long the oldest does', () => {
    const [queue] = latencyOf(
      [
        task({ state: 'PENDING', received: 90 }),
        task({ state: 'RECEIVED', received: 70 }),
        task({ state: 'RECEIVED' }),
        task({ state: 'STARTED', received: 10, started: 30 }),
      ],
      100_000,
    );
    expect(queue).toEqual({
      name: 'reports.render',
      label: 'reports.render',
      waiting: 3,
      oldestWaitSeconds: 30,
      begun: 1,
      waitP50Seconds: 20,
      waitP95Seconds: 20,
      runP50Seconds: null,
      runP95Seconds: null,
    });
  });

  test('has the nearest rank of waits and runs; a clock behind gives no negative wait', () => {
    const tasks = Array.from({ length: 20 }, (_, index) =>
      task({ state: 'SUCCESS', received: 0, started: index + 1, runtime: (index + 1) / 10 }),
    );
    const [queue] = latencyOf([...tasks, task({ name: 'other', received: 5, started: 3, state: 'PENDING' })], 4_000);
    expect(queue).toMatchObject({
      waiting: 0,
      oldestWaitSeconds: null,
      begun: 20,
      waitP50Seconds: 10,
      waitP95Seconds: 19,
      runP50Seconds: 1,
      runP95Seconds: 1.9,
    });
    expect(latencyOf([task({ name: 'other', received: 5, started: 3, state: 'PENDING' })], 4_000)).toMatchObject([
      { waiting: 1, oldestWaitSeconds: 0, begun: 1, waitP50Seconds: 0 },
    ]);
    expect(latencyOf([task({ name: null })], 0)).toEqual([]);
  });
});
