import { dayMs, hourMs } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { type AlertMemory, alertKey, decideAlert } from './alerting.ts';
import { countriesOfCallSign } from './call-sign-series.ts';
import { callSignContradictsMmsi, countriesOfMmsi, flagContradictsMmsi, mmsiContradictions } from './flag-of-mmsi.ts';
import { type GearClaim, gearEvidence, gearsOf } from './gear.ts';
import { gearKianda, gearStrictKianda } from './presets.ts';
import { checkFishingRules, type FishingAct, type IdentityRecord, identityChanges, type Registry } from './rules.ts';

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
  evidence: null,
  fleet: null,
  shoreDistanceMeters: 30_000,
};
const claim = (gear: string, change: Partial<GearClaim> = {}): GearClaim => ({
  source: 'registos',
  gear,
  fromMs: null,
  untilMs: null,
  ...change,
});
const said = (...claims: readonly GearClaim[]) => gearEvidence(claims, july, gearKianda);
const rules = (change: Partial<FishingAct>) =>
  checkFishingRules({ ...act, ...change }, registry).map(({ rule }) => rule);

test('fishing as licensed breaks nothing', () => {
  expect(rules({})).toEqual([]);
});

test.each([
  ['before the licence', { startMs: july - 91 * dayMs, endMs: july - 91 * dayMs + hourMs }, ['no_licence']],
  ['with another gear, in its closed season', { evidence: said(claim('OTM')) }, ['gear_not_allowed', 'closed_season']],
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
  ['with the licensed gear, as a source has it', { evidence: said(claim('OTHER_PURSE_SEINES')) }, []],
  [
    'by a trawler that may be of another kind than the closed one',
    { evidence: said(claim('TRAWLERS')) },
    ['gear_not_allowed'],
  ],
  [
    'by a trawler near the coast, where seiners may not: the rule of seiners is not its',
    { evidence: said(claim('TRAWLERS')), shoreDistanceMeters: 3_000 },
    ['gear_not_allowed'],
  ],
  [
    'without a licence, in the closed season of what sources say',
    { endMs: july + 400 * dayMs, evidence: said(claim('OTM')) },
    ['no_licence', 'closed_season'],
  ],
])('%s', (_name, change, expected) => {
  expect(rules(change)).toEqual(expected);
});

test('the season ends with its last instant', () => {
  const first = Date.parse('2025-09-01T00:00:00Z');
  expect(rules({ evidence: said(claim('OTM')), startMs: first, endMs: first + 1 })).not.toContain('closed_season');
  expect(rules({ evidence: said(claim('OTM')), startMs: first - 1, endMs: first })).toContain('closed_season');
});

test('of several licensed gears the one that a source supports is used', () => {
  const [licence, ...others] = registry.licences;
  const both = { ...registry, licences: [{ ...licence, gears: ['cerco', 'arrasto-pelagico'] }, ...others] } as Registry;
  const rulesOf = (evidence: FishingAct['evidence']) =>
    checkFishingRules({ ...act, evidence }, both).map(({ rule }) => rule);
  expect(rulesOf(null)).toEqual([]);
  expect(rulesOf(said(claim('TRAWLERS')))).toEqual(['closed_season']);
  expect(rulesOf(said(claim('PS')))).toEqual([]);
});

describe('gears by other sources', () => {
  test.each([
    ['Arrasto de fundo', 'trawl', 'bottom'],
    ['ARRASTO PELÁGICO', 'trawl', 'pelagic'],
    ['cerco com retenida', 'seine', null],
    ['TUNA_PURSE_SEINES', 'seine', 'tuna'],
    ['Palangre de superfície', 'longline', 'drifting'],
    ['LLS', 'longline', 'set'],
    ['emalhar', 'gillnet', null],
    ['Gaiolas', 'trap', null],
    ['salto-e-vara', 'line', null],
  ])('%s is %s, %s', (text, family, kind) => {
    expect(gearsOf(text)).toEqual([{ family, kind }]);
  });

  test('a fixed gear may be several, and what only says that a vessel fishes is none', () => {
    expect(gearsOf('FIXED_GEAR').map(({ family }) => family)).toEqual(['gillnet', 'longline', 'trap']);
    for (const nothing of ['FISHING', 'OTHER', 'INCONCLUSIVE', '', '—']) expect(gearsOf(nothing)).toEqual([]);
  });

  test('the strict preset wants two sources', () => {
    const one = [claim('TRAWLERS')];
    expect(gearEvidence(one, july, gearStrictKianda)).toBeNull();
    const two = [...one, claim('OTB', { source: 'Global Fishing Watch' })];
    expect(gearEvidence(two, july, gearStrictKianda)?.preset).toBe('arte-estrita-kianda-1');
  });

  test('a scripted fleet: precision and recall are 1', () => {
    const old = { untilMs: july - gearKianda.maxAgeMs - 1 };
    const recent = { untilMs: july - gearKianda.maxAgeMs };
    const other = { source: 'Global Fishing Watch' };
    // Licensed gears, gears that sources claim, and whether these contradict the licence.
    const fleet: readonly (readonly [readonly string[], readonly GearClaim[], boolean])[] = [
      [['cerco'], [claim('TRAWLERS')], true],
      [['cerco'], [claim('TRAWLERS', recent)], true],
      [['cerco'], [claim('TRAWLERS', old)], false],
      [['cerco'], [claim('TRAWLERS', { fromMs: july + gearKianda.maxAgeMs + 1 })], false],
      [['cerco'], [claim('OTB'), claim('SET_LONGLINES', other)], true],
      [['cerco'], [claim('OTB'), claim('OTHER_PURSE_SEINES', other)], false],
      [['cerco'], [claim('FISHING')], false],
      [['cerco'], [], false],
      [['arrasto-pelagico'], [claim('TRAWLERS')], false],
      [['arrasto de fundo'], [claim('OTM')], false],
      [['cerco', 'arrasto'], [claim('TRAWLERS')], false],
      [['cerco', 'emalhar'], [claim('TRAWLERS')], true],
      [['emalhar'], [claim('FIXED_GEAR')], false],
      [['cerco'], [claim('FIXED_GEAR')], true],
      [['arte por definir'], [claim('TRAWLERS')], false],
      [['palangre de fundo'], [claim('DRIFTING_LONGLINES')], false],
      [['salto e vara'], [claim('TUNA_PURSE_SEINES')], true],
    ];
    const found = fleet.map(([gears, claims]) => {
      const licences = [{ number: 'A', gears, startMs: july - dayMs, endMs: july + dayMs, zone: null }];
      const evidence = gearEvidence(claims, july, gearKianda);
      const findings = checkFishingRules({ ...act, evidence }, { licences, seasons: [], minimumDistances: [] });
      return findings.some(({ rule }) => rule === 'gear_not_allowed');
    });
    const right = found.filter((isFound, index) => isFound && fleet[index]?.[2] === true).length;
    const precision = right / found.filter(Boolean).length;
    const recall = right / fleet.filter(([, , isWrong]) => isWrong).length;
    expect({ precision, recall }).toEqual({ precision: 1, recall: 1 });
  });
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
    expect(flagContradictsMmsi('603123456', 'UNK')).toBeNull();
  });

  test('any of several digits of a country agrees, and a territory without digits has those of its administration', () => {
    for (const mid of ['351', '357', '374']) expect(flagContradictsMmsi(`${mid}123456`, 'PAN')).toBe(false);
    expect(flagContradictsMmsi('232123456', 'IMN')).toBe(false);
    expect(flagContradictsMmsi('232123456', 'BMU')).toBe(true);
  });
});

describe('the country of a call sign', () => {
  test.each([
    ['D2AB', ['AGO']],
    ['d2-ab3', ['AGO']],
    ['D4AB', ['CPV']],
    ['3FZX7', ['PAN']],
    ['HP6789', ['PAN']],
    ['3DMA', ['SWZ']],
    ['3DNA', ['FJI']],
    ['SSMA', ['EGY']],
    ['SSNA', ['SDN']],
    ['PJAB', ['CUW', 'SXM', 'BES']],
    ['WDA2345', ['USA']],
    ['MABC3', ['GBR']],
    ['9V2764', ['SGP']],
    ['', []],
    ['0', []],
    ['0000', []],
    ['QABC', []],
    ['C7AB', []],
    ['4UAB', []],
    ['AGO-1234-N', []],
    [null, []],
  ])('%s → %j', (callSign, countries) => {
    expect(countriesOfCallSign(callSign)).toEqual(countries);
  });

  test('speaks against an MMSI of another administration, and only where both are known', () => {
    expect(callSignContradictsMmsi('603123456', 'D3XY')).toBe(false);
    expect(callSignContradictsMmsi('603123456', '3FZX7')).toBe(true);
    expect(callSignContradictsMmsi('374123456', '3FZX7')).toBe(false);
    expect(callSignContradictsMmsi('310123456', 'ZCAB')).toBe(false);
    expect(callSignContradictsMmsi('416123456', 'BHAB')).toBe(false);
    for (const nothing of [null, '', '0', 'QABC']) expect(callSignContradictsMmsi('603123456', nothing)).toBeNull();
    expect(callSignContradictsMmsi('699123456', '3FZX7')).toBeNull();
  });

  test('evidence against an MMSI is what contradicts it, and nothing else', () => {
    const flags = [
      { source: 'vms naf', flag: 'NAM', mark: 'imo' },
      { source: 'licença A', flag: 'AGO', mark: 'mmsi' },
    ] as const;
    expect(mmsiContradictions('603123456', 'D2AB', flags)).toEqual({
      ofMmsi: ['AGO'],
      ofCallSign: [],
      flags: [flags[0]],
    });
    expect(mmsiContradictions('603123456', '0', [flags[1]])).toBeNull();
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
