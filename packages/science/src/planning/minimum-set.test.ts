import { describe, expect, test } from 'vitest';
import {
  evaluateSet,
  greedySet,
  type MinimumSetProblem,
  minimumSetProgram,
  rarityWeighted,
  reachableTargets,
} from './minimum-set.ts';

/** Four units; the cheapest set that holds one of each feature is the second alone. */
const problem: MinimumSetProblem = {
  costs: Float64Array.from([1, 1.5, 1, 9]),
  features: [
    { name: 'a', amounts: Float64Array.from([1, 1, 0, 0]), target: 1 },
    { name: 'b', amounts: Float64Array.from([0, 1, 1, 0]), target: 1 },
  ],
  lockedIn: new Uint8Array(4),
  lockedOut: new Uint8Array(4),
};
const unitsOf = (chosen: Uint8Array) => [...chosen.keys()].filter((unit) => chosen[unit] === 1);

describe('minimum set', () => {
  test('the greedy set holds every target at a cost, and nothing needless', () => {
    const chosen = greedySet(problem);
    expect(unitsOf(chosen)).toEqual([1]);
    expect(evaluateSet(problem, chosen)).toEqual({ cost: 1.5, held: [1, 1], isMet: true });
  });

  test('locked units are in and out whatever they cost', () => {
    const locked = { ...problem, lockedIn: Uint8Array.from([0, 0, 0, 1]), lockedOut: Uint8Array.from([0, 1, 0, 0]) };
    expect(unitsOf(greedySet(locked))).toEqual([0, 2, 3]);
  });

  test('a target that can not be reached is lowered to what there is', () => {
    const [a, b] = problem.features;
    const hard = { ...problem, features: [{ ...a, target: 5 } as typeof a & object, b as typeof b & object] };
    expect(evaluateSet(hard, greedySet(hard)).isMet).toBe(false);
    const eased = reachableTargets({ ...hard, lockedOut: Uint8Array.from([1, 0, 0, 0]) });
    expect(eased.features.map(({ target }) => target)).toEqual([1, 1]);
  });

  test('the program names every unit once as a binary, and each target as a row', () => {
    const text = minimumSetProgram({ ...problem, lockedOut: Uint8Array.from([0, 0, 0, 1]) });
    expect(text).toContain('cost: 1 x0 + 1.5 x1 + 1 x2 + 9 x3');
    expect(text).toMatch(/ f0: 1 x0 \+ 1 x1 >= 0\.9999/);
    expect(text).toContain(' x3 = 0');
    expect(text.split('Binary')[1]?.match(/x\d/g)).toEqual(['x0', 'x1', 'x2', 'x3']);
  });

  test('what only one unit holds weighs most', () => {
    expect([...rarityWeighted(problem)]).toEqual([0.5, 1, 0.5, 0]);
  });
});
