import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { requireStartRoom } from './data-folder.ts';
import { createDisks } from './disk.ts';

const reserveBytes = () => 512 * 2 ** 20;
const space = { freeBytes: 1e12, totalBytes: 2e12 };
let nowMs = 0;
const clock = { nowMs: () => (nowMs += 10_000) };

test('folders of one file system are one disk, and a folder still to be made lies on that of the one above it', async () => {
  const data = await mkdtemp(join(tmpdir(), 'kianda-disco-'));
  try {
    const folders = { data, objects: join(data, 'objetos'), backups: join(`${data}-copias`, 'uma') };
    const [disk, ...others] = await createDisks({ folders, reserveBytes, clock }).all();
    expect(others).toEqual([]);
    expect(disk).toMatchObject({ places: ['data', 'objects', 'backups'], ofWhat: 'da pasta de dados', isVital: true });
    expect(disk?.space?.totalBytes).toBeGreaterThan(0);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test('a data folder that is gone is not taken for the disk above it', async () => {
  const folders = { data: join(tmpdir(), 'kianda-nao-existe') };
  expect(await createDisks({ folders, reserveBytes, clock }).all()).toMatchObject([{ level: 'unreadable' }]);
});

test('a file server that does not answer is asked once and delays nobody for longer than its limit', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const probe = async (folder: string) => {
    if (folder === '/dados') return { ...space, device: 1 };
    asked += 1;
    return new Promise<never>(() => undefined);
  };
  const disks = createDisks({ folders: { data: '/dados', backups: '/longe' }, reserveBytes, clock, probe });
  const first = disks.all();
  await vi.advanceTimersByTimeAsync(2_000);
  const levels = (await first).map(({ places, level }) => [places[0], level]);
  expect(levels).toEqual([
    ['data', 'enough'],
    ['backups', 'unreadable'],
  ]);
  await disks.all();
  expect(asked).toBe(1);
  vi.useRealTimers();
});

test('a start on a full disk of the database is one line that names it', async () => {
  const full = async () => ({ ...space, freeBytes: 5 * 2 ** 20 });
  await expect(requireStartRoom('da base de dados', '/base', full)).rejects.toThrow(
    'O disco da base de dados /base está cheio: tem 5 MB livres, e o arranque precisa de 32 MB.',
  );
});
