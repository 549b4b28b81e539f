import { createHash, randomUUID } from 'node:crypto';
import { type ReportFormat, reportFormats } from '@kianda/contract/operations/reports/report-types';
import { hasSimulated, RenderError, renderFile, renderText } from '../../../platform/documents/index.ts';
import type { Bindings } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { statusOfThrown } from '../../../platform/http/problem.ts';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import { JobStopped } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/module.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { composeReport } from './composition.service.ts';
import { type Author, createReader } from './reader.service.ts';
import type { BufferedReport, ReportsRepository } from './reports.repository.ts';
import type { DeliveryRow, ReportRow } from './reports.types.ts';
import type { PlatformFacts } from './writing/report-writer.ts';

/** How often a report is begun before it is given up. */
const mostAttempts = 3;

/** Longest text stored for the screen; the file has all of it. */
const mostLetters = 400_000;

/** Author of the schedules that come with the platform. */
export const ownAuthor: Author = {
  id: '00000000-0000-0000-0000-000000000000',
  name: 'Kianda',
  email: '',
  role: 'operador',
};

const folderOf = (id: string): string => `reports/${id}/`;
/** Storage key of the file that a run writes: never that of another run, which may have ended first. */
const keyOf = ({ id, claim, filename }: BufferedReport): string => `${folderOf(id)}${claim}/${filename}`;

async function removeFiles(storage: ObjectStorage, id: string): Promise<void> {
  for await (const { key } of storage.list(folderOf(id))) await storage.delete(key);
}

const takenOver = () => new AppError('conflict', { detail: 'Outro processo retomou a geração deste relatório.' });

/** Pages of a PDF that the platform wrote: the structure names each of them once. */
function pagesOf(format: ReportFormat, bytes: Uint8Array): number | null {
  if (format !== 'pdf') return null;
  return [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/Type \/Page\n/g),
  ].length;
}

type GeneratorDependencies = {
  readonly platform: Platform;
  readonly repository: ReportsRepository;
  readonly bindings: () => Bindings;
  readonly platformFacts: PlatformFacts;
  readonly authorOf: (id: string) => Promise<Author | null>;
  readonly onReady: () => void;
};

/** The account whose permissions a report is read with. Throws `forbidden` where it is no longer active. */
async function authorOfRow({ authorOf }: GeneratorDependencies, { author_id }: ReportRow): Promise<Author> {
  if (author_id === null) return ownAuthor;
  const author = await authorOf(author_id);
  if (author !== null) return author;
  throw new AppError('forbidden', { detail: 'A conta que pediu este relatório já não está ativa.' });
}

/** One mail for each recipient, to be sent at once. */
function queuedMail(row: ReportRow, at: Date): DeliveryRow[] {
  return row.recipients.map((recipient) => ({
    id: randomUUID(),
    report_id: row.id,
    recipient,
    state: 'queued',
    attempts: 0,
    error: null,
    next_attempt_at: at,
    updated_at: at,
  }));
}

/** Reads, writes and stores a report, and queues its mail. Throws `conflict` once another run holds it. */
async function generate(
  dependencies: GeneratorDependencies,
  row: BufferedReport,
  { log, signal, progress }: JobContext,
): Promise<void> {
  const { platform, repository, bindings, platformFacts } = dependencies;
  const { clock, database, storage } = platform;
  const author = await authorOfRow(dependencies, row);
  const report = async (share: number, message: string) => {
    if (!(await repository.progress(row, share, message))) throw takenOver();
    await progress(share, message);
  };
  const { document } = await composeReport({
    ...{ row, author, nowMs: clock.nowMs(), platformFacts, log, signal, progress: report },
    read: createReader({ bindings, database, author, log, signal }),
    readOwn: createReader({ bindings, database, author: ownAuthor, log, signal }),
  });
  await report(0.9, `A compor o ficheiro ${reportFormats[row.format].label}`);
  const bytes = await renderFile({ format: row.format, document }, signal);
  signal.throwIfAborted();
  const key = keyOf(row);
  await storage.put(key, bytes, reportFormats[row.format].contentType);
  const text = renderText(document);
  const at = new Date(clock.nowMs());
  const result = {
    storage_key: key,
    size_bytes: bytes.length,
    pages: pagesOf(row.format, bytes),
    checksum: createHash('sha256').update(bytes).digest('hex'),
    content: text.length <= mostLetters ? text : `${text.slice(0, mostLetters)}\n\n… o resto está no ficheiro.`,
    simulated: hasSimulated(document),
  };
  if (await repository.complete(row, result, queuedMail(row, at), at)) return;
  await storage.delete(key);
  throw takenOver();
}

type Interruption = { readonly error: unknown; readonly signal: AbortSignal; readonly at: Date };

/** A report whose process stops waits for the next one; so does one that met a fault, until it was tried often enough. */
async function settleFailure(
  { repository, platform }: GeneratorDependencies,
  row: BufferedReport,
  { error, signal, at }: Interruption,
): Promise<void> {
  const fail = async (reason: string) => {
    if (await repository.fail(row, reason, at)) await removeFiles(platform.storage, row.id);
  };
  const stop = signal.reason instanceof JobStopped ? signal.reason.kind : null;
  if (stop === 'shutdown' || stop === 'lease-lost') return repository.release(row, { counts: false });
  if (signal.aborted) return fail('A geração foi cancelada ou excedeu o tempo limite.');
  const isRefused = error instanceof RenderError ? !error.isPassing : statusOfThrown(error) < 500;
  if (!isRefused && row.attempts < mostAttempts) return repository.release(row, { counts: true });
  const isForReaders = error instanceof AppError || error instanceof RenderError;
  await fail(isForReaders ? error.message : 'Ocorreu um erro interno; veja os registos do sistema.');
}

/**
 * Generates reports. A report is generated once, however often its job runs: a run takes over what another left half way,
 * and what that one still writes is refused.
 */
export function createGenerator(dependencies: GeneratorDependencies) {
  const { platform, repository, onReady } = dependencies;
  const now = () => new Date(platform.clock.nowMs());

  /** A report that was begun too often is given up here. */
  async function take(id: string): Promise<BufferedReport | undefined> {
    const row = await repository.begin(id, { claim: randomUUID(), most: mostAttempts, at: now() });
    if (row !== undefined) return row;
    const error = `A geração parou a meio ${mostAttempts} vezes; veja os registos do sistema.`;
    if (await repository.giveUp(id, { most: mostAttempts, error, at: now() })) await removeFiles(platform.storage, id);
    return undefined;
  }

  return {
    async run(id: string, context: JobContext): Promise<{ made: boolean }> {
      const row = await take(id);
      if (row === undefined) return { made: false };
      try {
        // The run before this one may have stored its file without recording it.
        await removeFiles(platform.storage, id);
        await generate(dependencies, row, context);
      } catch (error) {
        await settleFailure(dependencies, row, { error, signal: context.signal, at: now() });
        throw error;
      }
      if (row.recipients.length > 0) onReady();
      return { made: true };
    },
  };
}
