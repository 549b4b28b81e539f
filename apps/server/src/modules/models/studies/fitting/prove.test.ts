import { seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import type { ProveTask } from './fitting.types.ts';
import { proveCombination } from './prove.ts';

const column = (name: string, values: Float64Array) => ({
  name,
  label: name,
  unit: null,
  kind: 'continuous' as const,
  values,
});

/** Presences in warm water where `isNiche`, anywhere else; salinity says nothing. Three folds, in turn. */
function taskOf(isNiche: boolean, over: Partial<ProveTask> = {}): ProveTask {
  const random = seededRandom(isNiche ? 5 : 6);
  const presence = Uint8Array.from({ length: 240 }, (_, row) => Number(row < 45));
  const temperature = Float64Array.from(presence, (one) =>
    one === 1 && isNiche ? 25 + 3 * random() : 15 + 13 * random(),
  );
  return {
    ...{ kind: 'prove', presence, combination: { features: 'L', beta: 1 }, nullModels: 19, seed: 1 },
    columns: [
      column('temperature', temperature),
      column(
        'salinity',
        temperature.map(() => 34 + 2 * random()),
      ),
    ],
    folds: Int32Array.from(presence.keys(), (row) => row % 3),
    ...over,
  };
}

test('the variable that decides is as good alone as all are, and without it nothing is learned', () => {
  const { jackknife } = proveCombination(taskOf(true)) ?? {};
  const [temperature, salinity] = jackknife?.variables ?? [];
  expect(jackknife?.all).toBeGreaterThan(0.85);
  expect(temperature?.alone).toBeCloseTo(jackknife?.all ?? 0, 1);
  expect(salinity?.without).toBe(temperature?.alone);
  expect(salinity?.alone).toBe(temperature?.without);
  expect(Math.abs((salinity?.alone ?? 1) - 0.5)).toBeLessThan(0.15);
});

test('a niche beats every model of random places; presences anywhere do not', () => {
  const niche = proveCombination(taskOf(true))?.nullModels;
  // Of 19 null models none reaches it: (1 + 0) ÷ (1 + 19).
  expect(niche).toMatchObject({ models: 19, p: 0.05 });
  expect(niche?.effect).toBeGreaterThan(2);
  expect(proveCombination(taskOf(true))?.nullModels).toEqual(niche);
  expect(proveCombination(taskOf(false))?.nullModels.p).toBeGreaterThan(0.05);
});

test('one variable has no others, and folds that can not be held out measure nothing', () => {
  const task = taskOf(true);
  const alone = proveCombination({ ...task, columns: task.columns.slice(0, 1), nullModels: 1 });
  expect(alone?.jackknife.variables).toEqual([
    { name: 'temperature', label: 'temperature', alone: alone?.jackknife.all, without: null },
  ]);
  expect(proveCombination({ ...task, folds: new Int32Array(task.presence.length) })).toBeNull();
});
