import type { AnalysisState } from '@kianda/contract/space/spatial/analysis-results';

/** Tones of the states of an analysis. */
export const stateTones = {
  pending: 'unknown',
  running: 'info',
  completed: 'good',
  failed: 'bad',
  cancelled: 'unknown',
} as const satisfies Record<AnalysisState, string>;
