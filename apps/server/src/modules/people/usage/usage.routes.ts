import { usageReport } from '@kianda/contract/people/usage/usage.contract';
import { recordUsage, setUsageChoice, usageChoice } from '@kianda/contract/people/usage/usage-recording.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { UsageRecording } from './recording.service.ts';
import { missingOf, type UsageService } from './usage.service.ts';

/** Endpoints of the module. */
export function usageRoutes(options: { recording: UsageRecording; service: UsageService; clock: Clock }): Bindings {
  const { recording, service, clock } = options;
  const own = () => ownProvenance(clock);
  return [
    bind(recordUsage, async ({ principal, headers, body }) => ({
      data: { recorded: await recording.visit(principal, headers, body) },
      provenance: own(),
    })),
    bind(usageChoice, async ({ principal }) => ({
      data: await recording.choiceOf(principal.accountId),
      provenance: own(),
    })),
    bind(setUsageChoice, async ({ principal: { accountId }, body }) => {
      await recording.choose(accountId, body.optedOut);
      service.forgetReports();
      return { data: await recording.choiceOf(accountId), provenance: own() };
    }),
    bind(usageReport, async ({ query }) => {
      await recording.flush();
      const { report, provenance } = await service.report(query.period);
      return { data: report, provenance, missing: missingOf(report) };
    }),
  ];
}
