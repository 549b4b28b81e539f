import type {
  Arithmetic,
  ArrayRelation,
  Comparison,
  FilterGeometry,
  Fold,
  SpatialRelation,
  TemporalRelation,
} from './ast.ts';

/** Type of a collection's property, as filters see it. */
export type PropertyType =
  | { readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'timestamp' | 'interval' | 'geometry' }
  | { readonly type: 'array'; readonly element: 'string' | 'number' };

/** Finds a queryable property by the name a filter writes; undefined where there is none. */
export type PropertyLookup = (name: string) => PropertyType | undefined;

export type Property = { readonly kind: 'property'; readonly name: string; readonly property: PropertyType };

export type TextValue =
  | Property
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'fold'; readonly by: Fold; readonly value: TextValue };
export type NumberValue =
  | Property
  | { readonly kind: 'literal'; readonly value: number }
  | { readonly kind: 'arithmetic'; readonly op: Arithmetic; readonly left: NumberValue; readonly right: NumberValue };
export type BooleanValue = Property | { readonly kind: 'literal'; readonly value: boolean };
/** An instant; a date is its midnight in UTC. */
export type InstantValue = Property | { readonly kind: 'instant'; readonly ms: number };
export type ScalarValue = TextValue | NumberValue | BooleanValue | InstantValue;
export type ScalarType = 'string' | 'number' | 'boolean' | 'instant';

/**
 * Two ends of time; null is open. `wholeDays`: the end is a date and means that whole day, as it stands against
 * something of finer grain.
 */
export type Period =
  | {
      readonly kind: 'ends';
      readonly start: InstantValue | null;
      readonly end: InstantValue | null;
      readonly wholeDays: boolean;
    }
  | { readonly kind: 'period'; readonly property: Property };

export type GeometryValue = Property | { readonly kind: 'geometry'; readonly geometry: FilterGeometry };
export type ArrayValue = Property | { readonly kind: 'items'; readonly items: readonly string[] | readonly number[] };

/** A filter whose names are known and whose types fit. */
export type Cql2Filter =
  | { readonly kind: 'and' | 'or'; readonly args: readonly Cql2Filter[] }
  | { readonly kind: 'not'; readonly arg: Cql2Filter }
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'flag'; readonly property: Property }
  | {
      readonly kind: 'compare';
      readonly type: ScalarType;
      readonly op: Comparison;
      readonly left: ScalarValue;
      readonly right: ScalarValue;
    }
  | {
      readonly kind: 'in';
      readonly type: ScalarType;
      readonly value: ScalarValue;
      readonly list: readonly ScalarValue[];
    }
  | { readonly kind: 'like'; readonly value: TextValue; readonly pattern: string }
  | { readonly kind: 'isNull'; readonly value: ScalarValue | GeometryValue | ArrayValue }
  | {
      readonly kind: 'spatial';
      readonly op: SpatialRelation;
      readonly left: GeometryValue;
      readonly right: GeometryValue;
    }
  | { readonly kind: 'temporal'; readonly op: TemporalRelation; readonly left: Period; readonly right: Period }
  | {
      readonly kind: 'arrays';
      readonly op: ArrayRelation;
      readonly element: 'string' | 'number';
      readonly left: ArrayValue;
      readonly right: ArrayValue;
    };

/** Text without case, as CASEI compares it; without accents, as ACCENTI does. */
export function folded(by: Fold, text: string): string {
  return by === 'casei' ? text.toLowerCase() : text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
}

export const dayMs = 86_400_000;
