import { loadavg } from 'node:os';
import type { PlatformEvent } from '../events/events.ts';
import type { Logger } from '../log/log.ts';
import { renewLeases } from './claims.ts';
import * as repository from './jobs.repository.ts';
import { recoverRuns } from './recovery.ts';
import { applySchedules, applySubscriptions, wakeDue } from './subscriptions.ts';
import { createWorkerState, defaultConcurrency, stopRun, type WorkerDeps, type WorkerState } from './worker-state.ts';

const heartbeatEveryMs = 5_000;
const recoverEveryMs = 10_000;
const dueEveryMs = 2_000;
const stopPatienceMs = 10_000;

/** The part of the queue that does the work: claims runs, renews their leases, recovers those of dead processes. */
export function createJobWorker(deps: WorkerDeps) {
  const state = createWorkerState(deps);
  const { kysely, transitions, events, log } = deps;
  const intervals: NodeJS.Timeout[] = [];
  let unsubscribe: (() => void) | null = null;
  /** Pauses are applied one after the other: two at once would leave one job working twice. */
  let changing: Promise<void> = Promise.resolve();

  const recover = () =>
    recoverRuns({ kysely, transitions, self: state.self, leases: new Set(state.underWay.keys()), log });
  const heartbeat = () => writeHeartbeat(state);

  return {
    setPaused(isPaused: (jobName: string) => boolean): Promise<void> {
      changing = changing.then(() => applyPause(state, isPaused));
      return changing;
    },

    async start(): Promise<void> {
      await recover();
      await applySchedules(state, 'all');
      unsubscribe = events.subscribe((event) => stopCancelled(state, event));
      state.started = true;
      await applySubscriptions(state);
      await heartbeat();
      intervals.push(
        repeat(heartbeatEveryMs, 'dizer que este processo trabalha', heartbeat, log),
        repeat(heartbeatEveryMs, 'manter as reservas das tarefas em curso', () => renewLeases(state), log),
        repeat(dueEveryMs, 'acordar as filas com tarefas por fazer', () => wakeDue(state), log),
        repeat(recoverEveryMs, 'procurar tarefas interrompidas', recover, log),
      );
    },

    async stop(): Promise<void> {
      state.stopping = true;
      unsubscribe?.();
      for (const interval of intervals) clearInterval(interval);
      for (const timer of state.wakeUps) clearTimeout(timer);
      await stopWork(state);
      if (state.started) await repository.removeWorker(kysely, state.self.id);
    },
  };
}

async function applyPause(state: WorkerState, isPaused: (jobName: string) => boolean): Promise<void> {
  state.isPaused = isPaused;
  if (!state.started || state.stopping) return;
  await applySchedules(state, 'missing');
  await applySubscriptions(state);
  for (const [lease, { jobName }] of state.underWay) {
    if (isPaused(jobName)) stopRun(state, lease, 'shutdown', 'O serviço desta tarefa foi parado.');
  }
}

function stopCancelled(state: WorkerState, event: PlatformEvent): void {
  if (event.type !== 'job.cancel-requested') return;
  for (const [lease, { runId }] of state.underWay) {
    if (runId === event.payload.id) stopRun(state, lease, 'cancelled', 'Cancelada por um operador.');
  }
}

async function writeHeartbeat({ kysely, self, jobs }: WorkerState): Promise<void> {
  await repository.writeWorker(kysely, {
    instance: self.id,
    machine: self.machine,
    pid: self.pid,
    load_average: loadavg(),
    slots: [...jobs.values()].reduce((sum, job) => sum + (job.concurrency ?? defaultConcurrency), 0),
  });
}

/** Stops every run, waits for them, and gives back to the queue those that did not end in time. */
async function stopWork(state: WorkerState): Promise<void> {
  const { boss, transitions, underWay, workerIds, log } = state;
  for (const name of workerIds.keys()) await boss.offWork(name, { wait: false });
  for (const lease of underWay.keys()) stopRun(state, lease, 'shutdown', 'O servidor está a parar.');
  await within(stopPatienceMs, Promise.all([...underWay.values()].map(({ done }) => done)));
  for (const [lease, { jobName, runId }] of underWay) {
    log.warn({ job: jobName, runId }, 'a tarefa não parou a tempo, volta à fila');
    await transitions.requeue(lease, { delaySeconds: 0, error: null, reason: 'shutdown' });
  }
}

/** Repeats a task, never beside itself. */
function repeat(everyMs: number, label: string, task: () => Promise<unknown>, log: Logger): NodeJS.Timeout {
  let busy = false;
  return setInterval(() => {
    if (busy) return;
    busy = true;
    task()
      .catch((error: unknown) => log.error({ err: error }, `falhou: ${label}`))
      .finally(() => {
        busy = false;
      });
  }, everyMs);
}

/** Waits for `work`, but no longer than `limitMs`. */
async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
