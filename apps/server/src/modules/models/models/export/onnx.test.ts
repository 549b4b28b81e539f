import { seededRandom } from '@kianda/geo';
import { readLambdas } from '@kianda/science/models/lambdas/lambdas';
import { InferenceSession, Tensor } from 'onnxruntime-web';
import { expect, test } from 'vitest';
import { fit, scoresOf } from '../training/fit.ts';
import type { Fitted, LearningTarget, Method, ModelArtefact } from '../training/training.types.ts';
import { onnxOf } from './onnx.ts';

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
const two: LearningTarget = {
  ...{ task: 'classes', classes: ['pouco', 'muito'] },
  values: truth.map((value) => Number(value > 2)),
};

const bare = {
  ...{ format: 1, modelType: 'abundance_estimator', unit: null, isLogged: false, reference: [], residuals: null },
  ...{ columns: columns.map(({ name, kind }) => ({ name, kind, label: name, unit: null })), classes: [] },
} as const satisfies Omit<ModelArtefact, 'fitted'>;
const artefactOf = (method: Method, target: LearningTarget): ModelArtefact & { readonly fitted: Fitted } => ({
  ...bare,
  fitted: fit(method, { seed: 3, target }, columns),
  classes: target.task === 'classes' ? target.classes : [],
});

/** Rows as the file takes them: a column for each variable. */
function tensorOf(given: typeof columns): Tensor {
  const inputs = new Float64Array(rows * given.length);
  given.forEach(({ values }, place) => {
    values.forEach((value, row) => {
      inputs[row * given.length + place] = value;
    });
  });
  return new Tensor('float64', inputs, [rows, given.length]);
}

test.each([
  ['a forest of a number', artefactOf({ kind: 'forest' }, number)],
  ['boosted trees of a number', artefactOf({ kind: 'boosting' }, number)],
  ['boosted trees of a change', artefactOf({ kind: 'boosting' }, { ...number, changeFrom: 'month' })],
  ['a forest of classes', artefactOf({ kind: 'forest' }, kinds)],
  ['boosted trees of classes', artefactOf({ kind: 'boosting' }, kinds)],
  ['a forest of two classes', artefactOf({ kind: 'forest' }, two)],
  ['boosted trees of two classes', artefactOf({ kind: 'boosting' }, two)],
] as const)('%s: another program gives the same scores, of missing values and categories too', async (_, artefact) => {
  const session = await InferenceSession.create(new Uint8Array(onnxOf(artefact)));
  const { scores } = await session.run({ inputs: tensorOf(columns) });
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

const presence: LearningTarget = { task: 'presence', values: truth.map((value) => Number(value > 4)) };
/** Rows without gaps: MaxEnt takes no others. */
const whole = columns.map((column) => ({
  ...column,
  values: column.values.map((value, row) => (Number.isNaN(value) ? row % 7 : value)),
}));

test.each([
  ['the linear regression of a number', { kind: 'linear' }, number, columns],
  ['the linear regression of a change', { kind: 'linear' }, { ...number, changeFrom: 'month' }, columns],
  ['MaxEnt with hinges and products', { kind: 'maxent', features: ['L', 'Q', 'P', 'H'] }, presence, whole],
  ['MaxEnt with steps', { kind: 'maxent', features: ['L', 'T'] }, presence, whole],
] as const satisfies readonly (readonly [string, Method, LearningTarget, typeof columns])[])(
  '%s: another program gives the same scores, beyond what was seen and of missing values too',
  async (_, method, target, learned) => {
    const fitted = fit(method, { seed: 3, target }, learned);
    // Wider than the training, with categories that it has not seen.
    const asked = columns.map((column) => ({
      ...column,
      values: column.values.map((value, row) => (row % 5 === 0 ? value * 3 - 20 : value)),
    }));
    const ours = scoresOf(fitted, asked);
    const session = await InferenceSession.create(new Uint8Array(onnxOf({ ...bare, fitted })));
    const { scores } = await session.run({ inputs: tensorOf(asked) });
    const theirs = Float64Array.from(scores?.data as Float32Array);
    expect(Array.from(theirs, Number.isNaN)).toEqual(Array.from(ours, Number.isNaN));
    const known = ours.filter((score) => !Number.isNaN(score));
    expect(known.length).toBeGreaterThan(rows / 2);
    const furthest = ours.reduce(
      (most, score, row) => (Number.isNaN(score) ? most : Math.max(most, Math.abs(score - (theirs[row] ?? 9)))),
      0,
    );
    expect(furthest / Math.max(1, ...known.map(Math.abs))).toBeLessThan(1e-5);
    await session.release();
  },
);

/** Every kind of term, ends that are alike among them, in kelvin and with codes of its own. */
const lambdas = readLambdas(`bio1, 0.9, 288.15, 301.15
bio1^2, -1.4, 83030.42, 90691.32
mes, 0.0, 2.0, 11.0
mes*bio1, 1.1, 576.3, 3312.65
(294.5<bio1), 0.35, 0.0, 1.0
'bio1, 1.7, 292.0, 301.15
\`bio1, -0.8, 288.15, 291.0
\`mes, 0.3, 4.0, 4.0
'mes, 2.0, 5.0, 5.0
(arte=7.0), 0.6, 0.0, 1.0
linearPredictorNormalizer, 1.5
densityNormalizer, 40.0
entropy, 4.2
`);
const declaredInputs = [
  { name: 'arte', column: 'gear', scale: 1, offset: 0, codes: [3, 7, Number.NaN, 7, 2, 1, 5] },
  { name: 'bio1', column: 'sst', scale: 1, offset: 273.15 },
  { name: 'mes', column: 'month', scale: 1, offset: 0 },
];

test.each(['raw', 'logistic', 'cloglog'] as const)(
  'a lambdas file, as %s: another program gives the same scores, in the units of the platform',
  async (output) => {
    const fitted = { kind: 'lambdas' as const, model: lambdas, inputs: declaredInputs, output };
    const wide = columns.map((column) => ({
      ...column,
      values: column.values.map((value, row) =>
        column.kind === 'continuous' && row % 5 === 0 ? value * 3 - 20 : value,
      ),
    }));
    const ours = scoresOf(fitted, wide);
    const session = await InferenceSession.create(new Uint8Array(onnxOf({ ...bare, fitted })));
    const { scores } = await session.run({ inputs: tensorOf(wide) });
    const theirs = Float64Array.from(scores?.data as Float32Array);
    expect(Array.from(theirs, Number.isNaN)).toEqual(Array.from(ours, Number.isNaN));
    const known = ours.filter((score) => !Number.isNaN(score));
    expect([known.length > rows / 3, known.length < rows]).toEqual([true, true]);
    const furthest = ours.reduce(
      (most, score, row) => (Number.isNaN(score) ? most : Math.max(most, Math.abs(score / (theirs[row] ?? 9) - 1))),
      0,
    );
    expect(furthest).toBeLessThan(1e-5);
    await session.release();
  },
);

test('a lambdas file without any term that tells apart gives one number', async () => {
  const model = readLambdas('bio1, 1, 290, 290\nlinearPredictorNormalizer, 1\ndensityNormalizer, 9\nentropy, 4\n');
  const fitted = { kind: 'lambdas' as const, model, inputs: declaredInputs.slice(1, 2), output: 'cloglog' as const };
  const session = await InferenceSession.create(new Uint8Array(onnxOf({ ...bare, fitted })));
  const { scores } = await session.run({ inputs: tensorOf(whole) });
  const [ours] = scoresOf(fitted, whole);
  expect(ours).toBeGreaterThan(0);
  expect(new Set(scores?.data as Float32Array)).toEqual(new Set([Math.fround(ours ?? 0)]));
  await session.release();
});
