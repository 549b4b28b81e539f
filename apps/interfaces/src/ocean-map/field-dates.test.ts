import { expect, test } from 'vitest';
import { coverageOf } from './field-dates.ts';

const east = [
  { time: '2026-11-03T00:00:00.000Z', coverage: 0.9 },
  { time: '2026-11-04T00:00:00.000Z', coverage: 0.8 },
];

test('a flow has the dates of which both components are stored; another layer has its own', () => {
  expect([...coverageOf(east, null).values()]).toEqual([0.9, 0.8]);
  expect([...coverageOf(east, east.slice(0, 1))]).toEqual([[Date.parse('2026-11-03T00:00:00.000Z'), 0.9]]);
  expect(coverageOf(east, []).size).toBe(0);
});
