import { readFile, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
/** Databases of a run's tests, their journal and the programs of the server took less than 2 GiB; the tests themselves want as much again. */
const roomBytes = 8 * 2 ** 30;

/** Whether a table of mounts has the folder in memory, with programs allowed to run there: the server's own lie beside its databases. */
export function isInMemory(mounts: string, folder: string): boolean {
  const lines = mounts.split('\n').map((line) => line.split(' '));
  // The last mount covers those that lay there before.
  const last = lines.findLast(([, point]) => point === folder);
  const [, , type, options = ''] = last ?? [];
  return type === 'tmpfs' && !/(^|,)(ro|noexec)(,|$)/.test(options);
}

async function hasRoomInMemory(): Promise<boolean> {
  const mounts = await readFile('/proc/self/mounts', 'utf8');
  if (!isInMemory(mounts, memoryFolder)) return false;
  const { bavail, bsize } = await statfs(memoryFolder);
  return Math.min(bavail * bsize, freemem()) >= roomBytes;
}

/**
 * Folder of what is thrown away with the run and is made of thousands of small files. In memory where there is room: a
 * file system on a disk goes through all the files that were lately removed before it makes the next one, and every
 * test file makes and removes databases of 1,600.
 */
export async function temporaryFolder(): Promise<string> {
  // Other systems than Linux have no such table.
  return (await hasRoomInMemory().catch(() => false)) ? memoryFolder : tmpdir();
}
