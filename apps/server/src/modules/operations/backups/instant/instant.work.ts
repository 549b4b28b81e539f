import { randomUUID } from 'node:crypto';
import { dayMs, hourMs } from '@kianda/geo';
import { handOver, removeRecovered } from '../../../../platform/db/embedded/recovery.ts';
import type { BackupWork } from '../backup-operations.service.ts';
import { type Actor, messageOf, type Turn, type WorkOptions } from '../backup-store.service.ts';
import { copyBackup } from '../engine/copy.ts';
import { BackupError } from '../engine/errors.ts';
import { withBackupLock } from '../engine/lock.ts';
import { readManifest } from '../engine/manifest.ts';
import { restoreObjects } from '../engine/restore-objects.ts';
import type { BackupTarget } from '../engine/target.ts';
import type { Archiver } from './archiver.ts';
import { asideName, asideRemoved, type InstantNote, removeAside } from './aside.ts';
import { type BaseManifest, baseManifestPath, baseName, createBase, listBases, readBase, spanOf } from './base.ts';
import { compareCounts } from './evidence.ts';
import type { BaseRow, Cluster, InstantRepository } from './instant.repository.ts';
import { recoverAt } from './recover.ts';
import { removeSegment } from './store.ts';
import { type BaseSpan, baseFor, basesPastNeed, gapsOf, outside, reachesOf, windowsOf } from './windows.ts';

const baseEveryDays = 7;
const retryAfterMs = hourMs;
const drillFolder = 'ensaio-instante';
const restoreFolder = 'reposta-instante';

export type InstantWork = ReturnType<typeof createInstantWork>;

function spanOfRow(row: BaseRow): BaseSpan[] {
  const { name, system_id: systemId, timeline, first_number: first, last_number: last, stopped_at: stoppedAt } = row;
  if (row.state !== 'completed' || first === null || last === null || stoppedAt === null) return [];
  return [{ name, systemId, timeline, first, last, stoppedAtMs: stoppedAt.getTime() }];
}

/** Base copies, and recoveries to an instant. */
export function createInstantWork(
  options: WorkOptions & { work: BackupWork; instants: InstantRepository; archiver: Archiver; machine: string },
) {
  const { platform, repository, targets, key, work, instants, archiver, machine } = options;
  const { clock, database, log } = platform;
  const { url } = database;
  const { note, audited, removeFrom } = work;
  const now = (): Date => new Date(clock.nowMs());
  const serverMajor = Math.floor(database.serverVersion / 10_000);
  let hasAdopted = false;

  async function chain() {
    const [rows, islands] = await Promise.all([instants.bases(), instants.islands()]);
    const spans = rows.flatMap(spanOfRow);
    const reaches = reachesOf(spans, islands);
    return { rows, islands, spans, reaches };
  }

  const rowOf = (base: BaseManifest, over: Partial<BaseRow>): BaseRow => {
    const { first, last } = spanOf(base);
    return {
      name: base.name,
      system_id: base.systemId,
      timeline: base.timeline,
      first_number: first,
      last_number: last,
      state: 'completed',
      trigger: 'schedule',
      actor: 'Kianda',
      started_at: new Date(base.startedAt),
      stopped_at: new Date(base.stoppedAt),
      data_bytes: base.contents.reduce((sum, { bytes }) => sum + bytes, 0),
      stored_bytes: base.files.reduce((sum, { bytes }) => sum + bytes, 0),
      file_count: base.contents.length,
      error: null,
      key_fingerprint: work.fingerprint,
      second_place: null,
      ...over,
    };
  };

  /** Base copies that the place holds and this database knows nothing of, and those it knows of that are gone. */
  async function adopt(): Promise<void> {
    if (hasAdopted) return;
    const main = targets.main();
    const found = new Set(await listBases(main));
    const known = new Map((await instants.bases()).map((row) => [row.name, row]));
    for (const { name, state } of known.values()) {
      if (state === 'completed' && !found.has(name)) await instants.removeBase(name);
    }
    for (const name of found) {
      if (known.get(name)?.state === 'completed') continue;
      try {
        await instants.putBase(rowOf(await readBase(main, key, name), { actor: 'encontrada no destino' }));
      } catch (error) {
        await note('warn', name, `Base encontrada no destino, mas não se lê: ${messageOf(error)}`);
      }
    }
    hasAdopted = true;
  }

  /** Takes the journal until all of it up to a base's end is kept. */
  async function waitForJournal(span: BaseSpan, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await archiver.cycle(signal, true);
      const islands = await instants.islands();
      if (reachesOf([span], islands).length > 0) return;
      if (attempt >= 5) {
        throw new BackupError(
          'missing',
          'O diário de que a base precisa não chegou ao arquivo: veja o registo do PostgreSQL e o espaço em disco.',
        );
      }
    }
  }

  /** The base copy, whole or as it was left, from every place. */
  async function removeBase(name: string): Promise<void> {
    await removeFrom(targets.main(), name, baseManifestPath(name));
    const second = targets.secondOf(await repository.settings());
    try {
      if (second !== null) await removeFrom(second, name, baseManifestPath(name));
    } finally {
      await second?.close();
    }
    await instants.removeBase(name);
  }

  /** Base copies past their time, and the journal that none of the others needs. */
  async function prune(): Promise<{ bases: number; segments: number }> {
    const settings = await repository.settings();
    const limitMs = clock.nowMs() - settings.settings.retentionDays * dayMs;
    const rows = await instants.bases();
    const old = basesPastNeed(
      rows.map((row) => ({ name: row.name, atMs: row.started_at.getTime(), isGood: row.state === 'completed' })),
      limitMs,
    );
    for (const name of old) {
      await removeBase(name);
      await note('info', name, 'Base eliminada: nenhum instante guardado precisa dela.');
    }
    const spans = rows.filter(({ name }) => !old.includes(name)).flatMap(spanOfRow);
    const lines = new Map(
      (await instants.islands()).map(({ systemId, timeline }) => [`${systemId}/${timeline}`, { systemId, timeline }]),
    );
    const main = targets.main();
    const second = targets.secondOf(settings);
    let segments = 0;
    try {
      for (const { systemId, timeline } of lines.values()) {
        const own = spans.filter((span) => span.systemId === systemId && span.timeline === timeline);
        const first = own.length === 0 ? null : Math.min(...own.map((span) => span.first));
        const unneeded = await instants.segmentsBefore(systemId, timeline, first);
        for (const { path } of unneeded) {
          await removeSegment(main, path);
          if (second !== null) await removeSegment(second, path);
        }
        await instants.forgetSegments(
          systemId,
          unneeded.map(({ name }) => name),
        );
        segments += unneeded.length;
      }
    } finally {
      await second?.close();
    }
    return { bases: old.length, segments };
  }

  async function copyBases({ signal, progress }: Turn): Promise<void> {
    const second = targets.secondOf(await repository.settings());
    if (second === null) return;
    try {
      for (const row of await instants.bases()) {
        if (row.state !== 'completed' || row.second_place === second.place) continue;
        const manifest = baseManifestPath(row.name);
        await copyBackup({ from: targets.main(), to: second, name: row.name, manifest, signal, progress });
        await instants.changeBase(row.name, { second_place: second.place });
      }
    } catch (error) {
      signal.throwIfAborted();
      await note('error', null, `A cópia das bases para ${second.place} falhou: ${messageOf(error)}`);
    } finally {
      await second.close();
    }
  }

  async function enabled(): Promise<Cluster> {
    const cluster = await archiver.cluster();
    if (cluster !== null) return cluster;
    throw new BackupError('refused', 'O diário não está a ser arquivado: defina KIANDA_WAL_ARCHIVE=on e reinicie.');
  }

  /** Makes sure that the journal up to an instant is kept, and finds the base it is reached from. */
  async function reachTo(instant: Date, signal: AbortSignal): Promise<BaseManifest> {
    const atMs = instant.getTime();
    let { reaches } = await chain();
    const isAhead = atMs <= clock.nowMs() && reaches.some(({ toMs }) => toMs < atMs) && baseFor(reaches, atMs) === null;
    if (isAhead) {
      await archiver.cycle(signal, true);
      ({ reaches } = await chain());
    }
    const base = baseFor(reaches, atMs);
    if (base === null) throw outside(instant, reaches);
    return readBase(targets.main(), key, base.name);
  }

  const recover = (
    asked: { instant: Date; manifest: BaseManifest; home: string; name: string; isThrowaway: boolean },
    turn: Turn,
  ) => recoverAt({ ...asked, target: targets.main(), key, serverMajor, machine, ...turn });

  /** Objects that the nearest backup before the instant has and the storage no longer: what changed since stays as it is. */
  async function returnObjects(instant: Date, { signal, progress }: Turn): Promise<number> {
    const before = (await repository.backups()).find(
      ({ state, marked_at }) => state === 'completed' && marked_at !== null && marked_at <= instant,
    );
    if (before === undefined) return 0;
    const target: BackupTarget = targets.main();
    const manifest = await readManifest(target, key, before.name);
    const present = new Set<string>();
    for await (const object of platform.storage.list('')) present.add(object.key);
    const { written } = await restoreObjects({
      ...{ manifest, target, key, storage: platform.storage, signal, progress },
      isWanted: (object) => !object.startsWith('audit/') && !present.has(object),
    });
    return written;
  }

  return {
    adopt,
    copyBases,
    prune,

    async status() {
      const cluster = await archiver.cluster();
      const { rows, islands, spans, reaches } = await chain();
      return {
        cluster,
        rows,
        windows: windowsOf(reaches),
        gaps: gapsOf(spans, islands),
        totals: await instants.totals(),
        waiting: await archiver.waiting(),
        failure: archiver.failure(),
      };
    },

    /** Whether a base copy has to be made now: none reaches to the newest segment, or the newest is a week old. */
    async isBaseDue(): Promise<boolean> {
      const cluster = await archiver.cluster();
      if (cluster === null) return false;
      await adopt();
      const { rows, islands, reaches } = await chain();
      const newest = rows[0];
      const nowMs = clock.nowMs();
      if (newest?.state === 'failed' && nowMs - newest.started_at.getTime() < retryAfterMs) return false;
      const end = islands.findLast((one) => one.systemId === cluster.systemId && one.timeline === cluster.timeline);
      const current = reaches.findLast(
        ({ base }) =>
          base.systemId === cluster.systemId &&
          base.timeline === cluster.timeline &&
          (end === undefined || end.first <= base.first),
      );
      return current === undefined || nowMs - current.fromMs >= baseEveryDays * dayMs;
    },

    /** Copies the running server's files, waits for the journal that makes them whole, and removes what is past its time. */
    makeBase: (asked: { trigger: 'schedule' | 'manual'; actor: Actor }, turn: Turn) =>
      withBackupLock(url, 'alone', turn.signal, async () => {
        const cluster = await enabled();
        await adopt();
        for (const { name, state } of await instants.bases()) {
          if (state !== 'running') continue;
          await removeBase(name);
          await note('warn', name, 'A base foi interrompida e os seus ficheiros foram apagados.');
        }
        const main = targets.main();
        const name = baseName(now(), new Set((await instants.bases()).map((base) => base.name)));
        const { systemId, segmentBytes, dataFolder, timeline } = cluster;
        await instants.putBase({
          ...{ name, system_id: systemId, timeline, first_number: null, last_number: null, state: 'running' },
          ...{ trigger: asked.trigger, actor: asked.actor.name, started_at: now(), stopped_at: null },
          ...{ data_bytes: null, stored_bytes: null, file_count: null, error: null },
          ...{ key_fingerprint: work.fingerprint, second_place: null },
        });
        try {
          const { masterKey, version: appVersion } = options;
          const manifest = await createBase({
            ...{ url, systemId, segmentBytes, dataFolder, target: main, key, name, masterKey, appVersion, machine },
            signal: turn.signal,
            progress: (fraction, message) => turn.progress(fraction === null ? null : fraction * 0.9, message),
          });
          await waitForJournal(spanOf(manifest), turn.signal);
          const row = rowOf(manifest, { trigger: asked.trigger, actor: asked.actor.name });
          await instants.putBase(row);
          await note('info', name, `Base concluída: ${row.file_count} ficheiros, ${row.stored_bytes} bytes guardados.`);
          await audited('system.backup.created', `backup/${name}`, asked.actor, {
            tipo: 'base',
            bytes: row.stored_bytes,
          });
        } catch (error) {
          await removeFrom(main, name, baseManifestPath(name)).catch((second: unknown) =>
            log.warn({ err: second }, 'restos de uma base por apagar'),
          );
          await instants.changeBase(name, { state: 'failed', error: messageOf(error) });
          await note('error', name, `A base falhou: ${messageOf(error)}`);
          throw error;
        }
        await copyBases(turn);
        return { name, removed: await prune() };
      }),

    /** Recovers to an instant beside the cluster in use, counts the rows, keeps the evidence, and removes it. */
    drill: (instant: Date, turn: Turn) =>
      withBackupLock(url, 'beside', turn.signal, async () => {
        const cluster = await enabled();
        const manifest = await reachTo(instant, turn.signal);
        const id = randomUUID();
        const home = archiver.home(cluster);
        await repository.addDrill({
          ...{ id, backup: manifest.name, target: 'main', started_at: now(), ended_at: null, state: 'running' },
          ...{ error: null, loss_minutes: null, object_count: null, object_bytes: null, instant },
        });
        try {
          const recovered = await recover({ instant, manifest, home, name: drillFolder, isThrowaway: true }, turn);
          try {
            await turn.progress(0.9, 'A contar as linhas desse instante e as de agora');
            const evidence = await compareCounts(url, recovered.url, turn.signal);
            await repository.endDrill(id, { state: 'passed', ended_at: now() }, evidence);
            const rows = evidence.reduce((sum, { foundRows }) => sum + foundRows, 0);
            await note('info', manifest.name, `Ensaio no instante ${instant.toISOString()}: ${rows} linhas.`);
            return { id, tables: evidence.length, rows };
          } finally {
            await recovered.stop();
          }
        } catch (error) {
          await repository.endDrill(id, { state: 'failed', ended_at: now(), error: messageOf(error) }, []);
          await note(
            'error',
            manifest.name,
            `O ensaio no instante ${instant.toISOString()} falhou: ${messageOf(error)}`,
          );
          throw error;
        } finally {
          await removeRecovered(home, drillFolder);
        }
      }),

    /** Recovers to an instant beside the cluster in use, and leaves the change of place to the next start. */
    restore: (asked: { instant: Date; reason: string; actor: Actor }, turn: Turn) =>
      withBackupLock(url, 'alone', turn.signal, async () => {
        const { instant, reason, actor } = asked;
        const at = instant.toISOString();
        const cluster = await enabled();
        const home = archiver.home(cluster);
        await note('warn', null, `Reposição no instante ${at} pedida por ${actor.name}: ${reason}`);
        await audited('system.backup.restored', `backup/instante/${at}`, actor, { fase: 'pedida', razao: reason });
        let isHandedOver = false;
        try {
          const manifest = await reachTo(instant, turn.signal);
          const recovered = await recover({ instant, manifest, home, name: restoreFolder, isThrowaway: false }, turn);
          try {
            await returnObjects(instant, {
              signal: turn.signal,
              progress: (fraction, message) => turn.progress(fraction === null ? null : 0.7 + fraction * 0.28, message),
            });
            // What is acknowledged while this goes on stays in the folder that is put aside, and in the journal.
            await archiver.cycle(turn.signal, true);
            const aside = asideName(clock.nowMs());
            const noted: InstantNote = { base: manifest.name, instant: at, actor, reason, aside };
            await handOver(recovered, { home, aside, note: JSON.stringify(noted) });
            isHandedOver = true;
          } catch (error) {
            await recovered.stop();
            throw error;
          }
          const isRestarting = options.restart !== null;
          await turn.progress(1, isRestarting ? 'Pronta: a plataforma reinicia' : 'Pronta: reinicie a plataforma');
          await note('warn', manifest.name, `Reposição no instante ${at} pronta; entra em vigor no próximo arranque.`);
          options.restart?.();
          return { instant: at, base: manifest.name, isRestarting };
        } catch (error) {
          if (isHandedOver) throw error;
          await removeRecovered(home, restoreFolder);
          await note('error', null, `A reposição no instante ${at} falhou e nada mudou: ${messageOf(error)}`);
          throw error;
        }
      }),

    async clearAside(): Promise<void> {
      const cluster = await archiver.cluster();
      if (cluster === null) return;
      for (const name of await removeAside(archiver.home(cluster), clock.nowMs())) {
        await note('info', null, asideRemoved(name));
      }
    },
  };
}
