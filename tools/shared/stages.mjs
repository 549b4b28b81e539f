/** Stages of a gate: all of them, with the time each took; the first faults are not hidden by the last. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { root, runtimeEnvironment } from './install.mjs';
import { say } from './steps.mjs';

/** Runs a tool of node_modules/.bin on the project's own Node; settles with its exit code and all it printed. */
export function tool(name, args, options = {}) {
  return command(join(root, 'node_modules', '.bin', name), args, options);
}

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** Seconds of processor that the ended programs of a process have used, and those that they started, from its line in /proc. */
export function childrenSeconds(stat) {
  // After the command's name, which stands in parentheses and may hold anything: fields 16 and 17 of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** Seconds of processor of this process's ended programs; null where nobody counts. */
export function usedByPrograms() {
  try {
    return childrenSeconds(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** Seconds of processor since `before`, to be read beside those of the clock; nothing where nobody counts. */
export function processorText(before) {
  const after = usedByPrograms();
  return before === null || after === null ? '' : secondsText(after - before);
}

const secondsText = (seconds) => `, ${Math.round(seconds)} s de processador`;

/** Milliseconds that the machine's cores have worked since it started, and those that they could have. */
function workOfCores() {
  const times = cpus().map(({ times }) => times);
  const whole = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { whole, busy: whole - times.reduce((sum, { idle }) => sum + idle, 0) };
}

/**
 * How much of the machine worked between two readings, whoever used it: what a stage starts and does not wait for, as
 * databases and browsers do, is in no other count. Nothing where the readings are the same.
 */
export function busyText(before, after) {
  const whole = after.whole - before.whole;
  return whole > 0 ? `, máquina ocupada ${Math.round((100 * (after.busy - before.busy)) / whole)} %` : '';
}

/** Account of the running stage's processor time: stages beside each other each have their own count. */
const accounts = new AsyncLocalStorage();

/** A shell between this process and the program: it says at the end, on channel 3, what its program used. */
const counted = '"$@" 3>&-; code=$?; cat /proc/$$/stat >&3; exit $code';
const isCounting = existsSync('/proc/self/stat') && existsSync('/bin/sh');

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, live?: boolean, cwd?: string }} options `live`: printed as it comes
 * @returns {Promise<{ code: number, output: string }>}
 */
export function command(file, args, { env = {}, live = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const account = isCounting ? accounts.getStore() : undefined;
    const [program, ...given] = [...(account === undefined ? [] : ['/bin/sh', '-c', counted, 'sh']), file, ...args];
    const child = spawn(program, given, {
      cwd,
      env: { ...process.env, ...runtimeEnvironment, ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(account === undefined ? [] : ['pipe'])],
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk.toString('utf8');
      if (live) process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    let stat = '';
    child.stdio[3]?.on('data', (chunk) => {
      stat += chunk.toString('utf8');
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (stat !== '') account.seconds += childrenSeconds(stat);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs one stage and says how it ended; false when it failed. */
async function passes({ name, run }, onStage) {
  const startedMs = performance.now();
  const account = { seconds: 0 };
  const workedBefore = workOfCores();
  const { code, output } = await accounts.run(account, run);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  onStage?.({ name, ok: code === 0, seconds: Number(seconds) });
  const used = account.seconds > 0 ? secondsText(account.seconds) : '';
  say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s${used}${busyText(workedBefore, workOfCores())})`);
  if (code !== 0) say(output.trim());
  return code === 0;
}

/** Says which failed; the exit code is 1 when one did. */
function codeOf(failed) {
  if (failed.length > 0) say(`Falhou: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}

/**
 * Runs the stages, `atOnce` of them at a time, begins them in their order, and says what failed; the exit code is 1 when
 * one did.
 * @param {readonly { name: string, run: () => Promise<{ code: number, output: string }> }[]} stages
 * @param {{ onStage?: (stage: { name: string, ok: boolean, seconds: number }) => void, atOnce?: number }} [options]
 * `onStage`: told of each as it ends
 */
export async function runStages(stages, { onStage, atOnce = 1 } = {}) {
  const failed = [];
  const waiting = [...stages];
  async function lane() {
    for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift())
      if (!(await passes(stage, onStage))) failed.push(stage.name);
  }
  await Promise.all(Array.from({ length: atOnce }, lane));
  return codeOf(failed);
}
