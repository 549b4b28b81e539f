import { type Cql2Filter, createMatcher } from '../../../../platform/cql2/index.ts';
import { geometryName } from '../query/selection.ts';
import type { Column, Columns } from './columns.ts';

/** Truth of a condition for the feature at a place; unknown is neither, also when turned by NOT. */
export type Predicate = (row: number) => Truth;
export type Truth = 0 | 1 | 2;
const [no, yes, unknown] = [0, 1, 2] as const;

export type PredicateSource = {
  readonly columns: Columns;
  readonly lons: Float64Array;
  readonly lats: Float64Array;
  /** Truth of conditions by the code of a property, kept from one request to the next. */
  readonly tables: Map<string, Uint8Array>;
};

/** Conditions on a dictionary whose truths are kept. */
const mostTables = 64;

/**
 * The filter as a function over places of columns; null where it asks for what they don't hold (a property without a
 * column, a shape that is no box, two properties at once), which is the database's to answer.
 */
export async function predicateOf(filter: Cql2Filter, source: PredicateSource): Promise<Predicate | null> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const args: Predicate[] = [];
      for (const arg of filter.args) {
        const predicate = await predicateOf(arg, source);
        if (predicate === null) return null;
        args.push(predicate);
      }
      return filter.kind === 'and' ? joined(args, no) : joined(args, yes);
    }
    case 'not': {
      const arg = await predicateOf(filter.arg, source);
      return arg === null ? null : (row) => turned[arg(row)];
    }
    case 'constant':
      return () => (filter.value ? yes : no);
    case 'spatial':
      return boxTest(filter, source);
    default:
      return leafTest(filter, source);
  }
}

const turned = { [no]: yes, [yes]: no, [unknown]: unknown } as const;

/** AND ends at the first false, OR at the first true. */
function joined(args: readonly Predicate[], ending: Truth): Predicate {
  const [first, second] = args;
  if (first !== undefined && args.length === 1) return first;
  if (first !== undefined && second !== undefined && args.length === 2) {
    return (row) => {
      const one = first(row);
      if (one === ending) return ending;
      const other = second(row);
      return other === ending || one !== unknown ? other : unknown;
    };
  }
  return (row) => {
    let truth: Truth = ending === no ? yes : no;
    for (const arg of args) {
      const one = arg(row);
      if (one === ending) return ending;
      if (one === unknown) truth = unknown;
    }
    return truth;
  };
}

type Leaf = Exclude<Cql2Filter, { kind: 'and' | 'or' | 'not' | 'constant' | 'spatial' }>;

async function leafTest(filter: Leaf, source: PredicateSource): Promise<Predicate | null> {
  const names = propertyNames(filter);
  const [name] = names;
  if (name === undefined || names.size !== 1) return null;
  // Each feature has a place.
  if (name === geometryName) return filter.kind === 'isNull' ? () => no : null;
  const column = source.columns.get(name);
  if (column === undefined) return null;
  if (column.kind === 'number') return numberTest(filter, column.values);
  const table = await truthTable(filter, { name, column, tables: source.tables });
  const { codes } = column;
  return (row) => table[codes[row] ?? 0] as Truth;
}

/** Names of the properties in a condition. */
function propertyNames(value: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const part of value) propertyNames(part, names);
  else if (typeof value === 'object' && value !== null) {
    const { kind, name } = value as { kind?: unknown; name?: unknown };
    if (kind === 'property' && typeof name === 'string') names.add(name);
    else for (const part of Object.values(value)) propertyNames(part, names);
  }
  return names;
}

/** The condition judged once for each distinct value, by the judge of records. */
async function truthTable(
  filter: Leaf,
  {
    name,
    column,
    tables,
  }: {
    readonly name: string;
    readonly column: Column & { readonly kind: 'code' };
    readonly tables: Map<string, Uint8Array>;
  },
): Promise<Uint8Array> {
  const id = JSON.stringify([name, filter]);
  const known = tables.get(id);
  if (known !== undefined) return known;
  const [whenTrue, whenFalse] = [await createMatcher(filter), await createMatcher({ kind: 'not', arg: filter })];
  const table = Uint8Array.from(column.distinct, (value) => {
    const read = (property: string) => (property === name ? value : null);
    return whenTrue.matches(read) ? yes : whenFalse.matches(read) ? no : unknown;
  });
  whenTrue.close();
  whenFalse.close();
  const [oldest] = tables.keys();
  if (tables.size >= mostTables && oldest !== undefined) tables.delete(oldest);
  tables.set(id, table);
  return table;
}

function numberTest(filter: Leaf, values: Float64Array): Predicate | null {
  if (filter.kind === 'isNull') {
    return filter.value.kind === 'property' ? (row) => (Number.isNaN(values[row]) ? yes : no) : null;
  }
  if (filter.kind === 'compare') {
    const [left, right] = [literalOf(filter.left), literalOf(filter.right)];
    if (filter.left.kind === 'property' && right !== null) return comparison(filter.op, values, right);
    return filter.right.kind === 'property' && left !== null ? comparison(mirrored[filter.op], values, left) : null;
  }
  if (filter.kind === 'in' && filter.value.kind === 'property') {
    const list = filter.list.map(literalOf);
    if (list.some((value) => value === null)) return null;
    const wanted = new Set(list);
    return (row) => {
      const value = values[row] ?? Number.NaN;
      return Number.isNaN(value) ? unknown : wanted.has(value) ? yes : no;
    };
  }
  return null;
}

type Compared = Extract<Cql2Filter, { kind: 'compare' }>;

function literalOf(value: Compared['left']): number | null {
  if (value.kind === 'instant') return value.ms;
  return value.kind === 'literal' && typeof value.value === 'number' ? value.value : null;
}

const mirrored = { '=': '=', '<>': '<>', '<': '>', '>': '<', '<=': '>=', '>=': '<=' } as const;

/** A comparison with NaN is never true, so that unknown is only looked for where the test failed. */
function comparison(op: Compared['op'], values: Float64Array, to: number): Predicate {
  const otherwise = (row: number): Truth => (Number.isNaN(values[row]) ? unknown : no);
  switch (op) {
    case '=':
      return (row) => (values[row] === to ? yes : otherwise(row));
    case '<>':
      return (row) => (values[row] === to ? no : Number.isNaN(values[row]) ? unknown : yes);
    case '<':
      return (row) => ((values[row] ?? Number.NaN) < to ? yes : otherwise(row));
    case '>':
      return (row) => ((values[row] ?? Number.NaN) > to ? yes : otherwise(row));
    case '<=':
      return (row) => ((values[row] ?? Number.NaN) <= to ? yes : otherwise(row));
    default:
      return (row) => ((values[row] ?? Number.NaN) >= to ? yes : otherwise(row));
  }
}

type Spatial = Extract<Cql2Filter, { kind: 'spatial' }>;

/** A point that meets a box, edges included. */
function boxTest({ op, left, right }: Spatial, { lons, lats }: PredicateSource): Predicate | null {
  const shape = left.kind === 'geometry' ? left.geometry : right.kind === 'geometry' ? right.geometry : null;
  const isPlace = left.kind === 'property' || right.kind === 'property';
  const box = shape === null || !isPlace || op !== 'intersects' ? null : boxOf(shape);
  if (box === null) return null;
  const [west, south, east, north] = box;
  return (row) => {
    const [lon, lat] = [lons[row] ?? Number.NaN, lats[row] ?? Number.NaN];
    return lon >= west && lon <= east && lat >= south && lat <= north ? yes : no;
  };
}

/** West, south, east, north of a rectangle along the axes; null for any other shape. */
function boxOf(shape: { readonly type: string; readonly coordinates?: unknown }): Box | null {
  if (shape.type !== 'Polygon') return null;
  const rings = shape.coordinates as readonly (readonly (readonly number[])[])[];
  const [ring = []] = rings;
  if (rings.length !== 1 || ring.length !== 5) return null;
  const [xs, ys] = [ring.map(([x = Number.NaN]) => x), ring.map(([, y = Number.NaN]) => y)];
  const box: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const [west, south, east, north] = box;
  // Each step goes along one axis from edge to edge.
  const isBox = ring.slice(1).every(([x, y], at) => {
    const [fromX, fromY] = ring[at] ?? [];
    const onEdges = (x === west || x === east) && (y === south || y === north);
    return onEdges && (x === fromX) !== (y === fromY);
  });
  return isBox ? box : null;
}

type Box = readonly [west: number, south: number, east: number, north: number];
