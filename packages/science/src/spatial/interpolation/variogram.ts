import { type Outcome, warningsOf } from '../shared/outcome.ts';
import type { Points } from '../shared/points.ts';
import { distanceOf, samplesOf } from './samples.ts';

export type VariogramModel = {
  readonly kind: 'spherical' | 'exponential' | 'gaussian';
  readonly nugget: number;
  readonly partialSill: number;
  /** Of `exponential` and `gaussian`, the parameter a, not the practical range. */
  readonly range: number;
};

/** Pairs by distance: how many, their mean distance, half the mean square of their difference. */
export type VariogramBin = { readonly pairs: number; readonly distance: number; readonly semivariance: number };

export type FittedVariogram = {
  readonly bins: readonly VariogramBin[];
  readonly model: VariogramModel;
  /** Weighted sum of squares; it tells models apart. */
  readonly error: number;
};

export type VariogramOptions = {
  /** A third of the diagonal of the points' box by default, in 15 bins. */
  readonly cutoff?: number;
  readonly bins?: number;
  readonly kinds?: readonly VariogramModel['kind'][];
};

/**
 * Empirical variogram and the model that fits it best, by least squares with the weights N ÷ h². Sources: Matheron (1963),
 * Econ. Geol. 58:1246–1266; weights as gstat's fit.variogram (fit.method 7). Null where fewer than 3 bins have pairs or
 * the values have no spread.
 */
export function fitVariogram(
  points: Points,
  values: Float64Array,
  { cutoff, bins: count = 15, kinds = ['spherical', 'exponential', 'gaussian'] }: VariogramOptions = {},
): Outcome<FittedVariogram | null, Required<VariogramOptions>> {
  const samples = samplesOf(points, values);
  const reach = cutoff ?? diagonalOf(samples.points, samples.places) / 3;
  const bins = binsOf(samples, reach, count);
  const method = 'Variograma (Matheron 1963), mínimos quadrados com pesos N ÷ h²';
  const parameters = { cutoff: reach, bins: count, kinds };
  const isFlat = bins.every(({ semivariance }) => semivariance === 0);
  if (bins.length < 3 || isFlat) {
    const warnings = warningsOf({ tooFew: bins.length < 3 ? 1 : 0, zeroVariance: isFlat ? values.length : 0 });
    return { value: null, method, parameters, warnings };
  }
  const fits = kinds.map((kind) => fitKind(kind, bins, reach));
  const best = fits.reduce((one, other) => (other.error < one.error ? other : one));
  return { value: { bins, ...best }, method, parameters, warnings: warningsOf({ coincident: samples.coincident }) };
}

/** Semivariance of a model at a distance; 0 at 0. */
export function semivarianceOf({ kind, nugget, partialSill, range }: VariogramModel, distance: number): number {
  return distance === 0 ? 0 : nugget + partialSill * structureOf(kind, distance / range);
}

function structureOf(kind: VariogramModel['kind'], share: number): number {
  if (kind === 'exponential') return 1 - Math.exp(-share);
  if (kind === 'gaussian') return 1 - Math.exp(-share * share);
  return share >= 1 ? 1 : 1.5 * share - 0.5 * share ** 3;
}

/** Diagonal of the box; of geographic points, the largest distance from the first. */
function diagonalOf({ system, x, y }: Points, places: Float64Array): number {
  if (system === 'geographic') {
    return Math.max(0, ...Array.from(x.keys(), (point) => distanceOf(system, places, 0, { b: places, j: point })));
  }
  const span = (one: Float64Array) =>
    one.reduce((a, b) => Math.max(a, b), -Infinity) - one.reduce((a, b) => Math.min(a, b), Infinity);
  return x.length === 0 ? 0 : Math.hypot(span(x), span(y));
}

function binsOf(
  { points, values, places }: ReturnType<typeof samplesOf>,
  cutoff: number,
  count: number,
): readonly VariogramBin[] {
  const [pairs, distances, squares] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const width = cutoff / count;
  for (let i = 1; i < values.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const distance = distanceOf(points.system, places, i, { b: places, j });
      if (distance > cutoff) continue;
      // As gstat: a bin holds its upper end.
      const bin = Math.min(count - 1, Math.max(0, Math.ceil(distance / width) - 1));
      pairs[bin] = (pairs[bin] ?? 0) + 1;
      distances[bin] = (distances[bin] ?? 0) + distance;
      squares[bin] = (squares[bin] ?? 0) + ((values[i] ?? 0) - (values[j] ?? 0)) ** 2;
    }
  }
  return Array.from(pairs, (number, bin) => ({
    pairs: number,
    distance: (distances[bin] ?? 0) / number,
    semivariance: (squares[bin] ?? 0) / (2 * number),
  })).filter(({ pairs: number }) => number > 0);
}

/** Best range by golden section between the brackets of a coarse search; nugget and sill follow from it exactly. */
function fitKind(kind: VariogramModel['kind'], bins: readonly VariogramBin[], cutoff: number) {
  const errorAt = (range: number) => fitRange(kind, bins, range).error;
  const ranges = Array.from({ length: 60 }, (_, step) => cutoff * 0.02 * 1.12 ** step);
  const best = ranges.reduce((one, range, step) => (errorAt(range) < errorAt(ranges[one] ?? 0) ? step : one), 0);
  let [low, high] = [ranges[Math.max(0, best - 1)] ?? 0, ranges[Math.min(59, best + 1)] ?? 0];
  const golden = (Math.sqrt(5) - 1) / 2;
  for (let step = 0; step < 100 && high - low > 1e-10 * high; step += 1) {
    const [a, b] = [high - golden * (high - low), low + golden * (high - low)];
    if (errorAt(a) < errorAt(b)) high = b;
    else low = a;
  }
  return fitRange(kind, bins, (low + high) / 2);
}

/** Nugget and partial sill, neither below 0, by weighted least squares for a range. */
function fitRange(kind: VariogramModel['kind'], bins: readonly VariogramBin[], range: number) {
  let [w, wf, wff, wg, wfg] = [0, 0, 0, 0, 0];
  for (const { pairs, distance, semivariance } of bins) {
    const weight = pairs / distance ** 2;
    const structure = structureOf(kind, distance / range);
    w += weight;
    wf += weight * structure;
    wff += weight * structure * structure;
    wg += weight * semivariance;
    wfg += weight * structure * semivariance;
  }
  const determinant = w * wff - wf * wf;
  let [nugget, partialSill] = [(wff * wg - wf * wfg) / determinant, (w * wfg - wf * wg) / determinant];
  if (!(nugget >= 0)) [nugget, partialSill] = [0, wfg / wff];
  if (!(partialSill >= 0)) [nugget, partialSill] = [wg / w, 0];
  const model: VariogramModel = { kind, nugget, partialSill, range };
  const error = bins.reduce(
    (sum, bin) => sum + (bin.pairs / bin.distance ** 2) * (bin.semivariance - semivarianceOf(model, bin.distance)) ** 2,
    0,
  );
  return { model, error };
}
