import type { LayerColumn } from '@kianda/contract/open/layers/layers.contract';

type ColumnType = LayerColumn['type'];

const dateText = /^\d{4}-\d{2}-\d{2}$/;
const instantText = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;
const numberText = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const wholeText = /^[+-]?\d+$/;
/** A leading zero is part of a code: it would not come back out of a number. */
const codeText = /^[+-]?0\d/;

/** Collects what the values of a column are, for formats that don't say. */
export function columnGuess() {
  const seen = new Set<ColumnType>();
  return {
    see(value: unknown): void {
      const type = typeOf(value);
      if (type !== null) seen.add(type);
    },
    type: (): ColumnType => commonType(seen),
  };
}

function typeOf(value: unknown): ColumnType | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  if (typeof value !== 'string') return 'string';
  if (dateText.test(value) && isReal(value)) return 'date';
  return instantText.test(value) && instantOf(value) !== null ? 'timestamp' : 'string';
}

/** Type of a text as a CSV has it. */
export function textType(text: string): ColumnType | null {
  if (text === '') return null;
  if (text === 'true' || text === 'false') return 'boolean';
  // A code of so many digits is kept as it is written: as a number it would be another one.
  if (wholeText.test(text)) return !codeText.test(text) && Number.isSafeInteger(Number(text)) ? 'integer' : 'string';
  if (!codeText.test(text) && numberText.test(text) && Number.isFinite(Number(text))) return 'number';
  return typeOf(text);
}

export function commonType(seen: ReadonlySet<ColumnType>): ColumnType {
  const [first] = seen;
  if (first !== undefined && seen.size === 1) return first;
  return seen.size === 2 && seen.has('integer') && seen.has('number') ? 'number' : 'string';
}

function isReal(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** An instant as ISO text in UTC, which is what one without an offset is taken for; null for what is none. */
export function instantOf(text: string): string | null {
  if (!instantText.test(text)) return null;
  const iso = text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');
  const at = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The value as a layer stores it. Throws `RangeError`, in Portuguese, for one that is not of the type. */
export function valueAs(type: ColumnType, value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (type === 'string') return textOf(value);
  if (value === '') return null;
  const read = readers[type](value);
  if ((type === 'integer' || type === 'number') && isTooLong(value, type)) {
    throw new RangeError(`o inteiro «${textOf(value).slice(0, 60)}» é grande de mais para se guardar exato`);
  }
  if (read === undefined) throw new RangeError(`esperava ${names[type]}, recebeu «${textOf(value).slice(0, 60)}»`);
  return read;
}

/** Whether it is a whole number that would not come back as it went in. */
function isTooLong(value: unknown, type: 'integer' | 'number'): boolean {
  const text = typeof value === 'bigint' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!wholeText.test(text)) return false;
  const read = Number(text);
  if (type === 'integer') return !Number.isSafeInteger(read);
  return Number.isFinite(read) && BigInt(read) !== BigInt(text.replace('+', ''));
}

const names: Readonly<Record<ColumnType, string>> = {
  string: 'texto',
  number: 'um número',
  integer: 'um inteiro',
  boolean: 'sim ou não',
  date: 'uma data',
  timestamp: 'um instante',
};

type Read = (value: unknown) => string | number | boolean | undefined | null;
const readers: Readonly<Record<Exclude<ColumnType, 'string'>, Read>> = {
  number: (value) => {
    const read = numberOf(value);
    // Formats write «no value» as NaN; JSON and filters have no such number.
    return Number.isNaN(value) ? null : read !== undefined && Number.isFinite(read) ? read : undefined;
  },
  integer: (value) => {
    const read = numberOf(value);
    return read !== undefined && Number.isSafeInteger(read) ? read : undefined;
  },
  boolean: (value) =>
    value === true || value === 1 || value === 1n || value === 'true' || value === 'T' || value === '1'
      ? true
      : value === false || value === 0 || value === 0n || value === 'false' || value === 'F' || value === '0'
        ? false
        : undefined,
  date: (value) => {
    const text = value instanceof Date ? isoOf(value)?.slice(0, 10) : typeof value === 'string' ? value : undefined;
    const day = text?.replace(/^(\d{4})\/?(\d{2})\/?(\d{2})$/, '$1-$2-$3');
    return day !== undefined && dateText.test(day) && isReal(day) ? day : undefined;
  },
  timestamp: (value) => {
    if (value instanceof Date) return isoOf(value);
    if (typeof value !== 'string') return undefined;
    const text = value.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3');
    return instantOf(dateText.test(text) ? `${text}T00:00:00Z` : text) ?? undefined;
  },
};

const isoOf = (value: Date): string | undefined => (Number.isNaN(value.getTime()) ? undefined : value.toISOString());

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && numberText.test(value.trim()) ? Number(value) : undefined;
}

function textOf(value: unknown): string {
  // PostgreSQL stores no NUL in a text.
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (value instanceof Date) return isoOf(value) ?? '';
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? '';
}

/** Names that an address gives another meaning. */
const reserved: ReadonlySet<string> = new Set([
  ...['f', 'limit', 'bbox', 'bbox-crs', 'datetime', 'crs', 'properties', 'sortby', 'token'],
  ...['filter', 'filter-lang', 'filter-crs', 'geometry', '__proto__'],
]);

/** The columns with names that are not empty, not taken twice and not reserved. */
export function namedColumns(columns: readonly LayerColumn[]): readonly LayerColumn[] {
  const used = new Set(reserved);
  return columns.map(({ name, type }, index) => {
    const plain =
      name
        .replace(/\p{Cc}/gu, '')
        .trim()
        .slice(0, 100) || `coluna_${index + 1}`;
    let free = plain;
    for (let more = 2; used.has(free); more += 1) free = `${plain}_${more}`;
    used.add(free);
    return { name: free, type };
  });
}
