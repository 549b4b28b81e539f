import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundedSpan } from './use-scale.ts';

describe('roundedSpan', () => {
  it('rounds outwards to readable ends', () => {
    expect(roundedSpan(15.23, 27.91)).toEqual([15, 30]);
    expect(roundedSpan(35.412, 36.03)).toEqual([35.4, 36.05]);
  });
  it('always holds what it was given', () => {
    const value = fc.double({ min: -100, max: 100, noNaN: true });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const [start, end] = roundedSpan(low, high);
        expect(start).toBeLessThanOrEqual(low + 1e-9);
        expect(end).toBeGreaterThanOrEqual(high - 1e-9);
      }),
    );
  });
});
