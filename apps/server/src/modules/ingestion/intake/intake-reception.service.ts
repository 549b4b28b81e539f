import { randomUUID } from 'node:crypto';
import type { IntakePreview } from '@kianda/contract/ingestion/connectors/intake.contract';
import { AppError } from '../../../platform/http/errors.ts';
import { UnreadableFile } from '../../../platform/untrusted/unreadable-file.ts';
import { check, checkedColumns, likeliestFormat } from './intake.checks.ts';
import type { FileDialect, FileRow } from './intake.tables.ts';
import { type Delivery, type Formats, type IntakeContext, waitingStates } from './intake.types.ts';
import { fileNamed, formatNamed, formatsNamed } from './intake-lookups.service.ts';
import { writtenAs } from './parse/check-file.ts';
import type { OpenFile } from './parse/raw-row.ts';
import { type Received, receive } from './ways/receive.ts';

export type DeliveryGuard = {
  readonly tap: (chunk: Uint8Array) => void;
  readonly verified: () => Promise<void>;
};

export type Receipt = {
  readonly outcome: 'received' | 'already_received';
  readonly file: FileRow;
  readonly preview: IntakePreview | null;
};

/** A file that has arrived whole, with the formats of its connector. */
type Arrival = { readonly delivery: Delivery; readonly received: Received; readonly formats: Formats };

/** Receives a file and checks it. The guard sees its bytes, and is asked before anything is stored. */
export async function takeFile(
  context: IntakeContext,
  delivery: Delivery,
  body: AsyncIterable<Uint8Array>,
  guard?: DeliveryGuard,
): Promise<Receipt> {
  const formats = await formatsNamed(context, delivery.connectorId);
  if (delivery.stream !== undefined) formatNamed(formats, delivery.stream);
  const received = await receive(body, context.maxFileBytes, guard?.tap);
  await guard?.verified();
  return storeArrival(context, { delivery: { ...delivery, name: cleanName(delivery.name) }, received, formats });
}

async function storeArrival(context: IntakeContext, arrival: Arrival): Promise<Receipt> {
  const { platform, repository } = context;
  const { delivery, received } = arrival;
  const earlier = await repository.sameBytes(delivery.connectorId, received.sha256);
  if (earlier !== undefined) return { outcome: 'already_received', file: earlier, preview: null };
  const storageKey = `intake/${delivery.connectorId}/${received.sha256}.gz`;
  await platform.storage.put(storageKey, received.gzipped, 'application/gzip');
  const { format, dialect, refusal } = dialectOf(arrival);
  const row = await repository.insert(
    {
      id: randomUUID(),
      connector_id: delivery.connectorId,
      stream_id: delivery.stream ?? null,
      name: delivery.name,
      way: delivery.way,
      size_bytes: received.sizeBytes,
      sha256: received.sha256,
      storage_key: storageKey,
      format,
      dialect,
      received_at: new Date(platform.clock.nowMs()),
      received_from: delivery.from,
      remote_key: delivery.remoteKey ?? null,
    },
    refusal === null ? 'awaiting_mapping' : 'rejected',
    refusal,
  );
  if (row === null) {
    // The same bytes came by two ways at once, and the other delivery was first.
    const first = await repository.sameBytes(delivery.connectorId, received.sha256);
    if (first === undefined)
      throw new AppError('conflict', { detail: 'Outra entrega do mesmo ficheiro está em curso.' });
    return { outcome: 'already_received', file: first, preview: null };
  }
  if (refusal !== null) return { outcome: 'received', file: row, preview: null };
  const opened = { format, dialect, gzipped: received.gzipped, limitBytes: context.maxFileBytes };
  return inspect(context, row, { opened, formats: arrival.formats });
}

/** Whether a file came and its check never ended. */
export const isUnchecked = ({ state, reason }: FileRow): boolean => state === 'awaiting_mapping' && reason === null;

/** Checks that are begun before a file is held for one that ends its process. */
const mostAttempts = 3;
const endsProcess = `A leitura deste ficheiro parou o processo ${mostAttempts} vezes, e ficou de lado: corrija o ficheiro e entregue-o de novo.`;

/** Checks a file whose process died between its arrival and its check; the third death sets it aside. */
export async function recheck(context: IntakeContext, file: FileRow): Promise<FileRow> {
  const { platform, repository, maxFileBytes } = context;
  const setAside = async (reason: string) =>
    (await repository.setState(file.id, waitingStates, 'rejected', reason)) ?? fileNamed(context, file.id);
  if (file.attempts >= mostAttempts) return setAside(endsProcess);
  if (!(await repository.begin(file))) return fileNamed(context, file.id);
  const formats = await formatsNamed(context, file.connector_id);
  const gzipped = await platform.storage.get(file.storage_key);
  if (gzipped === null) return setAside('O ficheiro original já não está guardado: entregue-o de novo.');
  const opened = { format: file.format, dialect: file.dialect, gzipped, limitBytes: maxFileBytes };
  return (await inspect(context, file, { opened, formats })).file;
}

type Written = {
  readonly format: FileRow['format'];
  readonly dialect: FileDialect;
  /** Why the bytes are no file of this connector; null where they may be one. */
  readonly refusal: string | null;
};

function dialectOf({ delivery, received, formats }: Arrival): Written {
  try {
    const named = delivery.stream === undefined ? [...formats.values()] : [formatNamed(formats, delivery.stream)];
    const isLines = named.every(({ layout }) => layout === 'lines');
    return { ...writtenAs(received, isLines), refusal: null };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const dialect = { encoding: 'utf-8', delimiter: ';', quoted: true };
    return { format: 'csv', dialect, refusal: error.message };
  }
}

/** Finds out how a file is to be read. Another check of the same file, or a decision about it, may come first. */
async function inspect(
  context: IntakeContext,
  row: FileRow,
  { opened, formats }: { readonly opened: OpenFile; readonly formats: Formats },
): Promise<Receipt> {
  const { repository } = context;
  try {
    const stream = row.stream_id ?? (await likeliestFormat(opened, formats));
    const request = { file: row, opened, stream, format: formatNamed(formats, stream), choice: {} };
    const checked = await check(context, request);
    const { missing } = checked.preview;
    const reason = missing.length === 0 ? null : `Cabeçalho por mapear: falta ${missing.join(', ')}.`;
    const state = reason === null ? 'awaiting_confirmation' : 'awaiting_mapping';
    const file = await repository.saveCheck(row.id, checkedColumns(checked), { state, reason, isFirst: true });
    return { outcome: 'received', file: file ?? (await fileNamed(context, row.id)), preview: checked.preview };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) {
      // A fault that was caught ended no process; where even this can not be written, the attempt counts.
      await repository.takeBack(row.id).catch(() => undefined);
      throw error;
    }
    const file = await repository.setState(row.id, waitingStates, 'rejected', error.message);
    return { outcome: 'received', file: file ?? (await fileNamed(context, row.id)), preview: null };
  }
}

/** Last part of a path, without control characters. */
function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/\p{Cc}/gu, '').trim();
  return clean === '' || clean === '.' || clean === '..' ? 'ficheiro' : clean.slice(0, 200);
}
