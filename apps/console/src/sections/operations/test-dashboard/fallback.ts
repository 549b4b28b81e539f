import type { DataOf } from '@kianda/contract';
import type { testResults } from '@kianda/contract/operations/diagnostics/tests.contract';

/** The specification's sample figures, for when the server cannot be reached; no test ran. */
export const testFallback: DataOf<typeof testResults> = {
  reason: null,
  run: {
    finishedAt: '2025-01-15T00:00:00.000Z',
    durationSeconds: 2.3,
    version: '2.0.0',
    node: '—',
    passed: 142,
    failed: 3,
    skipped: 0,
    coveragePercent: 95.8,
    stages: [],
    suites: [],
  },
};
