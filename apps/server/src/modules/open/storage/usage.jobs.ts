import type { Job } from '../../../platform/jobs/jobs.ts';
import { minutely } from '../../../platform/jobs/minutely.ts';

/** Counts again, by the minute, the areas whose count no longer stands. */
export function usageJob(counters: readonly { recountDue(signal: AbortSignal): Promise<number> }[]): Job {
  return minutely({
    name: 'storage.count',
    label: 'Contagem do armazenamento',
    key: 'all',
    timeoutSeconds: 3_600,
    async run(signal) {
      let counted = 0;
      for (const each of counters) counted += await each.recountDue(signal);
      return { counted };
    },
  });
}
