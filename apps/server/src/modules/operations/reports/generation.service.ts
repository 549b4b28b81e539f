import { createHash, randomUUID } from 'node:crypto';
import { type ReportFormat, reportFormats } from '@kianda/contract/operations/reports/report-types';
import { hasSimulated, RenderError, renderFile, renderText } from '../../../platform/documents/index.ts';
import type { Bindings } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import { composeReport } from './composition.service.ts';
import { type Author, createReader } from './reader.service.ts';
import type { ReportsRepository } from './reports.repository.ts';
import type { ReportRow } from './reports.types.ts';
import type { Extras } from './writing/report-writer.ts';

/** Longest text kept for the screen; the file has all of it. */
const mostLetters = 400_000;

/** Whose eyes the schedules that come with the platform use. */
export const ownAuthor: Author = {
  id: '00000000-0000-0000-0000-000000000000',
  name: 'Kianda',
  email: '',
  role: 'operador',
};

/** Where the file of a report lies. */
const keyOf = ({ id, filename }: ReportRow): string => `reports/${id}/${filename}`;

/** Pages of a PDF of ours: each is told of once in its structure. */
function pagesOf(format: ReportFormat, bytes: Uint8Array): number | null {
  if (format !== 'pdf') return null;
  return [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/Type \/Page\n/g),
  ].length;
}

/** Makes a report: reads, writes, keeps the file, and puts its mail in line. Done once, however often it is asked. */
export function createGenerator(options: {
  platform: Platform;
  repository: ReportsRepository;
  bindings: () => Bindings;
  extras: Extras;
  authorOf: (id: string) => Promise<Author | null>;
  onReady: () => void;
}) {
  const { platform, repository, bindings, extras } = options;
  const { clock, storage } = platform;
  const now = () => new Date(clock.nowMs());

  async function authorOf({ author_id }: ReportRow): Promise<Author> {
    if (author_id === null) return ownAuthor;
    const author = await options.authorOf(author_id);
    if (author !== null) return author;
    throw new AppError('forbidden', { detail: 'A conta que pediu este relatório já não está ativa.' });
  }

  async function make(row: ReportRow, { log, signal, progress }: JobContext): Promise<void> {
    const author = await authorOf(row);
    const told = async (share: number, message: string) => {
      await repository.progress(row.id, share, message);
      await progress(share, message);
    };
    const read = createReader({ bindings, author, log, signal });
    const readOwn = createReader({ bindings, author: ownAuthor, log, signal });
    const { document } = await composeReport({
      row,
      author,
      nowMs: clock.nowMs(),
      read,
      readOwn,
      extras,
      log,
      signal,
      progress: told,
    });
    await told(0.9, `A compor o ficheiro ${reportFormats[row.format].label}`);
    const bytes = await renderFile({ format: row.format, document }, signal);
    signal.throwIfAborted();
    const key = keyOf(row);
    await storage.put(key, bytes, reportFormats[row.format].contentType);
    const text = renderText(document);
    const at = now();
    await repository.complete(
      row,
      {
        storage_key: key,
        size_bytes: bytes.length,
        pages: pagesOf(row.format, bytes),
        checksum: createHash('sha256').update(bytes).digest('hex'),
        content: text.length <= mostLetters ? text : `${text.slice(0, mostLetters)}\n\n… o resto está no ficheiro.`,
        simulated: hasSimulated(document),
      },
      row.recipients.map((recipient) => ({
        id: randomUUID(),
        report_id: row.id,
        recipient,
        state: 'queued' as const,
        attempts: 0,
        error: null,
        next_attempt_at: at,
        updated_at: at,
      })),
      at,
    );
  }

  return {
    async run(id: string, context: JobContext): Promise<{ made: boolean }> {
      const row = await repository.begin(id, now());
      if (row === undefined) return { made: false };
      try {
        await make(row, context);
      } catch (error) {
        const said =
          error instanceof AppError || error instanceof RenderError
            ? error.message
            : 'Ocorreu um erro interno; veja os registos do sistema.';
        await repository.fail(
          id,
          context.signal.aborted ? 'A geração foi cancelada ou excedeu o tempo limite.' : said,
          now(),
        );
        throw error;
      }
      if (row.recipients.length > 0) options.onReady();
      return { made: true };
    },
  };
}
