import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { createCredentialVault } from '../../../platform/crypto/credential-vault.ts';
import type { ModuleMigrations } from '../../../platform/db/migrate.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { AlertRule, Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import type { Disks } from '../../../platform/process/disk.ts';
import { auditModule } from '../../people/audit/index.ts';
import { createBackupListRepository } from './backup-lists.repository.ts';
import { createBackupLists } from './backup-lists.service.ts';
import { createBackupOperations } from './backup-operations.service.ts';
import { createBackupContext } from './backups.context.ts';
import { backupJobs } from './backups.jobs.ts';
import { backupMetrics } from './backups.metrics.ts';
import { backupsMigrations } from './backups.migrations.ts';
import { type BackupsRepository, createBackupsRepository } from './backups.repository.ts';
import { backupBindings } from './backups.routes.ts';
import { backupKeyOf } from './engine/key.ts';
import { takeDone } from './engine/swap.ts';
import { createArchiver } from './instant/archiver.ts';
import { createInstantRepository } from './instant/instant.repository.ts';
import { instantBindings } from './instant/instant.routes.ts';
import { createInstantOperations } from './instant/instant-operations.service.ts';
import { recordRecovery } from './instant/record-recovery.ts';
import { instantRule } from './instant/rule.ts';
import { createOverview } from './overview.service.ts';
import { createTargets } from './targets.service.ts';

export { finishRestore } from './engine/swap.ts';
export { openInstants } from './instant/restore-instant.ts';
export { restoreFromFolder } from './restore-folder.service.ts';
export { undoUpgrade, upgradeBeforeStart, upgradeDatabase } from './upgrade/upgrade.ts';

/** Alert while the last drill of a restore failed. The age of backups is a metric, for which people set their own rule. */
function drillRule(repository: BackupsRepository): AlertRule {
  return {
    rule: 'backup_drill',
    title: 'Cópia de segurança por provar',
    condition: 'o último ensaio de reposição falhou',
    async judge() {
      const drills = (await repository.drills()).filter(({ state }) => state !== 'running');
      // The two kinds are judged apart: a drill of an instant proves nothing about a backup.
      const last = [
        { subject: 'drill', drill: drills.find(({ instant }) => instant === null) },
        { subject: 'drill-instant', drill: drills.find(({ instant }) => instant !== null) },
      ];
      return last.flatMap(({ subject, drill }) =>
        drill?.state !== 'failed'
          ? []
          : [
              {
                source: 'Cópias de segurança',
                subject,
                severity: 'critical' as const,
                title: 'O ensaio de reposição falhou',
                message: `A cópia ${drill.backup} não passou no último ensaio: ${drill.error ?? 'sem razão'}`,
                metadata: { copia: drill.backup },
              },
            ],
      );
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
  /** Told of the second target where that is a folder. */
  disks: Pick<Disks, 'watch'>;
  /** `linux-x64`: copies of the server's files are of use on such machines alone. */
  machine: string;
  modules: () => readonly ModuleMigrations[];
  queue: () => JobQueue;
  restart: (() => void) | null;
}): Backups {
  const { platform, audit, queue, dataDir } = options;
  const repository = createBackupsRepository(platform.database);
  const vault = createCredentialVault(options.masterKey.bytes);
  const targets = createTargets({ mainFolder: options.backupDir, repository, vault });
  const key = backupKeyOf(options.backupKey.bytes);
  const { origin, path } = options.backupKey;
  const context = createBackupContext({ ...options, repository, targets, key });
  const { fingerprint, note } = context;
  options.disks.watch('secondBackups', () => secondFolder(repository));
  const operations = createBackupOperations(context);
  const instantRepository = createInstantRepository(platform.database);
  const archiver = createArchiver({
    ...{ platform, targets, key, instants: instantRepository, note, settings: repository.settings },
    isEmbedded: options.databaseHost === null,
  });
  const { machine } = options;
  const instants = createInstantOperations({ ...context, instants: instantRepository, archiver, machine });
  const lists = createBackupLists(createBackupListRepository(platform.database), repository);
  const overview = createOverview({ ...options, repository, targets, instants, key: { fingerprint, origin, path } });

  return {
    name: 'backups',
    migrations: backupsMigrations,
    bindings: [
      ...backupBindings({ platform, repository, lists, operations, targets, overview, queue, audit, fingerprint }),
      ...instantBindings({ platform, instants, mainFolder: targets.mainFolder, queue }),
    ],
    jobs: backupJobs({ platform, repository, operations, instants, archiver, queue }),
    alerts: [drillRule(repository), instantRule(instants, platform.clock)],
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
      await recordRecovery({ platform, archiver, note, audit });
      const done = await takeDone(dataDir);
      if (done === null) return;
      const { backup, markedAt, actor, reason, rows, aside } = done;
      await note('warn', backup, `Reposta por ${actor.name}. A base de dados anterior ficou guardada como ${aside}.`);
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

/** Folder of the second target; null where that is none or an object store. */
async function secondFolder(repository: Pick<BackupsRepository, 'settings'>): Promise<string | null> {
  const { second } = (await repository.settings()).settings;
  return second?.kind === 'folder' ? second.folder : null;
}

export type BackupSettings = Omit<Parameters<typeof createBackups>[0], 'platform' | 'audit' | 'modules' | 'queue'>;

export const backupsModule = defineModule({
  name: 'backups',
  needs: { audit: auditModule },
  settings: settingsOf<BackupSettings>(),
  collects: ['migrations'],
  offers: ['lastGood'],
  create({ platform, jobs, settings, needs: { audit }, collected }) {
    const backups = createBackups({
      ...{ platform, audit, ...settings },
      modules: collected.migrations,
      queue: () => jobs,
    });
    return { manifest: backups, offers: backups };
  },
});
