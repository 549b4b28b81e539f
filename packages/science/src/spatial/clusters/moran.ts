import { type Outcome, warningsOf } from '../shared/outcome.ts';
import type { Points } from '../shared/points.ts';
import { centredOf, islandsOf, requireFeatures } from './getis-ord.ts';
import { twoSidedChance } from './significance.ts';
import { bandWeights, leastConnectingBand, type SpatialWeights } from './weights.ts';

/** Moran's I with what is expected of values in random order. */
export type Moran = {
  readonly index: number;
  readonly expected: number;
  readonly variance: number;
  readonly z: number;
  readonly p: number;
};

export type MoranOptions = {
  /** Weights of each feature divided by their sum. */
  readonly rowStandardised?: boolean;
};

/**
 * Moran's I under randomisation. Source: Cliff & Ord (1981), Spatial Processes, 42–46; the numbers of spdep's moran.test.
 * Features without neighbours do not count. Null with a warning where there are fewer than 4, or no spread.
 */
export function moran(
  values: Float64Array,
  weights: SpatialWeights,
  { rowStandardised = true }: MoranOptions = {},
): Outcome<Moran | null, Required<MoranOptions>> {
  requireFeatures(values, weights);
  const method = 'I de Moran, variância por permutação (Cliff & Ord 1981)';
  const parameters = { rowStandardised };
  const islands = islandsOf(weights);
  const count = values.length - islands;
  if (count < 4) return { value: null, method, parameters, warnings: warningsOf({ tooFew: 1, islands }) };
  const centred = centredOf(values);
  if (centred === null) {
    return { value: null, method, parameters, warnings: warningsOf({ zeroVariance: values.length, islands }) };
  }
  const scaled = rowStandardised ? standardisedRows(weights) : weights;
  const value = moranOf(centred, scaled, count);
  return { value, method, parameters, warnings: warningsOf({ islands, coincident: weights.coincident }) };
}

function moranOf(centred: Float64Array, weights: SpatialWeights, count: number): Moran {
  const { s0, s1, s2, cross } = momentsOf(centred, weights);
  let [squares, fourths] = [0, 0];
  for (const value of centred) {
    squares += value ** 2;
    fourths += value ** 4;
  }
  const index = ((count / s0) * cross) / squares;
  const expected = -1 / (count - 1);
  const kurtosis = (centred.length * fourths) / squares ** 2;
  const random =
    count * (s1 * (count ** 2 - 3 * count + 3) - count * s2 + 3 * s0 ** 2) -
    kurtosis * (s1 * (count ** 2 - count) - 2 * count * s2 + 6 * s0 ** 2);
  const variance = random / ((count - 1) * (count - 2) * (count - 3) * s0 ** 2) - expected ** 2;
  const z = (index - expected) / Math.sqrt(variance);
  return { index, expected, variance, z, p: twoSidedChance(z) };
}

/** Sums of the weights: all, of each pair both ways squared, of rows and columns squared; and of products of values. */
function momentsOf(centred: Float64Array, weights: SpatialWeights) {
  const both = new Float64Array(centred.length);
  let [s0, s1, cross] = [0, 0, 0];
  for (let feature = 0; feature < centred.length; feature += 1) {
    const end = weights.starts[feature + 1] ?? 0;
    for (let pair = weights.starts[feature] ?? 0; pair < end; pair += 1) {
      const other = weights.neighbours[pair] ?? 0;
      const weight = weights.weights[pair] ?? 0;
      s0 += weight;
      // ½ Σ (w_ij + w_ji)² = Σ w_ij² + Σ w_ij w_ji.
      s1 += weight * weight + weight * weightOf(weights, other, feature);
      cross += weight * (centred[feature] ?? 0) * (centred[other] ?? 0);
      both[feature] = (both[feature] ?? 0) + weight;
      both[other] = (both[other] ?? 0) + weight;
    }
  }
  return { s0, s1, s2: both.reduce((sum, weight) => sum + weight ** 2, 0), cross };
}

function weightOf({ starts, neighbours, weights }: SpatialWeights, feature: number, other: number): number {
  const end = starts[feature + 1] ?? 0;
  for (let pair = starts[feature] ?? 0; pair < end; pair += 1)
    if (neighbours[pair] === other) return weights[pair] ?? 0;
  return 0;
}

function standardisedRows(weights: SpatialWeights): SpatialWeights {
  const scaled = weights.weights.slice();
  for (let feature = 1; feature < weights.starts.length; feature += 1) {
    const row = scaled.subarray(weights.starts[feature - 1], weights.starts[feature]);
    const sum = row.reduce((all, weight) => all + weight, 0);
    row.forEach((weight, pair) => {
      row[pair] = weight / sum;
    });
  }
  return { ...weights, weights: scaled };
}

export type LocalMoran = {
  readonly index: Float64Array;
  readonly z: Float64Array;
  readonly p: Float64Array;
  /** Value and mean of its neighbours, against the mean: high among high, low among low, and the two kinds of outlier. */
  readonly quadrants: readonly ('HH' | 'LL' | 'HL' | 'LH')[];
};

/**
 * Local Moran's I with its conditional moments. Source: Anselin (1995), Geogr. Anal. 27:93–115; Sokal et al. (1998),
 * Geogr. Anal. 30:331–354; the numbers of spdep's localmoran. NaN for features without neighbours.
 */
export function localMoran(
  values: Float64Array,
  weights: SpatialWeights,
  { rowStandardised = true }: MoranOptions = {},
): Outcome<LocalMoran | null, Required<MoranOptions>> {
  requireFeatures(values, weights);
  const method = 'I local de Moran, momentos condicionais (Anselin 1995; Sokal et al. 1998)';
  const parameters = { rowStandardised };
  const count = values.length;
  if (count < 3) return { value: null, method, parameters, warnings: warningsOf({ tooFew: 1 }) };
  const centred = centredOf(values);
  if (centred === null) return { value: null, method, parameters, warnings: warningsOf({ zeroVariance: count }) };
  const scaled = rowStandardised ? standardisedRows(weights) : weights;
  const second = centred.reduce((sum, value) => sum + value * value, 0) / count;
  const index = new Float64Array(count).fill(Number.NaN);
  const z = new Float64Array(count).fill(Number.NaN);
  const quadrants = Array.from(centred, (value, feature) => {
    const { lag, weight, square } = rowSums(centred, scaled, feature);
    const expected = -(value * value * weight) / ((count - 1) * second);
    const variance =
      (value / second) ** 2 *
      (count / (count - 2)) *
      (square - weight ** 2 / (count - 1)) *
      (second - value ** 2 / (count - 1));
    if (weight > 0) {
      index[feature] = (value / second) * lag;
      z[feature] = ((value / second) * lag - expected) / Math.sqrt(variance);
    }
    return value >= 0 ? (lag >= 0 ? 'HH' : 'HL') : lag >= 0 ? 'LH' : 'LL';
  });
  const warnings = warningsOf({ islands: islandsOf(weights), coincident: weights.coincident });
  return { value: { index, z, p: z.map(twoSidedChance), quadrants }, method, parameters, warnings };
}

function rowSums(centred: Float64Array, { starts, neighbours, weights }: SpatialWeights, feature: number) {
  let [lag, weight, square] = [0, 0, 0];
  const end = starts[feature + 1] ?? 0;
  for (let pair = starts[feature] ?? 0; pair < end; pair += 1) {
    const one = weights[pair] ?? 0;
    lag += one * (centred[neighbours[pair] ?? 0] ?? 0);
    weight += one;
    square += one * one;
  }
  return { lag, weight, square };
}

export type IncrementalBand = {
  readonly steps: readonly { readonly band: number; readonly moran: Moran | null }[];
  /** Bands whose score is above those before and after. */
  readonly firstPeak: number | null;
  readonly highestPeak: number | null;
};

/**
 * Moran's I at growing bands: the first peak of its score is a scale at which the clustering is clear. The bands begin where
 * every feature has a neighbour. Source: Getis & Aldstadt (2004), Geogr. Anal. 36:90–104.
 */
export function incrementalBand(
  values: Float64Array,
  points: Points,
  options: { readonly from?: number; readonly increment: number; readonly steps?: number },
): Outcome<IncrementalBand | null, { readonly from: number; readonly increment: number; readonly steps: number }> {
  const { increment, steps = 10 } = options;
  const least = options.from ?? leastConnectingBand(points);
  const method = 'I de Moran por banda crescente (Getis & Aldstadt 2004)';
  const parameters = { from: least ?? 0, increment, steps };
  if (least === null) return { value: null, method, parameters, warnings: warningsOf({ tooFew: 1 }) };
  const found = Array.from({ length: steps }, (_, step) => {
    const band = least + step * increment;
    return { band, moran: moran(values, bandWeights(points, band)).value };
  });
  const scores = found.map((step) => step.moran?.z ?? Number.NaN);
  const peaks = found.filter((_, step) => {
    const score = scores[step] ?? Number.NaN;
    return score > (scores[step - 1] ?? Number.NaN) && score > (scores[step + 1] ?? Number.NaN);
  });
  const highest = peaks.reduce<(typeof peaks)[number] | null>(
    (best, peak) => ((peak.moran?.z ?? 0) > (best?.moran?.z ?? Number.NEGATIVE_INFINITY) ? peak : best),
    null,
  );
  const isFlat = found.every((step) => step.moran === null);
  return {
    value: { steps: found, firstPeak: peaks[0]?.band ?? null, highestPeak: highest?.band ?? null },
    method,
    parameters,
    warnings: warningsOf({ zeroVariance: isFlat ? values.length : 0 }),
  };
}
