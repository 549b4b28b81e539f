import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '../../log/log.ts';
import { type ClusterPaths, pathExists, swapFile } from './cluster-paths.ts';
import { clearStale } from './stale.ts';

/** A cluster that was prepared beside the one in use, and takes its place before the next start. */
export type Swap = {
  /** Its data folder. */
  readonly prepared: string;
  /** Folder to which the present data folder is renamed. */
  readonly aside: string;
  /** Text of the module that asked, read once it is done. */
  readonly note: string;
};

const doneFile = (home: string): string => join(home, 'troca-feita.json');

async function read(path: string): Promise<Swap | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as Swap);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Orders the next start to put a prepared cluster in the place of the present one. */
export async function leaveSwap(home: string, swap: Swap): Promise<void> {
  await writeFile(`${swapFile(home)}.novo`, JSON.stringify(swap), { mode: 0o600, flush: true });
  await rename(`${swapFile(home)}.novo`, swapFile(home));
  await syncFolder(home);
}

/**
 * Puts a prepared cluster in place; nothing where none waits. Only for the holder of the cluster's lock. Each step may be
 * the last of a process: begun again it goes on where it stood.
 */
export async function finishSwap(paths: ClusterPaths, log: Logger): Promise<void> {
  const swap = await read(swapFile(paths.home));
  if (swap === null) return;
  if (await pathExists(swap.prepared)) {
    if (await pathExists(paths.data)) {
      await clearStale(paths.data, log);
      await rename(paths.data, swap.aside);
    }
    await rename(swap.prepared, paths.data);
  }
  await syncFolder(paths.home);
  await rename(swapFile(paths.home), doneFile(paths.home));
  await rm(dirname(swap.prepared), { recursive: true, force: true });
  log.warn({ aside: swap.aside }, 'base de dados reposta num instante; a anterior ficou guardada');
}

/** The cluster that the last start put in place; null after `forgetSwap`. */
export function readSwap(home: string): Promise<Swap | null> {
  return read(doneFile(home));
}

export async function forgetSwap(home: string): Promise<void> {
  await rm(doneFile(home), { force: true });
}
