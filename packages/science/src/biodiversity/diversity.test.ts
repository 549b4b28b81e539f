import { expect, test } from 'vitest';
import { diversityOf, expectedSpecies } from './diversity.ts';

test('equal counts: H′ is ln S, evenness one; Simpson without replacement', () => {
  const four = diversityOf([5, 5, 5, 5]);
  expect(four?.shannon).toBeCloseTo(Math.log(4), 12);
  expect(four?.evenness).toBeCloseTo(1, 12);
  // 1 − 4·5·4 ÷ 20·19
  expect(four?.simpson).toBeCloseTo(1 - 80 / 380, 12);
  expect(four?.chao1).toBe(4);
});

test('singletons and doubletons: Chao1 by hand, and the coverage', () => {
  // f₁ = 3, f₂ = 1: 5 + 3·2 ÷ 2·2 = 6,5
  const seen = diversityOf([1, 1, 1, 2, 10]);
  expect(seen).toMatchObject({ richness: 5, chao1: 6.5 });
  expect(seen?.coverage).toBeCloseTo(1 - 3 / 15, 12);
});

test('nothing, a single record and counts that are none', () => {
  expect(diversityOf([])).toBeNull();
  expect(diversityOf([1])).toEqual({ richness: 1, shannon: 0, evenness: null, simpson: null, chao1: 1, coverage: 0 });
  expect(() => diversityOf([2, 0])).toThrow('received 0');
  expect(() => diversityOf([1.5])).toThrow('1.5');
});

test('species expected in fewer records are those of Hurlbert, counted by hand', () => {
  // Of 4 records, 2 of one species and 1 each of two: every pair of records, 6 of them, holds 1 or 2 species.
  expect(expectedSpecies([2, 1, 1], 2)).toBeCloseTo((1 * 1 + 5 * 2) / 6, 12);
  expect(expectedSpecies([5, 3, 2], 10)).toBeCloseTo(3, 12);
  expect(expectedSpecies([40, 1], 1)).toBeCloseTo(1, 12);
  expect(expectedSpecies([2, 1], 4)).toBeNull();
});
