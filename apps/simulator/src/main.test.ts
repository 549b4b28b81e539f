import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const started: ChildProcess[] = [];

function start(...args: string[]) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

async function portOf(child: ReturnType<typeof start>): Promise<number> {
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return (JSON.parse(line) as { port: number }).port;
}

afterEach(() => {
  // A test that failed half-way must not leave its simulator behind.
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});

describe('main', () => {
  it('prints its port, answers there with its seed, and ends when its input closes', async () => {
    const child = start('--port', '0', '--seed', '77');
    const port = await portOf(child);
    const health = (await (await fetch(`http://127.0.0.1:${port}/_health`)).json()) as { seed: number };
    expect(health.seed).toBe(77);
    const exited = once(child, 'exit');
    child.stdin.end();
    expect((await exited)[0]).toBe(0);
  });
  it('ends on SIGTERM', async () => {
    const child = start();
    await portOf(child);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  });
  it('refuses a port that is none, and says which it got', async () => {
    const child = start('--port', 'http');
    let message = '';
    child.stderr.on('data', (chunk) => {
      message += chunk;
    });
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(message).toContain('"http"');
  });
});
