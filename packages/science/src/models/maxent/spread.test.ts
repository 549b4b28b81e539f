import { seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { takeRows } from '../shared/columns.ts';
import { fitMaxent, type MaxentModel, predictMaxent } from './maxent.ts';
import { maxentInterval } from './spread.ts';

/** One linear variable: the link is alpha + coefficient · x. */
const linear = (coefficient: number): MaxentModel => ({
  ...{ kind: 'maxent', variables: [{ name: 'x', kind: 'continuous', min: -10, max: 10 }], classes: ['L'] },
  features: [{ kind: 'linear', variable: 0, coefficient, min: -10, max: 10 }],
  ...{ alpha: -1, entropy: 0.5, objective: 0, presences: 1, background: 1, converged: true },
});
const at = (...values: number[]) => [{ name: 'x', kind: 'continuous' as const, values: Float64Array.from(values) }];

test('of two groups the interval is that worked by hand', () => {
  const { low, high } = maxentInterval(linear(1), [linear(0.8), linear(1.2)], at(2, 0, Number.NaN));
  // At 2 the links differ by 0.8: deviation √(½ · (0.4² + 0.4²)) = 0.4; t of one degree at 90 % is 3.0777.
  expect(low[0]).toBeCloseTo(1 - Math.exp(-Math.exp(1.5 - 0.4 * 3.07768)), 5);
  expect(high[0]).toBeCloseTo(1 - Math.exp(-Math.exp(1.5 + 0.4 * 3.07768)), 5);
  // At 0 all agree.
  expect([low[1], high[1]]).toEqual([high[1], predictMaxent(linear(1), at(0))[0]]);
  expect([low[2], high[2]]).toEqual([Number.NaN, Number.NaN]);
  expect(() => maxentInterval(linear(1), [linear(1)], at(1))).toThrow('expected at least 2');
});

test('it covers the value of all rows, and is wider where few rows were', () => {
  const random = seededRandom('spread');
  const rows = 1_200;
  // Most of the sea lies below 20.
  const x = Float64Array.from({ length: rows }, () => (random() < 0.9 ? 10 + 10 * random() : 20 + 10 * random()));
  const columns = [{ name: 'x', kind: 'continuous' as const, values: x }];
  const presence = Uint8Array.from(x, (value) => Number(random() < Math.exp(-(((value - 16) / 4) ** 2)) / 2));
  const model = fitMaxent(columns, presence, { classes: ['L', 'Q'] });
  const members = Array.from({ length: 5 }, (_, part) => {
    const kept = Uint32Array.from(x.keys()).filter((row) => row % 5 !== part);
    return fitMaxent(
      takeRows(columns, kept),
      Uint8Array.from(kept, (row) => presence[row] ?? 0),
      { classes: ['L', 'Q'] },
    );
  });
  const asked = [{ name: 'x', kind: 'continuous' as const, values: Float64Array.of(14, 16, 19, 23) }];
  const { low, high } = maxentInterval(model, members, asked);
  predictMaxent(model, asked).forEach((value, row) => {
    expect(value).toBeGreaterThan(low[row] ?? 1);
    expect(value).toBeLessThan(high[row] ?? 0);
  });
  const width = (row: number) => Math.log((high[row] ?? 0) / (low[row] ?? 1));
  expect(width(3)).toBeGreaterThan(2 * width(1));
});
