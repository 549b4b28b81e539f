import { hourMs } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { possibleGears } from './fishing-violations.ts';
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
  shipType: 30,
  isMonitored: false,
  isCarrier: false,
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

describe('fishing seen by movement', () => {
  const licence = {
    id: 'l1',
    number: 'A-1',
    mmsi: '603000009',
    imo: null,
    callsign: null,
    registration: null,
    gears: ['arrasto de fundo'],
    simulated_seed: null,
  } as unknown as Registry['licences'][number];
  const registered: Registry = { ...registry, licences: [licence] };
  const fishing = (evidence: Record<string, unknown>) => ({
    kind: 'fishing' as const,
    key: 'fishing|7|1970-01-01T00:00:00.000Z',
    vesselIds: ['7'],
    startMs: 0,
    endMs: 2 * hourMs,
    position: [10, -10] as const,
    preset: 'pesca-gfw-1',
    details: { durationMs: 2 * hourMs, ...evidence },
  });
  const unlicensed = (evidence: Record<string, unknown>) =>
    violationsOf(fishing(evidence), new Map([['7', ship]]), registered).find(({ rule }) => rule === 'no_licence');

  test.each([
    ['high', 'high', 'alta'],
    ['medium', 'medium', 'média'],
    ['low', 'low', 'baixa'],
  ])('is as severe as it is sure (%s), and says by what', (confidence, severity, word) => {
    const found = unlicensed({ basis: 'movement', confidence, gear: 'trawl', movement: 'movimento-arrasto-1' });
    expect(found).toMatchObject({
      severity,
      description: `ESTRELA DO MAR a pescar sem licença válida no registo, segundo o movimento (arrasto, confiança ${word}).`,
    });
  });

  test('what the vessel says itself needs no other sign', () => {
    for (const basis of ['status', 'status_and_movement']) {
      expect(unlicensed({ basis, confidence: 'high', gear: null, movement: null })).toMatchObject({
        severity: 'high',
        description: 'ESTRELA DO MAR a pescar sem licença válida no registo.',
      });
    }
  });

  test('a vessel may use the gears of its licences and those that other sources give it', () => {
    const licensed = { ...ship, mmsi: '603000009' };
    expect(possibleGears(licensed, registered)).toEqual(['trawl']);
    const claim = { source: 'GFW', gear: 'PURSE_SEINES', fromMs: null, untilMs: null };
    expect(possibleGears({ ...licensed, gears: [claim] }, registered)).toEqual(['trawl', 'seine']);
    expect(possibleGears({ ...ship, gears: [{ ...claim, gear: 'FISHING' }] }, registered)).toBeNull();
  });

  test('a fishing vessel of unknown gear may use any; a ship that is none uses none', () => {
    expect(possibleGears(ship, registry)).toBeNull();
    expect(possibleGears({ ...ship, shipType: null, isMonitored: true }, registry)).toBeNull();
    expect(possibleGears({ ...ship, shipType: 70 }, registry)).toEqual([]);
    expect(possibleGears(undefined, registry)).toEqual([]);
  });
});
