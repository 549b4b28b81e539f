import type { Recording } from '../../../../testing/replay.ts';

/**
 * Answers of Flower 2.0 (`flower/api/{tasks,workers,control}.py`, `flower/views/workers.py`) over Celery 5.4. Its quirks:
 * tasks keyed by identifier, arguments as Python's representations, names only of the kinds of task, nothing of the
 * workers before somebody asks for a refresh, errors without a body.
 */
const succeeded = {
  uuid: 'e42ceb2d-8730-47b5-8b4d-8e0d2a1ef7c9',
  name: 'ingest.sst',
  state: 'SUCCESS',
  received: 1_756_630_000.107_885,
  sent: null,
  started: 1_756_630_000.108_985,
  rejected: null,
  succeeded: 1_756_630_004.124_802,
  failed: null,
  retried: null,
  revoked: null,
  args: "['2026-08-31']",
  kwargs: "{'region': 'angola', 'force': False}",
  eta: null,
  expires: null,
  retries: 0,
  worker: 'celery@barra',
  result: "{'cells': 1200}",
  exception: null,
  timestamp: 1_756_630_004.124_802,
  runtime: 4.0158,
  traceback: null,
  exchange: null,
  routing_key: null,
  clock: 11,
  client: null,
  root: 'e42ceb2d-8730-47b5-8b4d-8e0d2a1ef7c9',
  root_id: 'e42ceb2d-8730-47b5-8b4d-8e0d2a1ef7c9',
  parent: null,
  parent_id: null,
  children: [],
};
const failed = (uuid: string, station: number, at: number) => ({
  ...succeeded,
  uuid,
  state: 'FAILURE',
  succeeded: null,
  failed: at,
  timestamp: at,
  result: null,
  exception: `TimeoutError('station ${station}')`,
  traceback: 'Traceback (most recent call last):\n  …',
});
const running = {
  ...succeeded,
  uuid: '5b4e7b1a-0000-4000-8000-000000000004',
  state: 'PROGRESS',
  succeeded: null,
  runtime: null,
  result: null,
};
/** Seen by its end alone: everything else is unknown. */
const unseen = {
  uuid: '5b4e7b1a-0000-4000-8000-000000000005',
  name: null,
  state: 'RECEIVED',
  timestamp: 1_756_629_000,
};

const tasks = [
  succeeded,
  failed('5b4e7b1a-0000-4000-8000-000000000002', 11, 1_756_630_100),
  failed('5b4e7b1a-0000-4000-8000-000000000003', 12, 1_756_630_200),
  running,
  unseen,
];

const row = {
  hostname: 'celery@barra',
  pid: 4421,
  freq: 2.0,
  heartbeats: [1_756_630_199.1],
  clock: 4096,
  active: 1,
  processed: 231,
  loadavg: [0.11, 0.09, 0.05],
  sw_ident: 'py-celery',
  sw_ver: '5.4.0',
  sw_sys: 'Linux',
  status: true,
  'task-received': 232,
  'task-succeeded': 230,
};
/** Gone before Flower began: without load, without counters. */
const goneRow = { hostname: 'celery@velho', pid: null, heartbeats: [], loadavg: null, status: false };

const inspected = {
  'celery@barra': {
    active_queues: [{ name: 'celery', exchange: { name: 'celery' }, routing_key: 'celery' }],
    conf: { broker_url: 'redis://:senha@redis:6379/0' },
    registered: ['ingest.sst', 'celery.ping [rate_limit=1/m]'],
    stats: {
      broker: { transport: 'redis', hostname: 'redis' },
      pool: { 'max-concurrency': 4, processes: [11, 12, 13, 14], timeouts: [0, 0] },
      prefetch_count: 16,
      total: { 'ingest.sst': 231 },
      pid: 4421,
      uptime: 86_400,
      clock: '4096',
      rusage: { utime: 1.2 },
    },
    timestamp: 1_756_630_190.5,
    active: [{ id: running.uuid, name: 'ingest.sst', args: ['2026-08-31'], kwargs: { token: 'x' } }],
    reserved: [],
    scheduled: [],
    revoked: [],
  },
};

export const flower2: Recording = {
  'GET /api/tasks': ({ url }) => {
    const state = url.searchParams.get('state');
    const limit = Number(url.searchParams.get('limit') ?? 1000);
    const wanted = tasks.filter((task) => state === null || task.state === state).slice(0, limit);
    return { body: Object.fromEntries(wanted.map((task) => [task.uuid, task])) };
  },
  'GET /api/task/types': { body: { 'task-types': ['ingest.sst', 'reports.pdf'] } },
  [`GET /api/task/info/${succeeded.uuid}`]: { body: succeeded },
  [`GET /api/task/result/${succeeded.uuid}`]: {
    body: { 'task-id': succeeded.uuid, state: 'SUCCESS', result: { cells: 1200 } },
  },
  [`POST /api/task/revoke/${running.uuid}`]: { body: { message: `Revoked '${running.uuid}'` } },
  'GET /api/queues/length': { body: { active_queues: [{ name: 'celery', messages: 3 }] } },
  'GET /api/workers': ({ url }) => ({ body: url.searchParams.has('refresh') ? inspected : {} }),
  'GET /api/workers?status=1': { body: { 'celery@barra': true } },
  'GET /workers?json=1': { body: { data: [row, goneRow] } },
  'GET /metrics': {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    body: [
      '# HELP flower_events_total Number of events',
      '# TYPE flower_events_total counter',
      'flower_events_total{task="ingest.sst",type="task-received",worker="celery@barra"} 200.0',
      'flower_events_total{task="ingest.sst",type="task-received",worker="celery@velho"} 32.0',
      'flower_events_total{task="ingest.sst",type="task-succeeded",worker="celery@barra"} 230.0',
      'flower_events_total{task="ingest.sst",type="task-failed",worker="celery@barra"} 2.0',
      'flower_events_total{task="",type="worker-heartbeat",worker="celery@barra"} 9000.0',
      'flower_worker_online{worker="celery@barra"} 1.0',
      '',
    ].join('\n'),
  },
  'GET /healthcheck': { headers: { 'content-type': 'text/html; charset=UTF-8' }, body: 'OK' },
};
