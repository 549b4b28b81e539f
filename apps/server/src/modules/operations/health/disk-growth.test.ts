import { expect, test } from 'vitest';
import { evaluateDisk } from './disk-growth.rules.ts';

const hourMs = 3_600_000;
/** One sample a minute: `from` percent used at first, and so many more each hour, with the unrest of files that come and go. */
const samples = (hours: number, from: number, perHour: number) =>
  Array.from({ length: hours * 60 + 1 }, (_, minute) => ({
    atMs: minute * 60_000,
    usedPercent: from + (perHour * minute) / 60 + (minute % 2 === 0 ? 0.01 : -0.01),
  }));
const space = { freeBytes: 200e9, totalBytes: 1000e9 };
type Given = Parameters<typeof evaluateDisk>[0];
const judge = ({ disk = {}, ...over }: Partial<Omit<Given, 'disk'>> & { disk?: Partial<Given['disk']> } = {}) =>
  evaluateDisk({
    disk: { space, places: ['data', 'objects'], ofWhat: 'da pasta de dados', ...disk },
    ...{ reserveBytes: 1e9, samples: samples(6, 74, 1), ...over },
  });

test('the growth is the line through the samples, and the hours are those to the full disk', () => {
  const [alert] = judge({ samples: samples(6, 70, 1.5) });
  expect(alert?.metadata.horas).toBeCloseTo((100 - 79) / 1.5, 1);
  expect(alert?.message.replaceAll(/\s/g, ' ')).toBe(
    '200 GB livres de 1000 GB. Ao ritmo medido em 6 horas (mais 15 GB por hora), enche dentro de 13 horas.',
  );
});

test('too short a time and a disk that empties give no hours', () => {
  expect(judge({ samples: samples(6, 90, 20).filter(({ atMs }) => atMs < hourMs / 5) })).toEqual([]);
  expect(judge({ samples: samples(6, 99, -2) })).toEqual([]);
});

test.each([
  [1, 'warning', 'O disco enche dentro de 19 horas'],
  [4, 'error', 'O disco enche dentro de 4 horas'],
  [20, 'critical', 'O disco enche dentro de 59 minutos'],
] as const)('%s percent an hour: %s, with the time left', (perHour, severity, title) => {
  const [alert] = judge({ samples: samples(6, 80 - 6 * perHour, perHour) });
  expect(alert?.severity).toBe(severity);
  expect(alert?.metadata.horas).toBeCloseTo(20 / perHour, 1);
  expect(alert?.title.replaceAll(/\s/g, ' ')).toBe(title);
});

test('a disk that lasts for more than a day raises nothing; one below its reserve does, however slow it fills', () => {
  expect(judge({ samples: samples(6, 79, 0.1) })).toEqual([]);
  expect(judge({ samples: [] })).toEqual([]);
  expect(judge({ disk: { space: null } })).toEqual([]);
  const [alert] = judge({ disk: { space: { ...space, freeBytes: 5e8 } }, samples: [] });
  expect(alert).toMatchObject({ severity: 'critical', title: 'Disco quase cheio: ficheiros recusados' });
});

test('a disk of its own is named, with what is refused while it has no room', () => {
  const disk = { places: ['backups'], ofWhat: 'das cópias de segurança' } as const;
  const [filling] = judge({ disk, samples: samples(6, 56, 4) });
  expect(filling).toMatchObject({ subject: 'disk/backups', source: 'Disco das cópias de segurança' });
  expect(filling?.title.replaceAll(/\s/g, ' ')).toBe('O disco das cópias de segurança enche dentro de 4 horas');
  const [full] = judge({ disk: { ...disk, space: { ...space, freeBytes: 5e8 } }, samples: [] });
  expect(full?.title).toBe('Disco das cópias de segurança quase cheio');
  expect(full?.message).toContain('as cópias de segurança são recusadas');
});
