import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Actor, StorageAudit } from './storage.types.ts';

/** Records acts on the storage in the audit trail; `host` names an external storage. */
export function recorder(audit: StorageAudit, host?: string) {
  return (actor: Actor, event: AuditEntry['event'], resource: string, metadata: AuditEntry['metadata'] = {}) => {
    const { principal, ipAddress, userAgent } = actor;
    return audit.record({
      event,
      severity: event === 'data.delete' || event.startsWith('auth.key.') ? 'high' : 'medium',
      resource: `storage/${resource}`.slice(0, 254),
      actorId: principal.accountId,
      actorName: principal.email,
      ipAddress,
      userAgent,
      metadata: { ...metadata, ...(host === undefined ? {} : { host }) },
    });
  };
}

export type AuditRecorder = ReturnType<typeof recorder>;
