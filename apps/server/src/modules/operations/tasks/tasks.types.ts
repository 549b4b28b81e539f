import type { AuditEntry } from '@kianda/contract/people/audit/audit';

export type TasksAudit = { record(entry: AuditEntry): Promise<unknown> };
