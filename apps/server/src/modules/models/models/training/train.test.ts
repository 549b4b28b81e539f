import { seededRandom } from '@kianda/geo';
import { describe, expect, it } from 'vitest';
import { answersOf } from '../prediction/predict.rules.ts';
import { scoresOf } from './fit.ts';
import { heldOut } from './folds.ts';
import { trainVersion } from './train.ts';
import type { LearningColumn, TrainingTask } from './training.types.ts';

const column = (name: string, values: readonly number[]): LearningColumn => ({
  ...{ name, label: name, unit: null, kind: 'continuous', values: Float64Array.from(values) },
});

/** A sea of places; presences are where the temperature is near 20 °C. */
function presences(kind: 'niche' | 'random', seed = 1, count = 1_500): TrainingTask {
  const random = seededRandom(seed);
  const places = Array.from({ length: count }, () => {
    const [longitude, latitude] = [8.5 + 5 * random(), -18 + 13 * random()];
    // The temperature has nothing to do with where a place lies, so that no block of the sea stands for it.
    return { longitude, latitude, temperature: 14 + 14 * random(), other: random() };
  });
  const chance = (temperature: number) => (kind === 'random' ? 0.1 : Math.exp(-(((temperature - 20) / 2) ** 2)));
  const found = places.filter(({ temperature }) => random() < chance(temperature)).slice(0, 150);
  const rows = [...found, ...places];
  return {
    ...{ modelType: 'habitat_suitability', methods: [{ kind: 'maxent' }], seed: 7 },
    columns: [
      column(
        'temperature',
        rows.map(({ temperature }) => temperature),
      ),
      column(
        'other',
        rows.map(({ other }) => other),
      ),
    ],
    target: { task: 'presence', values: Float64Array.from(rows, (_, row) => Number(row < found.length)) },
    split: {
      kind: 'spatial_blocks',
      longitudes: Float64Array.from(rows, ({ longitude }) => longitude),
      latitudes: Float64Array.from(rows, ({ latitude }) => latitude),
    },
    baseline: { kind: 'linear', name: 'linear' },
  };
}

describe('a presence model', () => {
  it('finds a niche, its optimum and what it depends on, and is better than linear terms', () => {
    const { skill, features, curves } = trainVersion(presences('niche'));
    expect(skill.validation).toBeGreaterThan(0.8);
    expect(skill.baselineValidation).toBeLessThan(0.65);
    const [temperature, other] = features;
    expect(temperature?.importance).toBeGreaterThan(10 * Math.abs(other?.importance ?? 0));
    const response = curves.find(({ kind, name }) => kind === 'response' && name === 'temperature');
    const best = response?.points.toSorted((a, b) => b.y - a.y)[0];
    expect(Math.abs((best?.x ?? 0) - 20)).toBeLessThan(1.5);
  });

  it('finds none where presences are at random: of five such seas, the interval of four covers 0.5', () => {
    const skills = [1, 2, 3, 4, 5].map((seed) => trainVersion(presences('random', seed, 600)).skill);
    const covered = skills.filter(({ low, high }) => (low ?? 1) < 0.5 && (high ?? 0) > 0.5);
    expect(covered.length).toBeGreaterThanOrEqual(4);
  });

  it('is the same to the bit for the same task, and after JSON', () => {
    const task = presences('niche');
    const [first, second] = [trainVersion(task), trainVersion(task)];
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
    const { fitted } = JSON.parse(JSON.stringify(first.artefact)) as typeof first.artefact;
    expect(scoresOf(fitted, task.columns)).toEqual(scoresOf(first.artefact.fitted, task.columns));
  });
});

/** A week's forecast of a sea that drifts; `leaks` adds a column with the answer. */
function forecast(days: number): TrainingTask {
  const random = seededRandom(3);
  const rows = Array.from({ length: days * 10 }, (_, row) => {
    const day = Math.floor(row / 10);
    return { at: day * 86_400_000, today: 20 + Math.sin(day / 9) + (row % 10) / 10, noise: random() };
  });
  const later = (at: number) => 20 + Math.sin((at / 86_400_000 + 7) / 9);
  return {
    ...{ modelType: 'temperature_forecaster', methods: [{ kind: 'boosting' }], seed: 1 },
    columns: [
      column(
        'today',
        rows.map(({ today }) => today),
      ),
      column(
        'noise',
        rows.map(({ noise }) => noise),
      ),
    ],
    target: {
      ...{ task: 'number', unit: '°C', isLogged: false, changeFrom: 'today' },
      values: Float64Array.from(rows, ({ at }, row) => later(at) + (row % 10) / 10),
    },
    split: { kind: 'temporal', times: Float64Array.from(rows, ({ at }) => at), gapMs: 7 * 86_400_000 },
    baseline: { kind: 'column', column: 'today', name: 'persistência' },
  };
}

describe('a forecast', () => {
  it('is measured beside persistence, on days after those that it learned from', () => {
    const { skill, artefact } = trainVersion(forecast(120));
    expect(skill).toMatchObject({ metric: 'r2', split: 'temporal', baseline: 'persistência' });
    expect(skill.validation).toBeLessThan(skill.training ?? 0);
    expect(artefact.residuals?.[0]).toBeLessThan(artefact.residuals?.[1] ?? 0);
  });

  it('follows a rise beyond all that it has seen, since it learns the change', () => {
    const task = forecast(120);
    const rising = (name: string) => task.columns.find((one) => one.name === name)?.values.map((_, row) => row / 10);
    const today = rising('today') ?? new Float64Array(0);
    const columns = task.columns.map((one) => (one.name === 'today' ? { ...one, values: today } : one));
    const target = { ...task.target, values: today.map((value) => value + 0.7) } as TrainingTask['target'];
    const { artefact, skill } = trainVersion({ ...task, columns, target });
    expect(skill.validation).toBeGreaterThan(skill.baselineValidation ?? 1);
    const beyond = columns.map((one) => ({ ...one, values: Float64Array.of(one.name === 'today' ? 500 : 0.5) }));
    expect(scoresOf(artefact.fitted, beyond)[0]).toBeCloseTo(500.7, 5);
  });

  it('never learns from a target of the time that is tested, nor of the horizon before it', () => {
    const { split } = forecast(120);
    if (split.kind !== 'temporal') throw new Error('a forecast is split by time');
    const { splits } = heldOut(split, 1);
    expect(splits.length).toBe(4);
    for (const { train, test } of splits) {
      const begins = Math.min(...Array.from(test, (row) => split.times[row] ?? 0));
      expect(Math.max(...Array.from(train, (row) => (split.times[row] ?? 0) + split.gapMs))).toBeLessThan(begins);
    }
  });

  it('measures a short series only on what has enough before it, beyond the horizon', () => {
    const { skill } = trainVersion(forecast(34));
    expect(Number.isFinite(skill.validation)).toBe(true);
    expect(() => trainVersion(forecast(8))).toThrow(RangeError);
  });

  it('refuses targets that are all alike', () => {
    const task = forecast(60);
    const target = { ...task.target, values: task.target.values.map(() => 3) } as TrainingTask['target'];
    expect(() => trainVersion({ ...task, target })).toThrow(RangeError);
  });
});

it('shows curves in the unit that they name, also where the logarithm was learned', () => {
  const task = forecast(120);
  const catches = task.target.values.map((_, row) => 5 + (row % 40));
  const target: TrainingTask['target'] = { task: 'number', unit: 't', isLogged: true, values: catches.map(Math.log1p) };
  const columns = [
    column(
      'effort',
      Array.from(catches, (value) => value),
    ),
  ];
  const { curves } = trainVersion({ ...task, columns, target, baseline: { kind: 'mean', name: 'média' } });
  const observed = curves.find(({ kind }) => kind === 'residual')?.points.map(({ y }) => y) ?? [];
  expect(Math.max(...observed)).toBeCloseTo(44, 6);
  const response = curves.find(({ kind }) => kind === 'response')?.points.at(-1);
  expect(response?.y).toBeGreaterThan(40);
});

/** Classes by their depth; the month tells nothing. */
function depths(classes: readonly string[], kind: 'forest' | 'boosting'): TrainingTask {
  const random = seededRandom(5);
  const rows = Array.from({ length: 900 }, (_, row) => {
    const code = row % classes.length;
    return { code, depth: 100 * code + 60 * random() };
  });
  return {
    ...{ modelType: 'species_classifier', methods: [{ kind }], seed: 1, trees: 40 },
    columns: [
      column(
        'depth',
        rows.map(({ depth }) => depth),
      ),
      column(
        'month',
        rows.map(() => 1 + Math.floor(12 * random())),
      ),
    ],
    target: { task: 'classes', classes, values: Float64Array.from(rows, ({ code }) => code) },
    split: {
      kind: 'spatial_blocks',
      longitudes: Float64Array.from(rows, () => 9 + 4 * random()),
      latitudes: Float64Array.from(rows, () => -17 + 12 * random()),
    },
    baseline: { kind: 'most-frequent', name: 'a mais frequente' },
  };
}

it.each([
  ['forest', ['a', 'b', 'c']],
  ['forest', ['a', 'b']],
  ['boosting', ['a', 'b']],
] as const)('a %s tells the classes %j apart, and the most frequent one is its baseline', (kind, classes) => {
  const { skill, features, artefact } = trainVersion(depths(classes, kind));
  expect(skill.validation).toBeGreaterThan(0.95);
  expect(skill.baselineValidation).toBeLessThan(0.6);
  expect(features[0]?.importance).toBeGreaterThan(0.3);
  const asked = [column('depth', [20, 100 * (classes.length - 1) + 40]), column('month', [6, 6])];
  const [first, last] = answersOf(artefact, asked);
  expect([first?.label, last?.label]).toEqual([classes[0], classes.at(-1)]);
  for (const answer of [first, last]) {
    expect(answer?.chances.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 6);
    // The depth speaks for the class that is told, be it the first or the last.
    expect(answer?.explanation[0]?.name).toBe('depth');
    expect(answer?.explanation[0]?.effect).toBeGreaterThan(0);
  }
});
