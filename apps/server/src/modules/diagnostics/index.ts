import { testResults } from '@kianda/contract/diagnostics/tests.contract';
import { bind } from '../../platform/http/bind.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { readTestRun } from './test-results.ts';

/** Front door of what the platform tells its own engineers. */
export function createDiagnostics(options: {
  platform: Platform;
  /** Summary that `npm test` leaves. */
  testSummaryFile: string;
}): Module {
  const { clock } = options.platform;
  return {
    name: 'diagnostics',
    migrations: [],
    bindings: [
      bind(testResults, async () => {
        const data = await readTestRun(options.testSummaryFile);
        return {
          data,
          provenance: ownProvenance(clock, data.run?.finishedAt),
          missing: {
            ...(data.run === null && data.reason !== null ? { run: data.reason } : {}),
            ...(data.run?.coveragePercent === null
              ? { 'run.coveragePercent': 'Esta execução não mediu a cobertura.' }
              : {}),
          },
        };
      }),
    ],
  };
}
