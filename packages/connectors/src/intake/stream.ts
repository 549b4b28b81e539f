import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import { type AnyStream, type Page, type PullContext, type RejectedRow, stream } from '../core/port.ts';
import type { ConnectorRecord, RecordKind } from '../core/records.ts';
import type { Decimal } from './cells.ts';
import { type IntakeFormat, type RowError, readRow } from './format.ts';
import type { AcceptedFile, Inbox, InboxRow } from './inbox.ts';

/** Rows of one page: one transaction each. */
const rowsPerPage = 1_000;
/** After so long an incremental run takes no further file: a first run over a full folder would outlast its timeout. */
const longRunMs = 45_000;
/** Formats whose rows belong together are read whole: more rows than this would not fit in memory comfortably. */
const maxMergedRows = 200_000;

const cursorSchema = z.object({
  /** Last file read to its end. */
  fileSeq: z.number().int(),
  /** Rows already stored of the file after it. */
  rows: z.number().int(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Raw row of a dead letter from a file; an operator edits its `valores`. */
export const rejectedFileRowSchema = z.object({
  ficheiro: z.string(),
  fileId: z.string(),
  linha: z.number().int(),
  decimal: z.enum(['comma', 'point']).default('comma'),
  /** Cells by field name, as the file has them. */
  valores: z.record(z.string(), z.string()),
});
export type RejectedFileRow = z.infer<typeof rejectedFileRowSchema>;

/**
 * A stream that reads files of one format from the connector's inbox, in the order they were accepted. This is all that a
 * connector declares to take files.
 */
export function intakeStream(definition: {
  readonly id: string;
  readonly recordKind: RecordKind;
  readonly format: IntakeFormat;
  readonly freshnessLimitHours?: number;
}): AnyStream {
  const { id, recordKind, format } = definition;
  const inner = stream<Cursor>({
    id,
    recordKind,
    cursorSchema,
    async *pull(input, _settings, context) {
      const { inbox } = context;
      if (inbox === undefined) return;
      const before = input.cursor ?? { fileSeq: 0, rows: 0 };
      const start = input.mode === 'incremental' ? before : { fileSeq: 0, rows: 0 };
      const startMs = context.nowMs();
      let resume = start;
      for (let isMore = true; isMore; ) {
        isMore = input.mode === 'incremental' && (await inbox.collect(context.signal));
        for await (const file of inbox.accepted(resume.fileSeq, input.window ?? null)) {
          for await (const page of pagesOf({ file, resume, format, inbox, context })) {
            yield input.mode === 'backfill' ? { ...page, cursor: before } : page;
          }
          await inbox.settle(file.id);
          resume = { fileSeq: file.seq, rows: 0 };
          // The next run, which the owner of the inbox starts, takes the files that are left.
          if (input.mode === 'incremental' && context.nowMs() - startMs > longRunMs) return;
        }
        if (context.nowMs() - startMs > longRunMs) return;
      }
    },
  });
  return {
    ...inner,
    ...(definition.freshnessLimitHours === undefined ? {} : { freshnessLimitHours: definition.freshnessLimitHours }),
    intake: format,
    replayRow: (raw, context) => replayRow(format, raw, context),
  };
}

type FileReading = {
  readonly file: AcceptedFile;
  readonly resume: Cursor;
  readonly format: IntakeFormat;
  readonly inbox: Inbox;
  readonly context: PullContext;
};

/** Rows of one page, mapped or refused. */
type PageRows = { readonly records: ConnectorRecord[]; readonly rejected: RejectedRow[]; rows: number };
const emptyPage = (): PageRows => ({ records: [], rejected: [], rows: 0 });

async function* pagesOf({ file, resume, format, inbox, context }: FileReading): AsyncGenerator<Page<Cursor>> {
  const perPage = format.merge === undefined ? rowsPerPage : Number.POSITIVE_INFINITY;
  let page = emptyPage();
  let read = 0;
  let isFirst = true;
  for await (const row of inbox.rows(file.id)) {
    context.signal.throwIfAborted();
    if (page.rows >= perPage) {
      const progress = file.rowsTotal === 0 ? null : Math.min(1, read / file.rowsTotal);
      yield pageOf({ file, format, page, isFirst }, progress, { fileSeq: resume.fileSeq, rows: read });
      page = emptyPage();
      isFirst = false;
    }
    read += 1;
    if (read <= resume.rows) continue;
    page.rows += 1;
    if (format.merge !== undefined && read > maxMergedRows)
      throw new ProviderError('request', `${file.name}: mais de ${maxMergedRows} linhas num ficheiro deste formato`);
    const outcome = readInboxRow(format, row, file.decimal, context.nowMs());
    if ('errors' in outcome) page.rejected.push({ reason: reasonOf(outcome.errors), raw: rawOf(file, row) });
    else page.records.push(...outcome.records);
  }
  yield pageOf({ file, format, page, isFirst }, 1, { fileSeq: file.seq, rows: 0 });
}

function pageOf(
  of: {
    readonly file: AcceptedFile;
    readonly format: IntakeFormat;
    readonly page: PageRows;
    readonly isFirst: boolean;
  },
  progress: number | null,
  cursor: Cursor,
): Page<Cursor> {
  const { file, format, page, isFirst } = of;
  const { name, contentType, storageKey, sizeBytes } = file;
  // The file itself is in storage since it arrived; the first page of a file names it.
  const body = {
    ...{ url: `ficheiro:${name}`, status: 200, contentType },
    ...{ bytes: none, storedAs: storageKey, handedOverBytes: sizeBytes },
  };
  return {
    records: format.merge === undefined ? page.records : format.merge(page.records),
    rejected: page.rejected,
    raw: isFirst ? [body] : [],
    progress,
    cursor,
    file: cursor.fileSeq === file.seq ? 'end' : 'part',
    ...(file.isSimulated ? {} : { measured: true as const }),
  };
}

const none = new Uint8Array();

/** Maps a row of a file. A row that could not be cut into cells has its problem as the error. */
export function readInboxRow(format: IntakeFormat, row: InboxRow, decimal: Decimal, nowMs: number) {
  if (row.problem !== null) return { errors: [{ field: null, message: row.problem }] };
  return readRow(format, row.values, decimal, { nowMs });
}

/** The errors of a row, in one line. */
export function reasonOf(errors: readonly RowError[]): string {
  return errors.map(({ message }) => message).join('; ');
}

/** NUL characters are replaced, because the database takes none in a text. */
function rawOf(file: AcceptedFile, row: InboxRow): RejectedFileRow {
  const valores = Object.fromEntries(
    Object.entries(row.values).map(([name, text]) => [
      name,
      text.length > 500 ? `${text.slice(0, 500).replaceAll('\0', '␀')}…` : text.replaceAll('\0', '␀'),
    ]),
  );
  return { ficheiro: file.name, fileId: file.id, linha: row.line, decimal: file.decimal, valores };
}

/**
 * Maps a dead letter as an operator edited it. Where rows of a file belong together, the record is made anew from all
 * rows of the file with the edited one in its place: alone it would overwrite the others.
 */
async function replayRow(
  format: IntakeFormat,
  raw: unknown,
  context: { readonly nowMs: number; readonly inbox?: Inbox },
): Promise<{ readonly records: readonly ConnectorRecord[] } | { readonly reason: string }> {
  const row = rejectedFileRowSchema.safeParse(raw);
  if (!row.success) return { reason: 'A linha não tem a forma de uma linha de ficheiro.' };
  const edited = readRow(format, row.data.valores, row.data.decimal, context);
  if ('errors' in edited) return { reason: reasonOf(edited.errors) };
  if (format.merge === undefined) return { records: edited.records };
  if (context.inbox === undefined) return { reason: 'O ficheiro da linha já não está acessível.' };
  const records: ConnectorRecord[] = [];
  for await (const other of context.inbox.rows(row.data.fileId)) {
    const outcome =
      other.line === row.data.linha ? edited : readInboxRow(format, other, row.data.decimal, context.nowMs);
    if ('records' in outcome) records.push(...outcome.records);
  }
  const [alone] = format.merge(edited.records);
  const keyOf = (record: ConnectorRecord | undefined) =>
    record !== undefined && 'sourceId' in record ? record.sourceId : null;
  return { records: format.merge(records).filter((record) => keyOf(record) === keyOf(alone)) };
}
