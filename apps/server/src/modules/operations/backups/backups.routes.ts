import * as contract from '@kianda/contract/operations/backups/backups.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { type Bindings, bind, type Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { BackupWork } from './backup-operations.service.ts';
import { keptOf } from './backup-store.service.ts';
import { jobNames } from './backups.jobs.ts';
import type { BackupRow, BackupsRepository } from './backups.repository.ts';
import { BackupError } from './engine/errors.ts';
import { dependants } from './engine/retention.ts';
import { backupView, type createOverview, drillView } from './overview.service.ts';
import { type Targets, tryTarget } from './targets.service.ts';

type Who = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

const shown = 500;

/** Endpoints of the backups. */
export function backupBindings(options: {
  platform: Platform;
  repository: BackupsRepository;
  work: BackupWork;
  targets: Targets;
  overview: ReturnType<typeof createOverview>;
  queue: () => JobQueue;
  audit: { record(entry: AuditEntry): Promise<void> };
  fingerprint: string;
}): Bindings {
  const { platform, repository, work, targets, overview, queue, audit, fingerprint } = options;
  const { clock } = platform;
  const own = () => ownProvenance(clock);
  const actorOf = ({ principal }: Who) => ({ id: principal.accountId, name: principal.email });

  async function known(name: string): Promise<BackupRow> {
    const row = await repository.backup(name);
    if (row === undefined) throw new AppError('not_found', { detail: `Não existe a cópia ${name}.` });
    return row;
  }

  async function good(name: string): Promise<BackupRow> {
    const row = await known(name);
    if (row.state !== 'completed') {
      throw new AppError('conflict', { detail: 'Esta cópia não está concluída: escolha outra.' });
    }
    return row;
  }

  const begin = async (name: string, input: unknown, who: Who) => ({
    data: { runId: await queue().enqueue(name, input, { actorId: who.principal.accountId }) },
    provenance: own(),
    status: 202 as const,
  });

  const changed = (who: Who, resource: string, metadata: AuditEntry['metadata'] = {}) =>
    audit.record({
      event: 'system.config.change',
      severity: 'high',
      actorId: who.principal.accountId,
      actorName: who.principal.email,
      resource,
      ipAddress: who.ipAddress,
      userAgent: who.userAgent,
      metadata,
    });

  return [
    bind(contract.backupOverview, async () => ({ data: await overview(), provenance: own() })),
    bind(contract.backupList, async ({ query: { page, pageSize } }) => {
      const [rows, copies] = await Promise.all([repository.backups(), repository.copies()]);
      const first = (page - 1) * pageSize;
      const data = rows.slice(first, first + pageSize).map((row) => backupView(row, copies));
      const place = {
        total: rows.length,
        page,
        pageSize,
        hasNext: first + data.length < rows.length,
        hasPrev: page > 1,
      };
      return { data: { data, ...place }, provenance: own() };
    }),
    bind(contract.backupDetail, async ({ params }) => {
      const row = await known(params.name);
      const [backups, copies] = await Promise.all([repository.backups(), repository.copies()]);
      const reason =
        row.state !== 'completed'
          ? 'A cópia não está concluída.'
          : row.key_fingerprint === fingerprint
            ? null
            : `A cópia foi feita com a chave ${row.key_fingerprint}, e a plataforma tem a chave ${fingerprint}.`;
      const data = {
        backup: backupView(row, copies),
        neededBy: dependants(backups.map(keptOf), row.name),
        restore: {
          isPossible: reason === null,
          reason,
          rowsInBackup: row.row_count,
          minutesSinceMark: (clock.nowMs() - row.started_at.getTime()) / 60_000,
        },
      };
      return { data, provenance: own() };
    }),
    bind(contract.createBackup, ({ body, ...who }) =>
      begin(jobNames.create, { type: body.type, trigger: 'manual', actor: actorOf(who) }, who),
    ),
    bind(contract.verifyBackup, async ({ params, body, ...who }) => {
      await good(params.name);
      return begin(jobNames.verify, { name: params.name, target: body.target }, who);
    }),
    bind(contract.drillBackup, async ({ params, body, ...who }) => {
      await good(params.name);
      return begin(jobNames.drill, { name: params.name, target: body.target }, who);
    }),
    bind(contract.restoreBackup, async ({ params, body, ...who }) => {
      const row = await good(params.name);
      if (body.confirmation !== row.name) {
        throw new AppError('conflict', { detail: `Escreva o nome da cópia, ${row.name}, tal como está.` });
      }
      return begin(
        jobNames.restore,
        { name: row.name, target: body.target, reason: body.reason, actor: actorOf(who) },
        who,
      );
    }),
    bind(contract.deleteBackup, async ({ params, ...who }) => {
      const row = await known(params.name);
      if (row.state === 'running') throw new AppError('conflict', { detail: 'A cópia ainda está a ser feita.' });
      try {
        await work.remove(row.name, actorOf(who));
      } catch (error) {
        if (error instanceof BackupError) throw new AppError('conflict', { detail: error.message, cause: error });
        throw error;
      }
      return { data: { deleted: true }, provenance: own() };
    }),
    bind(contract.backupDrills, async () => ({
      data: { drills: (await repository.drills()).slice(0, shown).map(drillView) },
      provenance: own(),
    })),
    bind(contract.backupLog, async ({ query: { page, pageSize } }) => {
      const offset = (page - 1) * pageSize;
      const { rows, total } = await repository.logPage(offset, pageSize);
      const data = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
      const place = { total, page, pageSize, hasNext: offset + rows.length < total, hasPrev: page > 1 };
      return { data: { data, ...place }, provenance: own() };
    }),
    bind(contract.backupSettings, async () => {
      const { settings, sealed_secret, updated_at, updated_by } = await repository.settings();
      const data = {
        ...settings,
        mainPlace: targets.mainFolder,
        hasSecret: sealed_secret !== null,
        updatedAt: updated_at.toISOString(),
        updatedBy: updated_by,
      };
      return { data, provenance: own() };
    }),
    bind(contract.changeBackupSettings, async ({ body, ...who }) => {
      const { secret, ...settings } = body;
      const before = await repository.settings();
      const isSamePlace = settings.second?.kind === before.settings.second?.kind;
      const kept = isSamePlace ? before.sealed_secret : null;
      await repository.changeSettings({
        settings,
        sealed_secret: secret === undefined ? kept : targets.seal(secret),
        updated_at: new Date(clock.nowMs()),
        updated_by: who.principal.email,
      });
      const { retentionDays, fullAt, incrementalAt, second } = settings;
      await changed(who, 'backups/settings', { retentionDays, fullAt, incrementalAt, second: second?.kind ?? null });
      return { data: { saved: true as const }, provenance: own() };
    }),
    bind(contract.testBackupTarget, async () => {
      const target = await targets.named('second');
      const startMs = performance.now();
      try {
        await tryTarget(target);
        const durationMs = performance.now() - startMs;
        return { data: { ok: true, detail: `${target.place}: gravou, leu e apagou.`, durationMs }, provenance: own() };
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        return { data: { ok: false, detail, durationMs: performance.now() - startMs }, provenance: own() };
      } finally {
        await target.close();
      }
    }),
    bind(contract.confirmBackupKey, async ({ body, ...who }) => {
      if (body.fingerprint !== fingerprint) {
        throw new AppError('conflict', { detail: `A chave em uso é ${fingerprint}.` });
      }
      await repository.changeSettings({
        key_saved_fingerprint: fingerprint,
        key_saved_at: new Date(clock.nowMs()),
        key_saved_by: who.principal.email,
      });
      await changed(who, 'backups/key', { impressaoDigital: fingerprint });
      return { data: { saved: true as const }, provenance: own() };
    }),
  ];
}
