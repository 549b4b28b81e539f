import { z } from 'zod';
import { defineJob, type Job, usualRetries } from '../../../platform/jobs/jobs.ts';
import type { AuditService } from './audit.service.ts';
import type { Verifications } from './verifications.service.ts';

export const verifyJob = 'audit.verify';

/** Background work of the audit trail. */
export function auditJobs(
  service: Pick<AuditService, 'checkpoint' | 'head'>,
  verifications: Verifications,
): readonly Job[] {
  return [
    defineJob({
      name: 'audit.checkpoint',
      label: 'Marco da cadeia de auditoria',
      input: z.object({}),
      schedule: { cron: '*/10 * * * *', input: {} },
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds: 60,
      key: () => 'audit.checkpoint',
      run: () => service.checkpoint(),
    }),
    defineJob({
      name: verifyJob,
      label: 'Verificação da cadeia de auditoria',
      /** Account that asked; null: the schedule. */
      input: z.object({ by: z.string().max(254).nullable().default(null) }),
      schedule: { cron: '7 * * * *', input: { by: null } },
      retry: { limit: usualRetries, delaySeconds: 60, backoff: false },
      timeoutSeconds: 1_800,
      concurrency: 1,
      key: () => verifyJob,
      async run({ by }, { progress, signal }) {
        const total = (await service.head())?.seq ?? 0;
        return verifications.run(by ?? 'schedule', async (checked) => {
          signal.throwIfAborted();
          await progress(total === 0 ? null : Math.min(1, checked / total), `${checked} eventos lidos`);
        });
      },
    }),
  ];
}
