import { createHash } from 'node:crypto';
import { gridNearest, gridOfBbox, gridPosition, isInZee, type Position, seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { runThread } from '../../../../platform/threads/run-thread.ts';
import type { DailyFields } from '../../../sea/ocean/index.ts';
import { onnxOf } from '../export/onnx.ts';
import { scoresOfTables } from '../foreign/with-scores.ts';
import { inputsOf, lagsNear } from '../prediction/inputs.ts';
import { answersOf } from '../prediction/predict.rules.ts';
import { type EnvironmentField, environmentOf } from '../tables/environment.ts';
import { zeeBox } from '../tables/habitat.ts';
import { temperatureTable } from '../tables/temperature.ts';
import { fit } from '../training/fit.ts';
import { trainVersion } from '../training/train.ts';
import type { LearningTarget, Method, TrainingTask } from '../training/training.types.ts';
import { lagTable } from './cell-inputs.ts';
import { type ReadyTask, scoreCells } from './score-cells.ts';
import type { Scored } from './score-worker.ts';

type Trained = ReturnType<typeof trainVersion>['artefact'];
type Task = ReadyTask & { readonly artefact: Trained };
const dayMs = 86_400_000;
const field = (name: string, at: (position: Position) => number): EnvironmentField => {
  const grid = gridOfBbox([9, -17, 13.5, -5], 0.5);
  const mean = Float32Array.from({ length: grid.columns * grid.rows }, (_, cell) =>
    at(gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns))),
  );
  const climate = { grid, mean, unit: '', fields: 3, from: new Date(0), to: new Date(dayMs), provider: 'ensaio' };
  return { name, label: name, unit: '', climates: [{ ...climate, isSimulated: false }] };
};
const fields = [
  field('temperature', ([lon, lat]) => 24 + lat / 3 - lon / 9),
  field('salinity', ([lon, lat]) => 35 + Math.sin(lon) * Math.cos(lat)),
];
const random = seededRandom(11);
const places = Array.from({ length: 400 }, (): Position => [9.5 + 3.5 * random(), -16.5 + 11 * random()]);

function train(method: Method, target: LearningTarget, extra: readonly string[] = []): Trained {
  const named = (name: string, values: Float64Array) => ({
    ...{ name, label: name, unit: null, kind: 'continuous' as const, values },
  });
  const task: TrainingTask = {
    ...{ modelType: 'biodiversity_predictor', methods: [method], seed: 3, target },
    columns: [
      ...environmentOf(fields).columnsAt(places),
      named(
        'month',
        Float64Array.from(places, () => 1 + Math.floor(12 * random())),
      ),
      ...extra.map((name) =>
        named(
          name,
          Float64Array.from(places, () => random()),
        ),
      ),
    ],
    split: {
      kind: 'spatial_blocks',
      longitudes: Float64Array.from(places, ([lon]) => lon),
      latitudes: Float64Array.from(places, ([, lat]) => lat),
    },
    baseline: { kind: target.task === 'classes' ? 'most-frequent' : 'mean', name: 'o mais simples' },
  };
  return trainVersion(task).artefact;
}

const numbers = (isLogged: boolean): LearningTarget => ({
  ...{ task: 'number', unit: 'espécies', isLogged },
  values: Float64Array.from(places, ([lon, lat]) => 2 + Math.abs(Math.sin(lon * lat)) + random() / 4),
});
const presence: LearningTarget = {
  task: 'presence',
  values: Float64Array.from(places, ([, lat], row) => Number(row < 80 && lat > -12)),
};
const classes: LearningTarget = {
  ...{ task: 'classes', classes: ['sardinha', 'carapau', 'corvina'] },
  values: Float64Array.from(places, ([, lat]) => Math.max(0, Math.min(2, Math.floor((lat + 16.5) / 4)))),
};

const grid = gridOfBbox(zeeBox, 0.4);
const taskOf = (artefact: Trained, more: Partial<Omit<ReadyTask, 'artefact'>> = {}): Task => ({
  ...{ artefact, grid, fields, lags: null, constants: { month: 5 }, ...more },
});
const cells = Array.from({ length: grid.columns * grid.rows }, (_, cell) => cell);
const positionOf = (cell: number) => gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns));

/** The answers that somebody gets who asks for predictions at all cells at once, and whether every input was known. */
function asked(artefact: Trained, daily: DailyFields | null = null) {
  const { valueAt } = environmentOf(fields);
  const lookups = {
    ...{ valueAt, todayMs: Date.parse('2026-05-09') },
    lags: (position: Position, day: Date) => lagsNear(daily, position, day),
  };
  const inputs = cells.map((cell) => {
    const [longitude, latitude] = positionOf(cell);
    return inputsOf(artefact, { longitude, latitude, date: '2026-05-09', inputs: {} }, lookups);
  });
  const columns = artefact.columns.map(({ name, kind }, place) => ({
    ...{ name, kind },
    values: Float64Array.from(inputs, (one) => one[place]?.value ?? Number.NaN),
  }));
  return answersOf(artefact, columns).map((answer, cell) => ({
    answer,
    isKnown: inputs[cell]?.every(({ value }) => !Number.isNaN(value)) === true,
  }));
}

test.each([
  ['forest', { kind: 'forest' }, numbers(false)],
  ['boosting of a logarithm', { kind: 'boosting' }, numbers(true)],
  ['maxent', { kind: 'maxent', features: ['L', 'Q'] }, presence],
] as const)('%s: every cell of the ZEE has the answer of a prediction asked for there', (_, method, target) => {
  const artefact = train(method, target);
  const { value, novelty, without } = scoreCells(taskOf(artefact));
  expect(without).toEqual([]);
  const answers = asked(artefact);
  const known = cells.filter((cell) => isInZee(positionOf(cell)) && answers[cell]?.isKnown === true);
  expect(known.length).toBeGreaterThan(100);
  for (const cell of known) {
    const { answer } = answers[cell] ?? {};
    expect(value[cell]).toBe(Math.fround(answer?.value ?? Number.NaN));
    expect(novelty?.[cell]).toBe(Math.fround(answer?.similarity ?? Number.NaN));
  }
  const others = new Set(cells).difference(new Set(known));
  for (const cell of others) expect(value[cell]).toBeNaN();
});

test('the spread: of boosted trees half of the interval, of a forest that of its trees, of MaxEnt that of the parts of the sea', () => {
  const boosted = train({ kind: 'boosting' }, numbers(true));
  const interval = scoreCells(taskOf(boosted));
  const cell = cells.find((one) => !Number.isNaN(interval.value[one] ?? Number.NaN)) ?? -1;
  const answer = asked(boosted)[cell]?.answer;
  expect(interval.spreadKind).toBe('interval');
  expect(interval.spread?.[cell]).toBeCloseTo(((answer?.high ?? 0) - (answer?.low ?? 0)) / 2, 5);
  const forest = scoreCells(taskOf(train({ kind: 'forest' }, numbers(false))));
  expect(forest.spreadKind).toBe('trees');
  expect(new Set(forest.spread?.filter((one) => one > 0)).size).toBeGreaterThan(20);
  const fitted = train({ kind: 'maxent', features: ['L'] }, presence);
  const maxent = scoreCells(taskOf(fitted));
  expect(maxent.spreadKind).toBe('blocks');
  const told = asked(fitted)[cell]?.answer;
  expect(told?.low).toBeLessThan(told?.value ?? 0);
  expect(told?.high).toBeGreaterThan(told?.value ?? 1);
  expect(maxent.spread?.[cell]).toBeCloseTo(((told?.high ?? 0) - (told?.low ?? 0)) / 2, 5);
});

test('a classifier gives the likeliest class, and an input that nobody knows anywhere is named, not guessed', () => {
  const artefact = train({ kind: 'forest' }, classes, ['depth']);
  const blind = scoreCells(taskOf(artefact));
  expect([blind.without, blind.spreadKind]).toEqual([['depth'], 'chance']);
  const cell = cells.find((one) => !Number.isNaN(blind.value[one] ?? Number.NaN)) ?? -1;
  const answer = asked(artefact)[cell]?.answer;
  expect(artefact.classes[blind.value[cell] ?? -1]).toBe(answer?.label);
  expect(blind.spread?.[cell]).toBeCloseTo(1 - (answer?.chances[0]?.chance ?? 0), 5);
  expect(scoreCells(taskOf(artefact, { constants: { month: 5, depth: 0.4 } })).without).toEqual([]);
});

test('of a classifier the chance of some classes can be asked for', () => {
  const artefact = train({ kind: 'forest' }, classes);
  const { value, spread, spreadKind } = scoreCells(taskOf(artefact, { chanceOf: [0, 2] }));
  expect([spread, spreadKind]).toEqual([null, null]);
  const known = cells.filter((cell) => !Number.isNaN(value[cell] ?? Number.NaN));
  expect(known.length).toBeGreaterThan(100);
  const answers = asked(artefact);
  for (const cell of known) {
    const chances = answers[cell]?.answer.chances ?? [];
    const sum = chances.filter(({ label }) => label !== 'carapau').reduce((total, { chance }) => total + chance, 0);
    expect(value[cell]).toBeCloseTo(sum, 5);
  }
});

test('the forecaster reads the nearest day and cell as a prediction does', () => {
  const own = gridOfBbox([9, -16, 13, -6], 0.25);
  const daily: DailyFields = {
    cells: Array.from({ length: own.columns * own.rows }, (_, cell) =>
      gridPosition(own, cell % own.columns, Math.floor(cell / own.columns)),
    ).filter((position) => isInZee(position)),
    days: Array.from({ length: 40 }, (_, day) => ({
      day: new Date(Date.parse('2026-04-01') + day * dayMs),
      values: Float32Array.from({ length: own.columns * own.rows }, (__, cell) => 20 + day / 9 + Math.sin(cell + day)),
    })),
    source: { name: 'ensaio', rows: 60, licence: null, from: new Date(0), to: new Date(dayMs), isSimulated: false },
  };
  const { columns, target } = temperatureTable(daily, environmentOf([]));
  const artefact: Trained = {
    ...{ format: 1, modelType: 'temperature_forecaster', columns, classes: [], unit: '°C', isLogged: false },
    ...{ fitted: fit({ kind: 'boosting' }, { seed: 1, target }, columns), reference: [], residuals: null },
  };
  const lags = lagTable(daily, Date.parse('2026-05-09'));
  const { value } = scoreCells(taskOf(artefact, { lags, fields: [], constants: {} }));
  const known = cells.filter((cell) => !Number.isNaN(value[cell] ?? Number.NaN));
  expect(known.length).toBeGreaterThan(60);
  const answers = asked(artefact, daily);
  for (const cell of known) expect(value[cell]).toBe(Math.fround(answers[cell]?.answer.value ?? Number.NaN));
  const at = gridNearest(grid, [8.3, -16]);
  expect(value[(at?.row ?? 0) * grid.columns + (at?.column ?? 0)]).toBeNaN();
});

test('a file of ONNX answers in its own process between two runs of the thread, with the cells of the model in it', async () => {
  const artefact = train({ kind: 'boosting' }, numbers(false));
  const file = onnxOf(artefact);
  const names = artefact.columns.map(({ name }) => name);
  const fitted = {
    ...{ kind: 'onnx' as const, file, sha256: createHash('sha256').update(file).digest('hex') },
    tensors: [{ name: 'inputs', type: 'float64' as const, columns: names.length, isFlat: false }],
    inputs: names.map((name) => ({ name, column: name, scale: 1, offset: 0 })),
    output: { name: 'scores', columns: 1, picked: [0], change: 'identity' as const },
  };
  const entry = new URL('./score-worker.ts', import.meta.url);
  const task = { ...taskOf(artefact), artefact: { ...artefact, fitted: { ...fitted, file: new Uint8Array(0) } } };
  const watch = { signal: new AbortController().signal, progress: () => undefined };
  const first = await runThread<Scored>(entry, task, watch);
  if (!('tables' in first)) throw new Error('no tables');
  const given = await scoresOfTables(fitted, first.tables);
  const second = await runThread<Scored>(entry, { ...task, given }, watch);
  if (!('cells' in second)) throw new Error('no cells');
  const own = scoreCells(taskOf(artefact));
  const differences = cells.map((cell) => Math.abs((second.cells.value[cell] ?? 0) - (own.value[cell] ?? 0)));
  expect(differences.filter(Number.isNaN).length).toBe(own.value.filter(Number.isNaN).length);
  expect(Math.max(...differences.filter((one) => !Number.isNaN(one)))).toBeLessThan(1e-5);
  expect([second.cells.novelty, second.cells.spreadKind]).toEqual([own.novelty, 'interval']);
});

test('a thread gives the same cells, and one that is stopped gives none', async () => {
  const task = taskOf(train({ kind: 'forest' }, numbers(false)));
  const entry = new URL('./score-worker.ts', import.meta.url);
  const here = scoreCells(task);
  const signal = new AbortController().signal;
  expect(await runThread<Scored>(entry, task, { signal, progress: () => undefined })).toEqual({ cells: here });
  const stop = new AbortController();
  const large = { ...task, grid: gridOfBbox(zeeBox, 0.01) };
  const stopped = runThread(entry, large, { signal: stop.signal, progress: () => stop.abort(new Error('cancelado')) });
  await expect(stopped).rejects.toThrow('cancelado');
});
