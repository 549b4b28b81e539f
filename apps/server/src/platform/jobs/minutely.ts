import { z } from 'zod';
import { defineJob, type Job } from './jobs.ts';

/**
 * Comes by every minute for what waits, besides the times it is woken. One at a time, and never repeated: the next
 * minute is there soon enough.
 */
export function minutely(turn: {
  readonly name: string;
  readonly label: string;
  /** Key of the run; a second one while it goes on is `already_running`. */
  readonly key: string;
  readonly timeoutSeconds: number;
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}): Job {
  const { name, label, key, timeoutSeconds, run } = turn;
  return defineJob({
    name,
    label,
    input: z.object({}),
    schedule: { cron: '* * * * *', input: {} },
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds,
    concurrency: 1,
    key: () => key,
    run: async (_input, { signal }) => (await run(signal)) ?? {},
  });
}
