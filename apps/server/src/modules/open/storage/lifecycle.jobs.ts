import { z } from 'zod';
import { defineJob, type Job, usualRetries } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import { type LifecycleCounts, type LifecycleParts, runRule } from './lifecycle-run.service.ts';
import type { StorageAudit } from './storage.types.ts';
import type { Uploads } from './uploads.service.ts';

export const lifecycleJobName = 'storage.lifecycle';

/** Deletes, every night, what the rules of areas take, and uploads left unfinished. */
export function lifecycleJob(
  options: Omit<LifecycleParts, 'storage' | 'abort'> & {
    platform: Platform;
    uploads: Uploads;
    s3Uploads: Pick<Uploads, 'discardAbandoned'> & { readonly discardBefore: LifecycleParts['abort'] };
    audit: StorageAudit;
  },
): Job {
  const { repository, uploads, s3Uploads, audit, ownVersions, expire } = options;
  const { storage, clock } = options.platform;
  const parts = { storage, repository, ownVersions, expire, abort: s3Uploads.discardBefore };
  return defineJob({
    name: lifecycleJobName,
    label: 'Eliminação de objetos por idade',
    input: z.object({}),
    schedule: { cron: '40 2 * * *', input: {} },
    retry: { limit: usualRetries, delaySeconds: 300, backoff: true },
    timeoutSeconds: 3600,
    key: () => 'all',
    async run(_input, { signal }) {
      const total: LifecycleCounts = { objects: 0, versions: 0, markers: 0, uploads: 0, kept: 0 };
      for (const rule of (await repository.rules()).filter(({ isEnabled }) => isEnabled)) {
        const counts = await runRule(rule, { ...parts, nowMs: clock.nowMs(), signal });
        for (const name of ['objects', 'versions', 'markers', 'uploads', 'kept'] as const) total[name] += counts[name];
        if (Object.values(counts).every((count) => count === 0)) continue;
        await audit.record({
          event: 'data.delete',
          severity: 'medium',
          actorId: null,
          actorName: 'sistema',
          resource: `storage/${rule.bucket}/${rule.prefix}`.slice(0, 254),
          ipAddress: '',
          userAgent: '',
          metadata: { act: 'lifecycle', ...(rule.days === null ? {} : { days: rule.days }), ...counts },
        });
      }
      const abandoned = (await uploads.discardAbandoned()) + (await s3Uploads.discardAbandoned());
      const { objects, ...others } = total;
      return { deleted: objects, ...others, abandoned };
    },
  });
}
