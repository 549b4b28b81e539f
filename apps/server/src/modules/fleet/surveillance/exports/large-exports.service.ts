import { randomUUID } from 'node:crypto';
import type { ExportJob, ExportRequest } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { vesselFileName } from '@kianda/contract/fleet/vessels/vessel-file';
import { dayMs } from '@kianda/geo';
import { AppError } from '../../../../platform/http/errors.ts';
import { type Actor, recordAct } from '../audit.service.ts';
import type { ExportRow } from '../surveillance.tables.ts';
import { sourceOf } from './export-writer.ts';
import { fileNameOf } from './exports.service.ts';
import { exportBucket, exportJobName, exportKey, type LargeExportContext } from './large-export-context.ts';
import { largeExportJob } from './large-exports.jobs.ts';
import type { Source } from './source.ts';

/** Exports of one account that wait or are written at the same time. */
const mostWaiting = 3;
const linkMs = dayMs;

export type LargeExports = ReturnType<typeof createLargeExports>;

/**
 * Files too large to wait for: a job writes them, row by row, into the object storage, and notifies the account when they
 * are ready. They are discarded after some days.
 */
export function createLargeExports(context: LargeExportContext) {
  const { repository } = context;
  return {
    job: largeExportJob(context),

    /** Throws `conflict` where the account waits for others, `not_found` for an unknown vessel. */
    async start(request: ExportRequest, actor: Actor): Promise<ExportJob> {
      const { accountId } = actor.principal;
      const source = await sourceOf(context.sources, request, accountId);
      await refuseWaiting(context, accountId);
      const row = newRow(request, source, actor, context.platform.clock.nowMs());
      await repository.insert(row);
      const runId = await context.queue().enqueue(exportJobName, { id: row.id }, { actorId: accountId });
      await repository.queued(row.id, runId);
      await recordAct(context.audit, actor, {
        event: 'data.export',
        severity: 'low',
        resource: source.resource,
        metadata: { act: 'request', format: request.format, fileName: row.file_name },
      });
      return exportView(context, { ...row, run_id: runId });
    },

    /** Exports of the account, the newest first. */
    list: (accountId: string): Promise<ExportJob[]> => exportsOf(context, accountId),
  };
}

async function exportsOf(context: LargeExportContext, accountId: string): Promise<ExportJob[]> {
  const rows = await context.repository.ofAccount(accountId);
  return Promise.all(rows.map((row) => exportView(context, row)));
}

async function refuseWaiting(context: LargeExportContext, accountId: string): Promise<void> {
  const exports = await exportsOf(context, accountId);
  if (exports.filter(({ state }) => state === 'waiting' || state === 'running').length < mostWaiting) return;
  throw new AppError('conflict', {
    detail: `Já tem ${mostWaiting} exportações a ser preparadas. Espere que uma acabe.`,
  });
}

function newRow(request: ExportRequest, source: Source, actor: Actor, nowMs: number): ExportRow {
  return {
    id: randomUUID(),
    account_id: actor.principal.accountId,
    account_name: actor.principal.email,
    ip_address: actor.ipAddress,
    user_agent: actor.userAgent,
    title: source.title,
    file_name: fileNameFor(request, source, nowMs),
    format: request.format,
    request,
    run_id: null,
    rows: null,
    bytes: null,
    sha256: null,
    requested_at: new Date(nowMs),
    ended_at: null,
    expires_at: null,
  };
}

/** Name of the file of an export: one of the list has the name that a browser gives it, the others that of their source. */
function fileNameFor(request: ExportRequest, source: Source, nowMs: number): string {
  const { format } = request;
  return request.what === 'vessels' && (format === 'csv' || format === 'json')
    ? vesselFileName(request.file, format, nowMs)
    : fileNameOf(source, format, nowMs);
}

async function exportView(
  { platform: { clock }, queue, signedLink }: LargeExportContext,
  row: ExportRow,
): Promise<ExportJob> {
  const run = row.ended_at === null && row.run_id !== null ? await queue().get(row.run_id) : null;
  const hasFailed = run?.state === 'failed' || run?.state === 'cancelled';
  const expiresMs = row.expires_at?.getTime() ?? null;
  const isThere = row.ended_at !== null && expiresMs !== null && expiresMs > clock.nowMs();
  const expires = Math.floor(Math.min(expiresMs ?? 0, clock.nowMs() + linkMs) / 1000);
  return {
    id: row.id,
    title: row.title,
    fileName: row.file_name,
    state: row.ended_at !== null ? 'ready' : hasFailed ? 'failed' : run?.state === 'running' ? 'running' : 'waiting',
    progress: run?.progress ?? null,
    message: hasFailed ? (run?.error ?? null) : (run?.message ?? null),
    rows: row.rows,
    bytes: row.bytes,
    requestedAt: row.requested_at.toISOString(),
    readyAt: row.ended_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    url: isThere ? signedLink({ bucket: exportBucket, key: exportKey(row), expires }) : null,
  };
}
