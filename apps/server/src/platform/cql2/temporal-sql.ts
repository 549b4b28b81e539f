import { sql } from 'kysely';
import type { TemporalRelation } from './ast.ts';
import type { Sql } from './columns.ts';

type Ends = readonly [start: Sql, end: Sql];

/** Relation of two closed intervals (Allen 1983, as OGC 21-065r2 §7.8 names them); an instant has two equal ends. */
export function relateSql(op: TemporalRelation, [s1, e1]: Ends, [s2, e2]: Ends): Sql {
  switch (op) {
    case 'after':
      return sql`(${s1} > ${e2})`;
    case 'before':
      return sql`(${e1} < ${s2})`;
    case 'contains':
      return sql`(${s1} < ${s2} and ${e1} > ${e2})`;
    case 'disjoint':
      return sql`(${e1} < ${s2} or ${s1} > ${e2})`;
    case 'during':
      return sql`(${s1} > ${s2} and ${e1} < ${e2})`;
    case 'equals':
      return sql`(${s1} = ${s2} and ${e1} = ${e2})`;
    case 'finishedby':
      return sql`(${s1} < ${s2} and ${e1} = ${e2})`;
    case 'finishes':
      return sql`(${s1} > ${s2} and ${e1} = ${e2})`;
    case 'intersects':
      return sql`(${s1} <= ${e2} and ${e1} >= ${s2})`;
    case 'meets':
      return sql`(${e1} = ${s2})`;
    case 'metby':
      return sql`(${s1} = ${e2})`;
    case 'overlappedby':
      return sql`(${s1} > ${s2} and ${s1} < ${e2} and ${e1} > ${e2})`;
    case 'overlaps':
      return sql`(${s1} < ${s2} and ${e1} > ${s2} and ${e1} < ${e2})`;
    case 'startedby':
      return sql`(${s1} = ${s2} and ${e1} > ${e2})`;
    default:
      return sql`(${s1} = ${s2} and ${e1} < ${e2})`;
  }
}
