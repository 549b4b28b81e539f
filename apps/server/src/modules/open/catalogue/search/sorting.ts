import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Condition, ItemRow } from '../items.types.ts';

/** One column of an order. `kind` says how its value travels in a token. */
export type SortKey = {
  readonly name: string;
  readonly expression: RawBuilder<unknown>;
  /** Null where it is a property inside the item. */
  readonly column: string | null;
  readonly kind: 'instant' | 'text' | 'json';
  readonly descending: boolean;
  valueOf(row: ItemRow): unknown;
};
export type SortBy = { readonly field: string; readonly direction: 'asc' | 'desc' };

const columns = {
  id: { column: 'id', kind: 'text' },
  collection: { column: 'collection', kind: 'text' },
  datetime: { column: 'datetime', kind: 'instant' },
  start_datetime: { column: 'start_at', kind: 'instant' },
  end_datetime: { column: 'end_at', kind: 'instant' },
  created: { column: 'created_at', kind: 'instant' },
  updated: { column: 'updated_at', kind: 'instant' },
} as const;

/** Names that an order may use, with their JSON type. */
export const sortables = {
  id: { title: 'Identificador', type: 'string' },
  collection: { title: 'Coleção', type: 'string' },
  datetime: { title: 'Instante', type: 'string', format: 'date-time' },
  start_datetime: { title: 'Primeiro instante', type: 'string', format: 'date-time' },
  end_datetime: { title: 'Último instante', type: 'string', format: 'date-time' },
  created: { title: 'Criado', type: 'string', format: 'date-time' },
  updated: { title: 'Alterado', type: 'string', format: 'date-time' },
  title: { title: 'Título', type: 'string' },
  platform: { title: 'Plataforma', type: 'string' },
  'eo:cloud_cover': { title: 'Nuvens (%)', type: 'number' },
  'kianda:dataset': { title: 'Conjunto de dados', type: 'string' },
  'kianda:coverage': { title: 'Parte da ZEE com valores (0–1)', type: 'number' },
  'kianda:zee_mean': { title: 'Média na ZEE', type: 'number' },
  'kianda:zee_min': { title: 'Mínimo na ZEE', type: 'number' },
  'kianda:zee_max': { title: 'Máximo na ZEE', type: 'number' },
  'kianda:rows': { title: 'Linhas', type: 'integer' },
} as const;

function keyOf(field: string, descending: boolean): SortKey {
  const name = field.replace(/^properties\./, '');
  const column = Object.entries(columns).find(([known]) => known === name)?.[1];
  if (column !== undefined) {
    return {
      name,
      kind: column.kind,
      descending,
      column: column.column,
      expression: sql.ref(column.column),
      valueOf: (row) => row[column.column],
    };
  }
  if (!Object.hasOwn(sortables, name)) {
    throw new AppError('validation_failed', {
      issues: [{ path: 'sortby', message: `Não se ordena por «${name}»: ver /stac/sortables.` }],
    });
  }
  return {
    name,
    kind: 'json',
    descending,
    column: null,
    // Without the property: as null, which is before every other value.
    expression: sql`coalesce(item->'properties'->${sql.lit(name)}, 'null'::jsonb)`,
    valueOf: (row) => row.item.properties[name] ?? null,
  };
}

/** An order that leaves no two items equal: the wanted properties, then collection and id; newest first by default. */
export function sortKeys(sortBy: readonly SortBy[]): readonly SortKey[] {
  const wanted = sortBy.map(({ field, direction }) => keyOf(field, direction === 'desc'));
  const keys = wanted.length === 0 ? [keyOf('datetime', true)] : wanted;
  const named = new Set(keys.map(({ name }) => name));
  return [...keys, ...['collection', 'id'].filter((name) => !named.has(name)).map((name) => keyOf(name, false))];
}

/** `-properties.datetime,+id`; a `+` may have become a space on the way. */
export function sortByText(text: string): readonly SortBy[] {
  return text.split(',').map((part) => {
    const sign = /^[+\- ]/.exec(part)?.[0] ?? '+';
    const field = part.replace(/^[+\- ]/, '');
    if (field === '') throw new AppError('validation_failed', { issues: [{ path: 'sortby', message: 'Nome vazio.' }] });
    return { field, direction: sign === '-' ? 'desc' : 'asc' };
  });
}

/** Token of the next page: the keys of the last item. It does not hold the filter, which the request repeats. */
export function tokenOf(row: ItemRow, keys: readonly SortKey[]): string {
  return tokenFrom(keys.map((key) => key.valueOf(row)));
}

/** Token of the values of an item's keys. */
export function tokenFrom(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Items after the one that a token names, in the order of `keys`. Throws `validation_failed` for any other text. */
export function afterToken(token: string, keys: readonly SortKey[]): Condition {
  const values = valuesOf(token, keys);
  const bound = keys.map((key, index) => boundOf(key, values[index]));
  // (a, b, c) > (x, y, z), each column in its own direction.
  const parts = keys.map((key, index) => {
    const equal = keys
      .slice(0, index)
      .map((earlier, at) => sql<boolean>`${earlier.expression} = ${bound[at] ?? sql.lit(null)}`);
    const beyond = sql<boolean>`${key.expression} ${sql.raw(key.descending ? '<' : '>')} ${bound[index] ?? sql.lit(null)}`;
    return sql<boolean>`(${sql.join([...equal, beyond], sql` and `)})`;
  });
  const [first] = keys;
  if (first === undefined) throw new RangeError('afterToken: no sort keys, expected at least one');
  // The first column alone, so that its index is entered where the page begins.
  const enter = sql<boolean>`${first.expression} ${sql.raw(first.descending ? '<=' : '>=')} ${bound[0] ?? sql.lit(null)}`;
  return sql<boolean>`(${enter} and (${sql.join(parts, sql` or `)}))`;
}

/** Whether an order is the catalogue's own: newest first, then collection and identifier. */
export function isOwnOrder(keys: readonly SortKey[]): boolean {
  const [first, ...others] = keys;
  return (
    first?.name === 'datetime' &&
    first.descending &&
    others.map(({ name, descending }) => `${name} ${descending}`).join() === 'collection false,id false'
  );
}

/** Name of an order, the same for the same keys. */
export const orderName = (keys: readonly SortKey[]): string =>
  keys.map(({ name, descending }) => `${descending ? '-' : '+'}${name}`).join();

/** Names of the item that a token stands on; null where it has none. Throws `validation_failed` for any other text. */
export function itemOf(token: string, keys: readonly SortKey[]): { collection: string; id: string } | null {
  const values = valuesOf(token, keys);
  const [collection, id] = ['collection', 'id'].map((name) => values[keys.findIndex((key) => key.name === name)]);
  return typeof collection === 'string' && typeof id === 'string' ? { collection, id } : null;
}

/** Place in the catalogue's own order that a token names. Throws `validation_failed` for any other text. */
export function placeOf(token: string, keys: readonly SortKey[]) {
  const [at, collection, id] = valuesOf(token, keys);
  const atMs = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(atMs) || typeof collection !== 'string' || typeof id !== 'string') throw badToken();
  return { atMs, collection, id };
}

function valuesOf(token: string, keys: readonly SortKey[]): readonly unknown[] {
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch (error) {
    throw badToken(error);
  }
  if (!Array.isArray(values) || values.length !== keys.length) throw badToken();
  return values;
}

function boundOf(key: SortKey, value: unknown): RawBuilder<unknown> {
  if (key.kind === 'json') {
    const text = JSON.stringify(value ?? null);
    if (text.includes('\\u0000')) throw badToken();
    return sql`${text}::jsonb`;
  }
  if (typeof value !== 'string' || value.includes('\0')) throw badToken();
  if (key.kind === 'text') return sql`${value}::text collate "C"`;
  const atMs = Date.parse(value);
  if (Number.isNaN(atMs)) throw badToken();
  return sql`${new Date(atMs)}::timestamptz`;
}

function badToken(cause?: unknown): AppError {
  return new AppError('validation_failed', {
    issues: [{ path: 'token', message: 'Marca de página inválida, ou de outra ordenação.' }],
    cause,
  });
}
