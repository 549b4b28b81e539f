import type { CriteriaPlan, Criterion, CriterionSource, Judge } from '@kianda/contract/space/spatial/criteria-plan';
import {
  analyticHierarchy,
  groupJudgements,
  type Judgements,
  judgementsOf,
  type Priorities,
} from '@kianda/science/spatial/criteria/ahp';
import { consensusOf } from '@kianda/science/spatial/criteria/consensus';
import { usualRange } from './criterion.rules.ts';

/** Steps of the fundamental scale, from the least to the most important. */
export const scale: readonly number[] = [
  ...Array.from({ length: 8 }, (_, place) => 1 / (9 - place)),
  ...Array.from({ length: 9 }, (_, place) => place + 1),
];

/** Step of the scale nearest to a ratio. */
export function nearestStep(ratio: number): number {
  const gap = (step: number) => Math.abs(Math.log(step / ratio));
  return scale.reduce((best, step) => (gap(step) < gap(best) ? step : best), 1);
}

/** Place of a pair above the diagonal, `row` before `column`. */
const pairPlace = (size: number, row: number, column: number): number =>
  row * size - (row * (row + 1)) / 2 + column - row - 1;

/** A criterion as it begins: higher is better over the usual range of a field, nearer is of a distance. */
export function newCriterion(source: CriterionSource): Criterion {
  const [from, to] = usualRange(source);
  return { source, curve: { kind: 'linear', from, to }, least: null, most: null };
}

export const newJudge = (name: string, criteria: number): Judge => ({
  name,
  weight: 1,
  above: new Array<number>((criteria * (criteria - 1)) / 2).fill(1),
});

/** A plan with one more criterion, as important as each of the others until somebody judges it. */
export function addCriterion(plan: CriteriaPlan, source: CriterionSource): CriteriaPlan {
  const size = plan.criteria.length;
  return {
    ...plan,
    criteria: [...plan.criteria, newCriterion(source)],
    judges: plan.judges.map((judge) => ({
      ...judge,
      above: aboveOf(size + 1, (row, column) =>
        column === size ? 1 : (judge.above[pairPlace(size, row, column)] ?? 1),
      ),
    })),
  };
}

/** A plan without the criterion at a place; the judgements of the others stay. */
export function removeCriterion(plan: CriteriaPlan, place: number): CriteriaPlan {
  const size = plan.criteria.length;
  const before = (index: number) => (index < place ? index : index + 1);
  return {
    ...plan,
    criteria: plan.criteria.filter((_, index) => index !== place),
    judges: plan.judges.map((judge) => ({
      ...judge,
      above: aboveOf(size - 1, (row, column) => judge.above[pairPlace(size, before(row), before(column))] ?? 1),
    })),
  };
}

/** Judgements of a judge with one changed: how many times the criterion of the row is that of the column. */
export function withJudgement(
  judge: Judge,
  size: number,
  pair: { readonly row: number; readonly column: number; readonly value: number },
): Judge {
  const { row, column, value } = pair;
  const place = row < column ? pairPlace(size, row, column) : pairPlace(size, column, row);
  return { ...judge, above: judge.above.with(place, row < column ? value : 1 / value) };
}

const aboveOf = (size: number, judgement: (row: number, column: number) => number): number[] =>
  Array.from({ length: size }, (_, row) => row).flatMap((row) =>
    Array.from({ length: size - row - 1 }, (_, next) => judgement(row, row + 1 + next)),
  );

export const matrixOf = ({ criteria }: CriteriaPlan, { above }: Judge): Judgements =>
  judgementsOf(criteria.length, above);

export type GroupPriorities = {
  readonly judges: readonly Priorities[];
  /** Null where nobody counts. */
  readonly group: Priorities | null;
  /** Agreement of those who count, 0–1; null for one alone. */
  readonly consensus: number | null;
};

/** Weights of every judge and of the group, and how far those who count agree. Null without criteria. */
export function prioritiesOf(plan: CriteriaPlan): GroupPriorities | null {
  if (plan.criteria.length === 0) return null;
  const matrices = plan.judges.map((judge) => matrixOf(plan, judge));
  const judges = matrices.map((matrix) => analyticHierarchy(matrix).value);
  const counting = judges.filter((_, place) => (plan.judges[place]?.weight ?? 0) > 0);
  if (counting.length === 0) return { judges, group: null, consensus: null };
  const group = analyticHierarchy(
    groupJudgements(
      matrices,
      plan.judges.map(({ weight }) => weight),
    ),
  ).value;
  return { judges, group, consensus: consensusOf(counting.map(({ weights }) => weights)) };
}

/** Bands of the consensus (Goepel 2013). */
export function consensusBand(consensus: number): 'veryHigh' | 'high' | 'moderate' | 'low' | 'veryLow' {
  if (consensus > 0.85) return 'veryHigh';
  if (consensus > 0.75) return 'high';
  if (consensus > 0.65) return 'moderate';
  return consensus > 0.5 ? 'low' : 'veryLow';
}
