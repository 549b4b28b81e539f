import { testResults } from '@kianda/contract/operations/diagnostics/tests.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { readTestRun } from './test-results.files.ts';

/** Endpoint of the last run of the tests, read from the summary that `npm test` leaves. */
export function testResultsRoutes(summaryFile: string, clock: Clock): Bindings {
  return [
    bind(testResults, async () => {
      const data = await readTestRun(summaryFile);
      const isUnmeasured = data.run?.coveragePercent === null;
      return {
        data,
        provenance: ownProvenance(clock, data.run?.finishedAt),
        missing: {
          ...(data.run === null && data.reason !== null ? { run: data.reason } : {}),
          ...(isUnmeasured ? { 'run.coveragePercent': 'Esta execução não mediu a cobertura.' } : {}),
        },
      };
    }),
  ];
}
