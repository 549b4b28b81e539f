import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { nowIso } from '../../../platform/clock/clock.ts';
import type { ModuleMigrations } from '../../../platform/db/migrate.ts';
import type { Platform } from '../../../platform/module.ts';
import type { BackupRow, BackupsRepository } from './backups.repository.ts';
import { copyBackup } from './engine/copy.ts';
import { createBackup } from './engine/create.ts';
import { type BackupKey, fingerprintText } from './engine/key.ts';
import { listBackups, type Manifest, manifestPath, readManifest } from './engine/manifest.ts';
import { type Kept, pastRetention } from './engine/retention.ts';
import { measureStored } from './engine/sealed-file.ts';
import { type BackupTarget, filesOf } from './engine/target.ts';
import { missingFiles } from './engine/verify.ts';
import type { Targets } from './targets.service.ts';

export type Turn = {
  readonly signal: AbortSignal;
  readonly progress: (fraction: number | null, message: string) => Promise<void>;
};
export type Actor = { readonly id: string | null; readonly name: string };

export type WorkOptions = {
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

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const keptOf = (row: BackupRow): Kept => ({
  name: row.name,
  isGood: row.state === 'completed',
  startedAtMs: row.started_at.getTime(),
  requires: row.requires,
});

/** Makes, copies and removes backups; whoever calls holds the lock. */
export function createKeeper(options: WorkOptions) {
  const { platform, repository, targets, key, audit } = options;
  const { clock, database, log } = platform;
  const { url } = database;
  const fingerprint = fingerprintText(key.fingerprint);
  const now = (): Date => new Date(clock.nowMs());

  async function note(level: 'info' | 'warn' | 'error', backup: string | null, message: string): Promise<void> {
    log[level]({ backup }, message);
    await repository.log(now(), level, backup, message);
  }

  const audited = (event: AuditEntry['event'], resource: string, actor: Actor, metadata: AuditEntry['metadata'] = {}) =>
    audit.record({
      event,
      severity: event === 'system.backup.created' ? 'low' : 'high',
      actorId: actor.id,
      actorName: actor.name,
      resource,
      ipAddress: '',
      userAgent: '',
      metadata,
    });

  /** The newest backup that a further one can be compared with; null: there is none, or its key is another. */
  async function baseOf(target: BackupTarget): Promise<Manifest | null> {
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

  async function freeName(kind: 'full' | 'incremental'): Promise<string> {
    const taken = new Set((await repository.backups()).map(({ name }) => name));
    const [day = '', time = ''] = nowIso(clock).split('T');
    const stem = `${day}-${time.slice(0, 8).replaceAll(':', '')}-${kind === 'full' ? 'completa' : 'incremental'}`;
    let name = stem;
    for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}`;
    return name;
  }

  function rowOf(manifest: Manifest, over: Partial<BackupRow>): BackupRow {
    return {
      name: manifest.name,
      kind: manifest.kind,
      state: 'completed',
      trigger: 'schedule',
      actor: 'Kianda',
      base: manifest.base,
      requires: manifest.requires,
      started_at: new Date(manifest.startedAt),
      ended_at: new Date(manifest.endedAt),
      marked_at: new Date(manifest.mark.at),
      mark_lsn: manifest.mark.lsn,
      stored_bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      row_count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      table_count: manifest.tables.length,
      object_count: manifest.objects.length,
      checksum: null,
      error: null,
      key_fingerprint: fingerprint,
      verified_at: null,
      verify_error: null,
      drilled_at: null,
      drill_passed: null,
      ...over,
    };
  }

  async function removeFrom(target: BackupTarget, name: string, manifest = manifestPath(name)): Promise<void> {
    // The manifest first: what is half removed is no backup.
    await target.remove(manifest);
    for (const path of (await filesOf(target, name)).keys()) await target.remove(path);
    await target.tidy(name);
  }

  /**
   * Settles what a process that died left open. One that is whole where it is kept was only not noted as ended, as is the
   * case of the very backup that this database was restored from: its files are never touched. Only while nothing else
   * runs.
   */
  async function settleInterrupted(main: BackupTarget): Promise<void> {
    const open = (await repository.backups()).filter(({ state }) => state === 'running');
    if (open.length === 0) return;
    const whole = new Set(await listBackups(main));
    for (const { name } of open) {
      if (whole.has(name)) {
        if (await takeIn(main, name)) continue;
        // Another key's, or damaged: not for this to throw away.
        const error = 'Está no destino, mas não se lê: veja o registo.';
        await repository.changeBackup(name, { state: 'failed', ended_at: now(), error });
        continue;
      }
      await repository.changeBackup(name, {
        state: 'failed',
        ended_at: now(),
        error: 'Interrompida: o processo que a fazia terminou.',
      });
      await removeFrom(main, name);
      await note('warn', name, 'A cópia foi interrompida e os seus ficheiros foram apagados.');
    }
  }

  /** Takes a backup that is whole where it is kept into the list. */
  async function takeIn(main: BackupTarget, name: string): Promise<boolean> {
    try {
      const manifest = await readManifest(main, key, name);
      const { sha256 } = await measureStored(main, manifestPath(name));
      await repository.addBackup(rowOf(manifest, { actor: 'encontrada no destino', checksum: sha256 }));
      await repository.setCopy({
        backup: name,
        target: 'main',
        place: main.place,
        state: 'good',
        at: now(),
        error: null,
      });
      await note('info', name, 'Cópia encontrada no destino e acrescentada à lista.');
      return true;
    } catch (error) {
      await note('warn', name, `Cópia encontrada no destino, mas não se lê: ${messageOf(error)}`);
      return false;
    }
  }

  /** Copies what the second place lacks of the good backups; what went wrong stands with each copy. */
  async function copyMissing({ signal, progress }: Turn): Promise<{ copied: number; failed: number }> {
    const settings = await repository.settings();
    if (settings.settings.second === null) return { copied: 0, failed: 0 };
    const main = targets.main();
    const second = targets.secondOf(settings);
    if (second === null) return { copied: 0, failed: 0 };
    const result = { copied: 0, failed: 0 };
    try {
      const copies = await repository.copies();
      const done = new Set(
        copies
          .filter((copy) => copy.target === 'second' && copy.state === 'good' && copy.place === second.place)
          .map(({ backup }) => backup),
      );
      const waiting = (await repository.backups()).filter(
        ({ name, state }) => state === 'completed' && !done.has(name),
      );
      // The oldest first: a later one may need it.
      for (const { name } of waiting.toReversed()) {
        const at = now();
        const copy = { backup: name, target: 'second', place: second.place, at } as const;
        try {
          await copyBackup({ from: main, to: second, name, signal, progress });
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

  async function prune(): Promise<string[]> {
    const settings = await repository.settings();
    const names = pastRetention(
      (await repository.backups()).map(keptOf),
      settings.settings.retentionDays,
      clock.nowMs(),
    );
    for (const name of names) {
      await remove(name);
      await note('info', name, `Eliminada: passou dos ${settings.settings.retentionDays} dias de retenção.`);
    }
    return names;
  }

  async function remove(name: string): Promise<void> {
    await removeFrom(targets.main(), name);
    const second = targets.secondOf(await repository.settings());
    try {
      if (second !== null) await removeFrom(second, name);
    } finally {
      await second?.close();
    }
    await repository.removeBackup(name);
  }

  async function make(
    asked: { kind: 'full' | 'incremental'; trigger: 'schedule' | 'manual'; actor: Actor },
    { signal, progress }: Turn,
  ): Promise<string> {
    const main = targets.main();
    await settleInterrupted(main);
    const base = asked.kind === 'full' ? null : await baseOf(main);
    const kind = base === null ? 'full' : 'incremental';
    const name = await freeName(kind);
    const startedAt = now();
    const begun: BackupRow = {
      ...rowOf(
        {
          format: 1,
          name,
          kind,
          base: base?.name ?? null,
          requires: [],
          startedAt: startedAt.toISOString(),
          endedAt: startedAt.toISOString(),
          appVersion: options.version,
          mark: { at: startedAt.toISOString(), lsn: '', snapshot: '' },
          serverVersion: database.serverVersion,
          masterKey: { path: null, fingerprint: '' },
          migrations: [],
          tables: [],
          sequences: [],
          objects: [],
          files: [],
        },
        { state: 'running', trigger: asked.trigger, actor: asked.actor.name },
      ),
      ended_at: null,
      marked_at: null,
      mark_lsn: null,
      stored_bytes: null,
      row_count: null,
      table_count: null,
      object_count: null,
    };
    await repository.addBackup(begun);
    const why = asked.kind === kind ? '' : ' (não havia uma cópia boa com esta chave para comparar)';
    await note('info', name, `Cópia ${kind === 'full' ? 'completa' : 'incremental'} começada${why}.`);
    try {
      const manifest = await createBackup({
        url,
        storage: platform.storage,
        target: main,
        key,
        name,
        kind,
        base,
        masterKey: options.masterKey,
        appVersion: options.version,
        now: () => nowIso(clock),
        signal,
        progress: (fraction, message) => progress(fraction === null ? null : fraction * 0.85, message),
      });
      const { sha256 } = await measureStored(main, manifestPath(name));
      const row = rowOf(manifest, { trigger: asked.trigger, actor: asked.actor.name, checksum: sha256 });
      await repository.addBackup(row);
      await repository.setCopy({
        backup: name,
        target: 'main',
        place: main.place,
        state: 'good',
        at: now(),
        error: null,
      });
      await note('info', name, `Cópia concluída: ${row.row_count} linhas, ${row.object_count} objetos.`);
      await audited('system.backup.created', `backup/${name}`, asked.actor, { tipo: kind, bytes: row.stored_bytes });
      return name;
    } catch (error) {
      await repository.changeBackup(name, { state: 'failed', ended_at: now(), error: messageOf(error) });
      await removeFrom(main, name).catch((second: unknown) =>
        log.warn({ err: second }, 'restos de uma cópia por apagar'),
      );
      await note('error', name, `A cópia falhou: ${messageOf(error)}`);
      throw error;
    }
  }

  /** The manifests that a place holds and this database knows nothing of: after a restoration, or from another machine. */
  async function adopt(): Promise<number> {
    const main = targets.main();
    const known = new Map((await repository.backups()).map((row) => [row.name, row]));
    let adopted = 0;
    for (const name of await listBackups(main)) {
      if (known.get(name)?.state === 'completed') continue;
      if (await takeIn(main, name)) adopted += 1;
    }
    return adopted;
  }

  return { fingerprint, now, note, audited, make, copyMissing, prune, remove, adopt, removeFrom };
}
