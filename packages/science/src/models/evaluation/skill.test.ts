import { randomNormal, seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { StoppedError } from '../shared/watch.ts';
import { areaUnderRoc } from './ranking.ts';
import { bootstrapped, compareWithNull, skillAgainst } from './skill.ts';

const noise = (seed: string, rows: number, deviation: number) => {
  const random = seededRandom(seed);
  return Float64Array.from({ length: rows }, () => deviation * randomNormal(random));
};

test('skill by hand: half the squared errors of the baseline is a skill of a half', () => {
  const observed = Float64Array.of(0, 0, 0, 0);
  const { value } = skillAgainst(observed, Float64Array.of(1, 1, 0, 0), Float64Array.of(1, 1, 1, 1), { draws: 10 });
  expect(value).toBe(0.5);
  expect(skillAgainst(observed, observed, observed, { draws: 10 })).toEqual({ value: null, low: null, high: null });
});

test('the interval of the mean covers it about as often as it says, and is the same for the same seed', () => {
  let covered = 0;
  for (let series = 0; series < 200; series += 1) {
    const values = noise(`series ${series}`, 40, 1);
    const mean = (rows: Uint32Array) => rows.reduce((sum, row) => sum + (values[row] ?? 0), 0) / rows.length;
    const { low, high } = bootstrapped(values.length, mean, { draws: 200, confidence: 0.9, seed: series });
    if ((low ?? 1) <= 0 && (high ?? -1) >= 0) covered += 1;
  }
  // 90 % of 200 is 180, with a deviation of 4.2; percentiles of 40 rows run a little narrow.
  expect(covered).toBeGreaterThan(164);
  expect(covered).toBeLessThan(193);
  const mean = (rows: Uint32Array) => rows.reduce((sum, row) => sum + row, 0) / rows.length;
  expect(bootstrapped(20, mean)).toEqual(bootstrapped(20, mean));
});

test('with few blocks, of unlike sizes too, the interval is the wider, and still covers as it says', () => {
  const blocks = Int32Array.from({ length: 40 }, (_, row) => (row < 12 ? 0 : Math.floor(row / 4)));
  const shifts = (series: number) => noise(`blocks of ${series}`, 10, 1);
  let covered = 0;
  for (let series = 0; series < 200; series += 1) {
    const values = Float64Array.from(blocks, (block) => shifts(series)[block] ?? 0);
    const mean = (rows: Uint32Array) => rows.reduce((sum, row) => sum + (values[row] ?? 0), 0) / rows.length;
    const { low, high } = bootstrapped(40, mean, { draws: 200, confidence: 0.9, seed: series, blocks });
    if ((low ?? 1) <= 0 && (high ?? -1) >= 0) covered += 1;
  }
  expect(covered).toBeGreaterThan(164);
  expect(covered).toBeLessThan(193);
  const one = bootstrapped(4, (rows) => rows.length, { blocks: new Int32Array(4), draws: 10 });
  expect(one).toEqual({ value: 4, low: null, high: null });
});

test('rows of one block are drawn together: the interval of repeated rows is not narrower for their number', () => {
  const values = noise('blocks', 20, 1);
  const mean = (divisor: number) => (rows: Uint32Array) =>
    rows.reduce((sum, row) => sum + (values[Math.floor(row / divisor)] ?? 0), 0) / rows.length;
  const blocks = Int32Array.from({ length: 200 }, (_, row) => Math.floor(row / 10));
  const alone = bootstrapped(20, mean(1), { draws: 400 });
  const repeated = bootstrapped(200, mean(10), { draws: 400, blocks });
  expect(repeated.low).toBeCloseTo(alone.low ?? 0, 12);
  expect(repeated.high).toBeCloseTo(alone.high ?? 0, 12);
});

test('a measure that most draws cannot give has no interval', () => {
  const labels = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const scores = Float64Array.from(labels);
  const measure = (rows: Uint32Array) =>
    rows.includes(0) && rows.length > 0 && new Set(rows).size > 8 ? areaUnderRoc(scores, labels) : null;
  expect(bootstrapped(10, measure, { draws: 100 })).toEqual({ value: 1, low: null, high: null });
});

test('a model no better than chance has no small p; a much better one has the least', () => {
  const simulate = (random: () => number) => 0.5 + 0.05 * randomNormal(random);
  const chance = compareWithNull(0.5, simulate);
  expect(chance.p).toBeGreaterThan(0.2);
  const better = compareWithNull(0.9, simulate);
  expect(better.p).toBe(0.01);
  expect(better.effect).toBeCloseTo((0.9 - better.mean) / better.deviation, 12);
  expect(() => compareWithNull(0.5, simulate, {}, { stopped: () => true })).toThrow(StoppedError);
});
