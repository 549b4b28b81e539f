import type { FlowerTask } from '@kianda/contract/operations/tasks/monitor.contract';
import type { JobState, JobWorkerProcess, MonitoredRun } from '../../../platform/jobs/jobs.ts';

/** Celery's name of a run's state; a run that waits for another try is in RETRY. */
export function flowerState({ state, attempt }: Pick<MonitoredRun, 'state' | 'attempt'>): FlowerTask['state'] {
  if (state === 'queued') return attempt > 0 ? 'RETRY' : 'PENDING';
  return ({ running: 'STARTED', succeeded: 'SUCCESS', failed: 'FAILURE', cancelled: 'REVOKED' } as const)[state];
}

/** The states of runs that a Celery state covers; none for one that has no like here. */
export function statesOf(flower: string): readonly JobState[] {
  const known: Readonly<Record<string, readonly JobState[]>> = {
    PENDING: ['queued'],
    RECEIVED: ['queued'],
    RETRY: ['queued'],
    STARTED: ['running'],
    SUCCESS: ['succeeded'],
    FAILURE: ['failed'],
    REVOKED: ['cancelled'],
  };
  return known[flower.toUpperCase()] ?? [];
}

/** Celery's node name of a process. */
export const nodeName = (worker: string): string => `kianda@${worker}`;

const seconds = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant) / 1000);

/** A run in the shape of a task of Flower's API (mher/flower, `flower/api/tasks.py`). */
export function flowerTask(run: MonitoredRun): FlowerTask {
  const ended = seconds(run.endedAt);
  const started = seconds(run.startedAt);
  const received = seconds(run.createdAt) ?? 0;
  const state = flowerState(run);
  return {
    uuid: run.id,
    name: run.name,
    state,
    args: '[]',
    kwargs: JSON.stringify(run.input ?? {}),
    result: run.result === null || run.result === undefined ? null : JSON.stringify(run.result),
    exception: run.error,
    traceback: null,
    received,
    sent: received,
    started,
    succeeded: state === 'SUCCESS' ? ended : null,
    failed: state === 'FAILURE' ? ended : null,
    retried: null,
    revoked: state === 'REVOKED' ? ended : null,
    rejected: null,
    timestamp: ended ?? started ?? received,
    runtime: state === 'SUCCESS' && ended !== null && started !== null ? ended - started : null,
    eta: null,
    expires: null,
    retries: Math.max(0, run.attempt - 1),
    clock: 0,
    client: null,
    exchange: null,
    routing_key: run.name,
    worker: run.worker === null ? null : nodeName(run.worker),
    root_id: run.id,
    parent_id: null,
  };
}

/** A process in the shape of Flower's table of workers. */
export function flowerWorkerRow(worker: JobWorkerProcess, version: string) {
  const { succeeded, failed, cancelled } = worker.outcomes;
  const processed = succeeded + failed + cancelled;
  return {
    hostname: nodeName(worker.name),
    pid: worker.pid,
    freq: 5,
    heartbeats: [Date.parse(worker.heartbeatAt) / 1000],
    clock: 0,
    active: worker.active,
    processed,
    loadavg: [...worker.loadAverage],
    sw_ident: 'kianda',
    sw_ver: version,
    sw_sys: 'node',
    status: worker.alive,
    'task-received': processed + worker.active,
    'task-succeeded': succeeded,
    'task-failed': failed,
    'task-retried': 0,
  };
}

/** A process with its running tasks, in the shape of Flower's `/api/workers`. */
export function flowerWorker(
  worker: JobWorkerProcess,
  runs: readonly MonitoredRun[],
  jobNames: readonly string[],
  nowMs: number,
) {
  const { succeeded, failed, cancelled } = worker.outcomes;
  return {
    active_queues: jobNames.map((name) => ({ name })),
    conf: {},
    registered: [...jobNames],
    stats: {
      broker: { transport: 'postgresql' },
      pool: { 'max-concurrency': worker.slots, processes: [worker.pid] },
      prefetch_count: 0,
      total: { succeeded, failed, cancelled },
      pid: worker.pid,
      uptime: Math.max(0, (nowMs - Date.parse(worker.startedAt)) / 1000),
    },
    timestamp: Date.parse(worker.heartbeatAt) / 1000,
    active: runs.filter((run) => run.worker === worker.name).map((run) => ({ id: run.id, name: run.name })),
    reserved: [],
    scheduled: [],
    revoked: [],
  };
}
