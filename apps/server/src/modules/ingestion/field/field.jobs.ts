import type { Clock } from '../../../platform/clock/clock.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';

/** Rejected records stay a year, so that whoever sent one can still ask why. Accepted ones stay with what was made of them. */
const keptRejectedMs = 365 * 86_400_000;

export function fieldJobs(
  removeRejected: (before: Date, signal: AbortSignal) => Promise<number>,
  clock: Clock,
): readonly Job[] {
  return [
    nightlyRetention({
      name: 'field.retention',
      label: 'Retenção dos registos de campo recusados',
      minute: 25,
      remove: (signal) => removeRejected(new Date(clock.nowMs() - keptRejectedMs), signal),
    }),
  ];
}
