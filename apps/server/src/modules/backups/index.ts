import type { AuditEntry } from '@kianda/contract/audit/audit';
import type { ModuleMigrations } from '../../platform/db/migrate.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { AlertRule, Module, Platform } from '../../platform/module.ts';
import { createCredentialVault } from '../connectors/index.ts';
import { backupJobs } from './backups.jobs.ts';
import { backupMetrics } from './backups.metrics.ts';
import { backupsMigrations } from './backups.migrations.ts';
import { type BackupsRepository, createBackupsRepository } from './backups.repository.ts';
import { backupBindings } from './backups.routes.ts';
import { backupKeyOf, fingerprintText } from './engine/key.ts';
import { takeDone } from './engine/swap.ts';
import { createOverview } from './overview.ts';
import { createTargets } from './targets.ts';
import { createWork } from './work.ts';

export { finishRestore } from './engine/swap.ts';
export { restoreFromFolder } from './restore-folder.ts';

const hourMs = 3_600_000;

/** Raised while the last good backup is older than its limit, and while the last drill or check failed. */
function ageRule(repository: BackupsRepository, nowMs: () => number): AlertRule {
  return {
    rule: 'backup_age',
    title: 'Cópia de segurança atrasada ou por provar',
    condition: 'a última cópia boa é mais antiga do que o limite, ou o último ensaio de reposição falhou',
    async judge() {
      const [{ settings }, backups, drills] = await Promise.all([
        repository.settings(),
        repository.backups(),
        repository.drills(),
      ]);
      const alerts: Awaited<ReturnType<AlertRule['judge']>>[number][] = [];
      const last = backups.find(({ state }) => state === 'completed');
      const ageHours = last === undefined ? null : (nowMs() - last.started_at.getTime()) / hourMs;
      const hasFailed = last === undefined && backups.some(({ state }) => state === 'failed');
      const common = { source: 'Cópias de segurança' } as const;
      if (hasFailed || (ageHours !== null && ageHours > settings.maxAgeHours)) {
        alerts.push({
          ...common,
          subject: 'age',
          severity: 'error',
          title: 'Cópia de segurança atrasada',
          message: hasFailed
            ? 'Nenhuma cópia de segurança foi concluída até agora. Veja o registo em Backup e Segurança.'
            : `A última cópia boa, ${last?.name}, tem ${Math.floor(ageHours ?? 0)} h; o limite são ${settings.maxAgeHours} h.`,
          metadata: {
            idade_horas: ageHours === null ? null : Math.floor(ageHours),
            limite_horas: settings.maxAgeHours,
          },
        });
      }
      const drill = drills.find(({ state }) => state !== 'running');
      if (drill?.state === 'failed') {
        alerts.push({
          ...common,
          subject: 'drill',
          severity: 'critical',
          title: 'O ensaio de reposição falhou',
          message: `A cópia ${drill.backup} não passou no último ensaio: ${drill.error ?? 'sem razão'}`,
          metadata: { copia: drill.backup },
        });
      }
      return alerts;
    },
  };
}

export type Backups = Module & {
  /** The newest good backup, and the age it may reach; null where there is none. */
  lastGood(): Promise<{
    readonly name: string;
    readonly at: Date;
    readonly verifiedAt: Date | null;
    readonly drilledAt: Date | null;
    readonly maxAgeHours: number;
  } | null>;
};

/** Front door of the backups: made, copied, verified, rehearsed, restored. */
export function createBackups(options: {
  platform: Platform;
  audit: { record(entry: AuditEntry): Promise<void> };
  masterKey: { readonly bytes: Uint8Array; readonly isFile: boolean };
  backupKey: { readonly bytes: Uint8Array; readonly origin: 'environment' | 'file'; readonly path: string | null };
  dataDir: string;
  backupDir: string;
  /** Null: the platform's own PostgreSQL, in the data folder. */
  databaseHost: string | null;
  version: string;
  modules: () => readonly ModuleMigrations[];
  queue: () => JobQueue;
  restart: (() => void) | null;
}): Backups {
  const { platform, audit, queue, dataDir } = options;
  const repository = createBackupsRepository(platform.database);
  const vault = createCredentialVault(options.masterKey.bytes);
  const targets = createTargets({ mainFolder: options.backupDir, repository, vault });
  const key = backupKeyOf(options.backupKey.bytes);
  const fingerprint = fingerprintText(key.fingerprint);
  const { origin, path } = options.backupKey;
  const work = createWork({ ...options, repository, targets, key });
  const overview = createOverview({ ...options, repository, targets, key: { fingerprint, origin, path } });

  return {
    name: 'backups',
    migrations: backupsMigrations,
    bindings: backupBindings({ platform, repository, work, targets, overview, queue, audit, fingerprint }),
    jobs: backupJobs({ platform, repository, work, queue }),
    alerts: [ageRule(repository, () => platform.clock.nowMs())],
    metrics: backupMetrics(repository, () => platform.clock.nowMs()),
    async lastGood() {
      const [{ settings }, backups] = await Promise.all([repository.settings(), repository.backups()]);
      const last = backups.find(({ state }) => state === 'completed');
      if (last === undefined) return null;
      const drilled = backups.find(({ drill_passed }) => drill_passed === true);
      return {
        name: last.name,
        at: last.started_at,
        verifiedAt: last.verified_at,
        drilledAt: drilled?.drilled_at ?? null,
        maxAgeHours: settings.maxAgeHours,
      };
    },
    async start() {
      const done = await takeDone(dataDir);
      if (done === null) return;
      const { backup, markedAt, actor, reason, rows, aside } = done;
      await work.note(
        'warn',
        backup,
        `Reposta por ${actor.name}. A base de dados anterior ficou guardada como ${aside}.`,
      );
      await audit.record({
        event: 'system.backup.restored',
        severity: 'critical',
        actorId: actor.id,
        actorName: actor.name,
        resource: `backup/${backup}`,
        ipAddress: '',
        userAgent: '',
        metadata: { marca: markedAt, razao: reason, linhas: rows, anterior: aside },
      });
    },
  };
}
