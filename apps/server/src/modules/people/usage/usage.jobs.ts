import type { Clock } from '../../../platform/clock/clock.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';
import type { UsageRepository } from './usage.repository.ts';

const dayMs = 86_400_000;

/** Jobs of the module. `recording` is read at each run: administrators change it while the process runs. */
export function usageJobs(
  repository: UsageRepository,
  recording: { readonly retentionDays: number },
  clock: Clock,
): readonly Job[] {
  return [
    nightlyRetention({
      name: 'usage.retention',
      label: 'Retenção dos registos de utilização',
      minute: 20,
      remove: (signal) => repository.prune(new Date(clock.nowMs() - recording.retentionDays * dayMs), signal),
    }),
  ];
}
