import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { DerivedOptions } from './index.ts';

/** Requests for derived products as entries of the platform's audit trail. */
export function derivedAudit(audit: { record(entry: AuditEntry): Promise<void> }): DerivedOptions['audit'] {
  return {
    record: ({ actor, resource, metadata }) =>
      audit.record({
        event: 'data.modify',
        severity: 'low',
        actorId: actor.id,
        actorName: actor.name,
        resource,
        ipAddress: actor.ipAddress,
        userAgent: actor.userAgent,
        metadata,
      }),
  };
}
