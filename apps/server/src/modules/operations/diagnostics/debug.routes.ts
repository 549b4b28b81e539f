import {
  cpuProfile,
  debugState,
  diagnosticReport,
  failedRequests,
} from '@kianda/contract/operations/diagnostics/debug.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { DebugService } from './debug.service.ts';

/** Endpoints of the process as engineers look into it. */
export function debugRoutes(service: DebugService, clock: Clock): Bindings {
  const provenance = () => ownProvenance(clock);
  return [
    bind(debugState, async () => ({ data: await service.state(), provenance: provenance() })),
    bind(failedRequests, async ({ query }) => ({
      data: await service.failedRequests(query.limit),
      provenance: provenance(),
    })),
    bind(diagnosticReport, async () => ({ data: { text: await service.report() }, provenance: provenance() })),
    bind(cpuProfile, async ({ body, principal, ipAddress, userAgent, signal }) => ({
      data: await service.profile(body.seconds, { principal, ipAddress, userAgent }, signal),
      provenance: provenance(),
    })),
  ];
}
