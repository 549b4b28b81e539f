import type { SafetyStation } from '@kianda/contract/fleet/vessels/safety.resource';
import { expect, test } from 'vitest';
import { stationMark, stationsAt, structureMark } from './standing.ts';

const nowMs = Date.UTC(2026, 7, 31, 12);
const hoursAgo = (hours: number) => new Date(nowMs - hours * 3_600_000).toISOString();
const station = (over: Partial<SafetyStation>): SafetyStation => ({
  ...{ key: 'aid:996031001', kind: 'aid', mmsi: '996031001', name: 'BOIA 1', text: null, aidType: 30 },
  ...{ isVirtual: false, state: null, lon: 13.1, lat: -8.7, altitudeMeters: null, speedKnots: null },
  ...{ courseDegrees: null, firstAt: hoursAgo(200), lastAt: hoursAgo(100), source: 'Luanda', simulated: false },
  ...over,
});
const keysAt = (stations: readonly SafetyStation[], untilMs = Number.POSITIVE_INFINITY) =>
  stationsAt(stations, nowMs, untilMs).map(({ key }) => key);

test('what stands is marked however long ago it was heard; what passes only for a day', () => {
  const list = [
    station({}),
    station({ key: 'base', kind: 'base' }),
    station({ key: 'old', kind: 'distress' }),
    station({ key: 'new', kind: 'distress', lastAt: hoursAgo(23) }),
    station({ key: 'flying', kind: 'aircraft', lastAt: hoursAgo(25) }),
  ];
  expect(keysAt(list)).toEqual(['aid:996031001', 'base', 'new']);
});

test('without a place, or before it was first heard, there is no mark', () => {
  const later = station({ key: 'later', firstAt: hoursAgo(-1), lastAt: hoursAgo(-1) });
  expect(keysAt([station({ lon: null }), later])).toEqual(['later']);
  expect(keysAt([later], nowMs)).toEqual([]);
});

test('marks say of what kind they are', () => {
  const structure = { id: '7', lon: 12, lat: -6, label: 'oil', confidence: 'high' } as const;
  expect(structureMark({ ...structure, startedAt: null, endedAt: null, simulated: false })).toEqual({
    key: 'estrutura:7',
    kind: 'oil',
    lon: 12,
    lat: -6,
  });
  const [placed] = stationsAt([station({})], nowMs, nowMs);
  expect(placed === undefined ? null : stationMark(placed)).toMatchObject({ key: 'aid:996031001', kind: 'aid' });
});
