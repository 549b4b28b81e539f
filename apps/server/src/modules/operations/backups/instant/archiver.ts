import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fullMark, spoolOf } from '../../../../platform/db/embedded/archive.ts';
import type { WorkOptions } from '../backup-store.service.ts';
import type { BackupTarget } from '../engine/target.ts';
import type { Cluster, InstantRepository } from './instant.repository.ts';
import { isHistoryName, isSegmentName, segmentEndingAt, segmentName, segmentOf } from './names.ts';
import { copySegment, historyPath, keepHistory, keepSegment, listSegments, readSegment, segmentPath } from './store.ts';

const spoolPatienceMs = 15_000;
const pollMs = 25;
/** Below this much room, the journal is no longer set aside: the database itself needs it more. */
const leastFreeBytes = 1_073_741_824;
const copiedAtOnce = 1_000;

export type Archiver = ReturnType<typeof createArchiver>;
type Note = (level: 'info' | 'warn' | 'error', backup: string | null, message: string) => Promise<void>;

/** Takes the finished segments of the embedded server's journal into the backups' places. */
export function createArchiver(
  options: Pick<WorkOptions, 'platform' | 'targets' | 'key'> & {
    settings: () => Promise<Parameters<WorkOptions['targets']['secondOf']>[0]>;
    instants: InstantRepository;
    /** Whether the server is the platform's own, whose folders are within reach. */
    isEmbedded: boolean;
    note: Note;
  },
) {
  const { platform, targets, key, instants, note } = options;
  const { clock } = platform;
  const marks = new Map<string, Date>();
  let adopted: string | null = null;
  let lastMarkMs: number | null = null;
  let failure: string | null = null;
  let isToldFull = false;
  /** One at a time: the next waits for the one before, whatever became of it. */
  let turn: Promise<unknown> = Promise.resolve();

  const cluster = (): Promise<Cluster | null> => (options.isEmbedded ? instants.cluster() : Promise.resolve(null));
  const spool = ({ dataFolder }: Cluster): string => spoolOf(dirname(dataFolder));

  /** The list of segments is what the place holds: a database that was restored remembers another one. */
  async function adopt(main: BackupTarget, { systemId, segmentBytes }: Cluster): Promise<void> {
    if (adopted === systemId) return;
    const found = new Map((await listSegments(main, systemId)).map((segment) => [segment.name, segment]));
    const known = new Set(await instants.segmentNames(systemId));
    await instants.forgetSegments(
      systemId,
      [...known].filter((name) => !found.has(name)),
    );
    const rows = [...found.values()].flatMap(({ name, markedAt, path, bytes }) => {
      const segment = segmentOf(name, segmentBytes);
      if (segment === null || known.has(name)) return [];
      const row = { system_id: systemId, name, ...segment, marked_at: markedAt, bytes, path, second_place: null };
      return [{ ...row, stored_at: markedAt ?? new Date(clock.nowMs()) }];
    });
    await instants.addSegments(rows);
    adopted = systemId;
  }

  /** Where timelines left each other: without it a further recovery would give its own timeline the number of another. */
  async function takeHistory(main: BackupTarget, { systemId, dataFolder }: Cluster): Promise<void> {
    const folder = join(dataFolder, 'pg_wal');
    for (const name of (await readdir(folder)).filter(isHistoryName)) {
      await keepHistory(main, key, { systemId, name, source: join(folder, name) });
    }
  }

  /** A full disk would stop the database: rather a gap in the journal, which is told. Answers whether there is room. */
  async function watchRoom(current: Cluster): Promise<boolean> {
    const folder = spool(current);
    const { bavail, bsize } = await statfs(folder);
    const isFull = await stat(join(folder, fullMark)).then(
      () => true,
      () => false,
    );
    if (bavail * bsize < leastFreeBytes) {
      if (isToldFull) return false;
      isToldFull = true;
      await writeFile(join(folder, fullMark), '');
      await note('error', null, 'O diário deixou de ser arquivado: há menos de 1 GiB livre no disco da base de dados.');
      return false;
    }
    if (isFull) {
      isToldFull = false;
      await rm(join(folder, fullMark), { force: true });
      await note('warn', null, 'O diário volta a ser arquivado; o que falta pede uma base nova.');
    }
    return true;
  }

  async function mark(current: Cluster, signal: AbortSignal): Promise<void> {
    const { at, lsn } = await instants.closeSegment();
    const number = segmentEndingAt(lsn, current.segmentBytes);
    const name = segmentName({ timeline: current.timeline, number }, current.segmentBytes);
    marks.set(name, at);
    lastMarkMs = clock.nowMs();
    const path = join(spool(current), name);
    for (let waitedMs = 0; waitedMs < spoolPatienceMs; waitedMs += pollMs) {
      signal.throwIfAborted();
      if (await isThere(path)) return;
      await delay(pollMs);
    }
  }

  /** A name that comes a second time passes only with the same content. */
  async function isSameAsKept(main: BackupTarget, systemId: string, name: string, source: string): Promise<boolean> {
    const kept = await instants.segment(systemId, name);
    if (kept === undefined) throw new Error(`segment ${name} is not listed`);
    const own = createReadStream(source)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let held = Buffer.alloc(0);
    for await (const part of readSegment(main, key, kept)) {
      while (held.length < part.byteLength) {
        const next = await own.next();
        if (next.done === true) return false;
        held = Buffer.concat([held, next.value]);
      }
      if (!held.subarray(0, part.byteLength).equals(part)) return false;
      held = held.subarray(part.byteLength);
    }
    return held.length === 0 && (await own.next()).done === true;
  }

  async function takeOne(main: BackupTarget, current: Cluster, name: string, signal: AbortSignal): Promise<void> {
    const { systemId, segmentBytes } = current;
    const source = join(spool(current), name);
    const segment = segmentOf(name, segmentBytes);
    if (segment === null) return;
    if ((await instants.segment(systemId, name)) !== undefined) {
      if (!(await isSameAsKept(main, systemId, name, source))) {
        await rename(source, join(spool(current), `recusado-${name}-${clock.nowMs()}`));
        await note('error', null, `O segmento ${name} voltou com outro conteúdo: ficou o que já estava arquivado.`);
        return;
      }
      await rm(source, { force: true });
      return;
    }
    const markedAt = marks.get(name) ?? null;
    const path = segmentPath(systemId, name, markedAt);
    const { bytes } = await keepSegment(main, key, path, source, signal);
    const place = { system_id: systemId, name, ...segment, marked_at: markedAt, path, bytes, second_place: null };
    await instants.addSegments([{ ...place, stored_at: new Date(clock.nowMs()) }]);
    await rm(source, { force: true });
    marks.delete(name);
  }

  async function drain(main: BackupTarget, current: Cluster, signal: AbortSignal): Promise<number> {
    const names = (await readdir(spool(current))).toSorted();
    for (const name of names.filter(isSegmentName)) {
      signal.throwIfAborted();
      await takeOne(main, current, name, signal);
    }
    // Notes of the server for people, and the unfinished ends of timelines, whose content the next timeline begins with.
    for (const name of names.filter((one) => /\.(backup|partial|history)$/.test(one))) {
      await rm(join(spool(current), name), { force: true });
    }
    return names.filter(isSegmentName).length;
  }

  async function copyToSecond(main: BackupTarget, current: Cluster, signal: AbortSignal): Promise<number> {
    const second = targets.secondOf(await options.settings());
    if (second === null) return 0;
    try {
      const waiting = await instants.waitingFor(second.place, copiedAtOnce);
      for (const name of (await readdir(join(current.dataFolder, 'pg_wal'))).filter(isHistoryName)) {
        if (waiting.length > 0) await copySegment(main, second, historyPath(current.systemId, name));
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

  async function run(asked: {
    isForced: boolean;
    signal: AbortSignal;
  }): Promise<{ taken: number; copied: number } | null> {
    const current = await cluster();
    if (current === null) return null;
    const main = targets.main();
    await adopt(main, current);
    await takeHistory(main, current);
    const hasRoom = await watchRoom(current);
    // Leaves a little for the schedule's own unevenness, or every second turn would do nothing.
    const isDue = lastMarkMs === null || clock.nowMs() - lastMarkMs >= current.everySeconds * 1_000 - 5_000;
    if (hasRoom && (asked.isForced || isDue)) await mark(current, asked.signal);
    const taken = await drain(main, current, asked.signal);
    return { taken, copied: await copyToSecond(main, current, asked.signal) };
  }

  return {
    cluster,
    /** Why the last turn failed; null when it did not. */
    failure: () => failure,
    /** Segments that wait in the spool. */
    async waiting(): Promise<number> {
      const current = await cluster();
      return current === null ? 0 : (await readdir(spool(current))).filter(isSegmentName).length;
    },
    /** Folder of the platform's own cluster, whether it archives or not; null where it is not the platform's own. */
    async homeOfServer(): Promise<string | null> {
      return options.isEmbedded ? dirname(await instants.dataFolder()) : null;
    },
    /** Where what is recovered lies beside the cluster in use. */
    home: ({ dataFolder }: Cluster): string => dirname(dataFolder),
    /** Closes the segment in use where it is time (or at once), and takes what is finished. Null where nothing is archived. */
    cycle(signal: AbortSignal, isForced = false): Promise<{ taken: number; copied: number } | null> {
      const next = turn.then(() => run({ isForced, signal }));
      turn = next.then(
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

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
