import { setTimeout as wait } from 'node:timers/promises';

export type Entry = { readonly name: string; readonly sizeBytes: number; readonly modifiedMs: number };

const unfinished = /^\.|\.(?:ok|tmp|part|filepart|crdownload)$|~$/i;

/**
 * Files of a place that are whole: marked by an empty `<name>.ok` beside them, or of the same size and time in two
 * listings `settleMs` apart. A file still being written must not be read in half. Oldest first.
 */
export async function stableFiles(
  list: () => Promise<readonly Entry[]>,
  settleMs: number,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const first = await list();
  const candidates = (entries: readonly Entry[]) => entries.filter(({ name }) => !unfinished.test(name));
  if (candidates(first).length === 0) return [];
  await wait(settleMs, undefined, { signal });
  const second = await list();
  const marked = new Set(second.filter(({ name }) => name.endsWith('.ok')).map(({ name }) => name.slice(0, -3)));
  const before = new Map(first.map((entry) => [entry.name, entry]));
  const settled = candidates(second).filter((entry) => {
    if (marked.has(entry.name)) return true;
    const earlier = before.get(entry.name);
    return earlier?.sizeBytes === entry.sizeBytes && earlier.modifiedMs === entry.modifiedMs;
  });
  return settled.toSorted((a, b) => a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1));
}
