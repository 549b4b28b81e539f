import { seededRandom } from '@kianda/geo';
import { InferenceSession, Tensor } from 'onnxruntime-web';
import { expect, test } from 'vitest';
import { fit, scoresOf } from '../training/fit.ts';
import type { LearningTarget, Method, ModelArtefact } from '../training/training.types.ts';
import { NoOnnxForm, onnxOf } from './onnx.ts';

const random = seededRandom('onnx');
const rows = 1_500;
const draw = (of: () => number) => Float64Array.from({ length: rows }, of);
const columns = [
  { name: 'sst', kind: 'continuous' as const, values: draw(() => (random() < 0.1 ? Number.NaN : 14 + 16 * random())) },
  {
    name: 'gear',
    kind: 'categorical' as const,
    values: draw(() => (random() < 0.1 ? Number.NaN : Math.floor(9 * random()))),
  },
  { name: 'month', kind: 'continuous' as const, values: draw(() => 1 + Math.floor(12 * random())) },
];
const [sst, gear] = columns.map(({ values }) => values);
const truth = Float64Array.from({ length: rows }, (_, row) => {
  const [warm, kind] = [sst?.[row] ?? 20, gear?.[row] ?? 3];
  return (
    Math.sin((Number.isNaN(warm) ? 20 : warm) / 3) +
    (Number.isNaN(kind) ? -1 : ([2, 0, 5, 1, 4, 0, 3, 2, 6][kind] ?? 0)) +
    0.3 * random()
  );
});
const number: LearningTarget = { task: 'number', unit: 't', isLogged: false, values: truth };
const kinds: LearningTarget = {
  ...{ task: 'classes', classes: ['um', 'dois', 'três'] },
  values: truth.map((value) => (value < 1 ? 0 : value < 4 ? 1 : 2)),
};

const artefactOf = (method: Method, target: LearningTarget): ModelArtefact => ({
  ...{ format: 1, modelType: 'abundance_estimator', unit: null, isLogged: false, reference: [], residuals: null },
  columns: columns.map(({ name, kind }) => ({ name, kind, label: name, unit: null })),
  fitted: fit(method, { seed: 3, target }, columns),
  classes: target.task === 'classes' ? target.classes : [],
});

test.each([
  ['a forest of a number', artefactOf({ kind: 'forest' }, number)],
  ['boosted trees of a number', artefactOf({ kind: 'boosting' }, number)],
  ['boosted trees of a change', artefactOf({ kind: 'boosting' }, { ...number, changeFrom: 'month' })],
  ['a forest of classes', artefactOf({ kind: 'forest' }, kinds)],
  ['boosted trees of classes', artefactOf({ kind: 'boosting' }, kinds)],
] as const)('%s: another program gives the same scores, of missing values and categories too', async (_, artefact) => {
  const session = await InferenceSession.create(new Uint8Array(onnxOf(artefact)));
  const inputs = new Float64Array(rows * columns.length);
  columns.forEach(({ values }, place) => {
    values.forEach((value, row) => {
      inputs[row * columns.length + place] = value;
    });
  });
  const { scores } = await session.run({ inputs: new Tensor('float64', inputs, [rows, columns.length]) });
  const ours = scoresOf(artefact.fitted, columns);
  expect(scores?.dims).toEqual([rows, Math.max(1, artefact.classes.length)]);
  const theirs = scores?.data as Float32Array;
  const furthest = ours.reduce(
    (most, score, place) =>
      Math.max(most, Math.abs(score - (theirs[place] ?? Number.NaN)) / Math.max(1, Math.abs(score))),
    0,
  );
  expect(furthest).toBeLessThan(1e-5);
  await session.release();
});

test('MaxEnt has no such form, and says so', () => {
  const presence: LearningTarget = { task: 'presence', values: truth.map((value) => Number(value > 4)) };
  const complete = columns.slice(2);
  const artefact = {
    ...artefactOf({ kind: 'forest' }, number),
    fitted: fit({ kind: 'maxent' }, { seed: 1, target: presence }, complete),
  };
  expect(() => onnxOf(artefact)).toThrow(NoOnnxForm);
});
