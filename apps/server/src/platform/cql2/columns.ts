import { type RawBuilder, sql } from 'kysely';
import type { Property } from './filter.ts';

export type Sql = RawBuilder<unknown>;

/**
 * Where a queryable property lies. `string` is text, `number` double precision, `integer` any whole-number type,
 * `timestamp` timestamptz, `date` date, arrays text[] or double precision[]. An interval's ends are timestamptz,
 * `infinity` where open. A geometry has a box for the GiST index, or, being a point, its two ordinates, or both.
 */
export type Column =
  | {
      readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'timestamp';
      readonly sql: Sql;
    }
  | { readonly type: 'array'; readonly element: 'string' | 'number'; readonly sql: Sql }
  | { readonly type: 'interval'; readonly start: Sql; readonly end: Sql }
  | { readonly type: 'geometry'; readonly box?: Sql; readonly lon?: Sql; readonly lat?: Sql };

/** Finds the column of a property; serves as `PropertyLookup` too. */
export type SqlLookup = (name: string) => Column | undefined;

/**
 * SQL that holds for every row where the condition is true, and SQL for every row where it is false: where both are
 * exact, NOT is the change of one for the other, and unknown is in neither.
 */
export type Condition = { readonly mayBeTrue: Sql; readonly mayBeFalse: Sql; readonly exact: boolean };

export function exact(condition: Sql): Condition {
  return { mayBeTrue: condition, mayBeFalse: sql`(not ${condition})`, exact: true };
}

export function columnOf({ name }: Property, lookup: SqlLookup): Sql {
  const column = lookup(name);
  if (column === undefined || !('sql' in column)) throw new RangeError(`expected a column for ${name}, received none`);
  return column.sql;
}
