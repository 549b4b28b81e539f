import { type RawBuilder, sql } from 'kysely';

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

/** All conditions of a query together; `true` where nothing is asked for. */
export function conditionOf<Filters extends object>(
  conditions: Conditions<Filters>,
  filters: Filters,
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  for (const name of Object.keys(conditions) as (keyof Conditions<Filters>)[]) {
    const value = filters[name];
    const part = value === undefined || value === null ? null : conditions[name](value, filters);
    if (part !== null) parts.push(part);
  }
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` AND `);
}

/** Pattern of LIKE for a text anywhere in a column: its own wildcards stand for themselves. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Order by one expression, what has no value last both ways, and by `tie` where two are equal. */
export const orderBy = (
  expression: RawBuilder<unknown>,
  order: 'asc' | 'desc',
  tie: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`${expression} ${order === 'desc' ? sql`DESC` : sql`ASC`} NULLS LAST, ${tie}`;
