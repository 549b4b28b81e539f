import { hourMs } from '@kianda/geo';
import { expect, test } from 'vitest';
import type { Registry, Ship } from './violation.ts';
import { violationsOf } from './violations.ts';

const ship: Ship = {
  id: 7,
  name: 'ESTRELA DO MAR',
  mmsi: '603000007',
  imo: null,
  callsign: null,
  registration: null,
  flag: 'AGO',
  simulated: false,
  gears: [],
};
const registry: Registry = { areas: [], zones: new Map(), licences: [], seasons: [], distances: [] };

test('a stay on the open sea is told as what was seen, not as a vessel adrift', () => {
  const event = {
    kind: 'loitering' as const,
    key: 'loitering|7|1970-01-01T00:00:00.000Z',
    vesselIds: ['7'],
    startMs: 0,
    endMs: 5 * hourMs,
    position: [10, -10] as const,
    preset: 'deriva-gfw-1',
    details: { durationMs: 5 * hourMs },
  };
  const [violation, ...more] = violationsOf(event, new Map([['7', ship]]), registry);
  expect(more).toEqual([]);
  expect(violation?.description).toBe('ESTRELA DO MAR em permanência prolongada: 5 h.');
});
