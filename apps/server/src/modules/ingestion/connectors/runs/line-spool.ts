import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { readdir, readFile, rename, rmdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Spool, SpooledLines, SpoolSegment } from '@kianda/connectors';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock/clock.ts';

/** An owner shows this often that it is alive. */
const heartbeatMs = 5_000;
/** Files of an owner that was silent for this long are taken over. Doing so too early stores nothing twice. */
const abandonedMs = 60_000;
const heartbeatFile = 'vivo';
const segmentSuffix = '.linhas';
const lineFeed = 10;

const headerSchema = z.object({ feed: z.string(), receivedMs: z.number(), bytes: z.int().min(0) });

/** Writes bytes at the end of a file and returns how many, as the system does. */
type Write = (file: number, bytes: Uint8Array) => number;
type OpenSegment = { readonly name: string; readonly file: number; readonly length: number };

/**
 * A spool in a directory of its own below `directory`, made with its first line. Each append is one write to the system,
 * which outlasts the process though not the machine. Segments of owners that are gone are taken over by moving them.
 */
export function openLineSpool(directory: string, clock: Clock, write: Write = writeSync): Spool {
  const own = join(directory, randomUUID());
  let present: OpenSegment | null = null;
  let serial = 0;
  let heartbeat: NodeJS.Timeout | null = null;

  function showAlive(): void {
    const path = join(own, heartbeatFile);
    const seconds = clock.nowMs() / 1000;
    mkdirSync(own, { recursive: true });
    writeFileSync(path, '');
    utimesSync(path, seconds, seconds);
  }

  function begin(): void {
    if (heartbeat !== null) return;
    showAlive();
    heartbeat = setInterval(() => whereThereIsRoom(showAlive), heartbeatMs).unref();
  }

  function newName(): string {
    serial += 1;
    return `${String(serial).padStart(9, '0')}${segmentSuffix}`;
  }

  return {
    append: (received) =>
      whereThereIsRoom(() => {
        begin();
        if (present === null) {
          const name = newName();
          // Another process may have removed the directory while this one slept.
          mkdirSync(own, { recursive: true });
          present = { name, file: openSync(join(own, name), 'a'), length: 0 };
        }
        present = appended(present, encoded(received), write);
      }),
    cut() {
      if (present === null) return null;
      const { name, file } = present;
      closeSync(file);
      present = null;
      return name;
    },
    remove: (name) => rmSync(join(own, basename(name)), { force: true }),
    async adopt() {
      for (const left of await abandoned(directory, own, clock.nowMs())) {
        begin();
        const name = newName();
        if (await moved(left, join(own, name))) return { name, received: decoded(await readFile(join(own, name))) };
      }
      return null;
    },
    release() {
      if (heartbeat === null) return;
      clearInterval(heartbeat);
      heartbeat = null;
      rmSync(join(own, heartbeatFile), { force: true });
    },
  };
}

/**
 * The segment with these bytes at its end. What could not be written whole is cut off again: whoever takes the segment over
 * reads it up to the first torn part, and would lose all that came after. Throws where the system does.
 */
function appended(segment: OpenSegment, bytes: Uint8Array, write: Write): OpenSegment {
  const { file, length } = segment;
  let done = 0;
  try {
    while (done < bytes.length) {
      const count = write(file, bytes.subarray(done));
      if (count === 0) throw Object.assign(new Error('nothing could be written'), { code: 'ENOSPC' });
      done += count;
    }
  } catch (error) {
    ftruncateSync(file, length);
    throw error;
  }
  return { ...segment, length: length + bytes.length };
}

/** Without room on the disk lines are received all the same; they just don't outlast the process. */
function whereThereIsRoom(write: () => void): void {
  try {
    write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'EROFS' && code !== 'EACCES') throw error;
  }
}

/** Segments below `directory` whose owners are gone, oldest first. Directories without any are removed. */
async function abandoned(directory: string, own: string, nowMs: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await namesIn(directory)) {
    const path = join(directory, entry);
    if (path === own || (await isAlive(path, nowMs))) continue;
    const segments = (await namesIn(path)).filter((name) => name.endsWith(segmentSuffix)).toSorted();
    found.push(...segments.map((name) => join(path, name)));
    if (segments.length === 0) await removeEmpty(path);
  }
  return found;
}

async function isAlive(path: string, nowMs: number): Promise<boolean> {
  try {
    return nowMs - (await stat(join(path, heartbeatFile))).mtimeMs < abandonedMs;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function removeEmpty(path: string): Promise<void> {
  rmSync(join(path, heartbeatFile), { force: true });
  await rmdir(path).catch(() => undefined);
}

/** False where another process was faster. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A header line in JSON, then the lines as they came. */
function encoded({ feed, receivedMs, lines }: SpooledLines): Uint8Array {
  const header = JSON.stringify({ feed, receivedMs, bytes: lines.length });
  return Buffer.concat([Buffer.from(`${header}\n`), lines]);
}

/** Contents of a segment, up to the first part that was not written whole. */
function decoded(bytes: Uint8Array): SpoolSegment['received'] {
  const received: SpooledLines[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, from);
    const header = end === -1 ? null : headerOf(Buffer.from(bytes.subarray(from, end)).toString('utf8'));
    if (header === null || end + 1 + header.bytes > bytes.length) break;
    const { feed, receivedMs } = header;
    from = end + 1 + header.bytes;
    received.push({ feed, receivedMs, lines: bytes.subarray(end + 1, from) });
  }
  return received;
}

function headerOf(text: string): z.infer<typeof headerSchema> | null {
  try {
    return headerSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
