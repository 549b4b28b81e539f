import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobQueue, JobRunDetail } from '../../../platform/jobs/jobs.ts';

const pollMs = 250;
/** Longest wait for a run's end: shorter than the time limit of requests. */
export const longestWaitMs = 20_000;

/** A run once it has ended, or as it stands when `limitMs` are over. Throws `not_found`. */
export async function runAfter(
  queue: JobQueue,
  id: string,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<JobRunDetail> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const run = await queue.get(id);
    if (run === null) throw new AppError('not_found', { detail: `Não existe a tarefa ${id}.` });
    if (run.endedAt !== null || waitedMs >= limitMs) return run;
    await sleep(pollMs, undefined, { signal });
  }
}
