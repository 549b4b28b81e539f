import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';

export type StorageAudit = { record(entry: AuditEntry): Promise<unknown> };

export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
