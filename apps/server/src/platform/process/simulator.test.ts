import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../log/log.ts';
import { type SimulatorProcess, startSimulator } from './simulator.ts';

const log = createLogger({ level: 'silent', pretty: false });
const entry = join(import.meta.dirname, '../../../../simulator/src/main.ts');
const running: SimulatorProcess[] = [];

afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop();
});

async function start(seed: number): Promise<SimulatorProcess> {
  const simulator = await startSimulator({ entry, port: 0, seed, log });
  running.push(simulator);
  return simulator;
}

async function health(url: string): Promise<unknown> {
  return (await fetch(`${url}/_health`)).json();
}

/** The process that listens at the address: its command line names the port only after a restart. */
function listenerOf(parent: number | undefined): number {
  return Number(
    execFileSync('pgrep', ['-P', String(parent), '-f', 'simulator/src/main.ts'])
      .toString()
      .trim(),
  );
}

test('runs with the seed given and stops when asked', async () => {
  const simulator = await start(11);
  expect(await health(simulator.url)).toMatchObject({ ok: true, seed: 11 });
  await simulator.stop();
  await expect(fetch(`${simulator.url}/_health`)).rejects.toThrow();
});

test('comes back at the same address when it dies', async () => {
  const simulator = await start(12);
  const pid = listenerOf(process.pid);
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(async () => health(simulator.url).catch(() => null), { interval: 100 })
    .toMatchObject({ ok: true, seed: 12 });
  expect(listenerOf(process.pid)).not.toBe(pid);
});

test('ends with the process that started it, however that ends', async () => {
  const code = `
    const { startSimulator } = await import(${JSON.stringify(new URL('./simulator.ts', import.meta.url).href)});
    const { createLogger } = await import(${JSON.stringify(new URL('../log/log.ts', import.meta.url).href)});
    const log = createLogger({ level: 'silent', pretty: false });
    const simulator = await startSimulator({ entry: ${JSON.stringify(entry)}, port: 0, seed: 13, log });
    console.log(simulator.url);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve) =>
    parent.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  expect(await health(url)).toMatchObject({ seed: 13 });
  parent.kill('SIGKILL');
  await expect
    .poll(
      async () =>
        health(url).then(
          () => 'alive',
          () => 'gone',
        ),
      { interval: 100 },
    )
    .toBe('gone');
});

test('one that does not start is one line with its reason', async () => {
  await expect(startSimulator({ entry: '/nowhere/main.ts', port: 0, seed: 1, log })).rejects.toThrow(
    "O simulador dos fornecedores não arrancou: Error: Cannot find module '/nowhere/main.ts'",
  );
});
