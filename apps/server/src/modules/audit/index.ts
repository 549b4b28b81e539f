import type { Module, Platform } from '../../platform/module.ts';
import { auditJobs } from './audit.jobs.ts';
import { auditMigrations } from './audit.migrations.ts';
import { type AuditService, createAuditService } from './audit.service.ts';

/** The audit trail: append-only and hash-chained with a key that the database never sees. */
export type Audit = Module & Pick<AuditService, 'record' | 'verify' | 'checkpoint'>;

export function createAudit(options: { platform: Platform; masterKey: Uint8Array }): Audit {
  const service = createAuditService(options);
  return { name: 'audit', migrations: auditMigrations, jobs: auditJobs(service), ...service };
}
