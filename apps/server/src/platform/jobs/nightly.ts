import { z } from 'zod';
import { defineJob, type Job, usualRetries } from './jobs.ts';

/** Removes every night what a module keeps for a while only; `remove` answers how much went. */
export function nightlyRetention(retention: {
  /** `<module>.retention` */
  readonly name: string;
  readonly label: string;
  /** Minute after three in the morning: each module has its own. */
  readonly minute: number;
  readonly remove: (signal: AbortSignal) => Promise<number>;
}): Job {
  const { name, label, minute, remove } = retention;
  return defineJob({
    name,
    label,
    input: z.object({}),
    schedule: { cron: `${minute} 3 * * *`, input: {} },
    retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
    timeoutSeconds: 1_800,
    key: () => 'retention',
    run: async (_input, { signal }) => ({ removed: await remove(signal) }),
  });
}
