import type { SecurityCheck } from '../security.service.ts';
import { accountChecks } from './accounts.ts';
import type { CheckSources } from './checks.types.ts';
import { keyChecks, recoveryChecks } from './recovery.ts';
import { sessionChecks } from './sessions.ts';
import { trafficChecks } from './traffic.ts';
import { transportChecks } from './transport.ts';

export type { EnforcedSettings } from './checks.types.ts';

/** Lines of the security panel, in its order: protections of this installation, each checked when it is asked for. */
export function securityCheckList(sources: CheckSources): readonly SecurityCheck[] {
  const parts = [transportChecks, accountChecks, sessionChecks, keyChecks, trafficChecks, recoveryChecks];
  return parts.flatMap((part) => part(sources));
}
