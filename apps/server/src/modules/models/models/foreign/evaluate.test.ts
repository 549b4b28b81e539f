import { type Position, seededRandom } from '@kianda/geo';
import { predictLambdas, readLambdas } from '@kianda/science/models/lambdas/lambdas';
import { expect, test } from 'vitest';
import { scoresOf } from '../training/fit.ts';
import { trainVersion } from '../training/train.ts';
import type { TrainingTask } from '../training/training.types.ts';
import { declare } from './declare.rules.ts';
import { evaluateForeign, type ForeignTrial, UnusableScores } from './evaluate.ts';

const random = seededRandom('trial');
const places = Array.from({ length: 900 }, (): Position => [9 + 4 * random(), -17 + 12 * random()]);
const sst = Float64Array.from(places, ([lon, lat]) => 24 + lat / 2 + Math.sin(3 * lon));
const presence = sst.map((value) => Number(random() < 0.5 * Math.exp(-(((value - 20) / 2) ** 2))));
const columns = [
  { name: 'temperature', label: 'Temperatura', unit: '°C', kind: 'continuous' as const, values: sst },
  { name: 'noise', label: 'Ruído', unit: null, kind: 'continuous' as const, values: sst.map(() => random()) },
];
const task: TrainingTask = {
  ...{ modelType: 'habitat_suitability', methods: [{ kind: 'maxent' }], seed: 5, columns },
  target: { task: 'presence', values: presence },
  split: {
    kind: 'spatial_blocks',
    longitudes: Float64Array.from(places, ([lon]) => lon),
    latitudes: Float64Array.from(places, ([, lat]) => lat),
  },
  baseline: { kind: 'linear', name: 'MaxEnt linear' },
};
const declaration = {
  ...{ fileId: '', fileName: 'a.lambdas', name: 'MaxEnt', origin: 'ensaio', licence: null },
  variables: [{ name: 'bio1', column: 'temperature', unit: 'K' }],
  output: { kind: 'presence' as const },
};
/** Likes 20 °C, told in kelvin. */
const written = `bio1, 0, 285.15, 298.15
'bio1, -6.0, 293.15, 298.15
\`bio1, -6.0, 285.15, 293.15
linearPredictorNormalizer, 0
densityNormalizer, 300
entropy, 5.5
`;
const model = readLambdas(written);

test('a lambdas file in other units is measured on the blocks of the own one, beside the same simple method', () => {
  const fitted = declare({ kind: 'lambdas', model }, declaration, { columns, target: task.target });
  if (fitted.kind !== 'lambdas') throw new Error('a lambdas file');
  const trial: ForeignTrial = { task, fitted, classes: [] };
  const evaluated = evaluateForeign(trial, (given) => scoresOf(fitted, given));
  const own = trainVersion(task);
  expect(evaluated.skill).toMatchObject({ metric: 'auc', split: 'spatial_blocks', training: null });
  expect(evaluated.skill.baselineValidation).toBe(own.skill.baselineValidation);
  expect(evaluated.skill.validation).toBeGreaterThan(0.7);
  expect(evaluated.skill.low).toBeLessThan(evaluated.skill.validation);
  expect(evaluated.features.map(({ name }) => name)).toEqual(['temperature']);
  expect(evaluated.curves.map(({ kind }) => kind)).toEqual(['roc', 'reliability', 'response']);
  const peak = evaluated.curves[2]?.points.reduce((most, point) => (point.y > most.y ? point : most));
  expect(peak?.x).toBeCloseTo(20, 0);
  // The number that the file gives at 20 °C.
  const kelvin = [{ name: 'bio1', kind: 'continuous' as const, values: Float64Array.of(293.15) }];
  const at20 = [{ ...columns[0], name: 'temperature', kind: 'continuous' as const, values: Float64Array.of(20) }];
  expect(scoresOf(evaluated.artefact.fitted as typeof fitted, at20)).toEqual(predictLambdas(model, kelvin));
});

test('scores that are no chance, or none at all, are refused with how many', () => {
  const trial: ForeignTrial = {
    ...{ task, classes: [] },
    fitted: {
      kind: 'lambdas',
      model,
      output: 'cloglog',
      inputs: [{ name: 'bio1', column: 'temperature', scale: 1, offset: 0 }],
    },
  };
  const answers = (value: number) => () =>
    evaluateForeign(trial, (given) => new Float64Array(given[0]?.values.length ?? 0).fill(value));
  expect(answers(7)).toThrow(UnusableScores);
  expect(answers(7)).toThrow('em 900 de 900 linhas fica fora de 0 a 1');
  expect(answers(Number.NaN)).toThrow('não deu valor a 900 de 900 linhas');
});

test('classes are told apart by their names, and those that a file does not know count as missed', () => {
  const kinds: TrainingTask = {
    ...task,
    target: {
      task: 'classes',
      classes: ['frio', 'morno', 'quente'],
      values: sst.map((one) => (one < 18 ? 0 : one < 21 ? 1 : 2)),
    },
    baseline: { kind: 'most-frequent', name: 'a mais frequente' },
  };
  const trial: ForeignTrial = {
    ...{ task: kinds, classes: ['quente', 'frio'] },
    fitted: {
      kind: 'lambdas',
      model,
      output: 'cloglog',
      inputs: [{ name: 'bio1', column: 'temperature', scale: 1, offset: 0 }],
    },
  };
  const { skill, artefact } = evaluateForeign(trial, (given) => {
    const warm = given[0]?.values ?? new Float64Array(0);
    return Float64Array.from({ length: 2 * warm.length }, (_, at) =>
      Number((warm[at >> 1] ?? 0) >= 19.5 === (at % 2 === 0)),
    );
  });
  // All of two classes, none of the third.
  expect(skill.validation).toBeCloseTo(2 / 3, 10);
  expect(artefact.classes).toEqual(['quente', 'frio']);
});
