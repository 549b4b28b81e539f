import { choleskyOf, invertCholesky } from '../shared/cholesky.ts';
import { correlation } from '../shared/statistics.ts';

/** Pearson's correlation of every two variables; null where one does not vary. */
export function correlationsOf(variables: readonly Float64Array[]): readonly (readonly (number | null)[])[] {
  return variables.map((a, place) => variables.map((b, other) => (place === other ? 1 : correlation(a, b))));
}

/**
 * Variance inflation factor of each variable: 1 ÷ (1 − R²) of its regression on the others, the diagonal of the inverse
 * of the correlations. Null where a variable does not vary, or is a combination of the others, so that it has no bound.
 * Source: Marquardt (1970), Technometrics 12:591–612.
 */
export function varianceInflation(variables: readonly Float64Array[]): readonly (number | null)[] {
  const correlations = correlationsOf(variables);
  const varying = variables.flatMap((_, place) =>
    variables.length === 1 || correlations[place]?.some((one, other) => other !== place && one !== null) ? [place] : [],
  );
  const size = varying.length;
  const matrix = new Float64Array(size * size);
  varying.forEach((row, i) => {
    varying.forEach((column, j) => {
      matrix[i * size + j] = correlations[row]?.[column] ?? 0;
    });
  });
  const { factor, weak } = choleskyOf(matrix, size, 1e-9);
  const factors = new Array<number | null>(variables.length).fill(null);
  if (weak >= 0) return factors;
  const inverse = invertCholesky(factor, size);
  varying.forEach((place, i) => {
    factors[place] = inverse[i * size + i] ?? null;
  });
  return factors;
}
