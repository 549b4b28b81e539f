import { choleskyOf, solveCholesky } from '../../models/shared/cholesky.ts';
import { report, type Watch } from '../../models/shared/watch.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import { cartesianOf, type Points } from '../shared/points.ts';
import { distanceOf, samplesOf } from './samples.ts';
import { semivarianceOf, type VariogramModel } from './variogram.ts';

export type KrigingOptions = {
  readonly model: VariogramModel;
  /** Nearest measurements that count. */
  readonly neighbours?: number;
};

export type Kriged = {
  readonly values: Float64Array;
  /** Variance of the error. */
  readonly variances: Float64Array;
};

/**
 * Ordinary kriging with the variance of its error. Source: Matheron (1963), Econ. Geol. 58:1246–1266; the numbers of
 * gstat's krige. Where all measurements count, their equations are factored once.
 */
export function ordinaryKriging(
  given: { readonly points: Points; readonly values: Float64Array },
  targets: Points,
  { model, neighbours = Number.POSITIVE_INFINITY }: KrigingOptions,
  watch: Watch = {},
): Outcome<Kriged | null, Required<KrigingOptions>> {
  const samples = samplesOf(given.points, given.values);
  const method = 'Krigagem ordinária (Matheron 1963)';
  const parameters = { model, neighbours };
  const count = Math.min(neighbours, samples.values.length);
  if (count === 0) return { value: null, method, parameters, warnings: warningsOf({ empty: 1 }) };
  if (!(model.range > 0 && model.nugget >= 0 && model.partialSill >= 0 && model.nugget + model.partialSill > 0)) {
    return { value: null, method, parameters, warnings: warningsOf({ zeroVariance: samples.values.length }) };
  }
  const places = cartesianOf(targets);
  const values = new Float64Array(targets.x.length);
  const variances = new Float64Array(targets.x.length);
  const sill = model.nugget + model.partialSill;
  const { system } = samples.points;
  const between = (i: number, j: number) =>
    sill - semivarianceOf(model, distanceOf(system, samples.places, i, { b: samples.places, j }));
  const whole =
    count === samples.values.length
      ? systemOf(
          Uint32Array.from({ length: count }, (_, i) => i),
          between,
        )
      : null;
  for (let target = 0; target < values.length; target += 1) {
    if ((target & 0xff) === 0) report(watch, target / values.length);
    const equations =
      whole ?? systemOf(samples.index.nearest({ places, offset: 3 * target }, count).points.slice(), between);
    const right = Float64Array.from(
      equations.points,
      (i) => sill - semivarianceOf(model, distanceOf(system, samples.places, i, { b: places, j: target })),
    );
    const solved = solveCholesky(equations.factor, right);
    const multiplier = (total(solved) - 1) / equations.onesTotal;
    let [value, variance] = [0, sill - multiplier];
    for (let slot = 0; slot < solved.length; slot += 1) {
      const weight = (solved[slot] ?? 0) - multiplier * (equations.ones[slot] ?? 0);
      value += weight * (samples.values[equations.points[slot] ?? 0] ?? 0);
      variance -= weight * (right[slot] ?? 0);
    }
    values[target] = value;
    // At a measurement rounding may leave less than 0.
    variances[target] = Math.max(0, variance);
  }
  return { value: { values, variances }, method, parameters, warnings: warningsOf({ coincident: samples.coincident }) };
}

function systemOf(points: Uint32Array, between: (i: number, j: number) => number) {
  const size = points.length;
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      matrix[row * size + column] = between(points[row] ?? 0, points[column] ?? 0);
    }
  }
  const { factor, weak } = choleskyOf(matrix, size, 1e-14);
  if (weak >= 0)
    throw new RangeError(
      `kriging: the equations of ${size} points are singular at ${weak}, expected a model with a nugget`,
    );
  const ones = solveCholesky(factor, new Float64Array(size).fill(1));
  return { points, factor, ones, onesTotal: total(ones) };
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
