import type { Clock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import { type JobTables, removeEndedRuns } from './jobs.repository.ts';
import type { Job } from './jobs.ts';
import { nightlyRetention } from './nightly.ts';

const dayMs = 86_400_000;
const batch = 1_000;

/** Removes the records of jobs that ended more than `days()` ago, every night; the newest of each job stays. */
export function jobRetentionJob(database: Database, clock: Clock, days: () => number): Job {
  return nightlyRetention({
    name: 'jobs.retention',
    label: 'Retenção das tarefas terminadas',
    minute: 40,
    async remove(signal) {
      const before = new Date(clock.nowMs() - days() * dayMs);
      for (let removed = 0; ; ) {
        signal.throwIfAborted();
        const count = await removeEndedRuns(database.for<JobTables>(), before, batch);
        removed += count;
        if (count < batch) return removed;
      }
    },
  });
}
