import { z } from 'zod';
import { defineJob, type Job, usualRetries } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import { userRoot } from './areas.rules.ts';
import { ageLimit } from './lifecycle-preview.service.ts';
import type { StorageRepository } from './storage.repository.ts';
import type { ObjectAddress, StorageAudit } from './storage.types.ts';
import type { Uploads } from './uploads.service.ts';

export const lifecycleJobName = 'storage.lifecycle';

/** Deletes, every night, objects older than their bucket's rules allow and uploads left unfinished. */
export function lifecycleJob(options: {
  platform: Platform;
  repository: StorageRepository;
  uploads: Uploads;
  s3Uploads: Pick<Uploads, 'discardAbandoned'>;
  audit: StorageAudit;
  /** Deletes an object, as its area deletes. */
  expire: (object: ObjectAddress) => Promise<void>;
}): Job {
  const { repository, uploads, audit } = options;
  const { storage, clock } = options.platform;
  return defineJob({
    name: lifecycleJobName,
    label: 'Eliminação de objetos por idade',
    input: z.object({}),
    schedule: { cron: '40 2 * * *', input: {} },
    retry: { limit: usualRetries, delaySeconds: 300, backoff: true },
    timeoutSeconds: 3600,
    key: () => 'all',
    async run(_input, { signal }) {
      const rules = await repository.rules();
      let deleted = 0;
      for (const { bucket, prefix, days } of rules) {
        const root = `${userRoot}/${bucket}/`;
        const before = ageLimit({ days }, clock.nowMs());
        let deletedByRule = 0;
        for await (const { key, modifiedAt } of storage.list(root + prefix)) {
          signal.throwIfAborted();
          if (modifiedAt >= before) continue;
          await options.expire({ bucket, key: key.slice(root.length) });
          deletedByRule += 1;
        }
        deleted += deletedByRule;
        if (deletedByRule === 0) continue;
        await audit.record({
          event: 'data.delete',
          severity: 'medium',
          actorId: null,
          actorName: 'sistema',
          resource: `storage/${bucket}/${prefix}`.slice(0, 254),
          ipAddress: '',
          userAgent: '',
          metadata: { act: 'lifecycle', days, objects: deletedByRule },
        });
      }
      const abandoned = (await uploads.discardAbandoned()) + (await options.s3Uploads.discardAbandoned());
      return { deleted, abandoned };
    },
  });
}
