import type { MinimumSetProblem } from '@kianda/science/planning/minimum-set';

export type SolverTask = { readonly problem: MinimumSetProblem; readonly seconds: number };

export type Solved = {
  readonly chosen: Uint8Array;
  readonly method: 'exact' | 'greedy';
  /** How far the cost may lie above the least, as a share; null where no bound is known. */
  readonly gap: number | null;
  readonly cost: number;
  /** Replacement cost of units: how much dearer the best set without it is; of units that time sufficed for. */
  readonly replacement: readonly { readonly unit: number; readonly cost: number | null }[];
};
