import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { createWorld } from '../../world/world.ts';
import { inipmFiles } from './files.ts';

const nowMs = Date.UTC(2026, 7, 31, 9);
let app: ReturnType<typeof createSimulator>;
beforeEach(() => {
  app = createSimulator({ seed: 8478, clock: manualClock(nowMs) });
});
afterEach(() => app.close());

test('says where its SFTP server listens, always the same one', async () => {
  const first = (await app.inject('/inipm/sftp')).json();
  expect(first).toMatchObject({
    address: expect.stringMatching(/^sftp:\/\/kianda@.+:\d+\/$/),
    hostKey: expect.stringMatching(/^SHA256:[\w+/]{43}$/),
  });
  expect((await app.inject('/inipm/sftp')).json()).toEqual(first);
});

test('files are those of the seed: the last eight Mondays, as a spreadsheet writes them', () => {
  const world = createWorld({ seed: 8478 });
  const files = inipmFiles(world, nowMs);
  const catches = files.filter(({ name }) => name.startsWith('capturas-'));
  expect(catches.map(({ modifiedMs }) => new Date(modifiedMs).getUTCDay())).toEqual(catches.map(() => 1));
  expect(catches).toHaveLength(8);
  expect(catches.at(-1)?.name).toBe('capturas-2026-08-31.csv');
  expect(inipmFiles(world, nowMs)).toEqual(files);
  const [header, row] = (catches[0]?.bytes.toString('latin1') ?? '').split('\r\n');
  expect(header).toContain('data;porto;');
  expect(row).toMatch(/^\d{2}\/\d{2}\/\d{4};[^;]+;;[a-z-]+;[^;]+;[^;]+;[^;]+;[A-Z]{3};\d+,\d{2};\d+;\d+;$/);
  expect(files.some(({ name }) => name.startsWith('cruzeiro-'))).toBe(true);
});
