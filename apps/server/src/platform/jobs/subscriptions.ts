import { handleMessage } from './claims.ts';
import * as repository from './jobs.repository.ts';
import { deliveryOptions } from './transitions.ts';
import { defaultConcurrency, type WorkerState } from './worker-state.ts';

/** The queue announces what is sent, and `wakeDue` finds what becomes due: a worker's own question is the last resort. */
const backstopSeconds = 60;

/**
 * Writes the schedules of the jobs that are not paused, and removes the others. `missing` leaves those that stand as they
 * are: a pause that wrote every schedule anew outlasted the request of the person who stopped a service.
 */
export async function applySchedules(state: WorkerState, written: 'all' | 'missing'): Promise<void> {
  const { boss, jobs, isScheduled } = state;
  if (!isScheduled) return;
  const standing = new Set<string>();
  for (const { name } of await boss.getSchedules()) {
    // A paused job that kept its schedule would pile up runs.
    if (jobs.get(name)?.schedule === undefined || state.isPaused(name)) await boss.unschedule(name);
    else standing.add(name);
  }
  for (const job of jobs.values()) {
    if (job.schedule === undefined || state.isPaused(job.name)) continue;
    if (written === 'missing' && standing.has(job.name)) continue;
    const message = { kind: 'schedule', input: job.schedule.input };
    await boss.schedule(job.name, job.schedule.cron, message, { tz: 'UTC', missed: 'once', ...deliveryOptions(job) });
  }
}

/** Takes messages of every job that is not paused, and no longer of those that are. */
export async function applySubscriptions(state: WorkerState): Promise<void> {
  const { boss, jobs, workerIds } = state;
  for (const job of jobs.values()) {
    const workerId = workerIds.get(job.name);
    if (state.isPaused(job.name)) {
      if (workerId === undefined) continue;
      workerIds.delete(job.name);
      await boss.offWork(job.name, { wait: false });
      continue;
    }
    if (workerId !== undefined) continue;
    const newId = await boss.work(
      job.name,
      {
        localConcurrency: job.concurrency ?? defaultConcurrency,
        pollingIntervalSeconds: backstopSeconds,
        notifyPollingIntervalSeconds: backstopSeconds,
      },
      async ([message]) => {
        if (message !== undefined) await handleMessage(state, job, message);
      },
    );
    workerIds.set(job.name, newId);
  }
}

/** Wakes the workers of the queues that have something due: one question for all, where each worker would ask its own. */
export async function wakeDue({ kysely, boss }: Pick<WorkerState, 'kysely' | 'boss'>): Promise<void> {
  const due = new Set(await repository.dueQueues(kysely));
  if (due.size === 0) return;
  for (const { id, name } of boss.getWipData()) if (due.has(name)) boss.notifyWorker(id);
}
