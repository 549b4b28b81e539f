import type { IntakeFormat } from '@kianda/connectors';
import { AppError } from '../../../platform/http/errors.ts';
import { UnreadableFile } from '../../../platform/untrusted/unreadable-file.ts';
import type { Checked } from './intake.repository.ts';
import type { FileDialect, FileRow } from './intake.tables.ts';
import type { Formats, IntakeContext } from './intake.types.ts';
import { type Check, checkFile, sample, unquotedIfNeeded } from './parse/check-file.ts';
import { headerOf, signatureOf } from './parse/column-mapping.ts';
import type { OpenFile } from './parse/raw-row.ts';

const previewRows = 20;

/** Format, columns and decimal mark that a person chose for a file; each one absent where the file decides. */
export type Choice = {
  readonly stream?: string | undefined;
  readonly columns?: readonly (string | null)[] | undefined;
  readonly decimal?: 'comma' | 'point' | undefined;
};

export type CheckRequest = {
  readonly file: FileRow;
  readonly opened: OpenFile;
  readonly stream: string;
  readonly format: IntakeFormat;
  readonly choice: Pick<Choice, 'columns' | 'decimal'> & { readonly rows?: number };
};

type DialectCheck = Check & { readonly dialect: FileDialect };

/** Checks a file as one format, and again without quotes where they do not close. Throws `UnreadableFile`. */
export function check(
  { repository, platform }: IntakeContext,
  { file, opened, stream, format, choice }: CheckRequest,
): Promise<DialectCheck> {
  const options = {
    stream,
    format,
    columns: choice.columns ?? null,
    remembered: (header: readonly string[]) => repository.mapping(file.connector_id, stream, signatureOf(header)),
    decimal: choice.decimal ?? null,
    rows: choice.rows ?? previewRows,
    nowMs: platform.clock.nowMs(),
  };
  return unquotedIfNeeded(opened, async (read) => ({ ...(await checkFile(read, options)), dialect: read.dialect }));
}

/** As `check`, for a person who waits for the answer. */
export function checkForPerson(context: IntakeContext, request: CheckRequest): Promise<DialectCheck> {
  return readForPerson(() => check(context, request));
}

/** Reads a file for a person who waits for the answer. Throws `validation_failed` where the file can't be read. */
export async function readForPerson<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new AppError('validation_failed', { detail: error.message, cause: error });
    throw error;
  }
}

/** The format whose names a file's header has most of. */
export async function likeliestFormat(opened: OpenFile, formats: Formats): Promise<string> {
  const lines = [...formats].filter(([, format]) => format.layout === 'lines').map(([stream]) => stream);
  const tables = [...formats].filter(([, format]) => format.layout === 'table');
  const [only] = tables;
  if (only === undefined) return lines[0] ?? '';
  if (tables.length === 1) return only[0];
  const rows = (await unquotedIfNeeded(opened, sample)).slice(0, 15);
  const scored = tables.map(([stream, format]) => ({ stream, matches: headerOf(format, rows)?.matches ?? 0 }));
  return scored.toSorted((a, b) => b.matches - a.matches)[0]?.stream ?? only[0];
}

/** The findings of a check that are stored with its file. */
export function checkedColumns(checked: DialectCheck): Checked {
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
