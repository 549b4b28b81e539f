import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { ModuleMigrations } from '../../../platform/db/migrate.ts';
import type { Platform } from '../../../platform/module.ts';
import type { BackupsRepository } from './backups.repository.ts';
import { type BackupKey, fingerprintText } from './engine/key.ts';
import type { Targets } from './targets.service.ts';

/** Signal and progress of the job run that an operation belongs to. */
export type RunContext = {
  readonly signal: AbortSignal;
  readonly progress: (fraction: number | null, message: string) => Promise<void>;
};
export type Actor = { readonly id: string | null; readonly name: string };

export type BackupDependencies = {
  readonly platform: Platform;
  readonly repository: BackupsRepository;
  readonly targets: Targets;
  readonly key: BackupKey;
  readonly masterKey: { readonly bytes: Uint8Array; readonly isFile: boolean };
  readonly dataDir: string;
  readonly version: string;
  /** Migrations of every module of this program. */
  readonly modules: () => readonly ModuleMigrations[];
  readonly audit: { record(entry: AuditEntry): Promise<void> };
  /** Ends the process so that it starts anew; null where nothing would start it. */
  readonly restart: (() => void) | null;
};

export type BackupContext = BackupDependencies & {
  /** Fingerprint of the key in use, as text. */
  readonly fingerprint: string;
  readonly now: () => Date;
  /** Writes a line into the process log and into the log that people see. */
  readonly note: (level: 'info' | 'warn' | 'error', backup: string | null, message: string) => Promise<void>;
  readonly audited: (
    event: AuditEntry['event'],
    resource: string,
    actor: Actor,
    metadata?: AuditEntry['metadata'],
  ) => Promise<void>;
};

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Maps the progress of one phase, 0 to 1, onto its share of the whole. */
export function phaseProgress(progress: RunContext['progress'], from: number, share: number): RunContext['progress'] {
  return (fraction, message) => progress(fraction === null ? null : from + fraction * share, message);
}

/** Dependencies of the backup operations with their log, their audit trail and their clock. */
export function createBackupContext(dependencies: BackupDependencies): BackupContext {
  const { platform, repository, key, audit } = dependencies;
  const { clock, log } = platform;
  const now = (): Date => new Date(clock.nowMs());
  return {
    ...dependencies,
    fingerprint: fingerprintText(key.fingerprint),
    now,
    async note(level, backup, message) {
      log[level]({ backup }, message);
      await repository.log(now(), level, backup, message);
    },
    audited: (event, resource, actor, metadata = {}) =>
      audit.record({
        event,
        severity: event === 'system.backup.created' ? 'low' : 'high',
        actorId: actor.id,
        actorName: actor.name,
        resource,
        ipAddress: '',
        userAgent: '',
        metadata,
      }),
  };
}
