import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AsOf, answers, latestAsOf, type TimedFeature } from './testing/point-in-time.ts';

const instant = fc.integer({ min: 0, max: 200 });
const feature: fc.Arbitrary<TimedFeature> = fc
  .record({ eventMs: instant, createdMs: instant, length: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }) })
  .map(({ eventMs, createdMs, length }) => ({
    ...{ eventMs, createdMs },
    validUntilMs: length === null ? null : eventMs + length,
  }));
const question: fc.Arbitrary<AsOf> = fc.record({
  atMs: instant,
  ttlMs: fc.integer({ min: 0, max: 100 }),
  knownMs: instant,
});

test('no answer is of after the instant asked, older than its life, or stored later than is asked', () => {
  fc.assert(
    fc.property(fc.array(feature, { maxLength: 30 }), question, (features, asked) => {
      const found = latestAsOf(features, asked);
      if (found === null) return;
      expect(found.eventMs).toBeLessThanOrEqual(asked.atMs);
      expect(found.eventMs).toBeGreaterThanOrEqual(asked.atMs - asked.ttlMs);
      expect(found.createdMs).toBeLessThanOrEqual(asked.knownMs);
    }),
    { numRuns: 2_000 },
  );
});

test('what comes later changes no answer about before: rows of tomorrow may be added, or shuffled, or made extreme', () => {
  fc.assert(
    fc.property(
      fc.array(feature, { maxLength: 20 }),
      fc.array(feature, { maxLength: 20 }),
      question,
      (past, more, asked) => {
        const later = more.map((one) => ({ ...one, eventMs: asked.atMs + 1 + one.eventMs, validUntilMs: null }));
        expect(latestAsOf([...later, ...past], asked)).toEqual(latestAsOf(past, asked));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('of several that may answer, the newest does; a value that a newer one replaced does not', () => {
  fc.assert(
    fc.property(fc.array(feature, { maxLength: 20 }), question, (features, asked) => {
      const found = latestAsOf(features, asked);
      const allowed = features.filter((one) => answers(one, asked));
      expect(found === null).toBe(allowed.length === 0);
      for (const one of allowed) expect(one.eventMs).toBeLessThanOrEqual(found?.eventMs ?? -1);
    }),
  );
  const replaced = { eventMs: 10, createdMs: 10, validUntilMs: 20 };
  expect(latestAsOf([replaced], { atMs: 19, ttlMs: 50, knownMs: 30 })).toEqual(replaced);
  expect(latestAsOf([replaced], { atMs: 20, ttlMs: 50, knownMs: 30 })).toBeNull();
});
