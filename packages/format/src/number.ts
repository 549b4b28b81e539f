/** No-break space: separates groups of three digits, and a number from its unit. */
export const NBSP = '\u00a0';
/** Stands for a value that is not known. Never 0. */
export const UNKNOWN = '—';

export type NumberOptions = {
  /** Exactly this many decimals. */
  readonly decimals?: number;
  /** At most this many decimals, trailing zeros dropped; 1 when neither is given. */
  readonly maxDecimals?: number;
  /** At least this many decimals, no more than `maxDecimals`. */
  readonly minDecimals?: number;
  /** `always` writes + before a positive number: for changes. */
  readonly sign?: 'auto' | 'always';
};

/** When digits stand in groups of three: `always` from four digits on, `auto` from five on, which is Portugal's rule. */
type Grouping = 'always' | 'auto';

const pluralRules = new Intl.PluralRules('pt-PT');
const formatters = new Map<string, Intl.NumberFormat>();

function formatterFor(options: NumberOptions, grouping: Grouping): Intl.NumberFormat {
  const { decimals, maxDecimals, minDecimals, sign } = options;
  const key = [decimals, maxDecimals, minDecimals, sign, grouping].join('|');
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat('pt-PT', {
    useGrouping: grouping,
    minimumFractionDigits: decimals ?? minDecimals ?? 0,
    maximumFractionDigits: decimals ?? maxDecimals ?? 1,
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  });
  formatters.set(key, made);
  return made;
}

/** Number in Portuguese: `1 234,5`, with no-break spaces; '—' for null or a number that is not finite. */
export function formatNumber(value: number | null | undefined, options: NumberOptions = {}): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  // The field writes 1 234,5, against Portugal's own rule: one rule for every size reads easier in columns.
  return formatterFor(options, 'always')
    .formatToParts(value)
    .map((part) => (part.type === 'group' ? NBSP : part.type === 'minusSign' ? '−' : part.value))
    .join('');
}

/**
 * Number for messages, mails and documents: as `formatNumber`, with an ASCII hyphen for minus, because some fonts and
 * mail readers lack U+2212. A sentence uses Portugal's grouping (`1234,5`, `12 345`); a column asks for `always`.
 */
export function formatPlainNumber(
  value: number | null | undefined,
  { grouping = 'auto', ...options }: NumberOptions & { readonly grouping?: Grouping } = {},
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  return formatterFor(options, grouping).format(value);
}

/** A unit by its sign, or what is counted by its word in both its forms. */
export type Unit = string | { readonly one: string; readonly other: string };

/** A unit as it stands beside a title, without a number. */
export const unitName = (unit: Unit): string => (typeof unit === 'string' ? unit : unit.other);

/** Number with its unit: `24,5 °C`, `98,7 %`, `1 conta`; '—' alone when not known. */
export function formatQuantity(value: number | null | undefined, unit: Unit, options: NumberOptions = {}): string {
  const text = formatNumber(value, options);
  if (text === UNKNOWN || unit === '') return text;
  if (typeof unit === 'string') return `${text}${NBSP}${unit}`;
  // As it is written: of 1,04 without decimals there is one.
  const rule = pluralRules.select(Number((value ?? 0).toFixed(options.decimals ?? options.maxDecimals ?? 1)));
  return `${text}${rule === 'many' ? `${NBSP}de${NBSP}` : NBSP}${rule === 'one' ? unit.one : unit.other}`;
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Size in decimal units: 2 300 000 000 → `2,3 GB`. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return UNKNOWN;
  let rest = Math.abs(bytes);
  let step = 0;
  while (rest >= 999.95 && step < byteUnits.length - 1) {
    rest /= 1000;
    step += 1;
  }
  const shown = bytes < 0 ? -rest : rest;
  return formatQuantity(shown, byteUnits[step] ?? 'B', { maxDecimals: step === 0 ? 0 : 1 });
}

/** Time an operation took: `0,4 ms`, `89 ms`, `1,25 s`. */
export function formatMilliseconds(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return UNKNOWN;
  if (Math.abs(ms) >= 1000) return formatQuantity(ms / 1000, 's', { maxDecimals: 2 });
  return formatQuantity(ms, 'ms', { maxDecimals: Math.abs(ms) < 10 ? 1 : 0 });
}

/** `1 alerta`, `3 alertas`, `1 000 000 de alertas`: the count with the right form. */
export const formatCount = (count: number, one: string, other: string): string =>
  formatQuantity(count, { one, other }, { maxDecimals: 0 });
