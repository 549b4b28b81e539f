import { seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { continuousBoyce } from './boyce.ts';

/** Few presences leave windows without any, and successive equal ratios. */
function scoresOf(seed: string, presences: number, background: number) {
  const random = seededRandom(seed);
  const drawn = (count: number, power: number) => Float64Array.from({ length: count }, () => random() ** power);
  return [drawn(presences, 0.5), drawn(background, 1.5)] as const;
}

// Reference: windows and Spearman's correlation in R 4.2.2 by bench/models/boyce.R, on a CSV file of the same scores.
test.each([
  ['sparse', 12, 300, 0.738334147555, 0.856537880724],
  ['usual', 200, 2_000, 0.917555584774, 0.918898192998],
] as const)('%s: both variants as R computes them', (seed, presences, background, all, ecospat) => {
  const [own, others] = scoresOf(seed, presences, background);
  expect(continuousBoyce(own, others).index).toBeCloseTo(all, 9);
  expect(continuousBoyce(own, others, { variant: 'ecospat' }).index).toBeCloseTo(ecospat, 9);
});

test('presences where the scores are high: near 1; turned round: near −1; no spread: none', () => {
  const [own, others] = scoresOf('usual', 400, 4_000);
  const { index, windows } = continuousBoyce(own, others);
  expect(index).toBeGreaterThan(0.95);
  expect(windows.length).toBeLessThanOrEqual(101);
  const turned = continuousBoyce(
    own.map((value) => 1 - value),
    others.map((value) => 1 - value),
  );
  expect(turned.index).toBeLessThan(-0.95);
  expect(continuousBoyce(Float64Array.of(1, 1), Float64Array.of(1, 1)).index).toBeNull();
  expect(continuousBoyce(new Float64Array(0), others).index).toBeNull();
});
