import { seededRandom } from '@kianda/geo';
import { evaluateSet, greedySet, type MinimumSetProblem } from '@kianda/science/planning/minimum-set';
import { expect, test } from 'vitest';
import { mostUnits, runSolver } from './run-solver.ts';

const never = new AbortController().signal;

function problemOf(units: number, features: number, seed: number): MinimumSetProblem {
  const random = seededRandom(seed);
  return {
    costs: Float64Array.from({ length: units }, () => 1 + Math.floor(9 * random())),
    features: Array.from({ length: features }, (_, place) => ({
      name: `f${place}`,
      amounts: Float64Array.from({ length: units }, () => (random() < 0.4 ? Math.floor(1 + 5 * random()) : 0)),
      target: 4,
    })),
    lockedIn: Uint8Array.from({ length: units }, (_, unit) => Number(unit === 2)),
    lockedOut: Uint8Array.from({ length: units }, (_, unit) => Number(unit === 5)),
  };
}

/** The least cost of all sets that hold every target, by trying each. */
function leastCost(problem: MinimumSetProblem): number {
  const units = problem.costs.length;
  let least = Number.POSITIVE_INFINITY;
  for (let set = 0; set < 2 ** units; set += 1) {
    const chosen = Uint8Array.from({ length: units }, (_, unit) => (set >> unit) & 1);
    if (chosen[2] !== 1 || chosen[5] === 1) continue;
    const { cost, isMet } = evaluateSet(problem, chosen);
    if (isMet) least = Math.min(least, cost);
  }
  return least;
}

test('the set is the cheapest of all, which the greedy one not always is', async () => {
  let worse = 0;
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const problem = problemOf(12, 5, seed);
    const solved = await runSolver(problem, 20, never);
    const least = leastCost(problem);
    expect([solved.method, solved.cost, evaluateSet(problem, solved.chosen).isMet]).toEqual(['exact', least, true]);
    expect(solved.gap).toBeLessThan(1e-3);
    expect([solved.chosen[2], solved.chosen[5]]).toEqual([1, 0]);
    const greedy = evaluateSet(problem, greedySet(problem));
    expect(greedy.cost).toBeGreaterThanOrEqual(least);
    worse += Number(greedy.cost > least);
  }
  expect(worse).toBeGreaterThan(0);
});

test('the replacement cost of a unit is what the best set without it costs more', async () => {
  const problem = problemOf(12, 5, 3);
  const { replacement, cost } = await runSolver(problem, 20, never);
  expect(replacement.length).toBeGreaterThan(1);
  for (const one of replacement) {
    const lockedOut = Uint8Array.from(problem.lockedOut);
    lockedOut[one.unit] = 1;
    const without = { ...problem, lockedOut };
    let least = Number.POSITIVE_INFINITY;
    for (let set = 0; set < 2 ** 12; set += 1) {
      const chosen = Uint8Array.from({ length: 12 }, (_, unit) => (set >> unit) & 1);
      if (chosen[2] !== 1 || chosen.some((taken, unit) => taken === 1 && lockedOut[unit] === 1)) continue;
      const found = evaluateSet(without, chosen);
      if (found.isMet) least = Math.min(least, found.cost);
    }
    expect(one.cost ?? Number.POSITIVE_INFINITY).toBe(least - cost);
  }
});

test('beyond its size the greedy set answers, and says so', async () => {
  const solved = await runSolver(problemOf(mostUnits + 1, 3, 7), 20, never);
  expect([solved.method, solved.gap]).toEqual(['greedy', null]);
});

test('a search that is stopped throws why', async () => {
  const stop = new AbortController();
  const running = runSolver(problemOf(400, 60, 9), 60, stop.signal);
  stop.abort(new Error('cancelado'));
  await expect(running).rejects.toThrow('cancelado');
});
