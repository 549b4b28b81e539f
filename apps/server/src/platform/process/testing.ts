import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { isPostmasterOf, postmasterPid } from '../db/embedded/stale.ts';

const ENTRY = join(import.meta.dirname, '../../main.ts');
const ROOT = join(import.meta.dirname, '../../../../..');

export type StartedPlatform = {
  readonly child: ChildProcess;
  /** Its output so far, standard output and error together, without empty lines. */
  readonly lines: string[];
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** The first line that matches. Rejects when the process ends without one. */
  line(pattern: RegExp): Promise<string>;
};

/** `main.ts` in a process of its own, on free ports, with no settings but these. */
export function startPlatform(
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): StartedPlatform {
  // Compiled sources are kept between starts, as they are for a person: a third of a start is their compilation.
  const { PATH, NODE_COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'kianda-compile') } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, KIANDA_PORT: '0', KIANDA_INTERFACES_PORT: '0', ...settings };
  const child = spawn(process.execPath, [ENTRY, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      if (line.trim() !== '') lines.push(line);
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? -1));
  });
  return {
    child,
    lines,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find((line) => pattern.test(line));
          if (found !== undefined) resolve(found);
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`ended without ${pattern}:\n${lines.join('\n')}`)));
      }),
  };
}

/** Removes a data folder and, as root, its cluster, once the database has ended. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  const id = await readFile(join(dataDir, 'cluster-id'), 'utf8').catch(() => null);
  const home = id === null ? join(dataDir, 'postgres') : join('/var/lib/kianda', id.trim());
  const data = join(home, 'data');
  for (let pid = await postmasterPid(data); pid !== null && (await isPostmasterOf(pid, data)); ) await delay(50);
  await rm(home, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
