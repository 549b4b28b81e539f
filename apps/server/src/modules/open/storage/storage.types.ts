import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';

export type StorageAudit = { record(entry: AuditEntry): Promise<unknown> };

export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** Runs a request to the storage; an external one reports faults with `what` was asked and the `right` that it needs. */
export type StorageAsk = <T>(what: string, work: () => Promise<T>, right?: string) => Promise<T>;

export type ObjectAddress = { readonly bucket: string; readonly key: string };

export type NewContent = { readonly bytes: AsyncIterable<Uint8Array>; readonly contentType: string };
