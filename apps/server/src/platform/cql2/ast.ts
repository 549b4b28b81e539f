import { AppError } from '../http/errors.ts';

/** A geometry as a filter writes it, in the filter's own CRS; two ordinates. */
export type FilterGeometry =
  | { readonly type: Exclude<GeometryKind, 'GeometryCollection'>; readonly coordinates: unknown }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly FilterGeometry[] };
export type GeometryKind =
  | 'Point'
  | 'LineString'
  | 'Polygon'
  | 'MultiPoint'
  | 'MultiLineString'
  | 'MultiPolygon'
  | 'GeometryCollection';

export const comparisons = ['=', '<>', '<', '>', '<=', '>='] as const;
export type Comparison = (typeof comparisons)[number];

export const arithmeticOperators = ['+', '-', '*', '/', '%', 'div', '^'] as const;
export type Arithmetic = (typeof arithmeticOperators)[number];

export const temporalRelations = [
  'after',
  'before',
  'contains',
  'disjoint',
  'during',
  'equals',
  'finishedby',
  'finishes',
  'intersects',
  'meets',
  'metby',
  'overlappedby',
  'overlaps',
  'startedby',
  'starts',
] as const;
export type TemporalRelation = (typeof temporalRelations)[number];

export const arrayRelations = ['containedby', 'contains', 'equals', 'overlaps'] as const;
export type ArrayRelation = (typeof arrayRelations)[number];

export const spatialRelations = [
  'contains',
  'crosses',
  'disjoint',
  'equals',
  'intersects',
  'overlaps',
  'touches',
  'within',
] as const;
export type SpatialRelation = (typeof spatialRelations)[number];

export type Fold = 'casei' | 'accenti';

/** `at` says where in the filter the node stands, in Portuguese: "na posição 12", "em args[1]". */
type At = { readonly at: string };

/** A filter as it was written, text or JSON: names are not looked up, types not checked. */
export type CqlNode = At &
  (
    | { readonly kind: 'and' | 'or'; readonly args: readonly CqlNode[] }
    | { readonly kind: 'not'; readonly arg: CqlNode }
    | { readonly kind: 'compare'; readonly op: Comparison; readonly left: CqlNode; readonly right: CqlNode }
    | { readonly kind: 'like'; readonly value: CqlNode; readonly pattern: CqlNode }
    | { readonly kind: 'between'; readonly value: CqlNode; readonly low: CqlNode; readonly high: CqlNode }
    | { readonly kind: 'in'; readonly value: CqlNode; readonly list: readonly CqlNode[] }
    | { readonly kind: 'isNull'; readonly value: CqlNode }
    | { readonly kind: 'spatial'; readonly op: SpatialRelation; readonly left: CqlNode; readonly right: CqlNode }
    | { readonly kind: 'temporal'; readonly op: TemporalRelation; readonly left: CqlNode; readonly right: CqlNode }
    | { readonly kind: 'arrays'; readonly op: ArrayRelation; readonly left: CqlNode; readonly right: CqlNode }
    | { readonly kind: 'property'; readonly name: string }
    | { readonly kind: 'literal'; readonly value: string | number | boolean }
    | { readonly kind: 'instant'; readonly granularity: 'date' | 'timestamp'; readonly ms: number }
    | { readonly kind: 'interval'; readonly start: CqlNode | null; readonly end: CqlNode | null }
    | { readonly kind: 'geometry'; readonly geometry: FilterGeometry }
    | { readonly kind: 'array'; readonly items: readonly CqlNode[] }
    | { readonly kind: 'arithmetic'; readonly op: Arithmetic; readonly left: CqlNode; readonly right: CqlNode }
    | { readonly kind: 'fold'; readonly by: Fold; readonly value: CqlNode }
  );

/** Limits on the work that a request may cause in the parser and the database. */
export const limits = { characters: 20_000, depth: 40, nodes: 2_000, positions: 10_000 } as const;

/** A 400 that says what is wrong with a filter, and where. */
export function filterFault(message: string, at: string): AppError {
  const detail = `Filtro CQL2 inválido${at === '' ? '' : ` ${at}`}: ${message}`;
  return new AppError('validation_failed', { detail, issues: [{ path: 'filter', message: detail }] });
}

/** Counts what is read, and refuses what is too deep or too long. */
export function createBudget() {
  let nodes = 0;
  let positions = 0;
  return {
    node(at: string, depth: number): void {
      nodes += 1;
      if (depth > limits.depth) throw filterFault(`mais de ${limits.depth} níveis encaixados.`, at);
      if (nodes > limits.nodes) throw filterFault(`mais de ${limits.nodes} elementos.`, at);
    },
    position(at: string): void {
      positions += 1;
      if (positions > limits.positions) throw filterFault(`mais de ${limits.positions} vértices.`, at);
    },
  };
}
export type Budget = ReturnType<typeof createBudget>;
