import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketOf, durationOf, quantileOf, savedMs } from './timings.rules.ts';

test('the class of a duration tells it within five per cent', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e6, noNaN: true }), (ms) => {
      expect(Math.abs(durationOf(bucketOf(ms)) - ms) / ms).toBeLessThan(0.05);
    }),
  );
  expect(bucketOf(0)).toBe(0);
});

test('quantiles of many durations are those of the durations themselves, within a class', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 1e4, noNaN: true }), { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0.5, 0.95),
      (durations, share) => {
        const sorted = durations.toSorted((a, b) => a - b);
        const truth = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
        const told =
          quantileOf(
            durations.map((ms) => ({ bucket: bucketOf(ms), answers: 1 })),
            share,
          ) ?? 0;
        expect(Math.abs(told - truth) / truth).toBeLessThan(0.05);
      },
    ),
  );
  expect(quantileOf([], 0.5)).toBeNull();
});

test('the savings are a median miss for each hit, less what the hits took; unknown where nothing was computed', () => {
  const misses = [{ bucket: bucketOf(100), answers: 3 }];
  const hits = [{ bucket: bucketOf(1), answers: 10 }];
  expect(savedMs({ hits, misses, hitMs: 10 })).toBeCloseTo(10 * durationOf(bucketOf(100)) - 10, 6);
  expect(savedMs({ hits, misses: [], hitMs: 10 })).toBeNull();
  expect(savedMs({ hits: [], misses, hitMs: 0 })).toBe(0);
  expect(savedMs({ hits, misses: [{ bucket: 0, answers: 1 }], hitMs: 10 })).toBeLessThan(0);
});
