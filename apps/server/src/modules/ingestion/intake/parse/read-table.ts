import { type RowFormat, readRow } from '@kianda/connectors';
import type { IntakePreview } from '@kianda/contract/ingestion/connectors/intake.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { csvTemplate, xlsxTemplate } from '../template.files.ts';
import { receive } from '../ways/receive.ts';
import { checkFile, fieldRows, unquotedIfNeeded, writtenAs } from './check-file.ts';
import type { OpenFile } from './raw-row.ts';

export type ReadTable<R> = { readonly preview: IntakePreview; readonly records: readonly R[] };

/**
 * Reads a whole table (CSV, XLSX) that another module receives, and stores nothing of it. Resolves with its records and
 * its faults. `format` is made anew for every reading, so that it may compare rows with each other.
 * Throws `validation_failed` where it is no table, `payload_too_large` beyond the limit.
 */
export async function readTable<R>(
  body: AsyncIterable<Uint8Array>,
  format: () => RowFormat<R>,
  options: {
    /** Field of each column by position; null where the header decides. */
    readonly columns: readonly (string | null)[] | null;
    readonly limitBytes: number;
    readonly nowMs: number;
  },
): Promise<ReadTable<R>> {
  const { columns, limitBytes, nowMs } = options;
  const received = await receive(body, limitBytes);
  try {
    const opened: OpenFile = { ...writtenAs(received, false), gzipped: received.gzipped, limitBytes };
    return await unquotedIfNeeded(opened, async (file) => {
      const remembered = async () => null;
      const checkOptions = { stream: '', columns, remembered, decimal: null, rows: 50, nowMs };
      const checked = await checkFile(file, { ...checkOptions, format: format() });
      const { headerLine, decimal } = checked.preview.dialect;
      const records: R[] = [];
      const reader = format();
      for await (const row of fieldRows(file, { headerLine, columns: checked.columns })) {
        if (row.problem !== null) continue;
        const outcome = readRow(reader, row.values, decimal, { nowMs });
        if ('records' in outcome) records.push(...outcome.records);
      }
      return { preview: checked.preview, records };
    });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new AppError('validation_failed', { detail: error.message, cause: error });
  }
}

/** An empty file to fill in, with its media type. */
export async function tableTemplate(
  format: RowFormat<unknown>,
  kind: 'csv' | 'xlsx',
): Promise<{ bytes: Buffer; contentType: string }> {
  if (kind === 'csv') return { bytes: csvTemplate(format), contentType: 'text/csv; charset=utf-8' };
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { bytes: await xlsxTemplate(format), contentType };
}
