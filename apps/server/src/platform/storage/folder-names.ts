import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { ignoreMissing } from './file-errors.ts';
import { compareKeys } from './keys.ts';

/** Folders of fewer names are read again in little more time than it takes to see that they are the same. */
const fewNames = 256;
const mostNames = 200_000;
/** Two changes within one tick of a disk's clock leave the same mark: a folder that changed this lately is read again. */
const settledNs = 2_000_000_000n;
/** Windows may write down late that a folder changed. */
const marksAreSure = process.platform !== 'win32';

/** A folder as it was when it was read: a name that comes or goes changes one of these. */
type Mark = Pick<BigIntStats, 'ino' | 'dev' | 'mtimeNs' | 'ctimeNs'>;
type Held = { readonly mark: Mark; readonly names: readonly string[] };

/**
 * Names in folders, in the order of keys. Those of large folders that were read lately are kept, and the disk is asked at
 * every read whether the folder is still the same: each page of a list would read and sort all of them otherwise.
 */
export function createFolderNames(nowMs: () => number = Date.now) {
  /** In the order of their use, the oldest first. */
  const held = new Map<string, Held>();
  let heldNames = 0;

  function forget(folder: string): void {
    heldNames -= held.get(folder)?.names.length ?? 0;
    held.delete(folder);
  }

  function keep(folder: string, kept: Held): void {
    forget(folder);
    held.set(folder, kept);
    heldNames += kept.names.length;
    for (const oldest of held.keys()) {
      if (heldNames <= mostNames) break;
      forget(oldest);
    }
  }

  /** Files and, with a final `/`, folders of a folder; none where there is no such folder. */
  return async (folder: string): Promise<readonly string[]> => {
    // Asked before the names are read: whatever changes afterwards makes another mark.
    const mark = await stat(folder, { bigint: true }).catch(ignoreMissing);
    if (mark === null) return [];
    const known = held.get(folder);
    if (known !== undefined && isSame(known.mark, mark)) {
      keep(folder, known);
      return known.names;
    }
    const isSettled = BigInt(nowMs()) * 1_000_000n - mark.ctimeNs > settledNs;
    const names = await namesIn(folder);
    if (marksAreSure && isSettled && names.length >= fewNames) keep(folder, { mark, names });
    else forget(folder);
    return names;
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  // A folder sorts as its name with "/", else `a/b` would come before `a-b`, unlike in S3.
  const names = entries.flatMap((entry) => {
    if (entry.isDirectory()) return [`${entry.name}/`];
    return entry.isFile() ? [entry.name] : [];
  });
  return names.sort(compareKeys);
}

const isSame = (a: Mark, b: Mark): boolean =>
  a.ino === b.ino && a.dev === b.dev && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;
