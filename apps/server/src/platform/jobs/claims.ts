import { randomUUID } from 'node:crypto';
import * as repository from './jobs.repository.ts';
import type { Job } from './jobs.ts';
import { executeRun, type RunnerDeps } from './runner.ts';
import { deliverySchema } from './transitions.ts';
import { type RunUnderWay, stopRun, type WorkerState } from './worker-state.ts';

const stopGraceSeconds = 30;

/** Begins the run that a message of the queue stands for; resolves once it has ended. */
export async function handleMessage(state: WorkerState, job: Job, message: { id: string; data: unknown }) {
  // Thrown, not returned: the queue then keeps the message for another process.
  if (state.stopping || state.isPaused(job.name)) throw new Error('the worker is stopping');
  const delivery = deliverySchema.parse(message.data);
  if (delivery.kind === 'schedule') {
    await state.transitions.adopt({
      id: message.id,
      name: job.name,
      key: job.key(delivery.input),
      input: JSON.stringify(delivery.input ?? null),
      trigger: 'schedule',
      actor_id: null,
    });
  }
  const runId = delivery.kind === 'run' ? delivery.runId : message.id;
  await claimAndExecute(state, job, runId, message.id);
}

async function claimAndExecute(state: WorkerState, job: Job, runId: string, deliveryId: string): Promise<void> {
  const { transitions, underWay, log, self } = state;
  const lease = randomUUID();
  const controller = new AbortController();
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const entry: RunUnderWay = { runId, jobName: job.name, controller, done, claimed: false };
  underWay.set(lease, entry);
  try {
    const run = await transitions.claim({ id: runId, deliveryId, lease, instance: self });
    if (run === undefined) {
      log.debug({ job: job.name, runId }, 'mensagem ultrapassada, nada a começar');
      return;
    }
    entry.claimed = true;
    await executeRun(runnerOf(state), { job, run, lease, controller });
  } finally {
    underWay.delete(lease);
    resolve();
  }
}

function runnerOf(state: WorkerState): RunnerDeps {
  const { kysely, transitions, events, log } = state;
  return {
    transitions,
    events,
    log,
    stopGraceSeconds,
    writeProgress: (lease, progress) => repository.writeProgress(kysely, lease, progress),
    onRequeued: (name, delaySeconds) => wakeAfter(state, name, delaySeconds),
  };
}

/** The queue announces new messages, not those that become due. */
function wakeAfter({ boss, wakeUps, workerIds }: WorkerState, name: string, delaySeconds: number): void {
  const timer = setTimeout(
    () => {
      wakeUps.delete(timer);
      const workerId = workerIds.get(name);
      if (workerId !== undefined) boss.notifyWorker(workerId);
    },
    delaySeconds * 1000 + 50,
  );
  timer.unref();
  wakeUps.add(timer);
}

/** Renews the leases of this process, and stops runs that were cancelled or that another process took over. */
export async function renewLeases(state: WorkerState): Promise<void> {
  const leases = [...state.underWay].filter(([, run]) => run.claimed).map(([lease]) => lease);
  if (leases.length === 0) return;
  const renewed = new Map(
    (await repository.renewLeases(state.kysely, leases)).map((row) => [row.lease, row.cancel_requested_at !== null]),
  );
  for (const lease of leases) {
    const cancelRequested = renewed.get(lease);
    if (cancelRequested === true) stopRun(state, lease, 'cancelled', 'Cancelada por um operador.');
    // Also for a run that ended just now, where stopping it changes nothing any more.
    if (cancelRequested === undefined) stopRun(state, lease, 'lease-lost', 'Outro processo tomou conta desta tarefa.');
  }
}
