import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/jobs.ts';
import type { AuditService } from './audit.service.ts';

/** Background work of the audit trail. */
export function auditJobs(service: Pick<AuditService, 'checkpoint' | 'verify'>): readonly Job[] {
  return [
    defineJob({
      name: 'audit.checkpoint',
      label: 'Marco da cadeia de auditoria',
      input: z.object({}),
      schedule: { cron: '*/10 * * * *', input: {} },
      retry: { limit: 2, delaySeconds: 30, backoff: true },
      timeoutSeconds: 60,
      key: () => 'audit.checkpoint',
      run: () => service.checkpoint(),
    }),
  ];
}
