import type { ConnectorRecord } from '../core/records.ts';
import {
  type Cell,
  type Decimal,
  isFormula,
  isNull,
  readCoordinate,
  readDate,
  readInstant,
  readNumber,
  shown,
} from './cells.ts';

export type FieldKind =
  | 'text'
  | 'code'
  | 'number'
  | 'integer'
  | 'date'
  | 'instant'
  | 'latitude'
  | 'longitude'
  | 'choice';

/** One field of a format, to which a column can be mapped. */
export type IntakeField = {
  /** Name in the template's header, as institutions write it: `quantidade_t`. */
  readonly name: string;
  readonly label: string;
  readonly unit: string | null;
  readonly description: string;
  readonly required: boolean;
  readonly kind: FieldKind;
  /** Accepted values of a `choice`; accents and case do not matter. */
  readonly choices?: readonly string[];
  /** Other headers the field is recognised by. */
  readonly aliases?: readonly string[];
  /** Inclusive limits of a number. */
  readonly min?: number;
  readonly max?: number;
};

/** Value of a field after its kind was checked: text, number (`instant`: epoch milliseconds), null where there is none. */
export type FieldValues = Readonly<Record<string, string | number | null>>;

export type RowError = { readonly field: string | null; readonly message: string };
export type RowContext = { readonly nowMs: number };
export type RowOutcome<R = ConnectorRecord> =
  | { readonly records: readonly R[] }
  | { readonly errors: readonly RowError[] };

/** Rules for reading one kind of file: its fields, and the records of a row of them. */
export type RowFormat<R> = {
  readonly label: string;
  readonly layout: 'table' | 'lines';
  readonly fields: readonly IntakeField[];
  /** Rows of the template, by field name, as an institution would write them. */
  readonly examples: readonly Readonly<Record<string, string>>[];
  /** The records of a row whose fields fitted their kinds, or the errors that the fields have together. */
  readonly toRecords: (values: FieldValues, context: RowContext) => RowOutcome<R>;
};

/**
 * How an institution writes one kind of file. To take files, a connector declares `intakeStream({ id, recordKind,
 * format })` as one of its streams, and nothing else: that includes upload, watched folder, SFTP and signed push,
 * preview, mapping, templates, dead letters and their replay.
 *
 * `table` formats read CSV and XLSX: `toRecords` receives each row's cells by field name, checked by kind. `lines`
 * formats (NAF, NMEA) read plain text: one field, called `linha`, has each line that is not blank.
 */
export type IntakeFormat = RowFormat<ConnectorRecord> & {
  /** Joins records of a whole file that belong together (levels of one profile). Such files are read in one piece. */
  readonly merge?: (records: readonly ConnectorRecord[]) => readonly ConnectorRecord[];
};

/** A longer cell is no value, and would fill the table of rejected rows. */
const maxCellLength = 4_000;

/** Checks the cells of a row by field name and maps it. Never throws for the content of cells. */
export function readRow<R>(
  format: RowFormat<R>,
  cells: Readonly<Record<string, string>>,
  decimal: Decimal,
  context: RowContext,
): RowOutcome<R> {
  const errors: RowError[] = [];
  const values: Record<string, string | number | null> = {};
  for (const field of format.fields) {
    const found = readField(field, cells[field.name] ?? '', decimal);
    if ('problem' in found) errors.push({ field: field.name, message: `${field.name}: ${found.problem}` });
    else values[field.name] = found.value;
  }
  return errors.length > 0 ? { errors } : format.toRecords(values, context);
}

function readField(field: IntakeField, text: string, decimal: Decimal): Cell<string | number | null> {
  if (text.length > maxCellLength) return { problem: `célula com ${text.length} caracteres` };
  if (text.includes('\0')) return { problem: 'carácter nulo na célula' };
  if (isNull(text)) return field.required ? { problem: 'em falta' } : { value: null };
  switch (field.kind) {
    case 'number':
    case 'integer':
      return bounded(field, readNumber(text, decimal), text);
    case 'date':
      return readDate(text);
    case 'instant':
      return readInstant(text);
    case 'latitude':
    case 'longitude':
      return bounded(field, readCoordinate(text, field.kind, decimal), text);
    case 'choice':
      return chosen(field, text);
    case 'code':
      return /^[\w./:-]{1,40}$/.test(text.trim()) && !isFormula(text)
        ? { value: text.trim().toUpperCase() }
        : { problem: `não é um código: ${shown(text)}` };
    case 'text':
      return isFormula(text) ? { problem: `começa como uma fórmula: ${shown(text)}` } : { value: text.trim() };
  }
}

function bounded(field: IntakeField, found: Cell<number>, text: string): Cell<number> {
  if ('problem' in found) return found;
  if (field.kind === 'integer' && !Number.isInteger(found.value))
    return { problem: `não é um inteiro: ${shown(text)}` };
  if (field.min !== undefined && found.value < field.min)
    return { problem: `abaixo do mínimo de ${field.min}: ${shown(text)}` };
  if (field.max !== undefined && found.value > field.max)
    return { problem: `acima do máximo de ${field.max}: ${shown(text)}` };
  return found;
}

function chosen(field: IntakeField, text: string): Cell<string> {
  const key = plain(text);
  const value = field.choices?.find((choice) => plain(choice) === key);
  return value === undefined
    ? { problem: `esperado ${field.choices?.join(', ') ?? ''}; recebido ${shown(text)}` }
    : { value };
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
}
