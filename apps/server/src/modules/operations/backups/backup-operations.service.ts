import type { BackupTargetId } from '@kianda/contract/operations/backups/backups.contract';
import { retentionCandidate } from './backup-rows.rules.ts';
import {
  adoptBackups,
  type BackupRequest,
  copyMissing,
  makeBackup,
  pruneBackups,
  removeBackup,
} from './backup-store.service.ts';
import { type Actor, type BackupContext, messageOf, phaseProgress, type RunContext } from './backups.context.ts';
import { drillBackup, verifyStored } from './drills.service.ts';
import { BackupError } from './engine/errors.ts';
import { type BackupLock, ifBackupsFree, withBackupLock } from './engine/lock.ts';
import { readManifest } from './engine/manifest.ts';
import { dependants } from './engine/retention.ts';
import type { BackupTarget } from './engine/target.ts';
import { missingFiles } from './engine/verify.ts';
import { removePreviousDatabases, restoreBackup } from './restore.service.ts';

export type BackupOperations = ReturnType<typeof createBackupOperations>;

/** Makes a backup, copies it to the second target and removes those that are past their retention. */
async function create(context: BackupContext, request: BackupRequest, run: RunContext) {
  const name = await makeBackup(context, request, run);
  const progress = phaseProgress(run.progress, 0.85, 0.14);
  const copied = await copyMissing(context, { signal: run.signal, progress });
  return { name, ...copied, removed: await pruneBackups(context) };
}

async function remove(context: BackupContext, name: string, actor: Actor): Promise<void> {
  const needing = dependants((await context.repository.backups()).map(retentionCandidate), name);
  if (needing.length > 0) {
    throw new BackupError('refused', `A cópia ${needing[0]} precisa desta: elimine primeiro essa.`);
  }
  await removeBackup(context, name);
  await context.note('info', name, `Eliminada por ${actor.name}.`);
  await context.audited('system.backup.deleted', `backup/${name}`, actor);
}

/** Checks on both targets that every file of the newest backup is still there, and records what is missing. */
async function checkCopies(
  { repository, targets, key, now }: BackupContext,
  { progress }: Pick<RunContext, 'progress'>,
): Promise<void> {
  const last = (await repository.backups()).find(({ state }) => state === 'completed');
  if (last === undefined) return;
  const second = targets.secondOf(await repository.settings());
  const checked: [BackupTargetId, BackupTarget | null][] = [
    ['main', targets.main()],
    ['second', second],
  ];
  for (const [id, target] of checked) {
    if (target === null) continue;
    const copy = { backup: last.name, target: id, place: target.place, at: now() };
    await progress(null, `A verificar a cópia ${last.name} em ${target.place}`);
    try {
      const missing = await missingFiles(target, key, await readManifest(target, key, last.name));
      if (missing.length === 0) await repository.setCopy({ ...copy, state: 'good', error: null });
      else await repository.setCopy({ ...copy, state: 'missing', error: `Falta ${missing[0]}.` });
    } catch (error) {
      await repository.setCopy({ ...copy, state: 'missing', error: messageOf(error) });
    }
  }
  await second?.close();
}

/** Operations of the jobs and endpoints: make, copy, verify, drill, restore and remove backups, each under its lock. */
export function createBackupOperations(context: BackupContext) {
  const { url } = context.platform.database;
  const lockFor = (doing: BackupLock['doing'], { signal, progress }: RunContext): BackupLock => ({
    ...{ stores: ['backups'], mode: 'alone', doing, signal },
    onWait: (message) => progress(null, message),
  });
  const unheard: RunContext = { signal: new AbortController().signal, progress: async () => undefined };
  return {
    adopt: (run: RunContext) => adoptBackups(context, run),

    create: (request: BackupRequest, run: RunContext) =>
      withBackupLock(url, lockFor('create', run), () => create(context, request, run)),

    copy: (run: RunContext) => withBackupLock(url, lockFor('copy', run), () => copyMissing(context, run)),

    remove: (name: string, actor: Actor) =>
      withBackupLock(url, lockFor('remove', unheard), () => remove(context, name, actor)),

    /** False where a backup is being made or removed: it may last for hours, and the next round comes. */
    checkCopies: async (run: RunContext): Promise<boolean> => {
      const lock: BackupLock = { ...lockFor('check', run), mode: 'beside' };
      const checked = await ifBackupsFree(url, lock, async () => {
        await checkCopies(context, run);
        return true;
      });
      return checked ?? false;
    },

    verify: (name: string, target: BackupTargetId, run: RunContext) =>
      withBackupLock(url, { ...lockFor('verify', run), mode: 'beside' }, () =>
        verifyStored(context, { name, target }, run),
      ),

    drill: (name: string, target: BackupTargetId, run: RunContext) =>
      withBackupLock(url, { ...lockFor('drill', run), mode: 'beside' }, () =>
        drillBackup(context, { name, target }, run),
      ),

    restore: (request: { name: string; target: BackupTargetId; reason: string; actor: Actor }, run: RunContext) =>
      withBackupLock(url, { ...lockFor('restore', run), stores: ['backups', 'bases'] }, () =>
        restoreBackup(context, request, run),
      ),

    removePrevious: () => removePreviousDatabases(context),
  };
}
