import { type RowError, type RowFormat, readRow, reasonOf } from '@kianda/connectors';
import type { IntakePreview } from '@kianda/contract/ingestion/connectors/intake.contract';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import type { Received } from '../ways/receive.ts';
import { headerOf, isComment, missingFields, rowByField, suggestColumns } from './column-mapping.ts';
import { decimalOf, delimiterOf, encodingOf, kindOf } from './detect.ts';
import type { OpenFile, RawRow } from './raw-row.ts';
import { rawRows, takeRows } from './raw-rows.ts';

/** Kind and dialect of a file, by its first bytes. Throws `UnreadableFile`. */
export function writtenAs({ head, isUtf8 }: Received, isLines: boolean): Pick<OpenFile, 'format' | 'dialect'> {
  if (kindOf(head) === 'xlsx') {
    return { format: 'xlsx', dialect: { encoding: 'utf-8', delimiter: ';', quoted: true } };
  }
  const encoding = encodingOf(head, isUtf8);
  const delimiter = delimiterOf(new TextDecoder(encoding).decode(head));
  return { format: isLines ? 'lines' : 'csv', dialect: { encoding, delimiter, quoted: true } };
}

/** Reads a CSV again without quotes where they do not close. */
export async function unquotedIfNeeded<T>(opened: OpenFile, read: (file: OpenFile) => Promise<T>): Promise<T> {
  try {
    return await read(opened);
  } catch (error) {
    if (!(error instanceof UnreadableFile && opened.format === 'csv' && opened.dialect.quoted)) throw error;
    return read({ ...opened, dialect: { ...opened.dialect, quoted: false } });
  }
}

/** How a file was mapped: where its header is, and the field of each column. */
type Mapped = { readonly headerLine: number; readonly columns: readonly (string | null)[] };

/** Rows of data by field name. Header, rows above it and comments are left out. */
export function fieldRows(file: OpenFile, mapped: Mapped) {
  return mappedRows(rawRows(file), file.format, mapped);
}

async function* mappedRows(rows: AsyncIterable<RawRow>, format: OpenFile['format'], mapped: Mapped) {
  const columns = format === 'lines' ? ['linha'] : mapped.columns;
  for await (const row of rows) {
    if (format !== 'lines' && (row.line <= mapped.headerLine || isComment(row))) continue;
    yield { line: row.line, cells: row.cells, ...rowByField(row, columns) };
  }
}

const headRows = 15;
const sampleRows = 300;
const keptReasons = 50;
const keptBadRows = 100;

export type CheckOptions = {
  readonly stream: string;
  readonly format: RowFormat<unknown>;
  /** Null where the remembered mapping or the header decides. */
  readonly columns: readonly (string | null)[] | null;
  readonly remembered: (header: readonly string[]) => Promise<readonly (string | null)[] | null>;
  readonly decimal: 'comma' | 'point' | null;
  readonly rows: number;
  readonly nowMs: number;
};

export type Check = {
  readonly preview: IntakePreview;
  readonly header: readonly string[];
  readonly columns: readonly (string | null)[];
  /** True when no name of the format is in the header: it is another kind of file. */
  readonly unknownHeader: boolean;
};

/** First rows of a file. */
export async function sample(file: OpenFile): Promise<RawRow[]> {
  const rows = rawRows(file);
  try {
    return await takeRows(rows, sampleRows);
  } finally {
    await rows.return(undefined);
  }
}

/** Reads a whole file as one format and counts its good and bad rows; writes nothing. Throws `UnreadableFile`. */
export async function checkFile(file: OpenFile, options: CheckOptions): Promise<Check> {
  const rows = rawRows(file);
  try {
    return await checkRows(file, rows, options);
  } finally {
    await rows.return(undefined);
  }
}

async function checkRows(file: OpenFile, rows: AsyncGenerator<RawRow>, options: CheckOptions): Promise<Check> {
  const { format } = options;
  const first = await takeRows(rows, sampleRows);
  const isLines = format.layout === 'lines';
  const found = isLines ? null : headerOf(format, first.slice(0, headRows));
  if (!isLines && found === null) throw new UnreadableFile('O ficheiro não tem linhas.');
  const header = found?.row.cells ?? ['linha'];
  const headerLine = found?.row.line ?? 0;
  const known = options.columns === null && !isLines ? await options.remembered(header) : null;
  const columns = isLines ? ['linha'] : fitted(options.columns ?? known ?? suggestColumns(format, header), header);
  const body = first.filter((row) => row.line > headerLine && !isComment(row));
  const numeric = numberCells(format, columns, body);
  const guessed = decimalOf(numeric, file.format === 'csv' ? file.dialect.delimiter : null);
  const decimal = options.decimal ?? guessed.decimal;
  const tally = createTally(options.rows);
  for await (const row of mappedRows(joined(first, rows), file.format, { headerLine, columns })) {
    const outcome =
      row.problem === null
        ? readRow(format, row.values, decimal, { nowMs: options.nowMs })
        : { errors: [{ field: null, message: row.problem }] };
    tally.add(row, 'errors' in outcome ? outcome.errors : []);
  }
  const counted = tally.result();
  if (counted.total === 0) throw new UnreadableFile('O ficheiro não tem linhas de dados.');
  const warnings = [
    ...(options.decimal === null && guessed.warning !== null ? [guessed.warning] : []),
    ...(file.dialect.quoted || file.format !== 'csv'
      ? []
      : ['O ficheiro tem aspas por fechar: as aspas são lidas como texto.']),
    ...(columns.some((field) => field === null)
      ? ['Há colunas que não correspondem a nenhum campo e são ignoradas.']
      : []),
  ];
  return {
    header,
    columns,
    unknownHeader: !isLines && columns.every((field) => field === null),
    preview: {
      stream: options.stream,
      dialect: {
        format: file.format,
        encoding: file.dialect.encoding,
        delimiter: file.format === 'csv' ? file.dialect.delimiter : null,
        decimal,
        headerLine,
      },
      columns: header.map((text, index) => ({
        index,
        header: clipped(text),
        field: columns[index] ?? null,
        samples: body.slice(0, 3).map((row) => clipped(row.cells[index] ?? '')),
      })),
      fields: format.fields.map(fieldView),
      missing: missingFields(format, columns),
      warnings,
      remembered: known !== null,
      ...counted,
    },
  };
}

async function* joined(first: readonly RawRow[], rest: AsyncIterable<RawRow>): AsyncGenerator<RawRow> {
  yield* first;
  yield* rest;
}

/** A mapping as wide as the header. */
function fitted(columns: readonly (string | null)[], header: readonly string[]): (string | null)[] {
  return header.map((_, index) => columns[index] ?? null);
}

function numberCells(
  format: RowFormat<unknown>,
  columns: readonly (string | null)[],
  rows: readonly RawRow[],
): string[] {
  const numbers = new Set(format.fields.filter(({ kind }) => kind === 'number').map(({ name }) => name));
  return rows.flatMap(({ cells }) => cells.filter((_, index) => numbers.has(columns[index] ?? '')));
}

function createTally(wanted: number) {
  type Row = { line: number; cells: string[]; errors: { field: string | null; message: string }[] };
  const rows: Row[] = [];
  const rejectedRows: Row[] = [];
  const reasons = new Map<string, { reason: string; count: number; firstLine: number }>();
  let total = 0;
  let rejected = 0;
  return {
    add(row: { readonly line: number; readonly cells: readonly string[] }, errors: readonly RowError[]): void {
      total += 1;
      const isKept = rows.length < wanted || (errors.length > 0 && rejectedRows.length < keptBadRows);
      const shown = isKept
        ? { line: row.line, cells: row.cells.slice(0, 60).map(clipped), errors: errors.map((error) => ({ ...error })) }
        : null;
      if (shown !== null && rows.length < wanted) rows.push(shown);
      if (errors.length === 0) return;
      rejected += 1;
      if (shown !== null && rejectedRows.length < keptBadRows) rejectedRows.push(shown);
      // The same fault with another value is the same reason.
      const reason = reasonOf(errors).replace(/«[^»]*»/g, '«…»');
      const known = reasons.get(reason);
      if (known !== undefined) known.count += 1;
      else if (reasons.size < keptReasons) reasons.set(reason, { reason, count: 1, firstLine: row.line });
    },
    result: () => ({
      total,
      valid: total - rejected,
      rejected,
      reasons: [...reasons.values()].toSorted((a, b) => b.count - a.count),
      rows,
      rejectedRows,
    }),
  };
}

/** A cell as a screen shows it, cut to 200 characters. */
function clipped(text: string): string {
  const clean = text.replaceAll('\0', '␀');
  return clean.length > 200 ? `${clean.slice(0, 200)}…` : clean;
}

/** A field as the contract shows it. */
export function fieldView(field: RowFormat<unknown>['fields'][number]) {
  const { name, label, unit, description, required, kind } = field;
  return { name, label, unit, description, required, kind, choices: [...(field.choices ?? [])] };
}
