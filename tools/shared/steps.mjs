/** Running a step: its progress, its output when it fails. Plain JavaScript: runs before anything is installed. */
import { spawn } from 'node:child_process';
import process from 'node:process';

const FIRST_MS = 2_000;
const EVERY_MS = 5_000;
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
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
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
