/** Stages of a gate: one after the other, all of them, with the time each took; the first faults are not hidden by the last. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root, runtimeEnvironment } from './install.mjs';
import { say } from './steps.mjs';

/** Runs a tool of node_modules/.bin on the project's own Node; settles with its exit code and all it printed. */
export function tool(name, args, options = {}) {
  return command(join(root, 'node_modules', '.bin', name), args, options);
}

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, live?: boolean, cwd?: string }} options `live`: printed as it comes
 * @returns {Promise<{ code: number, output: string }>}
 */
export function command(file, args, { env = {}, live = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...runtimeEnvironment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk.toString('utf8');
      if (live) process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** Seconds of processor that ended programs of this process have used, and those that they started; null where nobody counts. */
function usedByPrograms() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // After the command's name, which stands in parentheses and may hold anything: fields 16 and 17 of all.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    return null;
  }
}

/** Processor time of a stage, to be read beside its seconds; nothing where other stages ran beside it. */
function processorText(before, atOnce) {
  const after = usedByPrograms();
  return before === null || after === null || atOnce > 1 ? '' : `, ${Math.round(after - before)} s de processador`;
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
  async function runOne({ name, run }) {
    const startedMs = performance.now();
    const usedBefore = usedByPrograms();
    const { code, output } = await run();
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    onStage?.({ name, ok: code === 0, seconds: Number(seconds) });
    say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s${processorText(usedBefore, atOnce)})`);
    if (code === 0) return;
    failed.push(name);
    say(output.trim());
  }
  async function lane() {
    for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) await runOne(stage);
  }
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (failed.length > 0) say(`Falhou: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}
