import type { Column } from '../shared/columns.ts';

/** L x, Q x², P x·y, H hinge, T step. Categories are always one indicator a level. */
export type FeatureClass = 'L' | 'Q' | 'P' | 'H' | 'T';

/** A function of one variable or two, by their places in the table. */
export type Feature =
  | { readonly kind: 'linear' | 'quadratic'; readonly variable: number }
  | { readonly kind: 'product'; readonly variable: number; readonly other: number }
  /** 0 up to `from`, 1 from `to` on, a straight line between. */
  | { readonly kind: 'hinge'; readonly variable: number; readonly from: number; readonly to: number }
  /** 1 from `at` on. */
  | { readonly kind: 'threshold'; readonly variable: number; readonly at: number }
  | { readonly kind: 'category'; readonly variable: number; readonly code: number };

/** Knots of hinges and of steps along the range of a variable. */
const knots = 50;

/**
 * Feature classes for a number of presences: below 10 L, below 15 LQ, below 80 LQH, from there LQHP. Steps are never
 * chosen. Source: maxent.jar 3.4 (Phillips et al. 2017, Ecography 40:887–893), as in maxnet 0.1.4.
 */
export function defaultClasses(presences: number): readonly FeatureClass[] {
  if (presences < 10) return ['L'];
  if (presences < 15) return ['L', 'Q'];
  if (presences < 80) return ['L', 'Q', 'H'];
  return ['L', 'Q', 'H', 'P'];
}

/**
 * Features of a table, in the order L, Q, H, T, P, categories. Knots run over the range of each variable in all rows;
 * a variable with one value alone gives no feature, since it can tell nothing apart.
 */
export function featuresOf(columns: readonly Column[], classes: readonly FeatureClass[]): Feature[] {
  const varying = columns.flatMap(({ kind, values }, variable) => {
    const [min, max] = rangeOf(values);
    return min < max ? [{ variable, kind, min, max, values }] : [];
  });
  const continuous = varying.filter(({ kind }) => kind === 'continuous');
  const has = (name: FeatureClass) => classes.includes(name);
  const features: Feature[] = [];
  if (has('L')) for (const { variable } of continuous) features.push({ kind: 'linear', variable });
  if (has('Q')) for (const { variable } of continuous) features.push({ kind: 'quadratic', variable });
  if (has('H')) for (const { variable, min, max } of continuous) features.push(...hinges(variable, min, max));
  if (has('T')) for (const { variable, min, max } of continuous) features.push(...thresholds(variable, min, max));
  if (has('P')) features.push(...products(continuous.map(({ variable }) => variable)));
  for (const { variable, kind, values } of varying) {
    if (kind === 'continuous') continue;
    for (const code of [...new Set(values)].sort((a, b) => a - b)) features.push({ kind: 'category', variable, code });
  }
  return features;
}

function hinges(variable: number, min: number, max: number): Feature[] {
  const knot = (index: number) => min + ((max - min) * index) / (knots - 1);
  const steps = Array.from({ length: knots - 1 }, (_, index) => index);
  return [
    ...steps.map((index): Feature => ({ kind: 'hinge', variable, from: knot(index), to: max })),
    ...steps.map((index): Feature => ({ kind: 'hinge', variable, from: min, to: knot(index + 1) })),
  ];
}

function thresholds(variable: number, min: number, max: number): Feature[] {
  return Array.from({ length: knots }, (_, index): Feature => {
    return { kind: 'threshold', variable, at: min + ((max - min) * (index + 1)) / (knots + 1) };
  });
}

function products(variables: readonly number[]): Feature[] {
  return variables.flatMap((variable, index) =>
    variables.slice(index + 1).map((other): Feature => ({ kind: 'product', variable, other })),
  );
}

/** Values of a feature, one a row; `values` are those of the table's columns. */
export function evaluateFeature(feature: Feature, values: readonly Float64Array[]): Float64Array {
  const x = values[feature.variable] ?? new Float64Array(0);
  switch (feature.kind) {
    case 'linear':
      return x.slice();
    case 'quadratic':
      return x.map((value) => value * value);
    case 'product': {
      const y = values[feature.other] ?? new Float64Array(0);
      return x.map((value, row) => value * (y[row] ?? Number.NaN));
    }
    case 'hinge': {
      const { from, to } = feature;
      return x.map((value) => Math.min(1, Math.max(0, (value - from) / (to - from))));
    }
    case 'threshold':
      return x.map((value) => (value >= feature.at ? 1 : value < feature.at ? 0 : Number.NaN));
    case 'category':
      return x.map((value) => (Number.isNaN(value) ? Number.NaN : value === feature.code ? 1 : 0));
  }
}

/** Least and greatest value; both NaN for none. */
export function rangeOf(values: Float64Array): readonly [min: number, max: number] {
  let min = values[0] ?? Number.NaN;
  let max = min;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [min, max];
}
