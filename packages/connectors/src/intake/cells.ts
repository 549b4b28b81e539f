/** Value of a cell, or why it has no usable one (Portuguese). */
export type Cell<T> = { readonly value: T } | { readonly problem: string };

export type Decimal = 'comma' | 'point';

const nulls: ReadonlySet<string> = new Set(['', '-', '–', '—', 'n/d', 'nd', 'n.d.', 's/d', 'n/a', 'na', 'null', 'nan']);

/** True for the texts that institutions write where they have no value. */
export function isNull(text: string): boolean {
  return nulls.has(text.trim().toLowerCase());
}

/**
 * Number of a cell. With `comma`, `1.234,5` and `1.234` have thousands; with `point`, `1,234.5` has. A separator that
 * can only be the other one (`12.5` in a file with commas) is taken as what it must be.
 */
export function readNumber(text: string, decimal: Decimal): Cell<number> {
  const trimmed = text.trim().replace(/[\s\u00a0\u202f']/g, '');
  if (!/^[+\-−]?[\d.,]+(?:e[+-]?\d+)?$/i.test(trimmed)) return { problem: `não é um número: ${shown(text)}` };
  const signed = trimmed.replace('−', '-');
  const plain = withPoint(signed, decimal);
  const value = plain === null ? Number.NaN : Number(plain);
  return Number.isFinite(value) ? { value } : { problem: `não é um número: ${shown(text)}` };
}

function withPoint(text: string, decimal: Decimal): string | null {
  const [own, other] = decimal === 'comma' ? [',', '.'] : ['.', ','];
  const [whole = '', ...fractions] = text.split(own);
  if (fractions.length > 1) return grouped(text, own);
  if (!whole.includes(other)) return fractions.length === 0 ? text : `${whole}.${fractions[0] ?? ''}`;
  const integer = grouped(whole, other);
  if (integer !== null) return fractions.length === 0 ? integer : `${integer}.${fractions[0] ?? ''}`;
  // Not groups of three: the other separator is this cell's decimal one.
  const parts = whole.split(other);
  return fractions.length === 0 && parts.length === 2 ? parts.join('.') : null;
}

/** `1.234.567` without its separators; null when they do not stand before groups of three digits. */
function grouped(text: string, separator: string): string | null {
  const [first = '', ...groups] = text.split(separator);
  const fits = /^[+-]?\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return fits ? [first, ...groups].join('') : null;
}

const isoDate = /^(\d{4})-(\d{1,2})-(\d{1,2})/;
const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})/;

/** Day of a cell, `aaaa-mm-dd` or `dd/mm/aaaa`, as ISO. The day always comes before the month. */
export function readDate(text: string): Cell<string> {
  const parts = datePart(text.trim());
  if (parts === null || parts.rest.trim() !== '') {
    // Spreadsheets give days as midnights.
    const midnight = parts !== null && /^[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00:?00)?$/.test(parts.rest);
    if (parts === null || !midnight) return { problem: `não é uma data (dd/mm/aaaa ou aaaa-mm-dd): ${shown(text)}` };
  }
  return parts.iso === null ? { problem: `data que não existe: ${shown(text)}` } : { value: parts.iso };
}

/** UTC instant of a cell, as epoch milliseconds: a day and a time, in ISO or day first. Other zones are converted. */
export function readInstant(text: string): Cell<number> {
  const parts = datePart(text.trim());
  const time = /^(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i.exec(
    parts?.rest ?? '!',
  );
  if (parts === null || time === null) return { problem: `não é uma data e hora: ${shown(text)}` };
  if (parts.iso === null) return { problem: `data que não existe: ${shown(text)}` };
  const [, hours = '0', minutes = '0', seconds = '0', , zone = 'Z'] = time;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return { problem: `hora que não existe: ${shown(text)}` };
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  const offsetMinutes =
    offset === null ? 0 : Number(`${offset[1]}1`) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0));
  const dayMs = Date.parse(`${parts.iso}T00:00:00Z`);
  return {
    value: dayMs + ((Number(hours) * 60 + Number(minutes) - offsetMinutes) * 60 + Number(seconds)) * 1000,
  };
}

function datePart(text: string): { iso: string | null; rest: string } | null {
  const iso = isoDate.exec(text);
  const found = iso ?? dayFirst.exec(text);
  if (found === null) return null;
  const [whole, first = '', month = '', last = ''] = found;
  const year = iso === null ? (last.length === 2 ? `20${last}` : last) : first;
  const day = iso === null ? first : last;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  return { iso: exists ? date : null, rest: text.slice(whole.length) };
}

/**
 * Degrees of a coordinate: signed decimals, or degrees, minutes and seconds (`12º20'30"S`). Zero is a coordinate.
 * West and south are negative; O (oeste) is west, as E (este) is east.
 */
export function readCoordinate(text: string, axis: 'latitude' | 'longitude', decimal: Decimal): Cell<number> {
  const limit = axis === 'latitude' ? 90 : 180;
  const letters = axis === 'latitude' ? 'NS' : 'EWO';
  const cleaned = text.trim().toUpperCase().replaceAll('’', "'").replaceAll('′', "'").replaceAll('″', '"');
  const match = new RegExp(
    `^(-|−)?\\s*([\\d.,]+)\\s*(?:[º°˚D:]\\s*(?:([\\d.,]+)\\s*(?:['M:]\\s*(?:([\\d.,]+)\\s*(?:"|'')?)?)?)?)?\\s*([${letters}])?$`,
  ).exec(cleaned);
  if (match === null) return { problem: `não é uma ${axis}: ${shown(text)}` };
  const [, sign, ...parts] = match;
  const letter = parts[3];
  if (sign !== undefined && letter !== undefined) return { problem: `${axis} com sinal e letra: ${shown(text)}` };
  const numbers = parts.slice(0, 3).map((part) => (part === undefined ? 0 : readCoordinateNumber(part, decimal)));
  const [degrees = 0, minutes = 0, seconds = 0] = numbers;
  if (numbers.some(Number.isNaN) || minutes >= 60 || seconds >= 60)
    return { problem: `não é uma ${axis}: ${shown(text)}` };
  const size = degrees + minutes / 60 + seconds / 3600;
  if (size > limit) return { problem: `${axis} fora de ±${limit}°: ${shown(text)}` };
  const negative = sign !== undefined || (letter !== undefined && 'SWO'.includes(letter));
  return { value: negative && size !== 0 ? -size : size };
}

/** Degrees never have thousands: one separator, whichever it is, is the decimal one. */
function readCoordinateNumber(text: string, decimal: Decimal): number {
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return Number(text.replace(',', '.'));
  const found = readNumber(text, decimal);
  return 'value' in found ? found.value : Number.NaN;
}

/** A cell that a spreadsheet would run as a formula when the data are exported again. */
export function isFormula(text: string): boolean {
  return /^[=+@\t\r]/.test(text) || /^-(?![\d\s.,–—-]|$)/.test(text);
}

/** Text of a cell, short enough for a message. */
export function shown(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return `«${short.replaceAll('\0', '␀')}»`;
}

/** Text to compare names by: no accents, case or punctuation. `Espécie (nome)` → `especie nome`. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
