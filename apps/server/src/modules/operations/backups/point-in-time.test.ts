import { expect, test } from 'vitest';
import { evaluatePointInTime, type Journal } from './point-in-time.client.ts';

const complete: Journal = {
  level: 'replica',
  archiveMode: 'on',
  hasDestination: true,
  lastArchivedAt: new Date(0),
  failures: 0,
  major: 18,
};
const judge = (over: Partial<Journal> = {}, toolMajor: number | null = 18, isEmbedded = false) =>
  evaluatePointInTime({ ...complete, ...over }, { isEmbedded, hasWindow: false, toolMajor });

test('a server that archives, with a tool of its version or a later one, can be put back to any instant', () => {
  expect(judge().isAvailable).toBe(true);
  expect(judge({ major: 17 }).isAvailable).toBe(true);
  expect(judge({ failures: 3 })).toMatchObject({
    isAvailable: true,
    detail: expect.stringContaining('falhou 3 vezes'),
  });
});

test.each<[string, Partial<Journal>, number | null, string]>([
  ['its journal says too little', { level: 'minimal' }, 18, 'wal_level em replica'],
  ['it does not archive', { archiveMode: 'off' }, 18, 'archive_mode'],
  ['it has nowhere to archive to', { hasDestination: false }, 18, 'archive_command'],
  ['nothing arrived yet', { lastArchivedAt: null }, 18, 'primeiro segmento'],
  ['there is no tool', {}, null, 'instalar nesta máquina o pg_basebackup'],
  ['the tool is older than the server', {}, 15, 'da versão 18 (o desta máquina é da 15)'],
])('it cannot where %s, and that alone is named', (_name, over, tool, lacking) => {
  const { isAvailable, detail } = judge(over, tool);
  expect(isAvailable).toBe(false);
  expect(detail).toContain(lacking);
  expect(detail.split('; ')).toHaveLength(over.archiveMode === 'off' ? 2 : 1);
});

test('the one that comes with the platform needs no tool: its archive, and a base that it reaches', () => {
  expect(judge({ archiveMode: 'off', hasDestination: false }, null, true).detail).toContain('KIANDA_WAL_ARCHIVE');
  expect(judge({}, null, true)).toMatchObject({ isAvailable: false, detail: expect.stringContaining('base') });
  expect(evaluatePointInTime(complete, { isEmbedded: true, hasWindow: true, toolMajor: null }).isAvailable).toBe(true);
});
