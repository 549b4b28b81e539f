import type { Clock } from '../../../platform/clock/clock.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';
import type { LogsRepository } from './logs.repository.ts';

const dayMs = 86_400_000;

/** Jobs of the module. `retention` is read at each run: it may change while the process runs. */
export function diagnosticsJobs(
  repository: LogsRepository,
  retention: { readonly retentionDays: number },
  clock: Clock,
): readonly Job[] {
  return [
    nightlyRetention({
      name: 'diagnostics.retention',
      label: 'Retenção dos registos do sistema',
      minute: 10,
      remove: (signal) => repository.prune(new Date(clock.nowMs() - retention.retentionDays * dayMs), signal),
    }),
  ];
}
