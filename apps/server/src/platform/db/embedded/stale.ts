import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from '../../log/log.ts';
import { StartupError } from '../../process/startup-error.ts';

const run = promisify(execFile);
const POLL_MS = 50;
const FAST_STOP_MS = 60_000;
const IMMEDIATE_STOP_MS = 10_000;

/** Process id in the first line of `postmaster.pid`; null without a (readable) one. */
export async function postmasterPid(data: string): Promise<number | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * After a reboot the number may belong to any process: ours is a server whose working folder is this cluster. A zombie
 * (many containers reap no processes) answers signals but has no working folder: not running.
 */
export async function isPostmasterOf(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(data));
    } catch {
      // Ended meanwhile, or another account's process: not ours either way.
      return false;
    }
  }
  const command = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }));
  return command.stdout.includes('postgres') && command.stdout.includes(data);
}

async function waitForEnd(pid: number, data: string, limitMs: number): Promise<boolean> {
  for (let waited = 0; waited < limitMs; waited += POLL_MS) {
    if (!(await isPostmasterOf(pid, data))) return true;
    await delay(POLL_MS);
  }
  return !(await isPostmasterOf(pid, data));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // Its guard stopped it between our look and our signal: what we wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** SIGINT is PostgreSQL's fast stop (checkpoint, clean end); SIGQUIT the immediate one (recovery at the next start). */
async function stopPostmaster(pid: number, data: string): Promise<void> {
  signal(pid, 'SIGINT');
  if (await waitForEnd(pid, data, FAST_STOP_MS)) return;
  signal(pid, 'SIGQUIT');
  if (await waitForEnd(pid, data, IMMEDIATE_STOP_MS)) return;
  throw new StartupError(`O PostgreSQL do arranque anterior (processo ${pid}) não parou; termine-o e volte a tentar.`);
}

/**
 * Clears what an earlier run left: a server still alive is stopped and waited for, the file of a dead one removed.
 * Only for the holder of the cluster's lock.
 */
export async function clearStale(data: string, log: Logger): Promise<void> {
  const pid = await postmasterPid(data);
  if (pid === null) return;
  if (await isPostmasterOf(pid, data)) {
    log.info({ pid }, 'a parar o PostgreSQL que ficou do arranque anterior');
    await stopPostmaster(pid, data);
  }
  await rm(join(data, 'postmaster.pid'), { force: true });
}
