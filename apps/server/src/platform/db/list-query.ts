import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/**
 * Condition of every filter of a list, by the name of its query parameter; null where the value asks for nothing. A
 * filter that the contract has and this has not does not compile.
 */
export type Conditions<Filters> = {
  readonly [K in Exclude<keyof Filters, 'sort' | 'order' | 'page' | 'pageSize'>]-?: (
    value: NonNullable<Filters[K]>,
    filters: Filters,
  ) => RawBuilder<unknown> | null;
};

/** Filters of a query that ask for something, each with its condition. */
export function conditionsAsked<Filters extends object>(
  conditions: Conditions<Filters>,
  filters: Filters,
): ReadonlyMap<keyof Conditions<Filters>, RawBuilder<unknown>> {
  const asked = new Map<keyof Conditions<Filters>, RawBuilder<unknown>>();
  for (const name of Object.keys(conditions) as (keyof Conditions<Filters>)[]) {
    const value = filters[name];
    const condition = value === undefined || value === null ? null : conditions[name](value, filters);
    if (condition !== null) asked.set(name, condition);
  }
  return asked;
}

/** All of these conditions together; `true` where there is none. */
export const allOf = (conditions: Iterable<RawBuilder<unknown>>): RawBuilder<unknown> => {
  const parts = [...conditions];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` AND `);
};

/** All conditions of a query together; `true` where nothing is asked for. */
export const conditionOf = <Filters extends object>(
  conditions: Conditions<Filters>,
  filters: Filters,
): RawBuilder<unknown> => allOf(conditionsAsked(conditions, filters).values());

/** Pattern of LIKE for a text anywhere in a column: its own wildcards stand for themselves. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Order by one expression, what has no value last both ways, and by `tie` where two are equal. */
export const orderBy = (
  expression: RawBuilder<unknown>,
  order: 'asc' | 'desc',
  tie: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`${expression} ${order === 'desc' ? sql`DESC` : sql`ASC`} NULLS LAST, ${tie}`;

/** A page of a list: filters, order, offset and limit. */
export type ListPage<Filters, Sort extends string> = {
  readonly filters: Filters;
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
};

type PageQuery = {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
};

/** The page that a query of a list asks for. */
export function listPageOf<Q extends PageQuery>({ page, pageSize, sort, order, ...filters }: Q) {
  return { filters, sort: sort as Q['sort'], order, offset: (page - 1) * pageSize, limit: pageSize };
}

type PageRequest = {
  /** Table, or a query in brackets with a name. */
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** Sort columns of the list, then a unique one: without it pages would overlap. */
  readonly by: RawBuilder<unknown>;
  readonly tie: RawBuilder<unknown>;
  readonly page: Omit<ListPage<unknown, string>, 'filters' | 'sort'>;
};

/** Rows of a page in order, and how many there are in all. */
export async function listPage<Row>(
  db: QueryExecutorProvider,
  { from, where, by, tie, page }: PageRequest,
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row>`
    SELECT * FROM ${from} WHERE ${where} ORDER BY ${orderBy(by, page.order, tie)}
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM ${from} WHERE ${where}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** Answer of a page: its rows, and where it stands in the list. */
export function pageAnswer<Row>(data: Row[], total: number, { page, pageSize }: Pick<PageQuery, 'page' | 'pageSize'>) {
  return { data, total, page, pageSize, hasNext: page * pageSize < total, hasPrev: page > 1 };
}
