import { type Outcome, warningsOf } from '../shared/outcome.ts';
import { getisOrd } from './getis-ord.ts';
import { mannKendall, type Trend } from './mann-kendall.ts';
import type { SpatialWeights } from './weights.ts';

/** Values of each location at each step of time: all locations of the first step, then those of the second. */
export type SpaceTimeCube = { readonly locations: number; readonly steps: number; readonly values: Float64Array };

export type EmergingOptions = {
  /** Steps before each step whose values count as neighbours. */
  readonly stepsBefore?: number;
  readonly falseDiscovery?: boolean;
  /** Chance below which a bin is hot or cold and a trend is one. */
  readonly level?: number;
};

/** Kinds of ArcGIS's Emerging Hot Spot Analysis; each also of cold spots. */
export type EmergingKind =
  | 'new'
  | 'consecutive'
  | 'intensifying'
  | 'persistent'
  | 'diminishing'
  | 'sporadic'
  | 'oscillating'
  | 'historical';

export type EmergingPattern = { readonly side: 'hot' | 'cold'; readonly kind: EmergingKind } | null;

export type EmergingHotSpots = {
  /** Gi* of each bin of the cube, in its order. */
  readonly z: Float64Array;
  readonly bins: Int8Array;
  /** Trend of Gi* at each location; null where it has fewer than 3 steps. */
  readonly trends: readonly (Trend | null)[];
  /** Null is no pattern. */
  readonly patterns: readonly EmergingPattern[];
};

/**
 * Emerging hot spots: Gi* over neighbours in space and time, its trend by Mann-Kendall, and one of 16 patterns or none.
 * Source: Ord & Getis (1995); Mann (1945), Econometrica 13:245–259; kinds as ArcGIS Pro 3.x documents them.
 */
export function emergingHotSpots(
  cube: SpaceTimeCube,
  weights: SpatialWeights,
  { stepsBefore = 1, falseDiscovery = true, level = 0.05 }: EmergingOptions = {},
): Outcome<EmergingHotSpots | null, Required<EmergingOptions>> {
  const { locations, steps, values } = cube;
  if (weights.starts.length - 1 !== locations || values.length !== locations * steps) {
    throw new RangeError(
      `cube: received ${values.length} values and weights of ${weights.starts.length - 1}, expected ${locations} × ${steps}`,
    );
  }
  const hot = getisOrd(values, spaceTimeWeights(weights, steps, stepsBefore), { star: true, falseDiscovery });
  const method =
    'Pontos quentes emergentes: Gi* no espaço e no tempo, tendência de Mann-Kendall (Ord & Getis 1995; Mann 1945)';
  const parameters = { stepsBefore, falseDiscovery, level };
  if (hot.value === null) return { value: null, method, parameters, warnings: hot.warnings };
  const { z, bins } = hot.value;
  const least = level <= 0.01 ? 3 : level <= 0.05 ? 2 : 1;
  const trends: (Trend | null)[] = [];
  const patterns: EmergingPattern[] = [];
  for (let location = 0; location < locations; location += 1) {
    const at = (step: number) => step * locations + location;
    const trend = mannKendall(Float64Array.from({ length: steps }, (_, step) => z[at(step)] ?? Number.NaN));
    const sides = Array.from({ length: steps }, (_, step) => {
      const bin = bins[at(step)] ?? 0;
      return Math.abs(bin) < least ? 0 : Math.sign(bin);
    });
    const direction = trend !== null && trend.p <= level ? Math.sign(trend.z) : 0;
    trends.push(trend);
    patterns.push(patternOf(sides, direction));
  }
  const warnings = [...hot.warnings, ...warningsOf({ tooFew: steps < 10 ? steps : 0 })];
  return { value: { z, bins, trends, patterns }, method, parameters, warnings };
}

/** Pattern of a row of hot (1), cold (−1) and other (0) steps, whose score rises (1), falls (−1) or does neither. */
export function patternOf(sides: readonly number[], direction: number): EmergingPattern {
  const last = sides.at(-1) ?? 0;
  const hot = kindOf(sides, last, direction);
  if (hot !== null) return { side: 'hot', kind: hot };
  const cold = kindOf(
    sides.map((side) => 0 - side),
    0 - last,
    0 - direction,
  );
  return cold === null ? null : { side: 'cold', kind: cold };
}

/** Kind of hot spot; a cold spot is one with the signs turned. */
function kindOf(sides: readonly number[], last: number, direction: number): EmergingKind | null {
  const hot = sides.filter((side) => side > 0).length;
  const isMostlyHot = hot >= 0.9 * sides.length;
  if (last <= 0) return isMostlyHot ? 'historical' : null;
  if (hot === 1) return 'new';
  if (isMostlyHot) return direction > 0 ? 'intensifying' : direction < 0 ? 'diminishing' : 'persistent';
  if (sides.some((side) => side < 0)) return 'oscillating';
  const run = sides.length - 1 - sides.findLastIndex((side) => side <= 0);
  return run === hot ? 'consecutive' : 'sporadic';
}

/** Neighbours in space at the same and the steps before, and the location itself at the steps before. */
export function spaceTimeWeights(weights: SpatialWeights, steps: number, stepsBefore: number): SpatialWeights {
  const locations = weights.starts.length - 1;
  const starts = new Uint32Array(locations * steps + 1);
  const neighbours: number[] = [];
  const values: number[] = [];
  for (let bin = 0; bin < locations * steps; bin += 1) {
    const [step, location] = [Math.floor(bin / locations), bin % locations];
    for (let back = 0; back <= Math.min(step, stepsBefore); back += 1) {
      const before = (step - back) * locations;
      if (back > 0) add(before + location, 1);
      const end = weights.starts[location + 1] ?? 0;
      for (let pair = weights.starts[location] ?? 0; pair < end; pair += 1) {
        add(before + (weights.neighbours[pair] ?? 0), weights.weights[pair] ?? 0);
      }
    }
    starts[bin + 1] = neighbours.length;
  }
  return {
    starts,
    neighbours: Uint32Array.from(neighbours),
    weights: Float64Array.from(values),
    coincident: weights.coincident,
  };

  function add(bin: number, weight: number): void {
    neighbours.push(bin);
    values.push(weight);
  }
}
