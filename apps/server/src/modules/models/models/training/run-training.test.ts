import { seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { RefusedTable, runTraining } from './run-training.ts';
import { trainVersion } from './train.ts';
import type { TrainingTask } from './training.types.ts';

function task(rows: number, same = false): TrainingTask {
  const random = seededRandom(1);
  const values = Float64Array.from({ length: rows }, () => random());
  return {
    ...{ modelType: 'biodiversity_predictor', methods: [{ kind: 'forest' }], seed: 1 },
    columns: [{ ...{ name: 'x', label: 'x', unit: null, kind: 'continuous' }, values }],
    target: { ...{ task: 'number', unit: 'espécies', isLogged: false }, values: values.map((x) => (same ? 1 : 2 * x)) },
    split: {
      kind: 'spatial_blocks',
      longitudes: Float64Array.from({ length: rows }, () => 9 + 4 * random()),
      latitudes: Float64Array.from({ length: rows }, () => -17 + 12 * random()),
    },
    baseline: { kind: 'mean', name: 'média' },
  };
}

test('a thread gives what the same task gives here, and tells how far it is', async () => {
  const shares: number[] = [];
  const trained = await runTraining(task(300), {
    signal: new AbortController().signal,
    progress: (share) => shares.push(share),
  });
  expect(trained).toEqual(JSON.parse(JSON.stringify(trainVersion(task(300)))));
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});

test('one that is cancelled ends with the reason, and gives nothing', async () => {
  const stop = new AbortController();
  const training = runTraining(task(20_000), {
    signal: stop.signal,
    progress: () => stop.abort(new Error('cancelado')),
  });
  await expect(training).rejects.toThrow('cancelado');
});

test('a table that can not be learned from is refused, not a fault of the platform', async () => {
  const training = runTraining(task(300, true), { signal: new AbortController().signal, progress: () => undefined });
  await expect(training).rejects.toBeInstanceOf(RefusedTable);
});
