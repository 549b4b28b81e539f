import type { GeoGeometry } from '@kianda/connectors';
import { sql } from 'kysely';
import {
  type Column,
  type Cql2Filter,
  compileFilter,
  createMatcher,
  type ReadProperty,
  type SqlLookup,
} from '../../../../platform/cql2/index.ts';
import type {
  Feature,
  FeatureCollection,
  FeatureList,
  FeatureTable,
} from '../../../../platform/feature-collections.ts';
import { fromWkb } from '../../../../platform/geometry/wkb.ts';
import { badToken, type PageToken, readToken, writeToken } from './token.ts';

/** Name by which filters know the place of a feature. */
export const geometryName = 'geometry';

export type SortKey = { readonly property: string; readonly descending: boolean };

export type Selection = {
  readonly filter: Cql2Filter | null;
  readonly sort: readonly SortKey[];
  readonly limit: number;
  readonly token: string | null;
};

export type FeaturePage = {
  readonly features: readonly Feature[];
  /** Null on the last page. */
  readonly next: string | null;
  /** Exact; null where counting would cost more than the page. */
  readonly matched: number | null;
};

/** Above this many, a page says nothing of how many there are. */
const mostCounted = 250_000;
/** Rows judged one by one at a time, and at most for the sake of the count. */
const judgedAtOnce = 1_000;
const mostJudged = 5_000;

/** One page of features in a stable order; each feature once, whatever is written meanwhile. */
export async function readPage(collection: FeatureCollection, selection: Selection): Promise<FeaturePage> {
  if (collection.kind === 'list') return listPage(collection, selection);
  try {
    return await tablePage(collection, selection);
  } catch (error) {
    // Values of a token are its writer's: one that the database can't read was not written by us.
    const { code } = error as { readonly code?: unknown };
    if (selection.token !== null && typeof code === 'string' && code.startsWith('22')) throw badToken(error);
    throw error;
  }
}

/** One feature; null where there is none. */
export async function readFeature(collection: FeatureCollection, id: string): Promise<Feature | null> {
  if (collection.kind === 'list') return (await collection.features()).find((feature) => feature.id === id) ?? null;
  const parts = keyOf(collection, id);
  if (parts === null) return null;
  const equal = collection.key.map((key, index) => sql`${key.sql} = ${parts[index]}::${sql.raw(key.type)}`);
  const rows = await rowsOf(collection, [], [sql.join(equal, sql` and `)], [], 1);
  return rows[0] === undefined ? null : featureOf(collection, rows[0]);
}

type Sql = ReturnType<typeof sql>;
type Row = Readonly<Record<string, unknown>>;

/** Values of the key that an id is made of; null for an id that can't be one. */
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

/** Columns of a table as filters see them. */
export function columnsOf(collection: FeatureTable): SqlLookup {
  return (name) => {
    if (name === geometryName)
      return collection.geometry === null ? undefined : { type: 'geometry', ...collection.geometry };
    const property = Object.hasOwn(collection.properties, name) ? collection.properties[name] : undefined;
    const column = collection.columns[name];
    return property === undefined || column === undefined ? undefined : ({ ...property, sql: column } as Column);
  };
}

async function rowsOf(
  collection: FeatureTable,
  sort: readonly SortKey[],
  conditions: readonly Sql[],
  order: readonly Sql[],
  limit: number,
  counting = false,
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

function featureOf({ key, properties }: FeatureTable, row: Row): Feature {
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

function reader(feature: Feature): ReadProperty {
  return (name) => (name === geometryName ? feature.geometry : feature.properties[name]);
}

const castOf = { string: 'text', number: 'float8', integer: 'bigint', boolean: 'boolean', date: 'date' } as const;

/** Rows that come after the last of a page, in the order of the page: nulls last whichever way. */
function afterToken(collection: FeatureTable, sort: readonly SortKey[], token: PageToken): Sql {
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

function sortColumn({ columns, properties }: FeatureTable, property: string): Sql {
  const column = columns[property];
  // Pages of two databases are in the same order only by bytes.
  return properties[property]?.type === 'string' ? sql`(${column}) collate "C"` : sql`(${column})`;
}

async function tablePage(collection: FeatureTable, { filter, sort, limit, token }: Selection): Promise<FeaturePage> {
  const compiled = filter === null ? null : compileFilter(filter, columnsOf(collection));
  const condition = compiled === null ? [] : [sql`${compiled.where}`];
  const order = [
    ...sort.map(
      ({ property, descending }) =>
        sql`${sortColumn(collection, property)} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`,
    ),
    ...collection.key.map((key) => key.sql),
  ];
  const read = (after: PageToken | null, count: number, counting = false) =>
    rowsOf(
      collection,
      sort,
      [...condition, ...(after === null ? [] : [afterToken(collection, sort, after)])],
      order,
      count,
      counting,
    );
  const tokenOf = (row: Row) => markOf(collection, sort, row);
  const first = token === null ? null : readToken(token, collection.key.length, sort.length);
  if (filter === null || compiled === null || compiled.exact) {
    // What is in a box is read whole to be put in order: counted on the way.
    const onTheWay = first === null && filter !== null && isPlace(filter);
    const [rows, counted] = await Promise.all([
      read(first, limit + 1, onTheWay),
      onTheWay ? null : countOf(collection, condition),
    ]);
    const matched = onTheWay ? Number(rows[0]?.matched ?? 0) : counted;
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      features: page.map((row) => featureOf(collection, row)),
      next: rows.length > limit && last !== undefined ? writeToken(tokenOf(last)) : null,
      matched,
    };
  }
  return judgedPage(collection, filter, condition, limit, first, read, tokenOf);
}

/** Every feature of a table in the order of its keys, so many at a time; each once, whatever is written meanwhile. */
export async function* featuresOf(collection: FeatureTable, rowsAtOnce: number): AsyncGenerator<readonly Feature[]> {
  const order = collection.key.map((key) => key.sql);
  let last: Row | undefined;
  do {
    const after = last === undefined ? [] : [afterToken(collection, [], markOf(collection, [], last))];
    const rows = await rowsOf(collection, [], after, order, rowsAtOnce);
    yield rows.map((row) => featureOf(collection, row));
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/** Where a page that ends with this row goes on. */
function markOf({ key }: FeatureTable, sort: readonly SortKey[], row: Row): PageToken {
  return {
    key: key.map((_, index) => String(row[`k${index}`])),
    sort: sort.map((_, index) => (row[`s${index}`] as string | null) ?? null),
  };
}

/** Whether a filter is above all about a place. */
function isPlace(filter: Cql2Filter): boolean {
  return filter.kind === 'spatial' || (filter.kind === 'and' && filter.args.some(isPlace));
}

/** A page of a filter that the database can't judge alone: reads on until the page is full. */
async function judgedPage(
  collection: FeatureTable,
  filter: Cql2Filter,
  condition: readonly Sql[],
  limit: number,
  first: PageToken | null,
  read: (after: PageToken | null, count: number) => Promise<readonly Row[]>,
  tokenOf: (row: Row) => PageToken,
): Promise<FeaturePage> {
  const matcher = await createMatcher(filter);
  try {
    const found: { feature: Feature; token: PageToken }[] = [];
    let after = first;
    let judged = 0;
    for (let more = true; more; ) {
      const rows = await read(after, judgedAtOnce);
      for (const row of rows) {
        const feature = featureOf(collection, row);
        if (matcher.matches(reader(feature))) found.push({ feature, token: tokenOf(row) });
      }
      judged += rows.length;
      const last = rows.at(-1);
      if (last !== undefined) after = tokenOf(last);
      more = rows.length === judgedAtOnce && (found.length <= limit || (first === null && judged < mostJudged));
      // Everything was judged from the first row on: what was found is all there is.
      if (!more && rows.length < judgedAtOnce && first === null) return judgedPageOf(found, limit, found.length);
    }
    const matched = judged < mostJudged && first !== null ? await judgedCount(collection, filter, condition) : null;
    return judgedPageOf(found, limit, matched);
  } finally {
    matcher.close();
  }
}

function judgedPageOf(
  found: readonly { readonly feature: Feature; readonly token: PageToken }[],
  limit: number,
  matched: number | null,
): FeaturePage {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    features: page.map(({ feature }) => feature),
    next: found.length > limit && last !== undefined ? writeToken(last.token) : null,
    matched,
  };
}

/** How many a judged filter matches in all; null where more would have to be judged than a page is worth. */
async function judgedCount(
  collection: FeatureTable,
  filter: Cql2Filter,
  condition: readonly Sql[],
): Promise<number | null> {
  const rows = await rowsOf(collection, [], condition, [], mostJudged + 1);
  if (rows.length > mostJudged) return null;
  const matcher = await createMatcher(filter);
  const matched = rows.filter((row) => matcher.matches(reader(featureOf(collection, row)))).length;
  matcher.close();
  return matched;
}

async function countOf(collection: FeatureTable, condition: readonly Sql[]): Promise<number | null> {
  const where = [...(collection.where === undefined ? [] : [collection.where]), ...condition];
  const { rows } = await sql<{ matched: number }>`select count(*)::integer as matched from (
    select 1 from ${collection.from} ${where.length === 0 ? sql`` : sql`where ${sql.join(where, sql` and `)}`}
    limit ${mostCounted + 1}) counted`.execute(collection.database.for());
  const matched = rows[0]?.matched ?? 0;
  return matched > mostCounted ? null : matched;
}

async function listPage(collection: FeatureList, { filter, sort, limit, token }: Selection): Promise<FeaturePage> {
  const all = await collection.features();
  const matcher = filter === null ? null : await createMatcher(filter);
  const found = all.filter((feature) => matcher === null || matcher.matches(reader(feature)));
  matcher?.close();
  const sorted = found.toSorted((a, b) => compare(a, b, sort));
  const [after] = token === null ? [] : readToken(token, 1, 0).key;
  const last = after === undefined ? undefined : all.find(({ id }) => id === after);
  // A feature that went since then leaves its page where its id would stand.
  const from =
    after === undefined
      ? 0
      : sorted.findIndex((feature) => (last === undefined ? feature.id > after : compare(feature, last, sort) > 0));
  const rest = from < 0 ? [] : sorted.slice(from);
  const page = rest.slice(0, limit);
  const end = page.at(-1);
  return {
    features: page,
    next: rest.length > limit && end !== undefined ? writeToken({ key: [end.id], sort: [] }) : null,
    matched: found.length,
  };
}

function compare(a: Feature, b: Feature, sort: readonly SortKey[]): number {
  for (const { property, descending } of sort) {
    const [one, other] = [a.properties[property] ?? null, b.properties[property] ?? null];
    if (one === other) continue;
    if (one === null || other === null) return one === null ? 1 : -1;
    const order =
      typeof one === 'string' && typeof other === 'string'
        ? Buffer.compare(Buffer.from(one), Buffer.from(other))
        : Number(one) - Number(other);
    if (order !== 0) return descending ? -order : order;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
