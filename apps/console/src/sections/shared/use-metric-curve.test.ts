import { expect, test } from 'vitest';
import { extended } from './use-metric-curve.ts';

const startMs = Date.parse('2026-08-31T08:00:00Z');
const point = (second: number) => ({ at: new Date(startMs + second * 1000).toISOString(), value: second });
const seconds = (points: readonly { readonly value: number | null }[]) => points.map(({ value }) => value);

test('a curve goes on at its own distances, and ends at the newest sample', () => {
  const curve = [point(0), point(60), point(120)];
  const arrived = [110, 120, 130, 140, 180, 190, 240, 250].map(point);
  expect(seconds(extended(curve, arrived, 60))).toEqual([0, 60, 120, 180, 240, 250]);
});

test('what is not newer changes nothing, and a curve that is empty begins with what comes', () => {
  expect(seconds(extended([point(0), point(60)], [point(50), point(60)], 60))).toEqual([0, 60]);
  expect(seconds(extended([point(0)], [], 60))).toEqual([0]);
  expect(seconds(extended([], [point(10), point(20)], 60))).toEqual([10, 20]);
});
