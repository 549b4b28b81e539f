import { randomUUID } from 'node:crypto';
import type { BackupTargetId } from '@kianda/contract/operations/backups/backups.contract';
import { nowIso } from '../../../platform/clock/clock.ts';
import { type Actor, createKeeper, keptOf, messageOf, type Turn, type WorkOptions } from './backup-store.service.ts';
import { BackupError } from './engine/errors.ts';
import { dropDatabase, loadDatabase } from './engine/load.ts';
import { withBackupLock } from './engine/lock.ts';
import { type Manifest, readManifest } from './engine/manifest.ts';
import { restoreObjects } from './engine/restore-objects.ts';
import { dependants } from './engine/retention.ts';
import { asideName, leavePending, readAuditMarks, stampOf } from './engine/swap.ts';
import type { BackupTarget } from './engine/target.ts';
import { missingFiles, verifyBackup } from './engine/verify.ts';

const restoredPrefix = (database: string): string => `${database.slice(0, 40)}_reposta_`;
const drillPrefix = (database: string): string => `${database.slice(0, 40)}_ensaio_`;
const asideDays = 7;

export type BackupWork = ReturnType<typeof createWork>;

/** What the jobs do: make, copy, verify, rehearse, restore and remove backups. */
export function createWork(options: WorkOptions) {
  const { platform, repository, targets, key } = options;
  const { clock, database, log } = platform;
  const { url } = database;
  const { fingerprint, now, note, audited, make, copyMissing, prune, remove, adopt, removeFrom } =
    createKeeper(options);

  return {
    fingerprint,
    note,
    adopt,
    prune,
    audited,
    removeFrom,

    /** Makes a backup, copies it to the second place and removes what is past its time. */
    create: (asked: Parameters<typeof make>[0], turn: Turn) =>
      withBackupLock(url, 'alone', turn.signal, async () => {
        const name = await make(asked, turn);
        const copied = await copyMissing({
          signal: turn.signal,
          progress: (fraction, message) => turn.progress(fraction === null ? null : 0.85 + fraction * 0.14, message),
        });
        return { name, ...copied, removed: await prune() };
      }),

    copy: (turn: Turn) => withBackupLock(url, 'alone', turn.signal, () => copyMissing(turn)),

    remove: (name: string, actor: Actor) =>
      withBackupLock(url, 'alone', new AbortController().signal, async () => {
        const needing = dependants((await repository.backups()).map(keptOf), name);
        if (needing.length > 0) {
          throw new BackupError('refused', `A cópia ${needing[0]} precisa desta: elimine primeiro essa.`);
        }
        await remove(name);
        await note('info', name, `Eliminada por ${actor.name}.`);
        await audited('system.backup.deleted', `backup/${name}`, actor);
      }),

    /** Looks whether every file of the newest backups is still where it was put; what is gone is told. */
    checkCopies: (signal: AbortSignal) =>
      withBackupLock(url, 'beside', signal, async () => {
        const settings = await repository.settings();
        const last = (await repository.backups()).find(({ state }) => state === 'completed');
        if (last === undefined) return;
        const second = settings.settings.second === null ? null : targets.secondOf(settings);
        const places: [BackupTargetId, BackupTarget | null][] = [
          ['main', targets.main()],
          ['second', second],
        ];
        for (const [id, target] of places) {
          if (target === null) continue;
          const copy = { backup: last.name, target: id, place: target.place, at: now() };
          try {
            const missing = await missingFiles(target, key, await readManifest(target, key, last.name));
            if (missing.length === 0) await repository.setCopy({ ...copy, state: 'good', error: null });
            else await repository.setCopy({ ...copy, state: 'missing', error: `Falta ${missing[0]}.` });
          } catch (error) {
            await repository.setCopy({ ...copy, state: 'missing', error: messageOf(error) });
          }
        }
        await second?.close();
      }),

    verify: (name: string, targetId: BackupTargetId, turn: Turn) =>
      withBackupLock(url, 'beside', turn.signal, async () => {
        const target = await targets.named(targetId);
        try {
          const { manifest: _manifest, ...verified } = await verifyBackup({ target, key, name, ...turn });
          await repository.changeBackup(name, { verified_at: now(), verify_error: null });
          await note(
            'info',
            name,
            `Verificada em ${target.place}: ${verified.files} ficheiros, ${verified.bytes} bytes.`,
          );
          return verified;
        } catch (error) {
          turn.signal.throwIfAborted();
          await repository.changeBackup(name, { verified_at: now(), verify_error: messageOf(error) });
          await note('error', name, `A verificação falhou em ${target.place}: ${messageOf(error)}`);
          throw error;
        } finally {
          await target.close();
        }
      }),

    /** Restores into a database of its own, compares, keeps the evidence, and removes it. */
    drill: (name: string, targetId: BackupTargetId, turn: Turn) =>
      withBackupLock(url, 'beside', turn.signal, async () => {
        const current = await repository.databaseName();
        await repository.endInterruptedDrills(now(), 'Interrompido: o processo que o fazia terminou.');
        for (const left of await repository.databasesLike(drillPrefix(current))) await dropDatabase(url, left);
        const id = randomUUID();
        const scratch = `${drillPrefix(current)}${id.slice(0, 8)}`;
        const target = await targets.named(targetId);
        const row = await repository.backup(name);
        const lossMinutes = row === undefined ? null : (clock.nowMs() - row.started_at.getTime()) / 60_000;
        const begun = { id, backup: name, target: targetId, started_at: now(), ended_at: null, error: null };
        const counts = { object_count: null, object_bytes: null, loss_minutes: lossMinutes, instant: null };
        await repository.addDrill({ ...begun, ...counts, state: 'running' });
        try {
          const manifest = await readManifest(target, key, name);
          const { modules } = options;
          const evidence = await loadDatabase({
            ...{ url, database: scratch, manifest, target, key, modules: modules(), log, signal: turn.signal },
            progress: (fraction, message) => turn.progress(fraction === null ? null : fraction * 0.7, message),
          });
          await dropDatabase(url, scratch);
          const verified = await verifyBackup({
            ...{ target, key, name, signal: turn.signal },
            progress: (fraction, message) => turn.progress(fraction === null ? null : 0.7 + fraction * 0.3, message),
          });
          const objectBytes = manifest.objects.reduce((sum, { bytes }) => sum + bytes, 0);
          await repository.endDrill(
            id,
            { state: 'passed', ended_at: now(), object_count: verified.objects, object_bytes: objectBytes },
            [...evidence],
          );
          await repository.changeBackup(name, {
            drilled_at: now(),
            drill_passed: true,
            verified_at: now(),
            verify_error: null,
          });
          await note(
            'info',
            name,
            `Ensaio de reposição passou: ${evidence.length} tabelas iguais, ${verified.objects} objetos.`,
          );
          return { id, passed: true, tables: evidence.length };
        } catch (error) {
          await repository.endDrill(id, { state: 'failed', ended_at: now(), error: messageOf(error) }, []);
          if (turn.signal.aborted) throw error;
          await repository.changeBackup(name, { drilled_at: now(), drill_passed: false });
          await note('error', name, `O ensaio de reposição falhou: ${messageOf(error)}`);
          throw error;
        } finally {
          await target.close();
        }
      }),

    /** Prepares everything beside what is in use, compares it, and leaves the change of place to the next start. */
    restore: (asked: { name: string; target: BackupTargetId; reason: string; actor: Actor }, turn: Turn) =>
      withBackupLock(url, 'alone', turn.signal, async () => {
        const { name, actor, reason } = asked;
        const current = await repository.databaseName();
        for (const left of await repository.databasesLike(restoredPrefix(current))) await dropDatabase(url, left);
        const restored = `${restoredPrefix(current)}${stampOf(clock.nowMs())}`;
        const target = await targets.named(asked.target);
        try {
          await note('warn', name, `Reposição pedida por ${actor.name}: ${reason}`);
          await audited('system.backup.restored', `backup/${name}`, actor, { fase: 'pedida', razao: reason });
          const manifest = await readManifest(target, key, name);
          const shared = { manifest, target, key, signal: turn.signal };
          await loadDatabase({
            ...{ ...shared, url, database: restored, modules: options.modules(), log },
            progress: (fraction, message) => turn.progress(fraction === null ? null : fraction * 0.7, message),
          });
          await restoreObjects({
            ...{ ...shared, storage: platform.storage },
            isWanted: (object) => !object.startsWith('audit/'),
            progress: (fraction, message) => turn.progress(fraction === null ? null : 0.7 + fraction * 0.28, message),
          });
          await leavePending(options.dataDir, {
            ...{ current, restored, aside: asideName(current, clock.nowMs()), backup: name, actor, reason },
            markedAt: manifest.mark.at,
            preparedAt: nowIso(clock),
            rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
            auditMarks: await auditMarksOf(manifest, target),
          });
          await turn.progress(
            1,
            options.restart === null ? 'Pronta: reinicie a plataforma' : 'Pronta: a plataforma reinicia',
          );
          await note('warn', name, 'Reposição pronta; entra em vigor no próximo arranque.');
          options.restart?.();
          return { restored, isRestarting: options.restart !== null };
        } catch (error) {
          await note('error', name, `A reposição falhou e nada mudou: ${messageOf(error)}`);
          throw error;
        } finally {
          await target.close();
        }
      }),

    /** Removes databases that restorations put aside long enough ago. */
    async clearAside(): Promise<void> {
      const current = await repository.databaseName();
      const prefix = `${current.slice(0, 40)}_antes_`;
      const limit = stampOf(clock.nowMs() - asideDays * 86_400_000);
      for (const name of await repository.databasesLike(prefix)) {
        if (name.slice(prefix.length, prefix.length + 14) >= limit) continue;
        await dropDatabase(url, name);
        await note(
          'info',
          null,
          `A base de dados anterior a uma reposição, ${name}, foi eliminada ao fim de ${asideDays} dias.`,
        );
      }
    },
  };

  /** The trail's marks as the backup has them, without touching the platform's own. */
  async function auditMarksOf(manifest: Manifest, target: BackupTarget) {
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
    const none = new AbortController().signal;
    await restoreObjects({
      ...{ manifest, target, key, storage: memory, signal: none },
      isWanted: (object) => object.startsWith('audit/'),
      progress: async () => undefined,
    });
    return readAuditMarks(memory);
  }
}
