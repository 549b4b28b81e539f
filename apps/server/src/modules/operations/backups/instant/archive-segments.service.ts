import { createReadStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupTarget } from '../engine/target.ts';
import { type ArchiveContext, spoolFolder } from './archive.context.ts';
import type { Cluster } from './instant.repository.ts';
import { isHistoryName, isSegmentName, segmentOf } from './names.ts';
import {
  copySegment,
  historyPath,
  listSegments,
  readSegment,
  segmentPath,
  storeHistory,
  storeSegment,
} from './segment-store.ts';

const copiedAtOnce = 1_000;

/** Makes the list of segments follow the main target: a restored database remembers the list of another time. */
export async function adoptSegments(context: ArchiveContext, cluster: Cluster): Promise<void> {
  const { platform, targets, instants, state } = context;
  const { systemId, segmentBytes } = cluster;
  if (state.adoptedSystemId === systemId) return;
  const stored = await listSegments(targets.main(), systemId);
  const found = new Map(stored.map((segment) => [segment.name, segment]));
  const known = new Set(await instants.segmentNames(systemId));
  const lost = [...known].filter((name) => !found.has(name));
  await instants.forgetSegments(systemId, lost);
  const rows = [...found.values()].flatMap(({ name, markedAt, path, bytes }) => {
    const segment = segmentOf(name, segmentBytes);
    if (segment === null || known.has(name)) return [];
    const row = { system_id: systemId, name, ...segment, marked_at: markedAt, bytes, path, second_place: null };
    return [{ ...row, stored_at: markedAt ?? new Date(platform.clock.nowMs()) }];
  });
  await instants.addSegments(rows);
  state.adoptedSystemId = systemId;
}

async function historyNames({ dataFolder }: Cluster): Promise<string[]> {
  return (await readdir(join(dataFolder, 'pg_wal'))).filter(isHistoryName);
}

/** Stores the timeline histories: without them a later recovery would give its timeline the number of another. */
export async function storeHistories({ targets, key }: ArchiveContext, cluster: Cluster): Promise<void> {
  for (const name of await historyNames(cluster)) {
    const source = join(cluster.dataFolder, 'pg_wal', name);
    await storeHistory(targets.main(), key, { systemId: cluster.systemId, name, source });
  }
}

/** Compares a file of the spool with the archived segment of the same name, without holding either in memory. */
async function isSameAsArchived(
  { instants, key, targets }: ArchiveContext,
  { systemId, name, source }: { systemId: string; name: string; source: string },
): Promise<boolean> {
  const archived = await instants.segment(systemId, name);
  if (archived === undefined) throw new Error(`segment ${name} is not listed`);
  const spooled = createReadStream(source)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let pending = Buffer.alloc(0);
  for await (const part of readSegment(targets.main(), key, archived)) {
    while (pending.length < part.byteLength) {
      const next = await spooled.next();
      if (next.done === true) return false;
      pending = Buffer.concat([pending, next.value]);
    }
    if (!pending.subarray(0, part.byteLength).equals(part)) return false;
    pending = pending.subarray(part.byteLength);
  }
  return pending.length === 0 && (await spooled.next()).done === true;
}

/** Archives one finished segment. A name that comes a second time is accepted only with the same content. */
async function archiveSegment(
  context: ArchiveContext,
  cluster: Cluster,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<void> {
  const { platform, targets, key, instants, note, state } = context;
  const { systemId, segmentBytes } = cluster;
  const source = join(spoolFolder(cluster), name);
  const segment = segmentOf(name, segmentBytes);
  if (segment === null) return;
  if ((await instants.segment(systemId, name)) !== undefined) {
    if (await isSameAsArchived(context, { systemId, name, source })) {
      await rm(source, { force: true });
      return;
    }
    await rename(source, join(spoolFolder(cluster), `recusado-${name}-${platform.clock.nowMs()}`));
    await note('error', null, `O segmento ${name} voltou com outro conteúdo: ficou o que já estava arquivado.`);
    return;
  }
  const markedAt = state.marks.get(name) ?? null;
  const path = segmentPath(systemId, name, markedAt);
  const { bytes } = await storeSegment(targets.main(), key, { path, source, signal });
  const row = { system_id: systemId, name, ...segment, marked_at: markedAt, path, bytes, second_place: null };
  await instants.addSegments([{ ...row, stored_at: new Date(platform.clock.nowMs()) }]);
  await rm(source, { force: true });
  state.marks.delete(name);
}

/** Archives everything that the server put into the spool, oldest first; answers how many segments there were. */
export async function drainSpool(context: ArchiveContext, cluster: Cluster, signal: AbortSignal): Promise<number> {
  const folder = spoolFolder(cluster);
  const names = (await readdir(folder)).toSorted();
  const segments = names.filter(isSegmentName);
  for (const name of segments) {
    signal.throwIfAborted();
    await archiveSegment(context, cluster, { name, signal });
  }
  // Labels that the server writes for people, and unfinished ends of timelines, which the next timeline begins with.
  for (const name of names.filter((file) => /\.(backup|partial|history)$/.test(file))) {
    await rm(join(folder, name), { force: true });
  }
  return segments.length;
}

/** Copies the segments that the second target lacks; answers how many. */
export async function copyToSecond(context: ArchiveContext, cluster: Cluster, signal: AbortSignal): Promise<number> {
  const { targets, instants } = context;
  const second = targets.secondOf(await context.settings());
  if (second === null) return 0;
  const main: BackupTarget = targets.main();
  try {
    const waiting = await instants.waitingFor(second.place, copiedAtOnce);
    for (const name of await historyNames(cluster)) {
      if (waiting.length > 0) await copySegment(main, second, historyPath(cluster.systemId, name));
    }
    for (const row of waiting) {
      signal.throwIfAborted();
      await copySegment(main, second, row.path);
      await instants.setSecondPlace(row, second.place);
    }
    return waiting.length;
  } finally {
    await second.close();
  }
}
