import { expect, test } from 'vitest';
import { slicesOf } from './slices.ts';
import type { TrainingTask } from './training.types.ts';

const rows = 240;
const each = (of: (row: number) => number) => Float64Array.from({ length: rows }, (_, row) => of(row));
const all = Uint32Array.from({ length: rows }, (_, row) => row);
/** North, centre and south in turn; the months one after the other. */
const latitudes = each((row) => [-6, -11, -16][row % 3] ?? 0);
const months = each((row) => 1 + (row % 12));
const values = each((row) => Math.sin(row));
const task = {
  ...{ modelType: 'biodiversity_predictor', methods: [], seed: 1, baseline: { kind: 'mean', name: '' } },
  columns: [{ name: 'month', label: 'Mês', unit: null, kind: 'continuous', values: months }],
  target: { task: 'number', unit: 't', isLogged: false, values },
  split: { kind: 'spatial_blocks', latitudes, longitudes: latitudes },
} as const satisfies TrainingTask;
const groups = new Int32Array(rows);
const of = (scores: Float64Array, held: Uint32Array = all, given: TrainingTask = task) =>
  new Map(slicesOf(given, { scores, rows: held, groups }).map(({ name, ...slice }) => [name.split(' ')[0], slice]));

test('each part has the measure of its own rows', () => {
  // Right in the north, the mean elsewhere but for one turn of the sign in the south.
  const scores = each((row) => (row % 3 === 0 ? (values[row] ?? 0) : row % 3 === 2 ? -(values[row] ?? 0) : 0));
  const found = of(scores);
  expect([...found.keys()]).toEqual(['Norte', 'Centro', 'Sul', 'Época', 'Cacimbo']);
  expect(found.get('Norte')).toEqual({ kind: 'area', rows: 80, value: 1 });
  expect(found.get('Centro')?.value).toBeCloseTo(0, 2);
  expect(found.get('Sul')?.value).toBeLessThan(-2);
  expect([found.get('Época')?.rows, found.get('Cacimbo')?.rows]).toEqual([120, 120]);
});

test('a part with few rows held out has no measure, and rows that tell no place or time make no part', () => {
  const held = all.filter((row) => row % 3 !== 1 || row < 60);
  expect(of(values, held).get('Centro')).toEqual({ kind: 'area', rows: 20, value: null });
  const split = { kind: 'temporal', times: each((row) => Date.UTC(2026, 6, row % 9)), gapMs: 0 } as const;
  const series = of(values, all, { ...task, columns: [], split });
  expect([...series].map(([name, { rows: count }]) => [name, count])).toEqual([
    ['Época', 0],
    ['Cacimbo', rows],
  ]);
  const drawn = of(values, all, { ...task, columns: [] });
  expect([...drawn.keys()]).toEqual(['Norte', 'Centro', 'Sul']);
});
