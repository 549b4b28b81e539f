import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { CatalogueAudit } from './transactions.service.ts';

/** Changes to the catalogue as entries of the platform's audit trail. */
export function catalogueAudit(audit: { record(entry: AuditEntry): Promise<void> }): CatalogueAudit {
  return {
    record: ({ change, actor, resource, metadata }) =>
      audit.record({
        event: change === 'withdraw' ? 'data.delete' : 'data.modify',
        severity: 'medium',
        actorId: actor.id,
        actorName: actor.name,
        resource: `stac/${resource}`,
        ipAddress: actor.ipAddress,
        userAgent: actor.userAgent,
        metadata: { change, ...metadata },
      }),
  };
}
