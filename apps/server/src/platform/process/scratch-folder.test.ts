import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScratchFolder, removeLeftScratchFolders } from './scratch-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-ensaio-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test('the folders of a killed process go, with what is in them; those of a running one and of others stay', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const ended = once(child, 'exit');
  const left = join(folder, `kianda-archive-${child.pid}-abc123`);
  await mkdir(left);
  await writeFile(join(left, 'dia.parquet'), 'metade');
  const mine = await createScratchFolder('duckdb');
  const foreign = join(folder, 'kianda-module-1');
  await mkdir(foreign);
  expect(await removeLeftScratchFolders()).toBe(0);
  child.kill('SIGKILL');
  await ended;
  expect(await removeLeftScratchFolders()).toBe(1);
  expect([left, mine, foreign].map((path) => existsSync(path))).toEqual([false, true, true]);
});
