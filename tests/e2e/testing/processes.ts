/** Processes as the system sees them (Linux's /proc). */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export type ProcessEntry = { readonly pid: number; readonly parent: number; readonly command: string };

function entryOf(pid: number): ProcessEntry | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the command's name, which is in parentheses and may hold anything: state, then parent.
    const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(parent), command };
  } catch {
    return null; // ended meanwhile
  }
}

/** The process and everything below it, without what has ended. */
export function processTree(root: number): readonly ProcessEntry[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => entryOf(Number(name)))
    .filter((entry) => entry !== null);
  const found = all.filter(({ pid }) => pid === root);
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one.pid));
  return found;
}

/** Those of the processes that are still the same ones and have not ended. */
export function stillRunning(processes: readonly ProcessEntry[]): readonly ProcessEntry[] {
  return processes.filter(({ pid, command }) => entryOf(pid)?.command === command);
}

/** Waits until all have ended; answers those that have not after the limit. */
export async function waitForEnd(
  processes: readonly ProcessEntry[],
  limitMs: number,
): Promise<readonly ProcessEntry[]> {
  const deadline = performance.now() + limitMs;
  let left = stillRunning(processes);
  while (left.length > 0 && performance.now() < deadline) {
    await wait(100);
    left = stillRunning(left);
  }
  return left;
}

/** Memory the process keeps in RAM, in MB; pages shared with others count as their share of it. Null once it ended. */
export function memoryMegabytes(pid: number): number | null {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}
