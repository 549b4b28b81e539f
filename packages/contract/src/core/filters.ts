import { z } from 'zod';
import { instantSchema } from './provenance.ts';

/** Texts of a screen's address, by name. Numbers come from addresses that another schema has read already. */
export type AddressTexts = Readonly<Record<string, string | number | undefined>>;
export type QueryTexts = Readonly<Record<string, string | number>>;

/**
 * One filter of a list: the query parameters that the server takes, the parameters of the screen's address, and how the
 * first follow from the second. `kind` is the control that the filter bar draws.
 */
export type Filter<Query extends z.ZodRawShape = z.ZodRawShape, Address extends string = string> = {
  readonly kind: 'search' | 'choices' | 'values' | 'choice' | 'value' | 'switch' | 'period' | 'range' | 'box';
  readonly label: string;
  readonly query: Query;
  /** Parameters of the address, in the order in which the control uses them. */
  readonly address: readonly Address[];
  /** Query of an address; empty for unset or invalid values. */
  readonly read: (address: AddressTexts) => QueryTexts;
  readonly choices?: Readonly<Record<string, string>>;
  /** Name of the searched text, or of one value, with its article. */
  readonly hint?: string;
  /** Labels of the two ends of a period, a range, or of each side of a box. */
  readonly ends?: readonly string[];
  /** Ends of a range's or a box's controls, in its unit, by parameter of the address. */
  readonly limits?: Readonly<Record<string, number>>;
  readonly step?: number;
  /** Whether a period is of days or of minutes. */
  readonly precision?: 'day' | 'minute';
  /** Values a box begins with once it is used. */
  readonly initial?: Readonly<Record<string, number>>;
};

const textOf = (address: AddressTexts, name: string): string => String(address[name] ?? '').trim();
const only = <N extends string, S>(name: N, schema: S): Record<N, S> => ({ [name]: schema }) as Record<N, S>;

/** Several values of a query, separated by commas. */
export const listOf = <S extends z.ZodType<string, string>>(one: S) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(one).max(100));

/** Keys of an object as zod takes them for an enumeration. */
const keysOf = <C extends Readonly<Record<string, string>>>(choices: C) =>
  Object.keys(choices) as [keyof C & string, ...(keyof C & string)[]];

/** Words that the server looks for: `search` in the query, `q` in the address. */
export function searchFilter(label: string, hint?: string) {
  return {
    kind: 'search',
    label,
    query: { search: z.string().trim().max(120).optional() },
    address: ['q'],
    read: (address) => (textOf(address, 'q') === '' ? {} : { search: textOf(address, 'q') }),
    ...(hint === undefined ? {} : { hint }),
  } as const satisfies Filter;
}

/** Words that the server looks for in one field, under a name of their own. */
export function wordsFilter<N extends string, A extends string>(
  name: N,
  label: string,
  { hint, address, most = 120 }: { readonly hint?: string; readonly address: A; readonly most?: number },
) {
  return {
    kind: 'search',
    label,
    query: only(name, z.string().trim().max(most).optional()),
    address: [address],
    read: (given) => (textOf(given, address) === '' ? {} : { [name]: textOf(given, address) }),
    ...(hint === undefined ? {} : { hint }),
  } as const satisfies Filter;
}

/** Any of several known values; `all` in the address is every one. */
export function choicesFilter<N extends string, C extends Readonly<Record<string, string>>>(
  name: N,
  label: string,
  choices: C,
) {
  const names = keysOf(choices);
  return {
    kind: 'choices',
    label,
    query: only(name, listOf(z.enum(names)).optional()),
    address: [name],
    read: (address) => {
      const asked = textOf(address, name).split(',');
      const chosen = names.filter((one) => asked.includes(one));
      return chosen.length === 0 || chosen.length === names.length ? {} : { [name]: chosen.join(',') };
    },
    choices,
  } as const satisfies Filter;
}

/**
 * Any of the values present in the data; the answer lists them. `one`: `a bandeira`, for the button that removes it.
 */
export function valuesFilter<N extends string>(name: N, label: string, one: string, most = 20) {
  return {
    kind: 'values',
    label,
    query: only(name, listOf(z.string().max(most)).optional()),
    address: [name],
    read: (address) => (textOf(address, name) === '' ? {} : { [name]: textOf(address, name) }),
    hint: one,
  } as const satisfies Filter;
}

/** One of several known values. */
export function choiceFilter<N extends string, C extends Readonly<Record<string, string>>>(
  name: N,
  label: string,
  choices: C,
) {
  return {
    kind: 'choice',
    label,
    query: only(name, z.enum(keysOf(choices)).optional()),
    address: [name],
    read: (address) => (textOf(address, name) in choices ? { [name]: textOf(address, name) } : {}),
    choices,
  } as const satisfies Filter;
}

/** One of the values that the screen offers, checked by `schema`. */
export const valueFilter = <N extends string, S extends z.ZodType>(name: N, label: string, schema: S) =>
  valueFilterAt(name, name, label, schema);

/** The same under another name in the address. */
export function valueFilterAt<N extends string, A extends string, S extends z.ZodType>(
  name: N,
  address: A,
  label: string,
  schema: S,
) {
  const isFit = (text: string) => text !== '' && schema.safeParse(text).success;
  return {
    kind: 'value',
    label,
    query: only(name, schema.optional()),
    address: [address],
    read: (given) => (isFit(textOf(given, address)) ? { [name]: textOf(given, address) } : {}),
  } as const satisfies Filter;
}

/** On or off: `true` in the query, `1` in the address. */
export function switchFilter<N extends string, A extends string>(name: N, label: string, address: A) {
  return {
    kind: 'switch',
    label,
    query: only(name, z.enum(['true', 'false']).default('false')),
    address: [address],
    read: (given) => (textOf(given, address) === '' ? {} : { [name]: 'true' }),
  } as const satisfies Filter;
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const minuteForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** One end of a period as the server reads it, in Luanda's time (UTC+1 all year); nothing where it is neither form. */
function instantOf(text: string, { day, second }: { readonly day: string; readonly second: string }): string | null {
  const written = dayForm.test(text) ? `${text}T${day}` : minuteForm.test(text) ? `${text}:${second}` : '';
  return Number.isFinite(Date.parse(`${written}+01:00`)) ? `${written}+01:00` : null;
}

/** From one time to another, both included: days in the address, or minutes where `precision` says so. */
export function periodFilter(label: string, from: string, to: string, precision: 'day' | 'minute' = 'day') {
  return {
    kind: 'period',
    label,
    query: { from: instantSchema.optional(), to: instantSchema.optional() },
    address: ['from', 'to'],
    read: (address) => {
      const first = instantOf(textOf(address, 'from'), { day: '00:00:00', second: '00' });
      const last = instantOf(textOf(address, 'to'), { day: '23:59:59', second: '59' });
      return { ...(first === null ? {} : { from: first }), ...(last === null ? {} : { to: last }) };
    },
    ends: [from, to],
    precision,
  } as const satisfies Filter;
}

type Bounds = { readonly min: number; readonly max: number; readonly step?: number };

const numberIn = (text: string, { min, max }: Bounds): number | null => {
  const value = text === '' ? Number.NaN : Number(text);
  return value >= min && value <= max ? value : null;
};

/** At least one number and at most another, each optional. */
export function rangeFilter<const L extends string, const H extends string>(
  low: L,
  high: H,
  texts: { readonly label: string; readonly low: string; readonly high: string },
  bounds: Bounds,
) {
  const side = z.coerce.number().min(bounds.min).max(bounds.max).optional();
  return {
    kind: 'range',
    label: texts.label,
    query: { [low]: side, [high]: side } as Record<L | H, typeof side>,
    address: [low, high],
    read: (address) => {
      const [least, most] = [low, high].map((name) => numberIn(textOf(address, name), bounds));
      return {
        ...(least === null || least === undefined ? {} : { [low]: least }),
        ...(most === null || most === undefined ? {} : { [high]: most }),
      };
    },
    ends: [texts.low, texts.high],
    limits: { min: bounds.min, max: bounds.max },
    step: bounds.step ?? 1,
  } as const satisfies Filter;
}

const boxSides = { south: 'minLat', north: 'maxLat', west: 'minLon', east: 'maxLon' } as const;
type Side = keyof typeof boxSides;
type Sides = Readonly<Record<Side, number>>;
const sides = Object.keys(boxSides) as Side[];

/** A box in degrees; off until one of its sides is in the address. `ends`: labels of south, north, west and east. */
export function boxFilter(
  label: string,
  ends: readonly string[],
  box: { readonly limits: Sides; readonly initial: Sides; readonly step: number },
) {
  const latitude = z.coerce.number().min(-90).max(90).optional();
  const longitude = z.coerce.number().min(-180).max(180).optional();
  const { limits } = box;
  const bounds = {
    south: { min: limits.south, max: limits.north },
    north: { min: limits.south, max: limits.north },
    west: { min: limits.west, max: limits.east },
    east: { min: limits.west, max: limits.east },
  };
  return {
    kind: 'box',
    label,
    query: { minLat: latitude, maxLat: latitude, minLon: longitude, maxLon: longitude },
    address: sides,
    read: (address) =>
      Object.fromEntries(
        sides.flatMap((side) => {
          const value = numberIn(textOf(address, side), bounds[side]);
          return value === null ? [] : [[boxSides[side], value]];
        }),
      ),
    ends,
    ...box,
  } as const satisfies Filter;
}

/** Places within a box off south-west Africa. */
export const angolaBoxFilter = boxFilter(
  'Filtrar por localização',
  ['Latitude mínima', 'Latitude máxima', 'Longitude mínima', 'Longitude máxima'],
  {
    limits: { south: -20, north: -3, west: 8, east: 16 },
    initial: { south: -18, north: -5, west: 11, east: 14 },
    step: 0.5,
  },
);
