import { dayMs, hourMs } from '@kianda/geo';
import { removeFilesFrom } from '../backup-store.service.ts';
import { type Actor, messageOf, phaseProgress, type RunContext } from '../backups.context.ts';
import { copyBackup } from '../engine/copy.ts';
import { BackupError } from '../engine/errors.ts';
import { type BaseManifest, baseManifestPath, baseName, createBase, listBases, readBase, spanOf } from './base.ts';
import { archivedCluster, type InstantContext, readChain, spansOfRow } from './instant.context.ts';
import type { BaseRow, Cluster } from './instant.repository.ts';
import { removeSegment } from './segment-store.ts';
import { type BaseSpan, basesPastNeed, serviceClientsOf } from './windows.ts';

const baseEveryDays = 7;
const retryAfterMs = hourMs;
const journalAttempts = 5;

export type BaseRequest = { readonly trigger: 'schedule' | 'manual'; readonly actor: Actor };

/** Row of a completed base copy, from its manifest. */
function completedBaseRow(base: BaseManifest, details: Partial<BaseRow> & { key_fingerprint: string }): BaseRow {
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
    second_place: null,
    ...details,
  };
}

/** Makes the list of base copies follow the main target, once in the life of the process. */
async function adoptBases(context: InstantContext): Promise<void> {
  const { instants, key, fingerprint, note, adoption } = context;
  if (adoption.isDone) return;
  const main = context.targets.main();
  const found = new Set(await listBases(main));
  const known = new Map((await instants.bases()).map((row) => [row.name, row]));
  for (const { name, state } of known.values()) {
    if (state === 'completed' && !found.has(name)) await instants.removeBase(name);
  }
  for (const name of found) {
    if (known.get(name)?.state === 'completed') continue;
    try {
      const details = { actor: 'encontrada no destino', key_fingerprint: fingerprint };
      await instants.putBase(completedBaseRow(await readBase(main, key, name), details));
    } catch (error) {
      await note('warn', name, `Base encontrada no destino, mas não se lê: ${messageOf(error)}`);
    }
  }
  adoption.isDone = true;
}

/** Archives the journal until all of it up to the end of a base copy is kept. */
async function waitForJournal(context: InstantContext, span: BaseSpan, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; attempt <= journalAttempts; attempt += 1) {
    await context.archiver.cycle(signal, true);
    const islands = await context.instants.islands();
    if (serviceClientsOf([span], islands).length > 0) return;
  }
  throw new BackupError(
    'missing',
    'O diário de que a base precisa não chegou ao arquivo: veja o registo do PostgreSQL e o espaço em disco.',
  );
}

/** Removes a base copy, complete or not, from both targets and from the list. */
async function removeBase({ instants, repository, targets }: InstantContext, name: string): Promise<void> {
  await removeFilesFrom(targets.main(), name, baseManifestPath(name));
  const second = targets.secondOf(await repository.settings());
  try {
    if (second !== null) await removeFilesFrom(second, name, baseManifestPath(name));
  } finally {
    await second?.close();
  }
  await instants.removeBase(name);
}

/** Removes the journal that none of the base copies needs, timeline by timeline; answers how many segments. */
async function pruneSegments(context: InstantContext, spans: readonly BaseSpan[]): Promise<number> {
  const { instants, repository, targets } = context;
  const lines = new Map(
    (await instants.islands()).map(({ systemId, timeline }) => [`${systemId}/${timeline}`, { systemId, timeline }]),
  );
  const main = targets.main();
  const second = targets.secondOf(await repository.settings());
  let removed = 0;
  try {
    for (const { systemId, timeline } of lines.values()) {
      const needing = spans.filter((span) => span.systemId === systemId && span.timeline === timeline);
      const first = needing.length === 0 ? null : Math.min(...needing.map((span) => span.first));
      const unneeded = await instants.segmentsBefore(systemId, timeline, first);
      for (const { path } of unneeded) {
        await removeSegment(main, path);
        if (second !== null) await removeSegment(second, path);
      }
      const names = unneeded.map(({ name }) => name);
      await instants.forgetSegments(systemId, names);
      removed += unneeded.length;
    }
  } finally {
    await second?.close();
  }
  return removed;
}

/** Removes the base copies past their retention, and the journal that only they needed. */
async function pruneBases(context: InstantContext): Promise<{ bases: number; segments: number }> {
  const { instants, repository, note } = context;
  const { settings } = await repository.settings();
  const limitMs = context.platform.clock.nowMs() - settings.retentionDays * dayMs;
  const rows = await instants.bases();
  const old = basesPastNeed(
    rows.map((row) => ({ name: row.name, atMs: row.started_at.getTime(), isGood: row.state === 'completed' })),
    limitMs,
  );
  for (const name of old) {
    await removeBase(context, name);
    await note('info', name, 'Base eliminada: nenhum instante guardado precisa dela.');
  }
  const spans = rows.filter(({ name }) => !old.includes(name)).flatMap(spansOfRow);
  return { bases: old.length, segments: await pruneSegments(context, spans) };
}

/** Copies the base copies that the second target lacks; a failure is recorded and ends the attempt. */
export async function copyBases(context: InstantContext, { signal, progress }: RunContext): Promise<void> {
  const { instants, repository, targets, note } = context;
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

/** Whether a base copy is due: none reaches to the newest segment, or the newest is a week old. */
export async function isBaseDue(context: InstantContext): Promise<boolean> {
  const cluster = await context.archiver.cluster();
  if (cluster === null) return false;
  await adoptBases(context);
  const { rows, islands, reaches } = await readChain(context);
  const newest = rows[0];
  const nowMs = context.platform.clock.nowMs();
  if (newest?.state === 'failed' && nowMs - newest.started_at.getTime() < retryAfterMs) return false;
  const isCurrentLine = (line: { systemId: string; timeline: number }): boolean =>
    line.systemId === cluster.systemId && line.timeline === cluster.timeline;
  const end = islands.findLast(isCurrentLine);
  const current = reaches.findLast(({ base }) => isCurrentLine(base) && (end === undefined || end.first <= base.first));
  return current === undefined || nowMs - current.fromMs >= baseEveryDays * dayMs;
}

/** Removes the base copies that a process left unfinished when it died. */
async function removeInterrupted(context: InstantContext): Promise<void> {
  for (const { name, state } of await context.instants.bases()) {
    if (state !== 'running') continue;
    await removeBase(context, name);
    await context.note('warn', name, 'A base foi interrompida e os seus ficheiros foram apagados.');
  }
}

/** Copies the files of the running server and waits for the journal that makes them consistent. */
async function fillBase(
  context: InstantContext,
  { name, cluster, request }: { name: string; cluster: Cluster; request: BaseRequest },
  { signal, progress }: RunContext,
): Promise<void> {
  const { platform, instants, fingerprint, key, masterKey, machine, version: appVersion, note } = context;
  const { systemId, segmentBytes, dataFolder } = cluster;
  const manifest = await createBase({
    ...{ url: platform.database.url, systemId, segmentBytes, dataFolder, target: context.targets.main() },
    ...{ key, name, masterKey, appVersion, machine, signal },
    progress: phaseProgress(progress, 0, 0.9),
  });
  await waitForJournal(context, spanOf(manifest), signal);
  const { trigger, actor } = request;
  const row = completedBaseRow(manifest, { trigger, actor: actor.name, key_fingerprint: fingerprint });
  await instants.putBase(row);
  await note('info', name, `Base concluída: ${row.file_count} ficheiros, ${row.stored_bytes} bytes guardados.`);
  await context.audited('system.backup.created', `backup/${name}`, actor, { tipo: 'base', bytes: row.stored_bytes });
}

/** Makes a base copy, copies it to the second target, and removes those past their retention. The caller holds the lock. */
export async function makeBase(context: InstantContext, request: BaseRequest, run: RunContext) {
  const { platform, instants, targets, now, note } = context;
  const cluster = await archivedCluster(context);
  await adoptBases(context);
  await removeInterrupted(context);
  const name = baseName(now(), new Set((await instants.bases()).map((base) => base.name)));
  await instants.putBase({
    ...{ name, system_id: cluster.systemId, timeline: cluster.timeline, first_number: null, last_number: null },
    ...{ state: 'running', trigger: request.trigger, actor: request.actor.name, started_at: now(), stopped_at: null },
    ...{ data_bytes: null, stored_bytes: null, file_count: null, error: null },
    ...{ key_fingerprint: context.fingerprint, second_place: null },
  });
  try {
    await fillBase(context, { name, cluster, request }, run);
  } catch (error) {
    await removeFilesFrom(targets.main(), name, baseManifestPath(name)).catch((second: unknown) =>
      platform.log.warn({ err: second }, 'restos de uma base por apagar'),
    );
    await instants.changeBase(name, { state: 'failed', error: messageOf(error) });
    await note('error', name, `A base falhou: ${messageOf(error)}`);
    throw error;
  }
  await copyBases(context, run);
  return { name, removed: await pruneBases(context) };
}
