import type { GeoGeometry } from '@kianda/connectors';
import { sql } from 'kysely';
import type { Column, ReadProperty, SqlLookup } from '../../../../platform/cql2/index.ts';
import type { Feature, FeatureTable } from '../../../../platform/feature-collections.ts';
import { fromWkb } from '../../../../platform/geometry/wkb.ts';
import { geometryName, type SortKey } from './selection.ts';
import type { PageToken } from './token.ts';

/** Above this number of matches a page gives no count. */
const mostCounted = 250_000;

export type Sql = ReturnType<typeof sql>;
export type Row = Readonly<Record<string, unknown>>;

type RowQuery = {
  readonly sort?: readonly SortKey[];
  readonly conditions: readonly Sql[];
  readonly order?: readonly Sql[];
  readonly limit: number;
  readonly counting?: boolean;
};

/** Key values that an id consists of; null for text that can't be an id. */
export function keyOf({ key }: FeatureTable, id: string): readonly string[] | null {
  const pieces = id.split(':');
  const parts = [...pieces.slice(0, key.length - 1), pieces.slice(key.length - 1).join(':')];
  const good = parts.length === key.length && parts.every((part, index) => fits(part, key[index]?.type ?? 'text'));
  return good ? parts : null;
}

function fits(part: string, type: 'text' | 'bigint' | 'integer'): boolean {
  if (type === 'text') return !part.includes('\0');
  const least = type === 'integer' ? 2 ** 31 : Number.MAX_SAFE_INTEGER;
  return /^-?\d{1,16}$/.test(part) && Math.abs(Number(part)) < least;
}

/** Columns of a table, by the names that filters use. */
export function columnsOf(collection: FeatureTable): SqlLookup {
  return (name) => {
    if (name === geometryName)
      return collection.geometry === null ? undefined : { type: 'geometry', ...collection.geometry };
    const property = Object.hasOwn(collection.properties, name) ? collection.properties[name] : undefined;
    const column = collection.columns[name];
    return property === undefined || column === undefined ? undefined : ({ ...property, sql: column } as Column);
  };
}

/** Rows of a table, with the values to sort by where there are any and, on request, the number of all matches. */
export async function rowsOf(
  collection: FeatureTable,
  { sort = [], conditions, order = [], limit, counting = false }: RowQuery,
): Promise<readonly Row[]> {
  const { geometry, key, columns, properties } = collection;
  const selected = [
    ...(counting ? [sql`count(*) over () as matched`] : []),
    ...key.map(({ sql: column }, index) => sql`(${column})::text as ${sql.ref(`k${index}`)}`),
    ...sort.map(({ property }, index) => sql`(${columns[property]})::text as ${sql.ref(`s${index}`)}`),
    ...Object.keys(properties).map((name, index) => sql`${columns[name]} as ${sql.ref(`p${index}`)}`),
    ...(geometry?.wkb === undefined ? [] : [sql`${geometry.wkb} as wkb`]),
    ...(geometry?.wkb !== undefined || geometry?.lon === undefined
      ? []
      : [sql`${geometry.lon} as lon`, sql`${geometry.lat} as lat`]),
  ];
  const where = [...(collection.where === undefined ? [] : [collection.where]), ...conditions];
  const statement = sql<Row>`select ${sql.join(selected)} from ${collection.from}
    ${where.length === 0 ? sql`` : sql`where ${sql.join(where, sql` and `)}`}
    ${order.length === 0 ? sql`` : sql`order by ${sql.join(order)}`} limit ${limit}`;
  return (await statement.execute(collection.database.for())).rows;
}

function geometryOf(row: Row): GeoGeometry | null {
  if (row.wkb instanceof Uint8Array) return fromWkb(row.wkb);
  if (typeof row.lon !== 'number' || typeof row.lat !== 'number') return null;
  return { type: 'Point', coordinates: [row.lon, row.lat] };
}

export function featureOf({ key, properties }: FeatureTable, row: Row): Feature {
  const values: Record<string, unknown> = {};
  for (const [index, name] of Object.keys(properties).entries()) {
    const value = row[`p${index}`];
    values[name] = value instanceof Date ? value.toISOString() : (value ?? null);
  }
  return {
    id: key.map((_, index) => String(row[`k${index}`])).join(':'),
    geometry: geometryOf(row),
    properties: values,
  };
}

export function propertiesOf(feature: Feature): ReadProperty {
  return (name) => (name === geometryName ? feature.geometry : feature.properties[name]);
}

const castOf = { string: 'text', number: 'float8', integer: 'bigint', boolean: 'boolean', date: 'date' } as const;

/** Condition of the rows that come after the last one of a page, in its order; nulls are last in both directions. */
export function afterToken(collection: FeatureTable, sort: readonly SortKey[], token: PageToken): Sql {
  const keys = sql.join(collection.key.map((key) => key.sql));
  const last = sql.join(
    token.key.map((value, index) => sql`${value}::${sql.raw(collection.key[index]?.type ?? 'text')}`),
  );
  let after = sql`((${keys}) > (${last}))`;
  for (const [index, { property, descending }] of [...sort.entries()].reverse()) {
    const column = sortColumn(collection, property);
    const type = collection.properties[property]?.type ?? 'string';
    const cast = sql.raw(type in castOf ? castOf[type as keyof typeof castOf] : 'timestamptz');
    const value = token.sort[index] ?? null;
    after =
      value === null
        ? sql`(${column} is null and ${after})`
        : sql`(${column} ${sql.raw(descending ? '<' : '>')} ${value}::${cast} or ${column} is null
            or (${column} = ${value}::${cast} and ${after}))`;
  }
  return after;
}

export function sortColumn({ columns, properties }: FeatureTable, property: string): Sql {
  const column = columns[property];
  // Only the order of bytes is the same in two databases.
  return properties[property]?.type === 'string' ? sql`(${column}) collate "C"` : sql`(${column})`;
}

/**
 * Every row of a table in the order of its keys, each exactly once, even while others write; with the text of the values
 * of `sort`, which orders nothing here.
 */
export async function* rowBatches(
  collection: FeatureTable,
  rowsAtOnce: number,
  sort: readonly SortKey[] = [],
): AsyncGenerator<readonly Row[]> {
  const order = collection.key.map((key) => key.sql);
  let last: Row | undefined;
  do {
    const after = last === undefined ? [] : [afterToken(collection, [], tokenOf(collection, [], last))];
    const rows = await rowsOf(collection, { sort, conditions: after, order, limit: rowsAtOnce });
    yield rows;
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/** Token of the page after the one that ends with a row. */
export function tokenOf({ key }: FeatureTable, sort: readonly SortKey[], row: Row): PageToken {
  return {
    key: key.map((_, index) => String(row[`k${index}`])),
    sort: sort.map((_, index) => (row[`s${index}`] as string | null) ?? null),
  };
}

/** Number of matches; null where there are more than a count is worth. */
export async function countOf(collection: FeatureTable, condition: readonly Sql[]): Promise<number | null> {
  const where = [...(collection.where === undefined ? [] : [collection.where]), ...condition];
  const { rows } = await sql<{ matched: number }>`select count(*)::integer as matched from (
    select 1 from ${collection.from} ${where.length === 0 ? sql`` : sql`where ${sql.join(where, sql` and `)}`}
    limit ${mostCounted + 1}) counted`.execute(collection.database.for());
  const matched = rows[0]?.matched ?? 0;
  return matched > mostCounted ? null : matched;
}
