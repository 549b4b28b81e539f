import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fullMark } from '../../../../platform/db/embedded/archive.ts';
import { diskBounds } from '../../../../platform/process/disk-bounds.ts';
import { type ArchiveContext, type ArchiveDependencies, isThere, spoolFolder } from './archive.context.ts';
import { adoptSegments, copyToSecond, drainSpool, storeHistories } from './archive-segments.service.ts';
import type { Cluster } from './instant.repository.ts';
import { isSegmentName, segmentEndingAt, segmentName } from './names.ts';

const spoolPatienceMs = 15_000;
const pollMs = 25;
/** The schedule is uneven by a little; without this slack every second cycle would do nothing. */
const scheduleSlackMs = 5_000;

export type Archiver = ReturnType<typeof createArchiver>;
type CycleResult = { taken: number; copied: number };

/** Stops and resumes the archive by the free disk space: a full disk would stop the database. Answers whether there is room. */
async function checkRoom({ note, state }: ArchiveContext, cluster: Cluster): Promise<boolean> {
  const folder = spoolFolder(cluster);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < diskBounds.lowBytes) {
    if (state.isFullNoted) return false;
    state.isFullNoted = true;
    await writeFile(join(folder, fullMark), '');
    await note('error', null, 'O diário deixou de ser arquivado: há menos de 1 GiB livre no disco da base de dados.');
    return false;
  }
  if (await isThere(join(folder, fullMark))) {
    state.isFullNoted = false;
    await rm(join(folder, fullMark), { force: true });
    await note('warn', null, 'O diário volta a ser arquivado; o que falta pede uma base nova.');
  }
  return true;
}

/** Closes the segment in use and waits until the server has put it into the spool, or its patience ends. */
async function closeSegment(context: ArchiveContext, cluster: Cluster, signal: AbortSignal): Promise<void> {
  const { platform, instants, state } = context;
  const { at, lsn } = await instants.closeSegment();
  const number = segmentEndingAt(lsn, cluster.segmentBytes);
  const name = segmentName({ timeline: cluster.timeline, number }, cluster.segmentBytes);
  state.marks.set(name, at);
  state.lastMarkMs = platform.clock.nowMs();
  const path = join(spoolFolder(cluster), name);
  for (let waitedMs = 0; waitedMs < spoolPatienceMs; waitedMs += pollMs) {
    signal.throwIfAborted();
    if (await isThere(path)) return;
    await delay(pollMs);
  }
}

async function runCycle(
  context: ArchiveContext,
  cluster: Cluster,
  { isForced, signal }: { isForced: boolean; signal: AbortSignal },
): Promise<CycleResult> {
  await adoptSegments(context, cluster);
  await storeHistories(context, cluster);
  const hasRoom = await checkRoom(context, cluster);
  const { lastMarkMs } = context.state;
  const everyMs = cluster.everySeconds * 1_000 - scheduleSlackMs;
  const isDue = lastMarkMs === null || context.platform.clock.nowMs() - lastMarkMs >= everyMs;
  if (hasRoom && (isForced || isDue)) await closeSegment(context, cluster, signal);
  const taken = await drainSpool(context, cluster, signal);
  return { taken, copied: await copyToSecond(context, cluster, signal) };
}

/** Archives the finished segments of the embedded server's journal on the backup targets. */
export function createArchiver(dependencies: ArchiveDependencies) {
  const { instants, isEmbedded } = dependencies;
  const state = { marks: new Map<string, Date>(), adoptedSystemId: null, lastMarkMs: null, isFullNoted: false };
  const context: ArchiveContext = { ...dependencies, state };
  let failure: string | null = null;
  /** Cycles run one at a time: the next waits for the one before, whether it failed or not. */
  let previous: Promise<unknown> = Promise.resolve();
  const cluster = (): Promise<Cluster | null> => (isEmbedded ? instants.cluster() : Promise.resolve(null));

  return {
    cluster,
    /** Why the last cycle failed; null when it did not. */
    failure: () => failure,
    /** Segments that wait in the spool. */
    async waiting(): Promise<number> {
      const current = await cluster();
      return current === null ? 0 : (await readdir(spoolFolder(current))).filter(isSegmentName).length;
    },
    /** Folder of the platform's own cluster, whether it archives or not; null where it is not the platform's own. */
    homeOfServer: async (): Promise<string | null> => (isEmbedded ? dirname(await instants.dataFolder()) : null),
    /** Folder beside the cluster in use in which clusters are recovered. */
    home: ({ dataFolder }: Cluster): string => dirname(dataFolder),
    /** Closes the segment in use where it is time (or at once), and archives what is finished. Null where nothing is archived. */
    cycle(signal: AbortSignal, isForced = false): Promise<CycleResult | null> {
      const next = previous.then(async () => {
        const current = await cluster();
        return current === null ? null : runCycle(context, current, { isForced, signal });
      });
      previous = next.then(
        () => {
          failure = null;
        },
        (error: unknown) => {
          failure = error instanceof Error ? error.message : String(error);
        },
      );
      return next;
    },
  };
}
