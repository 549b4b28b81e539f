import { expect, test } from 'vitest';
import { createLandIndex, navigableRivers, type Position } from './index.ts';

/** An island of one degree around 10° E 10° S, with a lake of a tenth of a degree in its middle. */
const square = (half: number): Position[] => [
  [10 - half, -10 - half],
  [10 + half, -10 - half],
  [10 + half, -10 + half],
  [10 - half, -10 + half],
];
const island = createLandIndex([[square(0.5), square(0.05)]]);

test.each([
  ['at sea', [8, -10], 0],
  ['on the lake', [10, -10], 0],
  ['on the parallel of a corner, at sea', [8, -9.5], 0],
  ['a twentieth of a degree from the lake', [10.1, -10], 0.05 * 111_195 * Math.cos((10 * Math.PI) / 180)],
  ['a fifth of a degree from the north shore', [10.1, -9.7], 0.2 * 111_195],
  ['further from any shore than is asked', [10.3, -10.1], 10_000],
] as const)('%s', (_case, position, meters) => {
  expect(island.inlandMeters(position, meters === 10_000 ? 10_000 : 50_000)).toBeCloseTo(meters, 3);
});

test('the rivers that ships go up begin at the sea and go inland', () => {
  expect(navigableRivers.map(({ name }) => name)).toEqual(['Congo (Zaire)', 'Cuanza']);
  for (const { line } of navigableRivers) expect(line.at(-1)?.[0]).toBeGreaterThan(line[0]?.[0] ?? 0);
});
