import type { BackupTargetId } from '@kianda/contract/operations/backups/backups.contract';
import { dayMs } from '@kianda/geo';
import { nowIso } from '../../../platform/clock/clock.ts';
import { type Actor, type BackupContext, messageOf, phaseProgress, type RunContext } from './backups.context.ts';
import { dropDatabase, loadDatabase } from './engine/load.ts';
import { type Manifest, readManifest } from './engine/manifest.ts';
import { restoreObjects } from './engine/restore-objects.ts';
import { leavePending, previousDatabaseName, readAuditMarks, stampOf } from './engine/swap.ts';
import type { BackupTarget } from './engine/target.ts';

const previousDays = 7;
const restoredPrefix = (database: string): string => `${database.slice(0, 40)}_reposta_`;
const isAuditObject = (object: string): boolean => object.startsWith('audit/');

/** The trail's marks as the backup has them, read into memory so that the platform's own stay as they are. */
async function auditMarksOf({ platform, key }: BackupContext, manifest: Manifest, target: BackupTarget) {
  const found = new Map<string, Uint8Array>();
  const memory = {
    ...platform.storage,
    open: async () => null,
    async putStream(name: string, bytes: AsyncIterable<Uint8Array>) {
      const parts: Uint8Array[] = [];
      for await (const part of bytes) parts.push(part);
      found.set(name, Buffer.concat(parts));
      return 0;
    },
    get: async (name: string) => found.get(name) ?? null,
    async *list(prefix: string) {
      for (const name of found.keys()) if (name.startsWith(prefix)) yield { key: name, sizeBytes: 0, modifiedAt: '' };
    },
  };
  await restoreObjects({
    ...{ manifest, target, key, storage: memory, signal: new AbortController().signal },
    isWanted: isAuditObject,
    progress: async () => undefined,
  });
  return readAuditMarks(memory);
}

/**
 * Prepares a restored database beside the one in use, compares it, restores the objects, and leaves the swap to the next
 * start. The caller holds the lock.
 */
export async function restoreBackup(
  context: BackupContext,
  request: { name: string; target: BackupTargetId; reason: string; actor: Actor },
  { signal, progress }: RunContext,
) {
  const { platform, repository, key, note } = context;
  const { clock, database, log, storage } = platform;
  const { url } = database;
  const { name, actor, reason } = request;
  const current = await repository.databaseName();
  for (const left of await repository.databasesLike(restoredPrefix(current))) await dropDatabase(url, left);
  const restored = `${restoredPrefix(current)}${stampOf(clock.nowMs())}`;
  const target = await context.targets.named(request.target);
  try {
    await note('warn', name, `Reposição pedida por ${actor.name}: ${reason}`);
    await context.audited('system.backup.restored', `backup/${name}`, actor, { fase: 'pedida', razao: reason });
    const manifest = await readManifest(target, key, name);
    const source = { manifest, target, key, signal };
    await loadDatabase({
      ...{ ...source, url, database: restored, modules: context.modules(), log },
      progress: phaseProgress(progress, 0, 0.7),
    });
    await restoreObjects({
      ...{ ...source, storage },
      isWanted: (object) => !isAuditObject(object),
      progress: phaseProgress(progress, 0.7, 0.28),
    });
    await leavePending(context.dataDir, {
      ...{ current, restored, aside: previousDatabaseName(current, clock.nowMs()), backup: name, actor, reason },
      markedAt: manifest.mark.at,
      preparedAt: nowIso(clock),
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      auditMarks: await auditMarksOf(context, manifest, target),
    });
    const isRestarting = context.restart !== null;
    await progress(1, isRestarting ? 'Pronta: a plataforma reinicia' : 'Pronta: reinicie a plataforma');
    await note('warn', name, 'Reposição pronta; entra em vigor no próximo arranque.');
    context.restart?.();
    return { restored, isRestarting };
  } catch (error) {
    await note('error', name, `A reposição falhou e nada mudou: ${messageOf(error)}`);
    throw error;
  } finally {
    await target.close();
  }
}

/** Drops the databases that restores replaced more than a week ago. */
export async function removePreviousDatabases({ platform, repository, note }: BackupContext): Promise<void> {
  const prefix = `${(await repository.databaseName()).slice(0, 40)}_antes_`;
  const limit = stampOf(platform.clock.nowMs() - previousDays * dayMs);
  for (const name of await repository.databasesLike(prefix)) {
    if (name.slice(prefix.length, prefix.length + 14) >= limit) continue;
    await dropDatabase(platform.database.url, name);
    const message = `A base de dados anterior a uma reposição, ${name}, foi eliminada ao fim de ${previousDays} dias.`;
    await note('info', null, message);
  }
}
