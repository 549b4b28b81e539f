import { readFile, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
/** Databases of 28 test files, their journal and the programs of the server took 222 MB; a run has ten times as many, and its tests want memory too. */
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
 * Folder of what is thrown away with the run and is made of thousands of small files. In memory where there is room: every
 * test file makes and removes databases of 1,600 files, which took ext4 up to 1.6 s of processor each, and memory 0.02 s.
 */
export async function temporaryFolder(): Promise<string> {
  // Other systems than Linux have no such table.
  return (await hasRoomInMemory().catch(() => false)) ? memoryFolder : tmpdir();
}
