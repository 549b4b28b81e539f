import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';

/** The account that acts, and its address. */
export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

export type SurveillanceAudit = { record(entry: AuditEntry): Promise<unknown> };

/** Records in the audit trail what a person did to the registry or to an alert. */
export function recordAct(
  audit: SurveillanceAudit,
  { principal, ipAddress, userAgent }: Actor,
  act: Pick<AuditEntry, 'event' | 'severity' | 'resource' | 'metadata'>,
): Promise<unknown> {
  return audit.record({ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent, ...act });
}
