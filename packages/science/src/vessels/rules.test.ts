import { dayMs, hourMs } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { type AlertMemory, alertKey, decideAlert } from './alerting.ts';
import { countriesOfMmsi, flagContradictsMmsi } from './flag-of-mmsi.ts';
import { type FishingAct, type IdentityRecord, identityChanges, judgeFishing, type Registry } from './rules.ts';

const july = Date.parse('2025-07-10T00:00:00Z');
const zone = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [9, -12],
      [13, -12],
      [13, -9],
      [9, -9],
      [9, -12],
    ] as const,
  ],
};
const registry: Registry = {
  licences: [{ number: 'AO-1', gears: ['cerco'], startMs: july - 90 * dayMs, endMs: july + 90 * dayMs, zone }],
  seasons: [
    {
      id: 'carapau-2025',
      startMs: Date.parse('2025-07-01T00:00:00Z'),
      endMs: Date.parse('2025-09-01T00:00:00Z'),
      gears: ['arrasto-pelagico'],
      zone: null,
    },
  ],
  minimumDistances: [
    { id: 'cerco-2', gear: 'cerco', fleet: null, zone: null, meters: 3_704 },
    { id: 'industrial-4', gear: null, fleet: 'industrial', zone, meters: 7_408 },
  ],
};
const act: FishingAct = {
  startMs: july,
  endMs: july + 3 * hourMs,
  position: [11, -10],
  gear: 'cerco',
  fleet: null,
  shoreDistanceMeters: 30_000,
};
const rules = (change: Partial<FishingAct>) => judgeFishing({ ...act, ...change }, registry).map(({ rule }) => rule);

test('fishing as licensed breaks nothing', () => {
  expect(rules({})).toEqual([]);
});

test.each([
  ['before the licence', { startMs: july - 91 * dayMs, endMs: july - 91 * dayMs + hourMs }, ['no_licence']],
  ['with another gear, in its closed season', { gear: 'arrasto-pelagico' }, ['gear_not_allowed', 'closed_season']],
  ['outside the zone', { position: [8, -10] as const }, ['zone_not_allowed']],
  ['too near the coast', { shoreDistanceMeters: 3_000 }, ['minimum_distance']],
  [
    'of a fleet that stays farther off there',
    { fleet: 'industrial', shoreDistanceMeters: 5_000 },
    ['minimum_distance'],
  ],
  [
    'of a fleet that stays farther off elsewhere',
    { position: [8, -10] as const, fleet: 'industrial', shoreDistanceMeters: 5_000 },
    ['zone_not_allowed'],
  ],
  ['of a fleet nobody knows', { fleet: null, shoreDistanceMeters: 5_000 }, []],
  ['with a gear nobody knows', { gear: null, shoreDistanceMeters: 3_000 }, []],
])('%s', (_name, change, expected) => {
  expect(rules(change)).toEqual(expected);
});

test('the season ends with its last instant', () => {
  const first = Date.parse('2025-09-01T00:00:00Z');
  expect(rules({ gear: 'arrasto-pelagico', startMs: first, endMs: first + 1 })).not.toContain('closed_season');
  expect(rules({ gear: 'arrasto-pelagico', startMs: first - 1, endMs: first })).toContain('closed_season');
});

describe('identity', () => {
  const record = (firstSeenMs: number, change: Partial<IdentityRecord>): IdentityRecord => ({
    source: 'ais',
    firstSeenMs,
    name: 'RAY',
    flag: 'BLZ',
    callsign: null,
    imo: null,
    ...change,
  });

  test('a name and a flag that change are two changes; order of arrival does not matter', () => {
    const records = [record(3, { name: 'TROPIC', flag: 'GNQ' }), record(1, { name: 'KILY', flag: 'ZAF' })];
    expect(identityChanges(records)).toEqual([
      { field: 'name', from: 'KILY', to: 'TROPIC', atMs: 3, source: 'ais' },
      { field: 'flag', from: 'ZAF', to: 'GNQ', atMs: 3, source: 'ais' },
    ]);
  });

  test('spelling, missing values and another register are no changes', () => {
    const records = [
      record(1, { name: 'S. TOMÉ-1' }),
      record(2, { name: null }),
      record(3, { name: 'S TOME 1' }),
      record(4, { name: 'OUTRO', source: 'registo' }),
    ];
    expect(identityChanges(records)).toEqual([]);
  });
});

describe('the flag of an MMSI', () => {
  test.each([
    ['603123456', ['AGO']],
    ['982603123', []],
    ['986031234', ['AGO']],
    ['306123456', ['CUW', 'BES', 'SXM']],
    ['111603123', []],
    ['002603000', []],
    ['60312345', []],
  ])('%s → %j', (mmsi, countries) => {
    expect(countriesOfMmsi(mmsi)).toEqual(countries);
  });

  test('contradiction, agreement and the unknown are three answers', () => {
    expect(flagContradictsMmsi('603123456', 'AGO')).toBe(false);
    expect(flagContradictsMmsi('603123456', 'COD')).toBe(true);
    expect(flagContradictsMmsi('603123456', null)).toBeNull();
    expect(flagContradictsMmsi('999123456', 'AGO')).toBeNull();
  });
});

describe('alerts', () => {
  const policy = { coolDownMs: 6 * hourMs, reopenMs: hourMs };
  const now = july;
  const memory: AlertMemory = {
    openAlertId: 'a1',
    lastEventKey: 'e1',
    lastEndedMs: now - 2 * hourMs,
    lastRaisedMs: now - 3 * hourMs,
    snoozedUntilMs: null,
  };
  const decide = (key: string, change: Partial<AlertMemory> = {}, startMs = now) =>
    decideAlert({ key, startMs }, { ...memory, ...change }, policy, now);

  test('the first of a key is raised; the same event goes on with it, and never comes twice', () => {
    expect(decideAlert({ key: 'e1', startMs: now }, null, policy, now)).toBe('raise');
    expect(decide('e1')).toBe('update');
    expect(decide('e1', { openAlertId: null })).toBe('quiet_same_event');
  });

  test('another event is raised only after the cool-down, and not while snoozed', () => {
    expect(decide('e2', { openAlertId: null })).toBe('quiet_cooling');
    expect(decide('e2', { openAlertId: null, lastRaisedMs: now - 7 * hourMs })).toBe('raise');
    const snoozed = { openAlertId: null, lastRaisedMs: now - 7 * hourMs, snoozedUntilMs: now + 1 };
    expect(decide('e2', snoozed)).toBe('quiet_snoozed');
    expect(decide('e2', { ...snoozed, snoozedUntilMs: now })).toBe('raise');
  });

  test('one that follows at once goes on with the open alert', () => {
    expect(decide('e2', { lastEndedMs: now - hourMs })).toBe('update');
    expect(decide('e2', { lastEndedMs: now - hourMs - 1 })).toBe('quiet_cooling');
  });

  test('keys tell rule, vessel and area apart whatever they contain', () => {
    expect(alertKey('a|b', 'c', null)).not.toBe(alertKey('a', 'b|c', null));
    expect(alertKey('a', 'b', '0')).not.toBe(alertKey('a', 'b', null));
  });
});
