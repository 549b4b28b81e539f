import type { GeoGeometry } from '@kianda/connectors';
import { geometryEngine, invalidReason, type PreparedGeometry } from '../geometry/geos.ts';
import { toWkb } from '../geometry/wkb.ts';
import type { ArrayRelation, Comparison, FilterGeometry, TemporalRelation } from './ast.ts';
import { filterFault } from './ast.ts';
import {
  type ArrayValue,
  type Cql2Filter,
  dayMs,
  folded,
  type GeometryValue,
  type InstantValue,
  type NumberValue,
  type Period,
  type Property,
  type ScalarType,
  type ScalarValue,
  type TextValue,
} from './filter.ts';
import { likeMatcher } from './like.ts';
import { instantOf } from './literals.ts';

/** Reads the value a record has for a property; `createMatcher` lists the forms of each type. */
export type ReadProperty = (name: string) => unknown;
type Truth = boolean | null;
type Test = (read: ReadProperty) => Truth;
type Get<T> = (read: ReadProperty) => T | null;

export type Matcher = {
  /** Whether the filter is true for the record; unknown is not true. */
  matches(read: ReadProperty): boolean;
  close(): void;
};

/**
 * The filter as a function over records. Timestamps and dates are `Date`, ISO text or milliseconds; intervals are pairs
 * of them, `'..'` being open; geometries GeoJSON or WKB; what is missing is null. Needs `close`, for its geometries.
 * Throws a 400 for a polygon that crosses itself.
 */
export async function createMatcher(filter: Cql2Filter): Promise<Matcher> {
  const prepared: PreparedGeometry[] = [];
  const close = (): void => {
    for (const geometry of prepared.splice(0)) geometry.close();
  };
  const engine = hasSpatial(filter) ? await geometryEngine() : null;
  const prepare = (wkb: Uint8Array): PreparedGeometry => {
    if (engine === null) throw new RangeError('expected the geometry engine with a spatial filter, received none');
    return engine.prepare(wkb);
  };
  try {
    const test = testOf(filter, {
      prepare,
      prepareOnce(geometry) {
        const ready = prepare(toWkb(geometry as GeoGeometry));
        prepared.push(ready);
        if (!ready.valid) throw filterFault(`geometria inválida: ${invalidReason(geometry.type)}`, '');
        return ready;
      },
    });
    return { matches: (read) => test(read) === true, close };
  } catch (error) {
    close();
    throw error;
  }
}

function hasSpatial(filter: Cql2Filter): boolean {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.args.some(hasSpatial);
  return filter.kind === 'not' ? hasSpatial(filter.arg) : filter.kind === 'spatial';
}

type Preparation = {
  /** A geometry of the filter itself, closed with the matcher. */
  prepareOnce(geometry: FilterGeometry): PreparedGeometry;
  /** A geometry of one record, closed by its caller. */
  prepare(wkb: Uint8Array): PreparedGeometry;
};

function testOf(filter: Cql2Filter, preparation: Preparation): Test {
  switch (filter.kind) {
    case 'and':
      return all(filter.args.map((arg) => testOf(arg, preparation)));
    case 'or':
      return any(filter.args.map((arg) => testOf(arg, preparation)));
    case 'not': {
      const test = testOf(filter.arg, preparation);
      return (read) => negation(test(read));
    }
    case 'constant':
      return () => filter.value;
    case 'flag': {
      const { name } = filter.property;
      return (read) => booleanIn(read(name));
    }
    case 'compare':
      return comparison(filter.type, filter.op, filter.left, filter.right);
    case 'in':
      return any(filter.list.map((item) => comparison(filter.type, '=', filter.value, item)));
    case 'like': {
      const like = likeMatcher(filter.pattern);
      const value = textGetter(filter.value);
      return (read) => {
        const text = value(read);
        return text === null ? null : like(text);
      };
    }
    case 'isNull': {
      const value = anyGetter(filter.value);
      return (read) => value(read) === null;
    }
    case 'spatial':
      return spatialTest(filter, preparation);
    case 'temporal': {
      const [left, right] = [periodGetter(filter.left), periodGetter(filter.right)];
      return (read) => {
        const [one, other] = [left(read), right(read)];
        return one === null || other === null ? null : relate(filter.op, one, other);
      };
    }
    default: {
      const [left, right] = [arrayGetter(filter.left), arrayGetter(filter.right)];
      return (read) => {
        const [one, other] = [left(read), right(read)];
        return one === null || other === null ? null : relateArrays(filter.op, one, other);
      };
    }
  }
}

function negation(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

/** Three-valued: false when one is false, unknown when none is and one is unknown. */
function all(tests: readonly Test[]): Test {
  return (read) => {
    let truth: Truth = true;
    for (const test of tests) {
      const one = test(read);
      if (one === false) return false;
      if (one === null) truth = null;
    }
    return truth;
  };
}

function any(tests: readonly Test[]): Test {
  const none = all(tests.map((test) => (read) => negation(test(read))));
  return (read) => negation(none(read));
}

function comparison(type: ScalarType, op: Comparison, left: ScalarValue, right: ScalarValue): Test {
  const [one, other] = [scalarGetter(type, left), scalarGetter(type, right)];
  return (read) => {
    const [a, b] = [one(read), other(read)];
    if (a === null || b === null) return null;
    const order = typeof a === 'string' && typeof b === 'string' ? byCodePoint(a, b) : Number(a) - Number(b);
    switch (op) {
      case '=':
        return order === 0;
      case '<>':
        return order !== 0;
      case '<':
        return order < 0;
      case '>':
        return order > 0;
      case '<=':
        return order <= 0;
      default:
        return order >= 0;
    }
  };
}

/** The order of bytes in UTF-8, which is that of code points; JavaScript's own differs beyond U+FFFF. */
function byCodePoint(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function scalarGetter(type: ScalarType, value: ScalarValue): Get<string | number | boolean> {
  if (type === 'string') return textGetter(value as TextValue);
  if (type === 'number') return numberGetter(value as NumberValue);
  if (type === 'instant') return instantGetter(value as InstantValue);
  if (value.kind === 'property') return (read) => booleanIn(read(value.name));
  return () => (value.kind === 'literal' ? Boolean(value.value) : null);
}

function booleanIn(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

function textGetter(value: TextValue): Get<string> {
  if (value.kind === 'literal') return () => value.value;
  if (value.kind === 'property') {
    return (read) => {
      const found = read(value.name);
      return typeof found === 'string' ? found : null;
    };
  }
  const inner = textGetter(value.value);
  return (read) => {
    const text = inner(read);
    return text === null ? null : folded(value.by, text);
  };
}

function numberGetter(value: NumberValue): Get<number> {
  if (value.kind === 'literal') return () => value.value;
  if (value.kind === 'property') {
    return (read) => {
      const found = read(value.name);
      return typeof found === 'number' && Number.isFinite(found) ? found : null;
    };
  }
  const [left, right] = [numberGetter(value.left), numberGetter(value.right)];
  const { op } = value;
  return (read) => {
    const [a, b] = [left(read), right(read)];
    if (a === null || b === null) return null;
    const result = arithmetic(op, a, b);
    return Number.isFinite(result) ? result : null;
  };
}

/** Division by zero gives no number, here as in the database. */
function arithmetic(op: string, a: number, b: number): number {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? Number.NaN : a / b;
    case 'div':
      return b === 0 ? Number.NaN : Math.trunc(a / b);
    case '%':
      return b === 0 ? Number.NaN : a - b * Math.trunc(a / b);
    default:
      return a ** b;
  }
}

function msOf(value: unknown): number | null {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? (instantOf(value)?.ms ?? null) : null;
}

function instantGetter(value: InstantValue): Get<number> {
  if (value.kind === 'instant') return () => value.ms;
  return (read) => msOf(read(value.name));
}

type Ends = readonly [start: number, end: number];

function periodGetter(period: Period): Get<Ends> {
  if (period.kind === 'period') {
    return (read) => {
      const found = read(period.property.name);
      if (!Array.isArray(found) || found.length !== 2) return null;
      const start = found[0] === '..' ? Number.NEGATIVE_INFINITY : msOf(found[0]);
      const end = found[1] === '..' ? Number.POSITIVE_INFINITY : msOf(found[1]);
      return start === null || end === null ? null : [start, end];
    };
  }
  const start = period.start === null ? () => Number.NEGATIVE_INFINITY : instantGetter(period.start);
  const end = period.end === null ? () => Number.POSITIVE_INFINITY : instantGetter(period.end);
  const more = period.wholeDays ? dayMs - 1 : 0;
  return (read) => {
    const [from, to] = [start(read), end(read)];
    return from === null || to === null ? null : [from, to + more];
  };
}

function relate(op: TemporalRelation, [s1, e1]: Ends, [s2, e2]: Ends): boolean {
  switch (op) {
    case 'after':
      return s1 > e2;
    case 'before':
      return e1 < s2;
    case 'contains':
      return s1 < s2 && e1 > e2;
    case 'disjoint':
      return e1 < s2 || s1 > e2;
    case 'during':
      return s1 > s2 && e1 < e2;
    case 'equals':
      return s1 === s2 && e1 === e2;
    case 'finishedby':
      return s1 < s2 && e1 === e2;
    case 'finishes':
      return s1 > s2 && e1 === e2;
    case 'intersects':
      return s1 <= e2 && e1 >= s2;
    case 'meets':
      return e1 === s2;
    case 'metby':
      return s1 === e2;
    case 'overlappedby':
      return s1 > s2 && s1 < e2 && e1 > e2;
    case 'overlaps':
      return s1 < s2 && e1 > s2 && e1 < e2;
    case 'startedby':
      return s1 === s2 && e1 > e2;
    default:
      return s1 === s2 && e1 < e2;
  }
}

function arrayGetter(value: ArrayValue): Get<ReadonlySet<unknown>> {
  if (value.kind === 'items') {
    const items = new Set<unknown>(value.items);
    return () => items;
  }
  return (read) => {
    const found = read(value.name);
    return Array.isArray(found) ? new Set<unknown>(found) : null;
  };
}

function relateArrays(op: ArrayRelation, one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): boolean {
  switch (op) {
    case 'contains':
      return one.isSupersetOf(other);
    case 'containedby':
      return one.isSubsetOf(other);
    case 'equals':
      return one.size === other.size && one.isSubsetOf(other);
    default:
      return !one.isDisjointFrom(other);
  }
}

type SpatialFilter = Extract<Cql2Filter, { kind: 'spatial' }>;

function spatialTest(filter: SpatialFilter, preparation: Preparation): Test {
  const { op, left, right } = filter;
  if (right.kind === 'geometry') {
    const ready = preparation.prepareOnce(right.geometry);
    const ofRecord = wkbGetter(left);
    return (read) => {
      const wkb = ofRecord(read);
      return wkb === null ? null : ready.test(op, wkb);
    };
  }
  if (left.kind === 'geometry') {
    const turned = op === 'within' ? 'contains' : op === 'contains' ? 'within' : op;
    return spatialTest({ ...filter, op: turned, left: right, right: left }, preparation);
  }
  const [leftOf, rightOf] = [wkbGetter(left), wkbGetter(right)];
  return (read) => {
    const [a, b] = [leftOf(read), rightOf(read)];
    if (a === null || b === null) return null;
    const ready = preparation.prepare(b);
    const answer = ready.test(op, a);
    ready.close();
    return answer;
  };
}

function wkbGetter(value: GeometryValue): Get<Uint8Array> {
  if (value.kind === 'geometry') {
    const wkb = toWkb(value.geometry as GeoGeometry);
    return () => wkb;
  }
  return (read) => {
    const found = read(value.name);
    if (found instanceof Uint8Array) return found;
    return typeof found === 'object' && found !== null ? toWkb(found as GeoGeometry) : null;
  };
}

function anyGetter(value: ScalarValue | GeometryValue | ArrayValue): Get<unknown> {
  if (value.kind === 'property') return (read) => propertyIn(value, read);
  if (value.kind === 'arithmetic') return numberGetter(value);
  if (value.kind === 'fold') return textGetter(value);
  return () => true;
}

function propertyIn({ name }: Property, read: ReadProperty): unknown {
  return read(name) ?? null;
}
