import { type Expression, type SqlBool, sql } from 'kysely';
import type { Arithmetic, Comparison } from './ast.ts';
import { type Condition, columnOf, exact, type Sql, type SqlLookup } from './columns.ts';
import {
  type ArrayValue,
  type Cql2Filter,
  dayMs,
  type GeometryValue,
  type InstantValue,
  type NumberValue,
  type Period,
  type Property,
  type ScalarType,
  type ScalarValue,
  type TextValue,
} from './filter.ts';
import { spatialCondition } from './spatial-sql.ts';
import { relateSql } from './temporal-sql.ts';

export type CompiledFilter = {
  readonly where: Expression<SqlBool>;
  /**
   * True where `where` is the whole filter. Otherwise it lets through every row the filter is true for, and others:
   * test each with `createMatcher`.
   */
  readonly exact: boolean;
};

/** The filter as parameterised SQL over a collection's columns; text of the filter only ever goes in as a parameter. */
export function compileFilter(filter: Cql2Filter, lookup: SqlLookup): CompiledFilter {
  const condition = conditionOf(filter, lookup);
  return { where: sql<SqlBool>`(${condition.mayBeTrue})`, exact: condition.exact };
}

function conditionOf(filter: Cql2Filter, lookup: SqlLookup): Condition {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const args = filter.args.map((arg) => conditionOf(arg, lookup));
      const join = (parts: readonly Sql[], word: Sql) => sql`(${sql.join(parts, word)})`;
      const [forTrue, forFalse] = filter.kind === 'and' ? [sql` and `, sql` or `] : [sql` or `, sql` and `];
      return {
        mayBeTrue: join(
          args.map(({ mayBeTrue }) => mayBeTrue),
          forTrue,
        ),
        mayBeFalse: join(
          args.map(({ mayBeFalse }) => mayBeFalse),
          forFalse,
        ),
        exact: args.every((arg) => arg.exact),
      };
    }
    case 'not': {
      const { mayBeTrue, mayBeFalse, exact: isExact } = conditionOf(filter.arg, lookup);
      return { mayBeTrue: mayBeFalse, mayBeFalse: mayBeTrue, exact: isExact };
    }
    case 'constant':
      return exact(filter.value ? sql`true` : sql`false`);
    case 'flag':
      return exact(columnOf(filter.property, lookup));
    case 'compare':
      if (hasPower(filter.left) || hasPower(filter.right)) return anything;
      return exact(comparison(filter, lookup));
    case 'in':
      if ([filter.value, ...filter.list].some(hasPower)) return anything;
      return exact(
        sql`(${sql.join(
          filter.list.map((right) => comparison({ type: filter.type, op: '=', left: filter.value, right }, lookup)),
          sql` or `,
        )})`,
      );
    case 'like':
      return exact(sql`(${textSql(filter.value, lookup)} like ${filter.pattern}::text escape '\\')`);
    case 'isNull':
      return isNull(filter.value, lookup);
    case 'spatial':
      return spatialCondition(filter, lookup);
    case 'temporal':
      return exact(relateSql(filter.op, periodSql(filter.left, lookup), periodSql(filter.right, lookup)));
    default:
      return exact(arraysSql(filter, lookup));
  }
}

/** A power leaves the range of a double, or has no real value: the database would fail where the matcher says unknown. */
const anything: Condition = { mayBeTrue: sql`true`, mayBeFalse: sql`true`, exact: false };

function hasPower(value: ScalarValue): boolean {
  return value.kind === 'arithmetic' && (value.op === '^' || hasPower(value.left) || hasPower(value.right));
}

const operators: Readonly<Record<Comparison, Sql>> = {
  '=': sql`=`,
  '<>': sql`<>`,
  '<': sql`<`,
  '>': sql`>`,
  '<=': sql`<=`,
  '>=': sql`>=`,
};

type ScalarComparison = {
  readonly type: ScalarType;
  readonly op: Comparison;
  readonly left: ScalarValue;
  readonly right: ScalarValue;
};

function comparison({ type, op, left, right }: ScalarComparison, lookup: SqlLookup): Sql {
  const integers = type === 'number' && [left, right].every((value) => isInteger(value, lookup));
  const side = (value: ScalarValue): Sql => {
    if (type === 'string') return textSql(value as TextValue, lookup);
    if (type === 'number') return numberSql(value as NumberValue, lookup, integers);
    if (type === 'instant') return instantSql(value as InstantValue, lookup);
    return value.kind === 'literal' ? sql`${value.value}::boolean` : columnOf(value as Property, lookup);
  };
  // Order of text is that of its bytes, whatever the database was created with; equality is the same in all.
  if (type === 'string' && op !== '=' && op !== '<>') {
    return sql`((${side(left)}) collate "C" ${operators[op]} (${side(right)}) collate "C")`;
  }
  return sql`(${side(left)} ${operators[op]} ${side(right)})`;
}

/** An integer column against a whole number keeps its index. */
function isInteger(value: ScalarValue, lookup: SqlLookup): boolean {
  if (value.kind === 'property') return lookup(value.name)?.type === 'integer';
  return value.kind === 'literal' && Number.isSafeInteger(value.value);
}

function textSql(value: TextValue, lookup: SqlLookup): Sql {
  if (value.kind === 'literal') return sql`${value.value}::text`;
  if (value.kind === 'property') return columnOf(value, lookup);
  const inner = textSql(value.value, lookup);
  return value.by === 'casei'
    ? sql`lower((${inner}) collate "und-x-icu")`
    : sql`regexp_replace(normalize((${inner}), nfd), '[\u0300-\u036f]', '', 'g')`;
}

function numberSql(value: NumberValue, lookup: SqlLookup, integers = false): Sql {
  if (value.kind === 'literal') return integers ? sql`${value.value}::bigint` : sql`${value.value}::float8`;
  if (value.kind === 'property') {
    const column = columnOf(value, lookup);
    return integers || lookup(value.name)?.type === 'number' ? column : sql`(${column})::float8`;
  }
  return arithmeticSql(value.op, numberSql(value.left, lookup), numberSql(value.right, lookup));
}

/** Division by zero gives null, as in the matcher. A double has no `%` here: both count it by the same formula. */
function arithmeticSql(op: Arithmetic, left: Sql, right: Sql): Sql {
  switch (op) {
    case '+':
      return sql`(${left} + ${right})`;
    case '-':
      return sql`(${left} - ${right})`;
    case '*':
      return sql`(${left} * ${right})`;
    case '/':
      return sql`(${left} / nullif(${right}, 0))`;
    case 'div':
      return sql`trunc(${left} / nullif(${right}, 0))`;
    case '%':
      return sql`(${left} - ${right} * trunc(${left} / nullif(${right}, 0)))`;
    default:
      throw new RangeError('expected no power in SQL, received one');
  }
}

function instantSql(value: InstantValue, lookup: SqlLookup): Sql {
  if (value.kind === 'instant') return sql`${new Date(value.ms).toISOString()}::timestamptz`;
  const column = columnOf(value, lookup);
  return lookup(value.name)?.type === 'date' ? sql`((${column})::timestamp at time zone 'UTC')` : column;
}

function periodSql(period: Period, lookup: SqlLookup): readonly [start: Sql, end: Sql] {
  if (period.kind === 'period') {
    const column = lookup(period.property.name);
    if (column?.type !== 'interval') throw new RangeError(`expected an interval in ${period.property.name}`);
    return [column.start, column.end];
  }
  const end = period.end === null ? sql`'infinity'::timestamptz` : instantSql(period.end, lookup);
  return [
    period.start === null ? sql`'-infinity'::timestamptz` : instantSql(period.start, lookup),
    period.wholeDays ? sql`(${end} + ${`${dayMs - 1} milliseconds`}::interval)` : end,
  ];
}

function arraysSql(filter: Cql2Filter & { readonly kind: 'arrays' }, lookup: SqlLookup): Sql {
  const side = (value: ArrayValue): Sql => {
    if (value.kind === 'property') return columnOf(value, lookup);
    const items = [...value.items];
    return filter.element === 'number' ? sql`${items}::float8[]` : sql`${items}::text[]`;
  };
  const [left, right] = [side(filter.left), side(filter.right)];
  switch (filter.op) {
    case 'contains':
      return sql`(${left} @> ${right})`;
    case 'containedby':
      return sql`(${left} <@ ${right})`;
    case 'equals':
      return sql`(${left} @> ${right} and ${left} <@ ${right})`;
    default:
      return sql`(${left} && ${right})`;
  }
}

function isNull(value: ScalarValue | GeometryValue | ArrayValue, lookup: SqlLookup): Condition {
  if (value.kind === 'arithmetic') {
    return hasPower(value) ? anything : exact(sql`(${numberSql(value, lookup)} is null)`);
  }
  if (value.kind === 'fold') return exact(sql`(${textSql(value, lookup)} is null)`);
  if (value.kind !== 'property') return exact(sql`false`);
  const column = lookup(value.name);
  if (column?.type === 'geometry') return exact(sql`(${column.box ?? column.lon ?? sql`null`} is null)`);
  if (column?.type === 'interval') return exact(sql`(${column.start} is null or ${column.end} is null)`);
  return exact(sql`(${columnOf(value, lookup)} is null)`);
}
