import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditJobs } from './audit.jobs.ts';
import { auditMigrations } from './audit.migrations.ts';
import { auditRoutes } from './audit.routes.ts';
import { type AuditService, createAuditService } from './audit.service.ts';
import { exportPair } from './chain.rules.ts';
import { createVerifications, type Verifications } from './verifications.service.ts';

export type { EventQuery, TrailEvent } from './audit.repository.ts';

/** The audit trail: append-only and hash-chained with a key that the database never sees. */
export type Audit = Module &
  Pick<AuditService, 'record' | 'verify' | 'head' | 'checkpoint' | 'roleChange' | 'countSince' | 'eventsOf'> & {
    /** Outcomes of the verifications, newest first. */
    readonly verifications: Verifications['latest'];
  };

export function createAudit(options: { platform: Platform; masterKey: Uint8Array; queue: () => JobQueue }): Audit {
  const { platform, masterKey, queue } = options;
  const service = createAuditService(options);
  const verifications = createVerifications(platform, service);
  const { record, verify, head, checkpoint, roleChange, countByActor } = service;
  return {
    name: 'audit',
    migrations: auditMigrations,
    jobs: auditJobs(service, verifications),
    alerts: [verifications.rule],
    bindings: auditRoutes({ platform, service, verifications, pair: exportPair(masterKey), queue }),
    holdings: [
      {
        id: 'audit',
        label: 'Eventos na auditoria',
        fate: 'kept',
        note: 'Ficam para sempre, com o nome e o e-mail de então.',
        count: countByActor,
      },
    ],
    verifications: verifications.latest,
    record,
    verify,
    head,
    checkpoint,
    roleChange,
    countSince: service.countSince,
    eventsOf: service.eventsOf,
  };
}

export const auditModule = defineModule({
  name: 'audit',
  settings: settingsOf<{ readonly masterKey: Uint8Array }>(),
  offers: ['record', 'verify', 'head', 'checkpoint', 'roleChange', 'countSince', 'eventsOf', 'verifications'],
  create({ platform, jobs, settings }) {
    const audit = createAudit({ platform, masterKey: settings.masterKey, queue: () => jobs });
    return { manifest: audit, offers: audit };
  },
});
