/** Running a step: its progress, its output when it fails. Plain JavaScript: runs before anything is installed. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

const FIRST_MS = 2_000;
const EVERY_MS = 5_000;
const PARENT_MS = 500;
const KEPT_CHARS = 8_000;

/** A step that can't be done, with one line for the user. */
export class StepError extends Error {}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Says what is being done once it takes more than two seconds, and again every five.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(label, work) {
  const startedMs = performance.now();
  const report = () => say(`${label}… ${Math.round((performance.now() - startedMs) / 1000)} s`);
  let repeat;
  const first = setTimeout(() => {
    report();
    repeat = setInterval(report, EVERY_MS);
  }, FIRST_MS);
  try {
    return await work();
  } finally {
    clearTimeout(first);
    clearInterval(repeat);
  }
}

/**
 * Runs a command to its end, quietly; throws `StepError` with its last output when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: Record<string, string | undefined>, failure: string }} options
 */
export function runQuietly(command, args, { cwd, env, failure }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk.toString('utf8')).slice(-KEPT_CHARS);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => reject(new StepError(`${failure}: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(undefined);
      else reject(new StepError(`${output.trim()}\n${failure} (${signal ?? `código ${code}`}).`));
    });
  });
}

/** Process id of the parent of `pid`; null where the system does not tell that way. */
function parentOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the command's name, which is in parentheses and may hold anything: state, then parent.
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/**
 * Calls `ended` once npm, or the shell it runs scripts in, is gone: npm passes SIGTERM only to that shell, which dies
 * without passing it on, and the platform would go on unseen, with the port and the data folder.
 */
function onNpmEnd(ended) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    ended();
  }, PARENT_MS);
  return () => clearInterval(timer);
}

/**
 * Runs a long-lived command on this terminal, forwarding signals; settles with the exit code to end with.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: Record<string, string | undefined> }} options
 * @returns {Promise<number>}
 */
export function runAttached(command, args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    // The channel closes when this script ends, even by SIGKILL: the child then stops by itself.
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio });
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward);
    process.on('SIGTERM', forward);
    const unwatch = onNpmEnd(() => forward('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
      unwatch();
      resolve(code ?? (signal === 'SIGKILL' ? 137 : 1));
    });
  });
}

/**
 * Runs a tool's main function: its result is the exit code; a `StepError` is its message alone.
 * @param {() => Promise<number>} main
 */
export async function runTool(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`${error instanceof StepError ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
