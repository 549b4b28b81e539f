import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { trimFolder } from './server-log.ts';

async function folderOf(sizes: Readonly<Record<string, number>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-pg-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [index, [name, size]] of Object.entries(sizes).entries()) {
    await writeFile(join(folder, name), Buffer.alloc(size));
    await utimes(join(folder, name), 1_000 + index, 1_000 + index);
  }
  return folder;
}

test('the oldest files of a log go until the others fit', async () => {
  // The order of the names is not that of the files: those of earlier releases are named by the day of the week.
  const folder = await folderOf({ 'postgresql-Wed.log': 40, 'postgresql-Mon.log': 30, 'a.log': 30, 'b.log': 30 });
  await trimFolder(folder, 100);
  expect((await readdir(folder)).sort()).toEqual(['a.log', 'b.log', 'postgresql-Mon.log']);
});

test('the file that is being written stays, however large', async () => {
  const folder = await folderOf({ 'old.log': 1, 'now.log': 500 });
  await trimFolder(folder, 100);
  expect(await readdir(folder)).toEqual(['now.log']);
});

test('a cluster without a log yet is no fault', async () => {
  await expect(trimFolder(join(tmpdir(), 'kianda-pg-none'), 100)).resolves.toBeUndefined();
});
