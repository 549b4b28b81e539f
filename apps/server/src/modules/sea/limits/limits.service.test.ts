import { expect, test } from 'vitest';
import { linesOf } from './limits.service.ts';
import type { DrawingRow } from './limits.tables.ts';

const line = (kind: string, neighbour: string | null) => ({
  ...{ kind, neighbour, length: 12 },
  coordinates: [
    [12, -9],
    [11, -9],
  ],
});
const row = {
  ...{ id: 'd', made_at: new Date(0), requested_by: 'Rui Sal', seconds: 1, simulated_seed: null },
  baseline: { source: 'Natural Earth' },
  result: { lines: [line('zee', null), line('zee', null), line('median', 'NAM'), line('median', 'COG')] },
} as unknown as DrawingRow;

test('a line is named after its kind and its neighbour, each line once', () => {
  expect(linesOf(row).map(({ id }) => id)).toEqual(['zee', 'zee-2', 'median-nam', 'median-cog']);
});

test('a line with a neighbour says which; one of the own coast has neither neighbour nor note', () => {
  const [own, , median] = linesOf(row);
  expect(own).toMatchObject({ neighbour: null, note: null, source: 'Natural Earth' });
  expect(median?.neighbour).toBe('Namíbia');
});
