import {
  auditExport,
  auditStatus,
  auditVerify,
  exportAuditEvents,
  listAuditEvents,
} from '@kianda/contract/people/audit/audit.contract';
import { auditResource } from '@kianda/contract/people/audit/audit.resource';
import type { SigningPair } from '../../../platform/crypto/ed25519.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { listExport } from '../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import { verifyJob } from './audit.jobs.ts';
import { bounds } from './audit.repository.ts';
import type { AuditService } from './audit.service.ts';
import { exportTrail } from './export.files.ts';
import type { Verifications } from './verifications.service.ts';

/** Endpoints of the trail. */
export function auditRoutes(options: {
  platform: Platform;
  service: AuditService;
  verifications: Verifications;
  pair: SigningPair;
  queue: () => JobQueue;
}): Bindings {
  const { platform, service, verifications, pair, queue } = options;
  const own = () => ownProvenance(platform.clock);
  const pem = String(pair.publicKey.export({ format: 'pem', type: 'spki' }));
  return [
    bind(listAuditEvents, async ({ query }) => ({ data: await service.list(query), provenance: own() })),
    bind(exportAuditEvents, listExport(auditResource, { clock: platform.clock, audit: service, read: service.list })),
    bind(auditStatus, async () => {
      const [head, { first, last }, latest, [run]] = await Promise.all([
        service.head(),
        bounds(platform.database.for()),
        verifications.latest(),
        queue().list({ name: verifyJob, limit: 1 }),
      ]);
      return {
        data: {
          events: head?.seq ?? 0,
          headHash: head?.hash ?? null,
          firstAt: first?.toISOString() ?? null,
          lastAt: last?.toISOString() ?? null,
          verifications: latest,
          verifying: run?.state === 'queued' || run?.state === 'running',
          publicKey: { keyId: pair.keyId, pem },
        },
        provenance: own(),
      };
    }),
    bind(auditVerify, async ({ principal, ipAddress, userAgent }) => {
      const { accountId, email } = principal;
      const runId = await queue().enqueue(verifyJob, { by: email }, { actorId: accountId, trigger: 'manual' });
      await service.record({
        event: 'system.audit.verified',
        severity: 'low',
        actorId: accountId,
        actorName: email,
        resource: 'audit/chain',
        ipAddress,
        userAgent,
        metadata: { run: runId },
      });
      return { data: { runId }, provenance: own(), status: 202 as const };
    }),
    bind(auditExport, async ({ query, principal, ipAddress, userAgent }) => {
      const { bytes, fileName, manifest } = await exportTrail(platform, pair, { ...query, by: principal.email });
      await service.record({
        event: 'data.export',
        severity: 'high',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: 'audit/events',
        ipAddress,
        userAgent,
        metadata: {
          what: 'audit',
          format: query.format,
          hours: query.hours,
          events: manifest.events,
          sha256: manifest.sha256,
        },
      });
      return { bytes, contentType: 'application/zip', fileName };
    }),
  ];
}
