import * as contract from '@kianda/contract/operations/backups/backups.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { type Bindings, bind, type Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { Platform } from '../../../platform/module.ts';
import type { BackupsRepository } from './backups.repository.ts';
import { type Targets, tryTarget } from './targets.service.ts';

type Caller = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** Endpoints of the settings, of the second target and of the key. */
export function backupSettingsBindings(options: {
  platform: Platform;
  repository: BackupsRepository;
  targets: Targets;
  audit: { record(entry: AuditEntry): Promise<void> };
  fingerprint: string;
}): Bindings {
  const { platform, repository, targets, audit, fingerprint } = options;
  const { clock } = platform;
  const provenance = () => ownProvenance(clock);
  const changed = (caller: Caller, resource: string, metadata: AuditEntry['metadata'] = {}) =>
    audit.record({
      event: 'system.config.change',
      severity: 'high',
      actorId: caller.principal.accountId,
      actorName: caller.principal.email,
      resource,
      ipAddress: caller.ipAddress,
      userAgent: caller.userAgent,
      metadata,
    });

  return [
    bind(contract.backupSettings, async () => {
      const { settings, sealed_secret, updated_at, updated_by } = await repository.settings();
      const data = {
        ...settings,
        mainPlace: targets.mainFolder,
        hasSecret: sealed_secret !== null,
        updatedAt: updated_at.toISOString(),
        updatedBy: updated_by,
      };
      return { data, provenance: provenance() };
    }),
    bind(contract.changeBackupSettings, async ({ body, ...caller }) => {
      const { secret, ...settings } = body;
      const before = await repository.settings();
      const isSameKind = settings.second?.kind === before.settings.second?.kind;
      const current = isSameKind ? before.sealed_secret : null;
      await repository.changeSettings({
        settings,
        sealed_secret: secret === undefined ? current : targets.seal(secret),
        updated_at: new Date(clock.nowMs()),
        updated_by: caller.principal.email,
      });
      const { retentionDays, fullAt, incrementalAt, second } = settings;
      await changed(caller, 'backups/settings', { retentionDays, fullAt, incrementalAt, second: second?.kind ?? null });
      return { data: { saved: true as const }, provenance: provenance() };
    }),
    bind(contract.testBackupTarget, async () => ({ data: await measureTarget(targets), provenance: provenance() })),
    bind(contract.confirmBackupKey, async ({ body, ...caller }) => {
      if (body.fingerprint !== fingerprint) {
        throw new AppError('conflict', { detail: `A chave em uso é ${fingerprint}.` });
      }
      await repository.changeSettings({
        key_saved_fingerprint: fingerprint,
        key_saved_at: new Date(clock.nowMs()),
        key_saved_by: caller.principal.email,
      });
      await changed(caller, 'backups/key', { impressaoDigital: fingerprint });
      return { data: { saved: true as const }, provenance: provenance() };
    }),
  ];
}

/** Writes, reads and removes a small file on the second target. */
async function measureTarget(targets: Targets) {
  const target = await targets.named('second');
  const startMs = performance.now();
  try {
    await tryTarget(target);
    const durationMs = performance.now() - startMs;
    return { ok: true, detail: `${target.place}: gravou, leu e apagou.`, durationMs };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, detail, durationMs: performance.now() - startMs };
  } finally {
    await target.close();
  }
}
