import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '../../log/log.ts';
import { type Places, pathExists, swapFile } from './cluster-paths.ts';
import { clearStale } from './stale.ts';

/** A cluster that was prepared beside the one in use, and takes its place before the next start. */
export type Swap = {
  /** Its data folder. */
  readonly prepared: string;
  /** Where the folder in use goes. */
  readonly aside: string;
  /** For whoever asked, read once it is done. */
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

/** Leaves word that the next start has to put a prepared cluster in the place of the one in use. */
export async function leaveSwap(home: string, swap: Swap): Promise<void> {
  await writeFile(`${swapFile(home)}.novo`, JSON.stringify(swap), { mode: 0o600, flush: true });
  await rename(`${swapFile(home)}.novo`, swapFile(home));
  await syncFolder(home);
}

/**
 * Puts a prepared cluster in place; nothing where none waits. Only for the holder of the cluster's lock. Each step may be
 * the last of a process: begun again it goes on where it stood.
 */
export async function finishSwap(places: Places, log: Logger): Promise<void> {
  const swap = await read(swapFile(places.home));
  if (swap === null) return;
  if (await pathExists(swap.prepared)) {
    if (await pathExists(places.data)) {
      await clearStale(places.data, log);
      await rename(places.data, swap.aside);
    }
    await rename(swap.prepared, places.data);
  }
  await syncFolder(places.home);
  await rename(swapFile(places.home), doneFile(places.home));
  await rm(dirname(swap.prepared), { recursive: true, force: true });
  log.warn({ aside: swap.aside }, 'base de dados reposta num instante; a anterior ficou guardada');
}

/** What the last start put in place; null once `forgetSwap` was called. */
export function readSwap(home: string): Promise<Swap | null> {
  return read(doneFile(home));
}

export async function forgetSwap(home: string): Promise<void> {
  await rm(doneFile(home), { force: true });
}
