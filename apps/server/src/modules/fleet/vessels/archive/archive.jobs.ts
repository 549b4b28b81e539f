import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { defineJob, type Job, usualRetries } from '../../../../platform/jobs/jobs.ts';
import type { Archiver } from './archiver.ts';

export const archiveJobName = 'vessels.archive';

/** One job moves days both ways: two at once would meet at the same file. */
const inputSchema = z.object({
  /** Day to bring back; absent: days that are old enough are archived. */
  bringBack: z.iso.date().optional(),
  keepDays: z.number().int().positive().optional(),
});
export type ArchiveInput = z.output<typeof inputSchema>;

/** Days that positions stay in the database, 0 for all their time, and that they are kept anywhere. */
export type ArchiveRetention = { readonly positionDays: number; readonly archiveDays?: number };

/** Moves old positions into files in object storage, and single days back. */
export function archiveJob({
  archiver,
  retention,
  clock,
}: {
  readonly archiver: Archiver;
  readonly retention: ArchiveRetention;
  readonly clock: Clock;
}): Job {
  return defineJob({
    name: archiveJobName,
    label: 'Arquivo das posições antigas em ficheiros GeoParquet',
    input: inputSchema,
    schedule: { cron: '50 1 * * *', input: {} },
    retry: { limit: usualRetries, delaySeconds: 600, backoff: true },
    timeoutSeconds: 3_600,
    limitsSilence: true,
    key: () => 'archive',
    async run({ bringBack, keepDays = 30 }, { signal, progress }) {
      const nowMs = clock.nowMs();
      if (bringBack !== undefined) {
        await progress(null, `A repor ${bringBack}`);
        return { restored: await archiver.bringBack(bringBack, new Date(nowMs + keepDays * dayMs)) };
      }
      const forgotten = await archiver.forgetBefore(nowMs - retention.positionDays * dayMs);
      const { archiveDays = 0 } = retention;
      if (archiveDays === 0) return { forgotten };
      const outcomes = await archiver.archiveBefore(nowMs - archiveDays * dayMs, signal, (day) =>
        progress(null, `A arquivar ${day}`),
      );
      return { forgotten, ...outcomes };
    },
  });
}
