import { nowIso } from '../../../platform/clock/clock.ts';
import { completedRow, freeBackupName, retentionCandidate, runningRow } from './backup-rows.rules.ts';
import { type Actor, type BackupContext, messageOf, phaseProgress, type RunContext } from './backups.context.ts';
import type { BackupRow } from './backups.repository.ts';
import { copyBackup } from './engine/copy.ts';
import { createBackup } from './engine/create.ts';
import { listBackups, type Manifest, manifestPath, readManifest } from './engine/manifest.ts';
import { pastRetention } from './engine/retention.ts';
import { measureStored } from './engine/sealed-file.ts';
import { type BackupTarget, filesOf } from './engine/target.ts';
import { missingFiles } from './engine/verify.ts';

export type BackupRequest = {
  readonly kind: 'full' | 'incremental';
  readonly trigger: 'schedule' | 'manual';
  readonly actor: Actor;
};

/** Removes the files of a backup, or of a base copy whose manifest has another path, from one target. */
export async function removeFilesFrom(
  target: BackupTarget,
  name: string,
  manifest: string = manifestPath(name),
): Promise<void> {
  // Without its manifest, a half-removed backup is never taken for a complete one.
  await target.remove(manifest);
  for (const path of (await filesOf(target, name)).keys()) await target.remove(path);
  await target.tidy(name);
}

/** The newest backup that an incremental one can be compared with; null where none was made with the key in use. */
async function baseOf(context: BackupContext, target: BackupTarget): Promise<Manifest | null> {
  const { repository, key, fingerprint, note } = context;
  const last = (await repository.backups()).find(
    ({ state, key_fingerprint }) => state === 'completed' && key_fingerprint === fingerprint,
  );
  if (last === undefined) return null;
  try {
    const manifest = await readManifest(target, key, last.name);
    return (await missingFiles(target, key, manifest)).length === 0 ? manifest : null;
  } catch (error) {
    await note('warn', last.name, `A última cópia não serve de base: ${messageOf(error)}`);
    return null;
  }
}

/** Records a backup whose files are complete on the main target. Both lists are upserts: repeating it changes nothing. */
async function recordCompleted({ repository, now }: BackupContext, main: BackupTarget, row: BackupRow): Promise<void> {
  await repository.addBackup(row);
  await repository.setCopy({
    backup: row.name,
    target: 'main',
    place: main.place,
    state: 'good',
    at: now(),
    error: null,
  });
}

/** Adds a backup that the main target holds to the list; false where its manifest cannot be read. */
async function adoptOne(context: BackupContext, main: BackupTarget, name: string): Promise<boolean> {
  const { key, fingerprint, note } = context;
  try {
    const manifest = await readManifest(main, key, name);
    const { sha256 } = await measureStored(main, manifestPath(name));
    const details = { actor: 'encontrada no destino', checksum: sha256, key_fingerprint: fingerprint };
    await recordCompleted(context, main, completedRow(manifest, details));
    await note('info', name, 'Cópia encontrada no destino e acrescentada à lista.');
    return true;
  } catch (error) {
    await note('warn', name, `Cópia encontrada no destino, mas não se lê: ${messageOf(error)}`);
    return false;
  }
}

/** Adds the backups that the main target holds and the database does not know: after a restore, or from another machine. */
export async function adoptBackups(context: BackupContext, { signal, progress }: RunContext): Promise<number> {
  const main = context.targets.main();
  const known = new Map((await context.repository.backups()).map((row) => [row.name, row]));
  let adopted = 0;
  for (const name of await listBackups(main)) {
    if (known.get(name)?.state === 'completed') continue;
    signal.throwIfAborted();
    await progress(null, `A reconhecer a cópia ${name}`);
    if (await adoptOne(context, main, name)) adopted += 1;
  }
  return adopted;
}

/**
 * Settles the backups that a process left running when it died. A backup whose files are complete was only not recorded
 * as ended, as is the case of the very backup that this database was restored from: its files are never touched. The
 * caller holds the lock, so that nothing else runs.
 */
async function settleInterrupted(context: BackupContext, main: BackupTarget): Promise<void> {
  const { repository, now, note } = context;
  const open = (await repository.backups()).filter(({ state }) => state === 'running');
  if (open.length === 0) return;
  const complete = new Set(await listBackups(main));
  for (const { name } of open) {
    if (complete.has(name)) {
      if (await adoptOne(context, main, name)) continue;
      // Its files stay: they may be sealed with another key.
      const error = 'Está no destino, mas não se lê: veja o registo.';
      await repository.changeBackup(name, { state: 'failed', ended_at: now(), error });
      continue;
    }
    await repository.changeBackup(name, {
      state: 'failed',
      ended_at: now(),
      error: 'Interrompida: o processo que a fazia terminou.',
    });
    await removeFilesFrom(main, name);
    await note('warn', name, 'A cópia foi interrompida e os seus ficheiros foram apagados.');
  }
}

/** Makes one backup and answers its name. The caller holds the lock. */
export async function makeBackup(context: BackupContext, request: BackupRequest, run: RunContext): Promise<string> {
  const { platform, repository, fingerprint, now, note } = context;
  const main = context.targets.main();
  await settleInterrupted(context, main);
  const base = request.kind === 'full' ? null : await baseOf(context, main);
  const kind = base === null ? 'full' : 'incremental';
  const taken = new Set((await repository.backups()).map((row) => row.name));
  const name = freeBackupName(nowIso(platform.clock), kind, taken);
  const details = { trigger: request.trigger, actor: request.actor.name, key_fingerprint: fingerprint };
  await repository.addBackup(runningRow({ name, kind, base: base?.name ?? null, startedAt: now() }, details));
  const why = request.kind === kind ? '' : ' (não havia uma cópia boa com esta chave para comparar)';
  await note('info', name, `Cópia ${kind === 'full' ? 'completa' : 'incremental'} começada${why}.`);
  try {
    const manifest = await createBackup({
      url: platform.database.url,
      storage: platform.storage,
      target: main,
      key: context.key,
      name,
      kind,
      base,
      masterKey: context.masterKey,
      appVersion: context.version,
      now: () => nowIso(platform.clock),
      signal: run.signal,
      progress: phaseProgress(run.progress, 0, 0.85),
    });
    const { sha256 } = await measureStored(main, manifestPath(name));
    const row = completedRow(manifest, { ...details, checksum: sha256 });
    await recordCompleted(context, main, row);
    await note('info', name, `Cópia concluída: ${row.row_count} linhas, ${row.object_count} objetos.`);
    const counted = { tipo: kind, bytes: row.stored_bytes };
    await context.audited('system.backup.created', `backup/${name}`, request.actor, counted);
    return name;
  } catch (error) {
    await repository.changeBackup(name, { state: 'failed', ended_at: now(), error: messageOf(error) });
    await removeFilesFrom(main, name).catch((second: unknown) =>
      platform.log.warn({ err: second }, 'restos de uma cópia por apagar'),
    );
    await note('error', name, `A cópia falhou: ${messageOf(error)}`);
    throw error;
  }
}

/** Copies the good backups that the second target lacks; each failure is recorded with its copy. */
export async function copyMissing(
  context: BackupContext,
  { signal, progress }: RunContext,
): Promise<{ copied: number; failed: number }> {
  const { repository, targets, now, note } = context;
  const second = targets.secondOf(await repository.settings());
  const result = { copied: 0, failed: 0 };
  if (second === null) return result;
  try {
    const copies = await repository.copies();
    const done = new Set(
      copies
        .filter((copy) => copy.target === 'second' && copy.state === 'good' && copy.place === second.place)
        .map(({ backup }) => backup),
    );
    const waiting = (await repository.backups()).filter(({ name, state }) => state === 'completed' && !done.has(name));
    // The oldest first: a later one may need it.
    for (const { name } of waiting.toReversed()) {
      const copy = { backup: name, target: 'second', place: second.place, at: now() } as const;
      try {
        await copyBackup({ from: targets.main(), to: second, name, signal, progress });
        await repository.setCopy({ ...copy, state: 'good', error: null });
        await note('info', name, `Copiada para ${second.place}.`);
        result.copied += 1;
      } catch (error) {
        signal.throwIfAborted();
        await repository.setCopy({ ...copy, state: 'failed', error: messageOf(error) });
        await note('error', name, `A cópia para ${second.place} falhou: ${messageOf(error)}`);
        result.failed += 1;
      }
    }
  } finally {
    await second.close();
  }
  return result;
}

/** Removes a backup from both targets and from the list. */
export async function removeBackup({ repository, targets }: BackupContext, name: string): Promise<void> {
  await removeFilesFrom(targets.main(), name);
  const second = targets.secondOf(await repository.settings());
  try {
    if (second !== null) await removeFilesFrom(second, name);
  } finally {
    await second?.close();
  }
  await repository.removeBackup(name);
}

/** Removes the backups that are past their retention, and answers their names. */
export async function pruneBackups(context: BackupContext): Promise<string[]> {
  const { repository, platform, note } = context;
  const { retentionDays } = (await repository.settings()).settings;
  const candidates = (await repository.backups()).map(retentionCandidate);
  const names = pastRetention(candidates, retentionDays, platform.clock.nowMs());
  for (const name of names) {
    await removeBackup(context, name);
    await note('info', name, `Eliminada: passou dos ${retentionDays} dias de retenção.`);
  }
  return names;
}
