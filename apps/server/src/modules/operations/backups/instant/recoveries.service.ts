import { randomUUID } from 'node:crypto';
import { handOver, removeRecovered } from '../../../../platform/db/embedded/recovery.ts';
import { type Actor, messageOf, phaseProgress, type RunContext } from '../backups.context.ts';
import { readManifest } from '../engine/manifest.ts';
import { restoreObjects } from '../engine/restore-objects.ts';
import { type BaseManifest, readBase } from './base.ts';
import { compareCounts } from './evidence.ts';
import { archivedCluster, type InstantContext, readChain } from './instant.context.ts';
import { type InstantNote, previousFolderName, previousFolderRemoved, removePreviousFolders } from './previous-data.ts';
import { recoverAt } from './recover.ts';
import { baseFor, outside } from './windows.ts';

const drillFolder = 'ensaio-instante';
const restoreFolder = 'reposta-instante';

export type InstantRequest = { readonly instant: Date; readonly reason: string; readonly actor: Actor };
type Recovery = { instant: Date; manifest: BaseManifest; home: string; name: string; isThrowaway: boolean };

/** Finds the base copy that an instant is reached from, archiving the journal first where the instant is newer than it. */
async function baseReaching(context: InstantContext, instant: Date, signal: AbortSignal): Promise<BaseManifest> {
  const atMs = instant.getTime();
  let { reaches } = await readChain(context);
  const isNewer =
    atMs <= context.platform.clock.nowMs() &&
    reaches.some(({ toMs }) => toMs < atMs) &&
    baseFor(reaches, atMs) === null;
  if (isNewer) {
    await context.archiver.cycle(signal, true);
    ({ reaches } = await readChain(context));
  }
  const base = baseFor(reaches, atMs);
  if (base === null) throw outside(instant, reaches);
  return readBase(context.targets.main(), context.key, base.name);
}

function recover({ platform, targets, key, machine }: InstantContext, recovery: Recovery, run: RunContext) {
  const serverMajor = Math.floor(platform.database.serverVersion / 10_000);
  return recoverAt({ ...recovery, target: targets.main(), key, serverMajor, machine, ...run });
}

/**
 * Returns the objects that the nearest backup before the instant has and the storage has lost; objects that changed since
 * stay as they are.
 */
async function returnObjects(context: InstantContext, instant: Date, { signal, progress }: RunContext): Promise<void> {
  const { platform, repository, targets, key } = context;
  const before = (await repository.backups()).find(
    ({ state, marked_at }) => state === 'completed' && marked_at !== null && marked_at <= instant,
  );
  if (before === undefined) return;
  const target = targets.main();
  const manifest = await readManifest(target, key, before.name);
  const present = new Set<string>();
  for await (const object of platform.storage.list('')) present.add(object.key);
  await restoreObjects({
    ...{ manifest, target, key, storage: platform.storage, signal, progress },
    isWanted: (object) => !object.startsWith('audit/') && !present.has(object),
  });
}

/** Recovers to an instant in a folder of its own and counts every table; the recovered server stops in any case. */
async function countRecovered(context: InstantContext, recovery: Recovery, run: RunContext) {
  const recovered = await recover(context, recovery, run);
  try {
    await run.progress(0.9, 'A contar as linhas desse instante e as de agora');
    return await compareCounts(context.platform.database.url, recovered.url, run.signal);
  } finally {
    await recovered.stop();
  }
}

/** Recovers to an instant beside the cluster in use, counts the rows and keeps the evidence. The caller holds the lock. */
export async function drillInstant(context: InstantContext, instant: Date, run: RunContext) {
  const { repository, archiver, now, note } = context;
  const at = instant.toISOString();
  const cluster = await archivedCluster(context);
  const manifest = await baseReaching(context, instant, run.signal);
  const id = randomUUID();
  const home = archiver.home(cluster);
  await repository.addDrill({
    ...{ id, backup: manifest.name, target: 'main', started_at: now(), ended_at: null, state: 'running' },
    ...{ error: null, loss_minutes: null, object_count: null, object_bytes: null, instant },
  });
  try {
    const recovery = { instant, manifest, home, name: drillFolder, isThrowaway: true };
    const evidence = await countRecovered(context, recovery, run);
    await repository.endDrill(id, { state: 'passed', ended_at: now() }, evidence);
    const rows = evidence.reduce((sum, { foundRows }) => sum + foundRows, 0);
    await note('info', manifest.name, `Ensaio no instante ${at}: ${rows} linhas.`);
    return { id, tables: evidence.length, rows };
  } catch (error) {
    await repository.endDrill(id, { state: 'failed', ended_at: now(), error: messageOf(error) }, []);
    await note('error', manifest.name, `O ensaio no instante ${at} falhou: ${messageOf(error)}`);
    throw error;
  } finally {
    await removeRecovered(home, drillFolder);
  }
}

/** Recovers into the restore folder, returns the objects, and hands the folder over to the next start. */
async function prepareSwap(
  context: InstantContext,
  { instant, reason, actor }: InstantRequest,
  { home, run }: { home: string; run: RunContext },
): Promise<BaseManifest> {
  const { signal, progress } = run;
  const manifest = await baseReaching(context, instant, signal);
  const recovery = { instant, manifest, home, name: restoreFolder, isThrowaway: false };
  const recovered = await recover(context, recovery, run);
  try {
    await returnObjects(context, instant, { signal, progress: phaseProgress(progress, 0.7, 0.28) });
    // Writes acknowledged meanwhile stay in the previous data folder and in the journal.
    await context.archiver.cycle(signal, true);
    const aside = previousFolderName(context.platform.clock.nowMs());
    const note: InstantNote = { base: manifest.name, instant: instant.toISOString(), actor, reason, aside };
    await handOver(recovered, { home, aside, note: JSON.stringify(note) });
    return manifest;
  } catch (error) {
    await recovered.stop();
    throw error;
  }
}

/** Recovers to an instant beside the cluster in use, and leaves the swap to the next start. The caller holds the lock. */
export async function restoreInstant(context: InstantContext, request: InstantRequest, run: RunContext) {
  const { archiver, note, audited, restart } = context;
  const { instant, reason, actor } = request;
  const at = instant.toISOString();
  const home = archiver.home(await archivedCluster(context));
  await note('warn', null, `Reposição no instante ${at} pedida por ${actor.name}: ${reason}`);
  await audited('system.backup.restored', `backup/instante/${at}`, actor, { fase: 'pedida', razao: reason });
  const manifest = await prepareSwap(context, request, { home, run }).catch(async (error: unknown) => {
    await removeRecovered(home, restoreFolder);
    await note('error', null, `A reposição no instante ${at} falhou e nada mudou: ${messageOf(error)}`);
    throw error;
  });
  const isRestarting = restart !== null;
  await run.progress(1, isRestarting ? 'Pronta: a plataforma reinicia' : 'Pronta: reinicie a plataforma');
  await note('warn', manifest.name, `Reposição no instante ${at} pronta; entra em vigor no próximo arranque.`);
  restart?.();
  return { instant: at, base: manifest.name, isRestarting };
}

/** Removes the data folders that recoveries replaced more than a week ago. */
export async function removePreviousData({ archiver, platform, note }: InstantContext): Promise<void> {
  const cluster = await archiver.cluster();
  if (cluster === null) return;
  for (const name of await removePreviousFolders(archiver.home(cluster), platform.clock.nowMs())) {
    await note('info', null, previousFolderRemoved(name));
  }
}
