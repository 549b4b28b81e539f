import { choleskyOf, solveCholesky } from '../shared/cholesky.ts';

/** Coefficients of an autoregression from its partial autocorrelations, and those of all lower orders before it. */
export function levinson(partials: Float64Array): readonly Float64Array[] {
  const orders: Float64Array[] = [new Float64Array(0)];
  partials.forEach((partial, order) => {
    const before = orders[order] ?? new Float64Array(0);
    const own = new Float64Array(order + 1);
    for (let lag = 0; lag < order; lag += 1) {
      own[lag] = (before[lag] ?? 0) - partial * (before[order - 1 - lag] ?? 0);
    }
    own[order] = partial;
    orders.push(own);
  });
  return orders;
}

export type ErrorFit = {
  /** Of the columns, by generalised least squares. */
  readonly coefficients: Float64Array;
  /** Innovations, each in units of one deviation. */
  readonly squares: number;
  readonly logLikelihood: number;
};

/**
 * Exact Gaussian likelihood of a regression on `columns` whose errors are an autoregression with these partial
 * autocorrelations, at its best coefficients and variance; null where the columns depend on each other. The first values
 * are predicted by the autoregressions of lower order. Source: Brockwell & Davis (1991), sections 5.2 and 8.7.
 */
export function fitErrors(
  values: Float64Array,
  columns: readonly Float64Array[],
  partials: Float64Array,
): ErrorFit | null {
  const orders = levinson(partials);
  const { length } = values;
  // Variance of the error of each prediction, of one innovation as unit.
  const variances = [1];
  for (let order = partials.length - 1; order >= 0; order -= 1) {
    variances.unshift((variances[0] ?? 1) / (1 - (partials[order] ?? 0) ** 2));
  }
  const whitened = (series: Float64Array): Float64Array =>
    series.map((value, place) => {
      const order = Math.min(place, partials.length);
      const weights = orders[order];
      let rest = value;
      for (let lag = 0; lag < order; lag += 1) rest -= (weights?.[lag] ?? 0) * (series[place - 1 - lag] ?? 0);
      return place < partials.length ? rest / Math.sqrt(variances[order] ?? 1) : rest;
    });
  const target = whitened(values);
  const design = columns.map(whitened);
  const coefficients = leastSquares(design, target);
  if (coefficients === null) return null;
  let squares = 0;
  for (let place = 0; place < length; place += 1) {
    let rest = target[place] ?? 0;
    for (const [column, of] of design.entries()) rest -= (coefficients[column] ?? 0) * (of[place] ?? 0);
    squares += rest * rest;
  }
  const early = variances.slice(0, Math.min(partials.length, length)).reduce((sum, one) => sum + Math.log(one), 0);
  const logLikelihood = -0.5 * (length * (Math.log((2 * Math.PI * squares) / length) + 1) + early);
  return { coefficients, squares, logLikelihood };
}

function leastSquares(columns: readonly Float64Array[], target: Float64Array): Float64Array | null {
  const size = columns.length;
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  columns.forEach((left, row) => {
    right[row] = product(left, target);
    for (let column = 0; column <= row; column += 1) {
      const value = product(left, columns[column] ?? left);
      matrix[row * size + column] = value;
      matrix[column * size + row] = value;
    }
  });
  const { factor, weak } = choleskyOf(matrix, size, 1e-12);
  return weak >= 0 ? null : solveCholesky(factor, right);
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < a.length; place += 1) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}
