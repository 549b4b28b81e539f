import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Condition } from '../items.types.ts';

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

function condition(name: string, operator: string, value: unknown): Condition {
  const json = jsonOf(name);
  const constant = (constantValue: unknown) => sql`${JSON.stringify(checked(name, constantValue))}::jsonb`;
  if (operator === 'eq') return sql<boolean>`${json} = ${constant(value)}`;
  if (operator === 'neq') return sql<boolean>`${json} <> ${constant(value)}`;
  if (operator === 'in') {
    if (!Array.isArray(value) || value.length > 1_000) refuse(name, '«in» quer uma lista de até 1000 valores.');
    if (value.length === 0) return sql<boolean>`false`;
    return sql<boolean>`${json} in (${sql.join(value.map(constant))})`;
  }
  if (operator in comparisons) {
    const sign = sql.raw(comparisons[operator as keyof typeof comparisons]);
    const column = instantColumns.get(name);
    if (column !== undefined && typeof value === 'string' && !Number.isNaN(Date.parse(value))) {
      return sql<boolean>`${sql.ref(column)} ${sign} ${new Date(value)}::timestamptz`;
    }
    if (typeof value === 'number') {
      return sql<boolean>`(case when jsonb_typeof(${json}) = 'number' then (${json})::numeric ${sign} ${value}::numeric else false end)`;
    }
    if (typeof value === 'string') {
      return sql<boolean>`(case when jsonb_typeof(${json}) = 'string' then (${json} #>> '{}') collate "C" ${sign} ${value}::text else false end)`;
    }
    refuse(name, `«${operator}» quer um número ou um texto.`);
  }
  if (operator in textOperators) {
    if (typeof value !== 'string') refuse(name, `«${operator}» quer um texto.`);
    const text = sql`(${json} #>> '{}')`;
    const kind = textOperators[operator as keyof typeof textOperators];
    const found =
      kind === 'starts'
        ? sql`starts_with(${text}, ${value}::text)`
        : kind === 'ends'
          ? sql`right(${text}, ${value.length}::int) = ${value}::text`
          : sql`position(${value}::text in ${text}) > 0`;
    return sql<boolean>`(case when jsonb_typeof(${json}) = 'string' then ${found} else false end)`;
  }
  return refuse(name, `Operador desconhecido: «${operator}».`);
}

function checked(name: string, value: unknown): unknown {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value;
  return refuse(name, 'O valor tem de ser um texto, um número ou um booleano.');
}

function refuse(name: string, message: string): never {
  throw new AppError('validation_failed', { issues: [{ path: `query.${name}`, message }] });
}
