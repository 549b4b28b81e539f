/** Runs the programs of others beside which the kernels stand: one script, one core, one line of JSON. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Interpreters by extension; Debian's python3, beside which its libraries are installed. */
const interpreters = { R: '/usr/bin/Rscript', py: '/usr/bin/python3', sh: '/bin/sh' } as const;

/** Answer of `bench/<script>` to these arguments. */
export async function askReference<T>(script: string, args: readonly string[]): Promise<T> {
  const extension = script.slice(script.lastIndexOf('.') + 1) as keyof typeof interpreters;
  const { stdout } = await run(interpreters[extension], [join(import.meta.dirname, '..', script), ...args], {
    // More than one thread would compare cores, and not programs.
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
    maxBuffer: 64 * 1024 ** 2,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T;
}

/** Gives a folder of its own to a measurement, and removes it. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kianda-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seconds of processor time that a calculation takes here, and its result. */
export function timed<T>(calculate: () => T): { readonly seconds: number; readonly value: T } {
  const before = process.cpuUsage();
  const value = calculate();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, value };
}
