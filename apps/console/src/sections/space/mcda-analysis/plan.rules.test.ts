import type { CriteriaPlan } from '@kianda/contract/space/spatial/criteria-plan';
import { criteriaPlanSchema } from '@kianda/contract/space/spatial/criteria-plan';
import { expect, test } from 'vitest';
import {
  addCriterion,
  consensusBand,
  matrixOf,
  nearestStep,
  newCriterion,
  newJudge,
  prioritiesOf,
  removeCriterion,
  scale,
  withJudgement,
} from './plan.rules.ts';

const planOf = (judges: CriteriaPlan['judges']): CriteriaPlan => ({
  name: 'Aquacultura',
  criteria: (['analysedSst', 'seabedDepth', 'coastDistance'] as const).map((variable) =>
    newCriterion({ kind: 'field', variable }),
  ),
  judges: [...judges],
  power: 1,
});
const judge = (above: number[], weight = 1) => ({ ...newJudge('Ana', 3), above, weight });

test('the scale is Saaty’s, and any ratio has a nearest step on it', () => {
  expect(scale).toHaveLength(17);
  expect([scale[0], scale[8], scale[16]]).toEqual([1 / 9, 1, 9]);
  expect([0.01, 0.34, 0.98, 4.4, 400].map(nearestStep)).toEqual([1 / 9, 1 / 3, 1, 4, 9]);
});

test('a judgement below the diagonal is the reciprocal of that above it', () => {
  const below = withJudgement(judge([1, 1, 1]), 3, { row: 2, column: 0, value: 5 });
  const matrix = matrixOf(planOf([below]), below);
  expect(matrix[0]?.[2]).toBeCloseTo(0.2, 12);
  expect(matrix[2]?.[0]).toBeCloseTo(5, 12);
});

test('a criterion that comes or goes leaves the judgements between the others', () => {
  const plan = planOf([judge([3, 5, 2])]);
  const more = addCriterion(plan, { kind: 'field', variable: 'chlorophyll' });
  expect(more.judges[0]?.above).toEqual([3, 5, 1, 2, 1, 1]);
  expect(criteriaPlanSchema.safeParse(more).success).toBe(true);
  expect(removeCriterion(more, 3).judges).toEqual(plan.judges);
  expect(removeCriterion(plan, 1).judges[0]?.above).toEqual([5]);
});

test('a group of opposites has equal weights and no consensus; one who does not count is not heard', () => {
  const both = prioritiesOf(planOf([judge([9, 9, 1]), judge([1 / 9, 1, 9])]));
  expect(both?.group?.weights[2]).toBeLessThan(0.15);
  expect(both?.consensus).toBeLessThan(0.05);
  const alone = prioritiesOf(planOf([judge([9, 9, 1]), judge([1 / 9, 1, 9], 0)]));
  expect(alone?.group?.weights[0]).toBeCloseTo(9 / 11, 6);
  expect(alone?.consensus).toBeNull();
  expect(prioritiesOf(planOf([judge([1, 1, 1], 0)]))?.group).toBeNull();
});

test('the bands of the consensus', () => {
  expect([0.9, 0.8, 0.7, 0.6, 0.2].map(consensusBand)).toEqual(['veryHigh', 'high', 'moderate', 'low', 'veryLow']);
});
