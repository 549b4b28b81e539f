import { type Outcome, warningsOf } from '../shared/outcome.ts';
import { confidenceBins, falseDiscoveryAdjusted, twoSidedChance } from './significance.ts';
import type { SpatialWeights } from './weights.ts';

export type GetisOrdOptions = {
  /** Gi*: a feature is its own neighbour, with weight 1. */
  readonly star?: boolean;
  /** Classes by chances adjusted for the rate of false discoveries; scores and chances stay as they are. */
  readonly falseDiscovery?: boolean;
};

export type HotSpots = {
  /** Standard score; NaN where a feature without neighbours, or with all, has none. */
  readonly z: Float64Array;
  readonly p: Float64Array;
  /** −3…3: cold or hot at 99, 95, 90 %; 0 is neither. */
  readonly bins: Int8Array;
};

/**
 * Local Gi and Gi* as standard scores. Source: Ord & Getis (1995), Geogr. Anal. 27:286–306; the numbers of spdep's
 * localG. Null with a warning where there are fewer than 3 features or all values are equal.
 */
export function getisOrd(
  values: Float64Array,
  weights: SpatialWeights,
  { star = true, falseDiscovery = false }: GetisOrdOptions = {},
): Outcome<HotSpots | null, Required<GetisOrdOptions>> {
  requireFeatures(values, weights);
  const method = `${star ? 'Gi*' : 'Gi'} (Ord & Getis 1995, Geogr. Anal. 27:286–306)`;
  const parameters = { star, falseDiscovery };
  const count = values.length;
  if (count < 3) return { value: null, method, parameters, warnings: warningsOf({ tooFew: 1 }) };
  const centred = centredOf(values);
  if (centred === null) return { value: null, method, parameters, warnings: warningsOf({ zeroVariance: count }) };
  const z = star ? starScores(centred, weights) : plainScores(centred, weights);
  const p = z.map(twoSidedChance);
  return {
    value: { z, p, bins: confidenceBins(z, falseDiscovery ? falseDiscoveryAdjusted(p) : p) },
    method,
    parameters,
    warnings: warningsOf({ islands: islandsOf(weights), coincident: weights.coincident }),
  };
}

/** Values less their mean: the scores do not change, and no digits are lost. Null where all are equal. */
export function centredOf(values: Float64Array): Float64Array | null {
  const first = values[0] ?? 0;
  if (values.every((value) => value === first)) return null;
  let sum = 0;
  for (const value of values) sum += value - first;
  const mean = first + sum / values.length;
  return values.map((value) => value - mean);
}

export function islandsOf({ starts }: SpatialWeights): number {
  let islands = 0;
  for (let feature = 1; feature < starts.length; feature += 1)
    if (starts[feature] === starts[feature - 1]) islands += 1;
  return islands;
}

/** Throws a RangeError for values that are not one finite number a feature. */
export function requireFeatures(values: Float64Array, { starts }: SpatialWeights): void {
  if (values.length !== starts.length - 1) {
    throw new RangeError(`values: received ${values.length}, expected ${starts.length - 1} as in the weights`);
  }
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new RangeError(`values: feature ${bad} is ${values[bad]}, expected a finite number`);
}

type Sums = { sum: number; weight: number; square: number };

function sumsOf(centred: Float64Array, weights: SpatialWeights, feature: number, sums: Sums): void {
  const end = weights.starts[feature + 1] ?? 0;
  sums.sum = 0;
  sums.weight = 0;
  sums.square = 0;
  for (let pair = weights.starts[feature] ?? 0; pair < end; pair += 1) {
    const weight = weights.weights[pair] ?? 0;
    sums.sum += weight * (centred[weights.neighbours[pair] ?? 0] ?? 0);
    sums.weight += weight;
    sums.square += weight * weight;
  }
}

function starScores(centred: Float64Array, weights: SpatialWeights): Float64Array {
  const count = centred.length;
  const deviation = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0) / count);
  const sums: Sums = { sum: 0, weight: 0, square: 0 };
  return centred.map((value, feature) => {
    sumsOf(centred, weights, feature, sums);
    const weight = sums.weight + 1;
    const spread = (count * (sums.square + 1) - weight * weight) / (count - 1);
    return spread > 1e-12 ? (sums.sum + value) / (deviation * Math.sqrt(spread)) : Number.NaN;
  });
}

function plainScores(centred: Float64Array, weights: SpatialWeights): Float64Array {
  const others = centred.length - 1;
  const all = centred.reduce((sum, value) => sum + value, 0);
  const squares = centred.reduce((sum, value) => sum + value * value, 0);
  const sums: Sums = { sum: 0, weight: 0, square: 0 };
  return centred.map((value, feature) => {
    sumsOf(centred, weights, feature, sums);
    const mean = (all - value) / others;
    const variance = (squares - value * value) / others - mean * mean;
    const spread = (variance * (others * sums.square - sums.weight * sums.weight)) / (others - 1);
    // The rounding of a spread of 0 depends on the unit of the values.
    return spread > 1e-12 * variance ? (sums.sum - sums.weight * mean) / Math.sqrt(spread) : Number.NaN;
  });
}
