import { randomUUID } from 'node:crypto';
import type { BackupTargetId } from '@kianda/contract/operations/backups/backups.contract';
import { type BackupContext, messageOf, phaseProgress, type RunContext } from './backups.context.ts';
import { dropDatabase, loadDatabase } from './engine/load.ts';
import { readManifest } from './engine/manifest.ts';
import type { BackupTarget } from './engine/target.ts';
import { verifyBackup } from './engine/verify.ts';

type StoredBackup = { readonly name: string; readonly target: BackupTargetId };

const drillPrefix = (database: string): string => `${database.slice(0, 40)}_ensaio_`;

/** Reads every file of a backup on one target and compares it with its manifest. The caller holds the lock. */
export async function verifyStored(context: BackupContext, { name, target: targetId }: StoredBackup, run: RunContext) {
  const { repository, targets, key, now, note } = context;
  const target = await targets.named(targetId);
  try {
    const { manifest: _manifest, ...verified } = await verifyBackup({ target, key, name, ...run });
    await repository.changeBackup(name, { verified_at: now(), verify_error: null });
    const { files, bytes } = verified;
    await note('info', name, `Verificada em ${target.place}: ${files} ficheiros, ${bytes} bytes.`);
    return verified;
  } catch (error) {
    run.signal.throwIfAborted();
    await repository.changeBackup(name, { verified_at: now(), verify_error: messageOf(error) });
    await note('error', name, `A verificação falhou em ${target.place}: ${messageOf(error)}`);
    throw error;
  } finally {
    await target.close();
  }
}

/** Ends the drills that died with their process, and drops the databases that they left behind. */
async function settleInterruptedDrills({ repository, platform, now }: BackupContext, prefix: string): Promise<void> {
  await repository.endInterruptedDrills(now(), 'Interrompido: o processo que o fazia terminou.');
  for (const left of await repository.databasesLike(prefix)) await dropDatabase(platform.database.url, left);
}

/** Loads the backup into a scratch database, compares it, drops it and verifies every file. */
async function rehearse(
  context: BackupContext,
  { name, target, scratch }: { name: string; target: BackupTarget; scratch: string },
  { signal, progress }: RunContext,
) {
  const { platform, key, modules } = context;
  const { url } = platform.database;
  const manifest = await readManifest(target, key, name);
  const evidence = await loadDatabase({
    ...{ url, database: scratch, manifest, target, key, modules: modules(), log: platform.log, signal },
    progress: phaseProgress(progress, 0, 0.7),
  });
  await dropDatabase(url, scratch);
  const verified = await verifyBackup({ target, key, name, signal, progress: phaseProgress(progress, 0.7, 0.3) });
  const objectBytes = manifest.objects.reduce((sum, { bytes }) => sum + bytes, 0);
  return { evidence, objects: verified.objects, objectBytes };
}

/** Restores a backup into a database of its own, compares, and keeps the evidence. The caller holds the lock. */
export async function drillBackup(context: BackupContext, { name, target: targetId }: StoredBackup, run: RunContext) {
  const { platform, repository, targets, now, note } = context;
  const prefix = drillPrefix(await repository.databaseName());
  await settleInterruptedDrills(context, prefix);
  const id = randomUUID();
  const target = await targets.named(targetId);
  const row = await repository.backup(name);
  const lossMinutes = row === undefined ? null : (platform.clock.nowMs() - row.started_at.getTime()) / 60_000;
  await repository.addDrill({
    ...{ id, backup: name, target: targetId, started_at: now(), ended_at: null, state: 'running', error: null },
    ...{ object_count: null, object_bytes: null, loss_minutes: lossMinutes, instant: null },
  });
  try {
    const scratch = `${prefix}${id.slice(0, 8)}`;
    const { evidence, objects, objectBytes } = await rehearse(context, { name, target, scratch }, run);
    const passed = { state: 'passed', ended_at: now(), object_count: objects, object_bytes: objectBytes } as const;
    await repository.endDrill(id, passed, [...evidence]);
    const verified = { verified_at: now(), verify_error: null };
    await repository.changeBackup(name, { drilled_at: now(), drill_passed: true, ...verified });
    await note('info', name, `Ensaio de reposição passou: ${evidence.length} tabelas iguais, ${objects} objetos.`);
    return { id, passed: true, tables: evidence.length };
  } catch (error) {
    await repository.endDrill(id, { state: 'failed', ended_at: now(), error: messageOf(error) }, []);
    if (run.signal.aborted) throw error;
    await repository.changeBackup(name, { drilled_at: now(), drill_passed: false });
    await note('error', name, `O ensaio de reposição falhou: ${messageOf(error)}`);
    throw error;
  } finally {
    await target.close();
  }
}
