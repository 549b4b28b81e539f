import { sampleFormat } from '@kianda/connectors/inipm/samples';
import { readRow } from '@kianda/connectors/intake/format';
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

test('samples are read by the format of the intake without a refusal, and each animal is where its species lives', () => {
  const world = createWorld({ seed: 8478 });
  const file = inipmFiles(world, nowMs).findLast(({ name }) => name.startsWith('amostragem-'));
  const [header = '', ...lines] = (file?.bytes.toString('latin1') ?? '').trimEnd().split('\r\n');
  const names = header.split(';');
  const outcomes = lines.map((line) => {
    const cells = Object.fromEntries(line.split(';').map((cell, column) => [names[column] ?? '', cell]));
    return readRow(sampleFormat, cells, 'comma', { nowMs });
  });
  const specimens = outcomes.flatMap((outcome) => ('records' in outcome ? outcome.records : []));
  expect(specimens).toHaveLength(lines.length);
  expect(specimens).toHaveLength(16 * 10);
  const all = specimens.filter((one) => one.kind === 'specimen');
  for (const { lon, lat, depthMeters, scientificName } of all) {
    expect(depthMeters, scientificName).toBeLessThanOrEqual(Math.ceil(world.ocean.seabedMeters(lon, lat) ?? 0));
  }
  const meanOf = (name: string) => {
    const lengths = all
      .filter(({ scientificName }) => scientificName === name)
      .map((one) => one.lengthCentimeters ?? 0);
    return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  };
  expect(meanOf('Thunnus albacares')).toBeGreaterThan(4 * meanOf('Sardinella aurita'));
  expect(all.some(({ behaviour }) => behaviour === null)).toBe(true);
  expect(all.some(({ habitat }) => habitat === 'plataforma')).toBe(true);
});
