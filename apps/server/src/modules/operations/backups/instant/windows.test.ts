import { expect, test } from 'vitest';
import { baseName } from './base.ts';
import { segmentEndingAt, segmentName, segmentOf } from './names.ts';
import { segmentPath } from './segment-store.ts';
import { baseFor, basesPastNeed, gapsOf, islandsOf, serviceClientsOf, windowsOf } from './windows.ts';

const line = { systemId: '7', timeline: 1 };
const segment = (number: number, markedAtMs: number | null = null, timeline = 1) => ({
  ...line,
  timeline,
  number,
  markedAtMs,
});
const base = (name: string, first: number, last: number, stoppedAtMs: number, timeline = 1) => ({
  ...line,
  timeline,
  name,
  first,
  last,
  stoppedAtMs,
});

test('names of segments, by their size, as PostgreSQL gives them', () => {
  expect(segmentOf('000000010000000000000002', 16_777_216)).toEqual({ timeline: 1, number: 2 });
  expect(segmentOf('0000000A0000000100000003', 16_777_216)).toEqual({ timeline: 10, number: 259 });
  expect(segmentName({ timeline: 10, number: 259 }, 16_777_216)).toBe('0000000A0000000100000003');
  expect(segmentName({ timeline: 1, number: 1024 }, 4_194_304)).toBe('000000010000000100000000');
  expect(segmentOf('00000002.history', 4_194_304)).toBeNull();
  expect(segmentEndingAt('0/9C021D0', 16_777_216)).toBe(9);
  // A boundary ends the segment before it.
  expect(segmentEndingAt('1/0', 16_777_216)).toBe(255);
  expect(segmentEndingAt('1/1', 16_777_216)).toBe(256);
  const at = new Date('2026-11-22T03:30:00.123Z');
  expect(segmentPath('7', '0000000100000001000000AB', at)).toBe(
    '7/0000000100000001/0000000100000001000000AB.20261122T033000123Z.kb',
  );
});

test('bases of the same second have names of their own, in their order', () => {
  const at = new Date('2026-11-22T03:30:00.900Z');
  const names: string[] = [];
  for (let made = 0; made < 3; made += 1) names.push(baseName(at, new Set(names)));
  expect(names).toEqual(['instante-20261122-033000', 'instante-20261122-033000-2', 'instante-20261122-033000-3']);
  expect([...names, baseName(new Date('2026-11-22T03:30:01Z'), new Set(names))].toSorted().at(-1)).toMatch(/033001$/);
});

test('a base reaches to the last noted instant of the segments that follow it without a gap', () => {
  const islands = islandsOf([
    segment(4, 400),
    segment(2, 200),
    segment(3),
    segment(5),
    segment(8, 800),
    segment(9, 900),
  ]);
  expect(islands.map(({ first, last, markedAtMs }) => [first, last, markedAtMs])).toEqual([
    [2, 5, 400],
    [8, 9, 900],
  ]);
  const bases = [base('a', 2, 2, 150), base('b', 8, 8, 750), base('half', 5, 6, 500), base('other', 2, 2, 150, 2)];
  const reaches = serviceClientsOf(bases, islands);
  expect(windowsOf(reaches)).toEqual([
    { fromMs: 150, toMs: 400 },
    { fromMs: 750, toMs: 900 },
  ]);
  expect([100, 150, 400, 401, 800, 901].map((at) => baseFor(reaches, at)?.name)).toEqual([
    undefined,
    'a',
    'a',
    undefined,
    'b',
    undefined,
  ]);
  expect(gapsOf(bases, islands)).toEqual([{ ...line, first: 6, last: 7 }]);
  expect(gapsOf([base('b', 8, 8, 750)], islands)).toEqual([]);
});

test('of two bases the nearer one is taken, and their spans are one', () => {
  const islands = islandsOf([segment(1), segment(2, 200), segment(3, 300)]);
  const reaches = serviceClientsOf([base('new', 3, 3, 250), base('old', 1, 1, 100)], islands);
  expect(windowsOf(reaches)).toEqual([{ fromMs: 100, toMs: 300 }]);
  expect([240, 250].map((at) => baseFor(reaches, at)?.name)).toEqual(['old', 'new']);
});

test('the newest base before the limit stays: the first days that are kept begin at it', () => {
  const bases = [
    { name: 'today', atMs: 90, isGood: true },
    { name: 'failed', atMs: 45, isGood: false },
    { name: 'first', atMs: 40, isGood: true },
    { name: 'older', atMs: 10, isGood: true },
  ];
  expect(basesPastNeed(bases, 50)).toEqual(['failed', 'older']);
  expect(basesPastNeed(bases, 0)).toEqual([]);
});
