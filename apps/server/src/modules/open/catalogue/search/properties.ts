import { type RawBuilder, sql } from 'kysely';
import type { Cql2Filter, PropertyType } from '../../../../platform/cql2/index.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Condition } from '../items.types.ts';
import { queryableType } from './queryables.ts';

/** Columns that stand for a property: quicker than the item itself, and the same. */
const textColumns: ReadonlyMap<string, string> = new Map([
  ['id', 'id'],
  ['collection', 'collection'],
]);
const instantColumns: ReadonlyMap<string, string> = new Map([
  ['datetime', 'datetime'],
  ['start_datetime', 'start_at'],
  ['end_datetime', 'end_at'],
  ['created', 'created_at'],
  ['updated', 'updated_at'],
]);

/** A property of an item as JSON; SQL null where the item has none. `properties.x` is `x`. */
function jsonOf(name: string): RawBuilder<unknown> {
  const text = textColumns.get(name);
  if (text !== undefined) return sql`to_jsonb(${sql.ref(text)}::text)`;
  return sql`(item->'properties'->${name}::text)`;
}

const comparisons = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
const textOperators = { startsWith: 'starts', endsWith: 'ends', contains: 'contains' } as const;

/** Conditions of the query extension: `{ "eo:cloud_cover": { "lt": 10 } }`, all of which must hold. */
export function queryConditions(query: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Condition[] {
  return Object.entries(query).flatMap(([given, operators]) => {
    const name = given.replace(/^properties\./, '');
    return Object.entries(operators).map(([operator, value]) => condition(name, operator, value));
  });
}

/**
 * The same conditions as filters, for the index in memory; null where filters say something else of what an item lacks or
 * has of another type. Throws as `queryConditions` does.
 */
export function queryFilters(
  query: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): readonly Cql2Filter[] | null {
  queryConditions(query);
  const filters: Cql2Filter[] = [];
  for (const [given, operators] of Object.entries(query)) {
    const name = given.replace(/^properties\./, '');
    for (const [operator, value] of Object.entries(operators)) {
      const filter = filterOf(name, operator, value);
      if (filter === null) return null;
      filters.push(filter);
    }
  }
  return filters;
}

/** Types of properties that the index compares, by the name that filters give their values. */
const comparedAs = {
  number: 'number',
  integer: 'number',
  timestamp: 'instant',
  string: 'string',
  boolean: 'boolean',
} as const;

function filterOf(name: string, operator: string, given: unknown): Cql2Filter | null {
  const property = queryableType(name);
  const type = Object.entries(comparedAs).find(([known]) => known === property?.type)?.[1];
  if (property === undefined || type === undefined) return null;
  const listed: readonly unknown[] = operator === 'in' && Array.isArray(given) ? given : [given];
  const values = listed.map((value) => valueFor(name, value));
  // Neither null nor a number without end is a value that filters compare.
  if (values.some((value) => value === null || value === Infinity || value === -Infinity)) return null;
  const left = { kind: 'property', name, property } as const;
  const nodes = values.map((value): Compared => {
    if (type === 'instant') return { kind: 'instant', ms: Date.parse(String(value)) };
    return { kind: 'literal', value: value ?? '' };
  });
  if (operator === 'in') return { kind: 'in', type, value: left, list: nodes };
  const op = operatorOf(operator, type, name);
  const [right] = nodes;
  return op === null || right === undefined ? null : { kind: 'compare', type, op, left, right };
}

type Compared = Extract<Cql2Filter, { kind: 'compare' }>['right'];

/** Sign of an operator where filters mean the same by it; an item without the property, or with another type of it, is another matter. */
function operatorOf(operator: string, type: 'number' | 'instant' | 'string' | 'boolean', name: string) {
  if (operator === 'eq') return '=';
  if (operator === 'neq') return instantColumns.has(name) || textColumns.has(name) ? '<>' : null;
  const isOrdered = type === 'number' || type === 'instant';
  return isOrdered && operator in comparisons ? comparisons[operator as keyof typeof comparisons] : null;
}

/** One of the words is in title, description or keywords, in any case. */
export function hasOneOf(words: readonly string[]): Condition {
  const folded = (text: RawBuilder<unknown>) => sql`lower((${text}) collate "und-x-icu")`;
  const parts = ['title', 'description', 'keywords'].map((name) => sql`item->'properties'->>${sql.lit(name)}`);
  const text = folded(sql`concat_ws(E'\n', ${sql.join(parts)})`);
  const found = words.map((word) => sql`position(${folded(sql`${word}::text`)} in ${text}) > 0`);
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}

function condition(name: string, operator: string, given: unknown): Condition {
  if (operator === 'eq') return equality(name, [valueFor(name, given)], false);
  if (operator === 'neq') return equality(name, [valueFor(name, given)], true);
  if (operator === 'in') {
    if (!Array.isArray(given) || given.length > 1_000) refuse(name, '«in» quer uma lista de até 1000 valores.');
    const values: readonly unknown[] = given;
    return equality(
      name,
      values.map((value) => valueFor(name, value)),
      false,
    );
  }
  if (operator in comparisons) {
    return comparison(name, comparisons[operator as keyof typeof comparisons], valueFor(name, given), operator);
  }
  if (operator in textOperators) return textCondition(name, operator as keyof typeof textOperators, given);
  return refuse(name, `Operador desconhecido: «${operator}».`);
}

/** Whether a property is one of `values`; a numeric text is also the number where nothing says which is meant. */
function equality(name: string, values: readonly Value[], negated: boolean): Condition {
  if (values.length === 0) return sql<boolean>`false`;
  const sign = sql.raw(negated ? 'not in' : 'in');
  const column = instantColumns.get(name);
  if (column !== undefined) {
    const instants = values.map((value) => sql`${new Date(String(value))}::timestamptz`);
    return sql<boolean>`${sql.ref(column)} ${sign} (${sql.join(instants)})`;
  }
  const either = values.flatMap((value) =>
    queryableType(name) === undefined && isNumeric(value) ? [value, Number(value)] : [value],
  );
  return sql<boolean>`${jsonOf(name)} ${sign} (${sql.join(either.map((value) => sql`${JSON.stringify(value)}::jsonb`))})`;
}

function comparison(name: string, sign: string, value: Value, operator: string): Condition {
  const column = instantColumns.get(name);
  const by = sql.raw(sign);
  if (column !== undefined) {
    return sql<boolean>`${sql.ref(column)} ${by} ${new Date(String(value))}::timestamptz`;
  }
  const json = jsonOf(name);
  const asNumber = (number: number) =>
    sql<boolean>`(case when jsonb_typeof(${json}) = 'number' then (${json})::numeric ${by} ${number}::numeric else false end)`;
  if (typeof value === 'number') return asNumber(value);
  if (typeof value !== 'string') refuse(name, `«${operator}» quer um número ou um texto.`);
  const asText = sql<boolean>`(case when jsonb_typeof(${json}) = 'string' then (${json} #>> '{}') collate "C" ${by} ${value}::text else false end)`;
  return queryableType(name) === undefined && isNumeric(value)
    ? sql<boolean>`(${asText} or ${asNumber(Number(value))})`
    : asText;
}

function textCondition(name: string, operator: keyof typeof textOperators, value: unknown): Condition {
  const type = queryableType(name)?.type;
  if (type !== undefined && type !== 'string') {
    refuse(name, `«${operator}» compara textos, e «${name}» é ${typeNames[type]}.`);
  }
  if (typeof value !== 'string') refuse(name, `«${operator}» quer um texto.`);
  const json = jsonOf(name);
  const text = sql`(${json} #>> '{}')`;
  const kind = textOperators[operator];
  const found =
    kind === 'starts'
      ? sql`starts_with(${text}, ${value}::text)`
      : kind === 'ends'
        ? sql`right(${text}, ${value.length}::int) = ${value}::text`
        : sql`position(${value}::text in ${text}) > 0`;
  return sql<boolean>`(case when jsonb_typeof(${json}) = 'string' then ${found} else false end)`;
}

/**
 * A value as the type of its property has it. Clients that write searches as text (`eo:cloud_cover<50`) send numbers and
 * truth values as texts, and mean them. Throws `validation_failed`, naming the type, for what is no value of it.
 */
function valueFor(name: string, given: unknown): Value {
  const value = checked(name, given);
  const type = queryableType(name)?.type;
  if (type === undefined || type === 'array' || type === 'geometry') return value;
  if (value === null && type !== 'timestamp') return value;
  if (type === 'string' && typeof value === 'string') return value;
  if (type === 'number' || type === 'integer') {
    if (typeof value === 'number') return value;
    if (isNumeric(value)) return Number(value);
  }
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
  }
  if (type === 'timestamp' && typeof value === 'string' && !Number.isNaN(Date.parse(value))) return value;
  return refuse(name, `«${name}» é ${typeNames[type]}, e «${String(value).slice(0, 80)}» não o é.`);
}

/** A decimal number, as JSON or CQL2 write it. */
const isNumeric = (value: Value): value is string =>
  typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(value.trim());

const typeNames: Readonly<Record<PropertyType['type'], string>> = {
  string: 'um texto',
  number: 'um número',
  integer: 'um número inteiro',
  boolean: 'verdadeiro ou falso',
  date: 'uma data',
  timestamp: 'um instante (RFC 3339)',
  interval: 'um intervalo',
  geometry: 'uma geometria',
  array: 'uma lista',
};

type Value = string | number | boolean | null;

function checked(name: string, value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  return refuse(name, 'O valor tem de ser um texto, um número ou um booleano.');
}

function refuse(name: string, message: string): never {
  throw new AppError('validation_failed', { issues: [{ path: `query.${name}`, message }] });
}
