import { exportRetentionDays } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../../platform/jobs/jobs.ts';
import type { ExportRow } from '../surveillance.tables.ts';
import { type WrittenExport, writeExport } from './export-writer.ts';
import { exportBucket, exportJobName, exportKey, type LargeExportContext } from './large-export-context.ts';

/** Writes a large export, or with no id discards those whose time is over. */
export function largeExportJob(context: LargeExportContext): Job {
  return defineJob({
    name: exportJobName,
    label: 'Exportações grandes da vigilância',
    input: z.object({ id: z.uuid().nullable() }),
    // Every night, without an id: expired files are discarded.
    schedule: { cron: '20 3 * * *', input: { id: null } },
    retry: { limit: usualRetries, delaySeconds: 20, backoff: true },
    timeoutSeconds: 3_600,
    concurrency: 1,
    key: ({ id }) => id ?? 'limpeza',
    run: async ({ id }, job) =>
      id === null ? { discarded: await discardExpired(context) } : prepare(context, id, job),
  });
}

async function prepare(context: LargeExportContext, id: string, job: JobContext) {
  const row = await context.repository.find(id);
  if (row === undefined || row.ended_at !== null) return { rows: row?.rows ?? 0 };
  const written = await writeExport(context, row, job);
  await finish(context, row, written);
  return { rows: written.rows, bytes: written.size };
}

/** Audits a written export, stores that it is ready, and notifies the account. */
async function finish(context: LargeExportContext, row: ExportRow, written: WrittenExport): Promise<void> {
  const { repository, audit, platform } = context;
  const { source, rows, size, fileName, sha256 } = written;
  await audit.record({
    event: 'data.export',
    severity: 'medium',
    actorId: row.account_id,
    actorName: row.account_name,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    resource: source.resource,
    metadata: { format: row.format, rows, bytes: size, sha256, madeBy: 'job', fileName },
  });
  const now = platform.clock.nowMs();
  await repository.end(row.id, {
    file_name: fileName,
    rows,
    bytes: size,
    sha256,
    ended_at: new Date(now),
    expires_at: new Date(now + exportRetentionDays * dayMs),
  });
  platform.events.publish({
    channel: 'notifications',
    type: 'export.ready',
    payload: {
      accountId: row.account_id,
      title: 'Exportação pronta',
      message: `${row.title} (${fileName}): ${rows} registos. Descarregue em «Exportações», na secção Global Fishing Watch.`,
    },
  });
}

async function discardExpired({ repository, platform: { storage, clock } }: LargeExportContext): Promise<number> {
  const expired = await repository.expired(new Date(clock.nowMs()));
  for (const row of expired) await storage.delete(`${exportBucket}/${exportKey(row)}`);
  await repository.remove(expired.map(({ id }) => id));
  return expired.length;
}
