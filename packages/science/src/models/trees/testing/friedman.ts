import { randomNormal, seededRandom } from '@kianda/geo';
import type { Column } from '../../shared/columns.ts';

/**
 * Friedman's first function of five of the columns, and noise of deviation 1: 10 sin(π x0 x1) + 20 (x2 − ½)² + 10 x3 + 5 x4.
 * Source: Friedman (1991), Ann. Stat. 19:1–67.
 */
export function friedman(rows: number, seed: string, width = 12) {
  const random = seededRandom(seed);
  const columns = Array.from({ length: width }, (_, index): Column => {
    return { name: `x${index}`, kind: 'continuous', values: Float64Array.from({ length: rows }, random) };
  });
  const [a, b, c, d, e] = columns.map(({ values }) => values);
  const target = Float64Array.from({ length: rows }, (_, row) => {
    const at = (values: Float64Array | undefined) => values?.[row] ?? 0;
    const truth = 10 * Math.sin(Math.PI * at(a) * at(b)) + 20 * (at(c) - 0.5) ** 2 + 10 * at(d) + 5 * at(e);
    return truth + randomNormal(random);
  });
  return { columns, target };
}

/** Classes 0 … 4 by fixed limits of Friedman's function. */
export const classOf = (value: number): number => [10, 13, 16, 19].filter((limit) => value >= limit).length;
