import { fork } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDuck, textOf } from './duck.ts';

const patience = { timeout: 60_000, interval: 20 };
let folder: string;
let duck: ReturnType<typeof createDuck>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-duck-test-'));
  duck = createDuck();
});
afterEach(async () => {
  await duck.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Number of the process that answers. */
function processId(): number {
  const id = duck.processId();
  if (id === null) throw new Error('no process');
  return id;
}

/** A statement that would take hours, once DuckDB is in the midst of it. */
async function endless(): Promise<{ readonly outcome: Promise<unknown> }> {
  const path = join(folder, 'endless.csv');
  const outcome = duck.run(`COPY (SELECT range AS n FROM range(1000000000000)) TO ${textOf(path)}`).then(
    () => null,
    (error: unknown) => error,
  );
  await vi.waitFor(async () => expect((await stat(path)).size).toBeGreaterThan(0), patience);
  return { outcome };
}

test.each(['SIGKILL', 'SIGABRT'] as const)(
  'a process that ends by %s during a statement fails it, and the next statement is answered',
  async (signal) => {
    expect(await duck.run('SELECT 1')).toEqual([['1']]);
    const first = processId();
    const { outcome } = await endless();
    const behind = duck.run('SELECT 2').catch((error: unknown) => error);
    process.kill(first, signal);
    for (const error of [await outcome, await behind])
      expect(error).toMatchObject({
        code: 'unavailable',
        detail: expect.stringContaining('parou a meio'),
        cause: { message: `DuckDB: its process ended (${signal})` },
      });
    expect(await duck.run('SELECT 3')).toEqual([['3']]);
    expect(processId()).not.toBe(first);
  },
);

test('a stop in the midst of a statement ends the process and its folder, and leaves this one', async () => {
  const [[own] = []] = await duck.run(`SELECT current_setting('temp_directory')`);
  await access(own ?? '');
  const id = processId();
  const { outcome } = await endless();
  await duck.stop();
  expect(await outcome).toMatchObject({ code: 'unavailable', cause: { message: 'DuckDB: it was stopped' } });
  expect(duck.processId()).toBeNull();
  expect(() => process.kill(id, 0)).toThrow('ESRCH');
  await expect(access(own ?? '')).rejects.toThrow('ENOENT');
  expect(await duck.run('SELECT 4')).toEqual([['4']]);
});

test('a server that is killed in the midst of a statement takes the process and its folder with it', async () => {
  const server = fork(fileURLToPath(new URL('./testing/doomed-server.ts', import.meta.url)), [
    join(folder, 'endless.csv'),
  ]);
  const [own] = (await once(server, 'message')) as [string];
  await access(own);
  await vi.waitFor(async () => expect((await stat(join(folder, 'endless.csv'))).size).toBeGreaterThan(0), patience);
  server.kill('SIGKILL');
  await vi.waitFor(() => expect(access(own)).rejects.toThrow('ENOENT'), patience);
});

test('a process that nobody asks any more ends', async () => {
  await duck.stop();
  duck = createDuck({ restAfterMs: 1 });
  expect(duck.processId()).toBeNull();
  expect(await duck.run('SELECT 1', 'SELECT 5, NULL')).toEqual([['5', null]]);
  await vi.waitFor(() => expect(duck.processId()).toBeNull(), patience);
  expect(await duck.run('SELECT 6')).toEqual([['6']]);
});

test('its memory is bounded: what takes more fails, and the process lives on', async () => {
  expect(await duck.run(`SELECT current_setting('memory_limit')`)).toEqual([['512.0 MiB']]);
  const id = processId();
  await expect(
    duck.run("SELECT length(string_agg(repeat(range::VARCHAR, 1000), '')) FROM range(2000000)"),
  ).rejects.toThrow('Out of Memory');
  await expect(duck.run('SELECT nothing')).rejects.toThrow('DuckDB: ');
  expect(await duck.run('SELECT 7')).toEqual([['7']]);
  expect(processId()).toBe(id);
});
