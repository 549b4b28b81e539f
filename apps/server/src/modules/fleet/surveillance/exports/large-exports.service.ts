import { createHash, randomUUID } from 'node:crypto';
import type { Provenance } from '@kianda/contract';
import {
  type ExportJob,
  type ExportRequest,
  exportKeptDays,
  mostExportedLater,
  mostPrintedLater,
} from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { vesselFileName } from '@kianda/contract/fleet/vessels/vessel-file';
import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import { AppError } from '../../../../platform/http/errors.ts';
import { defineJob, type Job, type JobContext, type JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/module.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../audit.service.ts';
import type { ExportRow } from '../surveillance.tables.ts';
import { type Batch, type ExportSources, originOfAll, type Source } from './export-sources.ts';
import { aboutOf, contentTypes, fileNameOf } from './exports.service.ts';
import { geoJsonParts, kmlParts } from './geo-file-parts.ts';
import type { LargeExportRepository } from './large-exports.repository.ts';
import { csvParts, jsonParts } from './list-file-parts.ts';
import { nafParts } from './naf-file-parts.ts';
import { pdfOf } from './pdf-volumes.ts';

const jobName = 'surveillance.export';
const bucket = 'exports';
/** Exports of one account that wait or are written at the same time. */
const mostWaiting = 3;
const linkMs = dayMs;

/** Signs a link that opens an object of the storage until an instant (s since 1970). */
export type SignedLink = (object: { bucket: string; key: string; expires: number }) => string;

export type LargeExports = ReturnType<typeof createLargeExports>;

/**
 * Files too large to wait for: written by a job, row by row, into the object storage, and told to whoever asked when
 * they are there. They go after some days.
 */
export function createLargeExports(options: {
  platform: Platform;
  sources: ExportSources;
  repository: LargeExportRepository;
  audit: SurveillanceAudit;
  queue: () => JobQueue;
  signedLink: SignedLink;
}) {
  const { sources, repository, audit, queue } = options;
  const { storage, clock, events } = options.platform;
  const keyOf = ({ id, file_name }: ExportRow): string => `${id}/${file_name}`;

  async function sourceOf(request: ExportRequest, accountId: string): Promise<Source> {
    switch (request.what) {
      case 'vessels': {
        const { what: _what, format: _format, file: _file, ...filters } = request;
        return sources.vessels(filters, accountId);
      }
      case 'track':
        return sources.track(request.vesselId, { from: request.from, to: request.to });
      case 'events': {
        const { kind, vesselId, from, to } = request;
        return sources.events({ kind, vesselId, from, to });
      }
    }
  }

  async function view(row: ExportRow): Promise<ExportJob> {
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
      url: isThere ? options.signedLink({ bucket, key: keyOf(row), expires }) : null,
    };
  }

  /** Names of a file of the list are those that a browser gives it; the others are of their source. */
  function nameOf(request: ExportRequest, source: Source, nowMs: number): string {
    const { format } = request;
    return request.what === 'vessels' && (format === 'csv' || format === 'json')
      ? vesselFileName(request.file, format, nowMs)
      : fileNameOf(source, format, nowMs);
  }

  /** Writes the file, batch by batch; what was there under its key is replaced, so that a second try is the same. */
  async function write(row: ExportRow, { signal, progress }: Pick<JobContext, 'signal' | 'progress'>) {
    const { request } = row;
    const source = await sourceOf(request, row.account_id);
    const nowMs = row.requested_at.getTime();
    const origins: Provenance[] = [];
    let rows = 0;
    async function* read(): AsyncGenerator<Batch> {
      for await (const batch of source.batches()) {
        signal.throwIfAborted();
        const news = batch.things.filter(({ geometry }) => geometry.type === 'Point').length;
        rows += news;
        if (rows > mostExportedLater)
          throw new AppError('export_too_large', {
            detail: `Um ficheiro leva no máximo ${mostExportedLater} registos.`,
          });
        // One of each kind is enough: a list of thousands says nothing more.
        if (!origins.some(({ state }) => state === batch.provenance.state)) origins.push(batch.provenance);
        await progress(batch.done, `${rows} registos escritos`);
        yield batch;
      }
    }
    async function* of<T>(pick: (batch: Batch) => readonly T[]): AsyncGenerator<readonly T[]> {
      for await (const batch of read()) yield pick(batch);
    }
    const about = aboutOf(source, nowMs);
    const paper = request.format === 'pdf' ? await pdfOf(source, about, row.account_name, read()) : null;
    const fileName = paper?.ending === 'zip' ? row.file_name.replace(/\.pdf$/, '.zip') : row.file_name;
    const hash = createHash('sha256');
    async function* bytes(): AsyncGenerator<Uint8Array> {
      for await (const chunk of paper?.bytes ?? encoded(partsOf(request))) {
        hash.update(chunk);
        yield chunk;
      }
    }
    function partsOf(asked: ExportRequest): AsyncIterable<string> {
      const lists = () => of(({ listed }) => listed);
      switch (asked.format) {
        case 'csv':
          return csvParts(asked.file, lists(), nowMs);
        case 'json':
          return jsonParts(lists(), nowMs);
        case 'naf':
          return nafParts(of(({ naf }) => naf));
        default: {
          const parts = asked.format === 'kml' ? kmlParts : geoJsonParts;
          const things = of((batch) => batch.things);
          return parts(about, things, () => originOfAll(origins, nowMs));
        }
      }
    }
    const type = paper?.ending === 'zip' ? 'application/zip' : contentTypes[request.format];
    const size = await storage.putStream(`${bucket}/${keyOf({ ...row, file_name: fileName })}`, bytes(), type);
    // On paper reading ends within a batch.
    const written = paper === null ? rows : Math.min(rows, mostPrintedLater);
    return { source, rows: written, size, fileName, sha256: hash.digest('hex') };
  }

  async function discardOld(): Promise<number> {
    const gone = await repository.expired(new Date(clock.nowMs()));
    for (const row of gone) await storage.delete(`${bucket}/${keyOf(row)}`);
    await repository.remove(gone.map(({ id }) => id));
    return gone.length;
  }

  const job: Job = defineJob({
    name: jobName,
    label: 'Exportações grandes da vigilância',
    input: z.object({ id: z.uuid().nullable() }),
    // Every night, without an id: files whose time is over go.
    schedule: { cron: '20 3 * * *', input: { id: null } },
    retry: { limit: 2, delaySeconds: 20, backoff: true },
    timeoutSeconds: 3_600,
    concurrency: 1,
    key: ({ id }) => id ?? 'limpeza',
    async run({ id }, context) {
      if (id === null) return { discarded: await discardOld() };
      const row = await repository.find(id);
      if (row === undefined || row.ended_at !== null) return { rows: row?.rows ?? 0 };
      const { source, rows, size, fileName, sha256 } = await write(row, context);
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
      const now = clock.nowMs();
      await repository.end(id, {
        file_name: fileName,
        rows,
        bytes: size,
        sha256,
        ended_at: new Date(now),
        expires_at: new Date(now + exportKeptDays * dayMs),
      });
      events.publish({
        channel: 'notifications',
        type: 'export.ready',
        payload: {
          accountId: row.account_id,
          title: 'Exportação pronta',
          message: `${row.title} (${fileName}): ${rows} registos. Descarregue em «Exportações», na secção Global Fishing Watch.`,
        },
      });
      return { rows, bytes: size };
    },
  });

  return {
    job,
    /** Throws `conflict` where the account waits for others, `not_found` for a vessel that is not there. */
    async start(request: ExportRequest, actor: Actor): Promise<ExportJob> {
      const { accountId } = actor.principal;
      const source = await sourceOf(request, accountId);
      const nowMs = clock.nowMs();
      const waiting = await Promise.all((await repository.ofAccount(accountId)).map(view));
      if (waiting.filter(({ state }) => state === 'waiting' || state === 'running').length >= mostWaiting)
        throw new AppError('conflict', {
          detail: `Já tem ${mostWaiting} exportações a ser preparadas. Espere que uma acabe.`,
        });
      const id = randomUUID();
      const row: ExportRow = {
        id,
        account_id: accountId,
        account_name: actor.principal.email,
        ip_address: actor.ipAddress,
        user_agent: actor.userAgent,
        title: source.title,
        file_name: nameOf(request, source, nowMs),
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
      await repository.insert(row);
      const runId = await queue().enqueue(jobName, { id }, { actorId: accountId });
      await repository.queued(id, runId);
      await recordAct(audit, actor, {
        event: 'data.export',
        severity: 'low',
        resource: source.resource,
        metadata: { act: 'request', format: request.format, fileName: row.file_name },
      });
      return view({ ...row, run_id: runId });
    },

    /** Of the account, the newest first. */
    async list(accountId: string): Promise<ExportJob[]> {
      return Promise.all((await repository.ofAccount(accountId)).map(view));
    },
  };
}

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield Buffer.from(part, 'utf8');
}
