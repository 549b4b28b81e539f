import { randomUUID } from 'node:crypto';
import { type IntakeFormat, ProviderError, readRow, reasonOf } from '@kianda/connectors';
import type { IntakeFileView, IntakePreview } from '@kianda/contract/ingestion/connectors/intake.contract';
import { AppError } from '../../../platform/http/errors.ts';
import type { FileDialect, FileRow } from './intake.tables.ts';
import { type Delivery, type Formats, formatsOf, type IntakeContext } from './intake.types.ts';
import {
  type Check,
  type CheckOptions,
  checkFile,
  fieldRows,
  type OpenFile,
  sample,
  unquotedIfNeeded,
  writtenAs,
} from './parse/check-file.ts';
import { headerOf, signatureOf } from './parse/column-mapping.ts';
import { UnreadableFile } from './parse/raw-row.ts';
import { safeCsv } from './template.files.ts';
import { type Received, receive } from './ways/receive.ts';

const waiting = ['awaiting_mapping', 'awaiting_confirmation'] as const;
const previewRows = 20;
const reportRows = 100_000;

export type Choice = {
  readonly stream?: string | undefined;
  readonly columns?: readonly (string | null)[] | undefined;
  readonly decimal?: 'comma' | 'point' | undefined;
};

export type DeliveryGuard = {
  readonly tap: (chunk: Uint8Array) => void;
  readonly verified: () => Promise<void>;
};

export type Receipt = {
  readonly outcome: 'received' | 'already_received';
  readonly file: FileRow;
  readonly preview: IntakePreview | null;
};

/** Files from their arrival to their acceptance; a run of the connector stores their rows. */
export function createIntakeService(context: IntakeContext) {
  const { platform, repository } = context;
  const now = () => new Date(platform.clock.nowMs());

  async function formatsNamed(connectorId: string): Promise<Formats> {
    const found = await context.connector(connectorId);
    const formats = found === null ? null : formatsOf(found);
    if (formats === null || formats.size === 0)
      throw new AppError('not_found', { detail: `«${connectorId}» não é um conector que receba ficheiros.` });
    return formats;
  }

  function formatNamed(formats: Formats, stream: string): IntakeFormat {
    const format = formats.get(stream);
    if (format !== undefined) return format;
    const known = [...formats.keys()].join(', ');
    throw new AppError('validation_failed', { detail: `Formato «${stream}» desconhecido; existem: ${known}.` });
  }

  async function fileNamed(id: string): Promise<FileRow> {
    const file = await repository.file(id);
    if (file === undefined) throw new AppError('not_found', { detail: 'Não existe este ficheiro.' });
    return file;
  }

  async function open(file: FileRow): Promise<OpenFile> {
    const gzipped = await platform.storage.get(file.storage_key);
    if (gzipped === null) throw new AppError('not_found', { detail: 'O ficheiro original já não está guardado.' });
    return { format: file.format, dialect: file.dialect, gzipped, limitBytes: context.maxFileBytes };
  }

  /** Checks a file as one format, and again without quotes where they do not close. */
  async function check(
    file: FileRow,
    opened: OpenFile,
    stream: string,
    format: IntakeFormat,
    choice: Pick<Choice, 'columns' | 'decimal'> & { readonly rows?: number },
  ): Promise<Check & { readonly dialect: FileDialect }> {
    const options: CheckOptions = {
      stream,
      format,
      columns: choice.columns ?? null,
      remembered: (header) => repository.mapping(file.connector_id, stream, signatureOf(header)),
      decimal: choice.decimal ?? null,
      rows: choice.rows ?? previewRows,
      nowMs: platform.clock.nowMs(),
    };
    return unquotedIfNeeded(opened, async (file) => ({ ...(await checkFile(file, options)), dialect: file.dialect }));
  }

  /** The format whose names a file's header has most of. */
  async function likeliest(opened: OpenFile, formats: Formats): Promise<string> {
    const lines = [...formats].filter(([, format]) => format.layout === 'lines').map(([stream]) => stream);
    const tables = [...formats].filter(([, format]) => format.layout === 'table');
    const [only] = tables;
    if (only === undefined) return lines[0] ?? '';
    if (tables.length === 1) return only[0];
    const rows = (await unquotedIfNeeded(opened, sample)).slice(0, 15);
    const scored = tables.map(([stream, format]) => ({ stream, matches: headerOf(format, rows)?.matches ?? 0 }));
    return scored.toSorted((a, b) => b.matches - a.matches)[0]?.stream ?? only[0];
  }

  async function keep(delivery: Delivery, received: Received, formats: Formats): Promise<Receipt> {
    const earlier = await repository.sameBytes(delivery.connectorId, received.sha256);
    if (earlier !== undefined) return { outcome: 'already_received', file: earlier, preview: null };
    const storageKey = `intake/${delivery.connectorId}/${received.sha256}.gz`;
    await platform.storage.put(storageKey, received.gzipped, 'application/gzip');
    let format: FileRow['format'] = 'csv';
    let dialect: FileDialect = { encoding: 'utf-8', delimiter: ';', quoted: true };
    let refusal: string | null = null;
    try {
      const named = delivery.stream === undefined ? [...formats.values()] : [formatNamed(formats, delivery.stream)];
      const isLines = named.every(({ layout }) => layout === 'lines');
      ({ format, dialect } = writtenAs(received, isLines));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      refusal = error.message;
    }
    const row = await repository.insert(
      {
        id: randomUUID(),
        connector_id: delivery.connectorId,
        name: delivery.name,
        way: delivery.way,
        size_bytes: received.sizeBytes,
        sha256: received.sha256,
        storage_key: storageKey,
        format,
        dialect,
        received_at: now(),
        received_from: delivery.from,
        remote_key: delivery.remoteKey ?? null,
      },
      refusal === null ? 'awaiting_mapping' : 'rejected',
      refusal,
    );
    if (row === null) {
      // The same bytes came by two ways at once: the other one was first.
      const first = await repository.sameBytes(delivery.connectorId, received.sha256);
      if (first === undefined)
        throw new AppError('conflict', { detail: 'Outra entrega do mesmo ficheiro está em curso.' });
      return { outcome: 'already_received', file: first, preview: null };
    }
    if (refusal !== null) return { outcome: 'received', file: row, preview: null };
    return inspect(row, delivery.stream, formats, received);
  }

  async function inspect(
    row: FileRow,
    stream: string | undefined,
    formats: Formats,
    received: Received,
  ): Promise<Receipt> {
    const { dialect, format } = row;
    const opened: OpenFile = { format, dialect, gzipped: received.gzipped, limitBytes: context.maxFileBytes };
    try {
      const chosen = stream ?? (await likeliest(opened, formats));
      const checked = await check(row, opened, chosen, formatNamed(formats, chosen), {});
      const { missing } = checked.preview;
      const reason = missing.length === 0 ? null : `Cabeçalho por mapear: falta ${missing.join(', ')}.`;
      const state = reason === null ? 'awaiting_confirmation' : 'awaiting_mapping';
      const file = await repository.saveCheck(row.id, found(checked), state, reason);
      return { outcome: 'received', file, preview: checked.preview };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      const file = await repository.setState(row.id, waiting, 'rejected', error.message);
      return { outcome: 'received', file: file ?? row, preview: null };
    }
  }

  async function accept(file: FileRow, actorId: string): Promise<{ file: FileRow; runId: string | null }> {
    const accepted = await repository.accept(file.id, actorId, now());
    if (accepted === undefined || accepted.stream_id === null)
      throw new AppError('conflict', { detail: 'O ficheiro já foi decidido.' });
    const runId = await context.run(accepted.connector_id, accepted.stream_id, actorId);
    return { file: accepted, runId };
  }

  /** Receives a file and checks it. The guard sees its bytes, and is asked before anything is kept. */
  async function take(delivery: Delivery, body: AsyncIterable<Uint8Array>, guard?: DeliveryGuard): Promise<Receipt> {
    const formats = await formatsNamed(delivery.connectorId);
    if (delivery.stream !== undefined) formatNamed(formats, delivery.stream);
    const received = await receive(body, context.maxFileBytes, guard?.tap);
    await guard?.verified();
    return keep({ ...delivery, name: cleanName(delivery.name) }, received, formats);
  }

  return {
    formatsNamed,
    fileNamed,
    take,

    /** As `take`, for ways without anybody to ask: a file whose header is known is accepted at once. */
    async deliver(delivery: Delivery, body: AsyncIterable<Uint8Array>, guard?: DeliveryGuard): Promise<Receipt> {
      const receipt = await take(delivery, body, guard);
      if (receipt.outcome === 'already_received' || receipt.file.state !== 'awaiting_confirmation') return receipt;
      return { ...receipt, file: (await accept(receipt.file, receipt.file.way)).file };
    },

    async preview(id: string, choice: Choice & { readonly rows: number }) {
      const file = await fileNamed(id);
      if (file.state === 'rejected' || file.state === 'discarded')
        throw new AppError('conflict', { detail: 'O ficheiro foi recusado ou descartado.' });
      const formats = await formatsNamed(file.connector_id);
      const stream = choice.stream ?? file.stream_id ?? (await likeliest(await open(file), formats));
      const checked = await readable(check(file, await open(file), stream, formatNamed(formats, stream), choice));
      return { file, preview: checked.preview };
    },

    /** Accepts a waiting file, remembers its mapping and starts its run. Throws `validation_failed` where fields are missing. */
    async confirm(id: string, choice: Choice, actorId: string) {
      const file = await fileNamed(id);
      if (!waiting.some((state) => state === file.state))
        throw new AppError('conflict', { detail: 'O ficheiro já foi decidido.' });
      const formats = await formatsNamed(file.connector_id);
      const stream = choice.stream ?? file.stream_id ?? (await likeliest(await open(file), formats));
      const format = formatNamed(formats, stream);
      refuseDoubtfulColumns(format, choice.columns ?? []);
      const checked = await readable(check(file, await open(file), stream, format, choice));
      if (checked.preview.missing.length > 0) {
        const detail = `Faltam colunas para: ${checked.preview.missing.join(', ')}.`;
        throw new AppError('validation_failed', { detail, issues: [{ path: 'body.columns', message: detail }] });
      }
      await repository.saveCheck(id, found(checked), 'awaiting_confirmation', null);
      const key = { connectorId: file.connector_id, streamId: stream, signature: signatureOf(checked.header) };
      if (format.layout === 'table') await repository.remember(key, checked.columns, actorId, now());
      return accept(file, actorId);
    },

    async discard(id: string): Promise<FileRow> {
      await fileNamed(id);
      const file = await repository.setState(id, waiting, 'discarded', null);
      if (file === undefined) throw new AppError('conflict', { detail: 'O ficheiro já foi decidido.' });
      return file;
    },

    /** Bad rows of a file as CSV: line, reason and its cells. */
    async report(id: string): Promise<{ bytes: Buffer; name: string }> {
      const file = await fileNamed(id);
      if (file.stream_id === null)
        throw new AppError('conflict', { detail: file.reason ?? 'O ficheiro não foi lido.' });
      const format = formatNamed(await formatsNamed(file.connector_id), file.stream_id);
      const names = file.format === 'lines' ? ['linha'] : format.fields.map(({ name }) => name);
      const rows: (string | number)[][] = [];
      const mapped = { headerLine: file.header_line, columns: file.columns };
      for await (const row of fieldRows(await open(file), mapped)) {
        const outcome = readRow(format, row.values, file.decimal_separator, { nowMs: platform.clock.nowMs() });
        const reason = row.problem ?? ('errors' in outcome ? reasonOf(outcome.errors) : null);
        if (reason === null) continue;
        rows.push([row.line, reason, ...names.map((name) => (row.values[name] ?? '').slice(0, 1_000))]);
        if (rows.length === reportRows) break;
      }
      const bytes = Buffer.from(safeCsv([['linha do ficheiro', 'razão', ...names], ...rows]));
      return { bytes, name: `${file.name}.relatorio.csv` };
    },

    /** Starts runs for files that were accepted while another run was ending. */
    async resume(): Promise<void> {
      for (const { connector_id, stream_id } of await repository.unread()) {
        await context.run(connector_id, stream_id, 'intake');
      }
    },

    open,
  };
}

export type IntakeService = ReturnType<typeof createIntakeService>;

function found(checked: Check & { readonly dialect: FileDialect }) {
  const { stream, dialect, total, rejected } = checked.preview;
  return {
    stream,
    headerLine: dialect.headerLine,
    columns: checked.columns,
    decimal: dialect.decimal,
    dialect: checked.dialect,
    total,
    rejected,
  };
}

function refuseDoubtfulColumns(format: IntakeFormat, columns: readonly (string | null)[]): void {
  const fields = columns.filter((field) => field !== null);
  const unknown = fields.find((field) => !format.fields.some(({ name }) => name === field));
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (unknown === undefined && twice === undefined) return;
  const message =
    unknown === undefined ? `O campo «${twice}» tem mais do que uma coluna.` : `O campo «${unknown}» não existe.`;
  throw new AppError('validation_failed', { detail: message, issues: [{ path: 'body.columns', message }] });
}

/** An unreadable file, told to who asked. */
async function readable<T>(checked: Promise<T>): Promise<T> {
  try {
    return await checked;
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new AppError('validation_failed', { detail: error.message, cause: error });
    throw error;
  }
}

/** Last part of a path, without control characters. */
function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/\p{Cc}/gu, '').trim();
  return clean === '' || clean === '.' || clean === '..' ? 'ficheiro' : clean.slice(0, 200);
}

/** A file as the contract shows it. */
export function fileView(file: FileRow): IntakeFileView {
  return {
    id: file.id,
    connectorId: file.connector_id,
    stream: file.stream_id,
    name: file.name,
    way: file.way,
    state: file.state,
    sizeBytes: file.size_bytes,
    sha256: file.sha256,
    receivedAt: file.received_at.toISOString(),
    receivedFrom: file.received_from,
    rowsTotal: file.rows_total,
    rowsRejected: file.rows_rejected,
    reason: file.reason,
    acceptedAt: file.accepted_at?.toISOString() ?? null,
    runId: file.run_id,
  };
}

/** What a run sees of a file that can no longer be read. */
export function lostFile(name: string): ProviderError {
  return new ProviderError('request', `O ficheiro «${name}» já não está guardado.`);
}
