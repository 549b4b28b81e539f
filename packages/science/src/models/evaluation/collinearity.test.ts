import { expect, test } from 'vitest';
import { correlationsOf, varianceInflation } from './collinearity.ts';

// Longley's data (Longley 1967, J. Am. Stat. Assoc. 62:819–841), as R ships it.
const deflator = [83, 88.5, 88.2, 89.5, 96.2, 98.1, 99, 100, 101.2, 104.6, 108.4, 110.8, 112.6, 114.2, 115.7, 116.9];
const unemployed = [
  235.6, 232.5, 368.2, 335.1, 209.9, 193.2, 187, 357.8, 290.4, 282.2, 293.6, 468.1, 381.3, 393.1, 480.6, 400.7,
];
const armed = [
  159, 145.6, 161.6, 165, 309.9, 359.4, 354.7, 335, 304.8, 285.7, 279.8, 263.7, 255.2, 251.4, 257.2, 282.7,
];
const columns = [deflator, unemployed, armed].map((values) => Float64Array.from(values));

/** R² of the first on the two others, from the textbook formula with three correlations. */
function squared(ya: number, yb: number, ab: number): number {
  return (ya ** 2 + yb ** 2 - 2 * ya * yb * ab) / (1 - ab ** 2);
}

test('inflation is 1 ÷ (1 − R²) of each variable on the others', () => {
  const found = correlationsOf(columns);
  const at = (row: number, column: number) => found[row]?.[column] ?? Number.NaN;
  // R: cor(longley)["GNP.deflator", "Unemployed"]
  expect(at(0, 1)).toBeCloseTo(0.6206334, 6);
  const factors = varianceInflation(columns);
  expect(factors[0]).toBeCloseTo(1 / (1 - squared(at(0, 1), at(0, 2), at(1, 2))), 9);
  expect(factors[2]).toBeCloseTo(1 / (1 - squared(at(2, 0), at(2, 1), at(0, 1))), 9);
});

test('unrelated variables have 1, one alone too, and a combination has no bound', () => {
  const a = Float64Array.from([-1, 1, -1, 1]);
  const b = Float64Array.from([-1, -1, 1, 1]);
  expect(varianceInflation([a, b])).toEqual([1, 1]);
  expect(varianceInflation([a])).toEqual([1]);
  expect(varianceInflation([a, b, a.map((value, row) => value + (b[row] ?? 0))])).toEqual([null, null, null]);
});

test('a variable that does not vary has none, and spoils no other', () => {
  const flat = new Float64Array(4).fill(3);
  const a = Float64Array.from([-1, 1, -1, 1]);
  const b = Float64Array.from([-1, -1, 1, 1]);
  expect(varianceInflation([a, flat, b])).toEqual([1, null, 1]);
  expect(correlationsOf([a, flat])[0]).toEqual([1, null]);
});
