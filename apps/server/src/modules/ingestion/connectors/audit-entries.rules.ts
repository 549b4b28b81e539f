import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { ConnectorAudit } from './operations/operations.types.ts';

/** Changes that touch data themselves; every other is one of configuration. */
const dataEvents: Readonly<Record<string, 'data.delete' | 'data.modify'>> = {
  discard: 'data.delete',
  replay: 'data.modify',
};

/** Changes to connectors as entries of the platform's audit trail. */
export function connectorAudit(audit: { record(entry: AuditEntry): Promise<void> }): ConnectorAudit {
  return {
    record: ({ change, resource, actor, metadata }) =>
      audit.record({
        event: dataEvents[change] ?? 'system.config.change',
        severity: change === 'credentials' || change === 'cursor' ? 'high' : 'medium',
        actorId: actor.id,
        actorName: actor.name,
        resource,
        ipAddress: actor.ipAddress,
        userAgent: actor.userAgent,
        metadata: { change, ...metadata },
      }),
  };
}
