import { expect, test } from 'vitest';
import { coversWindow, type ObservationGap, partsOf, timeShare } from './availability.rules.ts';

const hour = 3_600_000;
const gaps: readonly ObservationGap[] = [
  { kind: 'outage', fromMs: 2 * hour, toMs: 4 * hour },
  { kind: 'unknown', fromMs: 6 * hour, toMs: 7 * hour },
];

test('a time is observed, off or unknown, and the parts add up', () => {
  expect(partsOf(gaps, 0, 10 * hour)).toEqual({ outage: 0.2, unknown: 0.1, observed: 1 - 0.2 - 0.1 });
  expect(partsOf(gaps, 3 * hour, 5 * hour)).toEqual({ outage: 0.5, unknown: 0, observed: 0.5 });
});

test('the platform off counts against availability, unknown time counts neither way', () => {
  // Seven hours observed, two off: 7 of 9.
  expect(timeShare(100, gaps, { fromMs: 0, toMs: 10 * hour })).toBeCloseTo((100 * 7) / 9, 10);
  expect(timeShare(50, [], { fromMs: 0, toMs: hour })).toBe(50);
  expect(timeShare(null, gaps, { fromMs: 0, toMs: hour })).toBeNull();
});

test('a window longer than the life of the installation has no figure', () => {
  const now = 100 * 24 * hour;
  expect(coversWindow(now - 13 * 60_000, now, 24 * hour)).toBe(false);
  expect(coversWindow(now - 24 * hour, now, 24 * hour)).toBe(true);
  expect(coversWindow(null, now, 24 * hour)).toBe(false);
});
