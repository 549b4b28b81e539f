import { listAuditEvents } from '@kianda/contract/audit/audit.contract';
import { bind } from '../../platform/http/bind.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { auditJobs } from './audit.jobs.ts';
import { auditMigrations } from './audit.migrations.ts';
import { type AuditService, createAuditService } from './audit.service.ts';

/** The audit trail: append-only and hash-chained with a key that the database never sees. */
export type Audit = Module & Pick<AuditService, 'record' | 'verify' | 'head' | 'checkpoint'>;

export function createAudit(options: { platform: Platform; masterKey: Uint8Array }): Audit {
  const { list, ...service } = createAuditService(options);
  const { clock } = options.platform;
  return {
    name: 'audit',
    migrations: auditMigrations,
    jobs: auditJobs(service),
    bindings: [
      bind(listAuditEvents, async ({ query }) => ({ data: await list(query), provenance: ownProvenance(clock) })),
    ],
    ...service,
  };
}
