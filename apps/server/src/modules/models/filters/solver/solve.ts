import { performance } from 'node:perf_hooks';
import { evaluateSet, type MinimumSetProblem, minimumSetProgram } from '@kianda/science/planning/minimum-set';
import loader, { type Highs } from 'highs';
import type { Solved, SolverTask } from './solver.types.ts';

/** The package describes itself as CommonJS, and its module for `import` exports the loader itself. */
const loadHighs = loader as unknown as typeof loader.default;
type Answer = { readonly chosen: Uint8Array; readonly gap: number };

/** Share of the time that the set itself may take; the rest tells what each unit is worth. */
const setShare = 0.5;
/** Difference to the least cost at which the search ends. */
const enoughGap = 1e-4;

/** The cheapest set by branch and bound, and what it would cost to do without each of its units; null without a set in time. */
export async function solveMinimumSet({ problem, seconds }: SolverTask): Promise<Solved | null> {
  const highs = await loadHighs();
  const begun = performance.now();
  const left = () => seconds - (performance.now() - begun) / 1_000;
  const best = run(highs, problem, seconds * setShare);
  if (best === null) return null;
  const { cost } = evaluateSet(problem, best.chosen);
  const replacement: { unit: number; cost: number | null }[] = [];
  for (const unit of best.chosen.keys()) {
    if (best.chosen[unit] !== 1 || problem.lockedIn[unit] === 1) continue;
    if (left() <= 0) break;
    const without = run(highs, { ...problem, lockedOut: withUnit(problem.lockedOut, unit) }, left());
    // Without a set nothing else can stand in for the unit.
    replacement.push({ unit, cost: without === null ? null : evaluateSet(problem, without.chosen).cost - cost });
  }
  return { chosen: best.chosen, method: 'exact', gap: best.gap, cost, replacement };
}

function withUnit(mask: Uint8Array, unit: number): Uint8Array {
  const copy = Uint8Array.from(mask);
  copy[unit] = 1;
  return copy;
}

/** Null where there is no set that holds every target, or none was found in time. */
function run(highs: Highs, problem: MinimumSetProblem, seconds: number): Answer | null {
  return highs.withModel({ format: 'lp', data: minimumSetProgram(problem) }, (model) => {
    model.options.set({ output_flag: false, time_limit: seconds, mip_rel_gap: enoughGap });
    model.run();
    const values = model.getSolution().colValue;
    const chosen = new Uint8Array(problem.costs.length);
    for (const unit of chosen.keys()) chosen[unit] = Number((values[model.getColByName(`x${unit}`)] ?? 0) > 0.5);
    if (!evaluateSet(problem, chosen).isMet) return null;
    const gap = Number(model.info.get('mip_gap'));
    return { chosen, gap: Number.isFinite(gap) ? gap : 0 };
  });
}
