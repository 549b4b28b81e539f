import { expect, test } from 'vitest';
import { diskGrowth, judgeDisk } from './disk-growth.rules.ts';

const hourMs = 3_600_000;
/** One sample a minute: `from` percent used at first, and so many more each hour, with the unrest of files that come and go. */
const samples = (hours: number, from: number, perHour: number) =>
  Array.from({ length: hours * 60 + 1 }, (_, minute) => ({
    atMs: minute * 60_000,
    usedPercent: from + (perHour * minute) / 60 + (minute % 2 === 0 ? 0.01 : -0.01),
  }));
const space = { freeBytes: 200e9, totalBytes: 1000e9 };
const judge = (over: Partial<Parameters<typeof judgeDisk>[0]> = {}) =>
  judgeDisk({ space, reserveBytes: 1e9, samples: samples(6, 74, 1), ...over });

test('the growth is the line through the samples, and the hours are those to the full disk', () => {
  const growth = diskGrowth(samples(6, 70, 1.5));
  expect(growth?.percentPerHour).toBeCloseTo(1.5, 2);
  expect(growth?.hoursLeft).toBeCloseTo((100 - 79) / 1.5, 1);
  expect(growth?.spanHours).toBe(6);
});

test('too short a time, an empty history and a disk that empties give no hours', () => {
  expect(diskGrowth([])).toBeNull();
  expect(diskGrowth(samples(6, 70, 1).filter(({ atMs }) => atMs < hourMs / 5))).toBeNull();
  expect(diskGrowth(samples(6, 70, -2))).toBeNull();
});

test.each([
  [1, 'warning', '19'],
  [4, 'error', '4'],
  [20, 'critical', null],
] as const)('%s percent an hour: %s, with the hours left', (perHour, severity, hours) => {
  const used = 80 - 6 * perHour;
  const [alert] = judge({ samples: samples(6, used, perHour) });
  expect(alert?.severity).toBe(severity);
  expect(alert?.metadata.horas).toBeCloseTo(20 / perHour, 1);
  if (hours !== null) expect(alert?.title.replaceAll('\u00a0', ' ')).toMatch(`O disco enche dentro de ${hours} horas`);
});

test('a disk that lasts for more than a day raises nothing; one below its reserve does, however slow it fills', () => {
  expect(judge({ samples: samples(6, 79, 0.1) })).toEqual([]);
  expect(judge({ samples: [] })).toEqual([]);
  expect(judge({ space: null })).toEqual([]);
  const [alert] = judge({ space: { ...space, freeBytes: 5e8 }, samples: [] });
  expect(alert).toMatchObject({ severity: 'critical', title: 'Disco quase cheio: ficheiros recusados' });
});
