import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** `kianda-<purpose>-<id of the process>-<random>`. */
const named = /^kianda-(?:archive|duckdb|parse)-(\d+)-\w+$/;

/** A new empty folder of this process for work that leaves nothing behind: who asks for it removes it. */
export const createScratchFolder = (purpose: 'archive' | 'duckdb' | 'parse'): Promise<string> =>
  mkdtemp(join(tmpdir(), `kianda-${purpose}-${process.pid}-`));

/** Removes such folders of processes that are no more: those that were killed left theirs. Returns how many. */
export async function removeLeftScratchFolders(): Promise<number> {
  const left = (await readdir(tmpdir())).filter((name) => {
    const owner = named.exec(name)?.[1];
    return owner !== undefined && !isRunning(Number(owner));
  });
  await Promise.all(left.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
  return left.length;
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // A process of another account is there too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
