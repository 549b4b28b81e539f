import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createFolderNames } from './folder-names.ts';

const many = 400;
const nameOf = (n: number): string => `f-${String(n).padStart(4, '0')}`;
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function fullFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-nomes-'));
  folders.push(folder);
  await Promise.all(Array.from({ length: many }, (_, n) => writeFile(join(folder, nameOf(n)), '')));
  return folder;
}

/** Stands for time that passes: two changes of a test may lie within one tick of the disk's clock. */
async function passes(folder: string, second: number): Promise<void> {
  await utimes(folder, second, second);
}

test('names of a large folder are read again when it changed, and only then', async () => {
  const folder = await fullFolder();
  const namesOf = createFolderNames(() => Date.now() + 60_000);
  const first = await namesOf(folder);
  expect(first).toHaveLength(many);
  expect(await namesOf(folder)).toBe(first);
  await writeFile(join(folder, 'a-new'), '');
  await passes(folder, 1);
  expect((await namesOf(folder))[0]).toBe('a-new');
  await rename(join(folder, 'a-new'), join(folder, 'b-new'));
  await passes(folder, 2);
  expect((await namesOf(folder))[0]).toBe('b-new');
  await rm(join(folder, 'b-new'));
  await mkdir(join(folder, nameOf(2).slice(0, 3)));
  await passes(folder, 3);
  expect((await namesOf(folder)).slice(0, 2)).toEqual(['f-0/', nameOf(0)]);
});

test('names of a folder that changed a moment ago are read at every time', async () => {
  const folder = await fullFolder();
  const namesOf = createFolderNames();
  for (let n = 0; n < 20; n += 1) {
    await writeFile(join(folder, `z-${n}`), '');
    expect(await namesOf(folder)).toHaveLength(many + n + 1);
  }
});

test('a folder in the place of another has its own names, and one that is gone has none', async () => {
  const folder = await fullFolder();
  const namesOf = createFolderNames(() => Date.now() + 60_000);
  await namesOf(folder);
  const other = await fullFolder();
  await writeFile(join(other, 'other'), '');
  await rm(folder, { recursive: true });
  expect(await namesOf(folder)).toEqual([]);
  await rename(other, folder);
  folders.splice(folders.indexOf(other), 1);
  expect(await namesOf(folder)).toContain('other');
});
