import { bboxContains, dayMs, distanceMeters, hourMs, isAtSea, isInZee, metersPerSecondToKnots } from '@kianda/geo';
import { describe, expect, it } from 'vitest';
import { createFleet } from './fleet.ts';
import { imoWithCheckDigit } from './registry.ts';
import { portPosition } from './trips.ts';

const seed = 8478;
const fleet = createFleet(seed);
const startMs = Date.UTC(2026, 4, 1);
const viewBox = [8, -18, 14, -4.4] as const;
const mids: Record<string, readonly string[]> = {
  AGO: ['603'],
  CHN: ['412', '413', '414'],
  ESP: ['224', '225'],
  PRT: ['263'],
  JPN: ['431', '432'],
  TWN: ['416'],
  FRA: ['226', '227', '228'],
  GHA: ['627'],
  CPV: ['617'],
  NAM: ['659'],
  RUS: ['273'],
  BLZ: ['312'],
  PAN: ['351', '352', '353', '354', '355', '356', '357', '370', '371', '372', '373'],
  LBR: ['636', '637'],
  CYP: ['209', '210', '212'],
};

describe('registry', () => {
  it('holds about 160 vessels, each with its own id, MMSI and name', () => {
    expect(fleet.vessels.length).toBeGreaterThanOrEqual(150);
    expect(fleet.vessels.length).toBeLessThanOrEqual(170);
    for (const key of ['vesselId', 'ssvid', 'shipname'] as const) {
      expect(new Set(fleet.vessels.map((vessel) => vessel[key])).size).toBe(fleet.vessels.length);
    }
  });
  it('gives ids of the form of Global Fishing Watch and MMSI of the flag', () => {
    for (const { vesselId, ssvid, flag } of fleet.vessels) {
      expect(vesselId).toMatch(/^[0-9a-f]{9}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
      expect(ssvid).toMatch(/^\d{9}$/);
      expect(mids[flag], `${flag} ${ssvid}`).toContain(ssvid.slice(0, 3));
    }
  });
  it('gives IMO numbers with a right check digit to all but the small', () => {
    expect(imoWithCheckDigit('907626')).toBe('9076260');
    expect(imoWithCheckDigit('907472')).toBe('9074729'); // the example of the IMO circular
    const numbers = fleet.vessels.map(({ imo }) => imo).filter((imo) => imo !== null);
    expect(numbers.length).toBeGreaterThan(60);
    expect(numbers.length).toBeLessThan(fleet.vessels.length);
    for (const imo of numbers) expect(imoWithCheckDigit(imo.slice(0, 6))).toBe(imo);
  });
  it('has vessels that changed name, some of them flag', () => {
    const changed = fleet.vessels.filter(({ former }) => former.length > 0);
    expect(changed.length).toBeGreaterThan(3);
    expect(changed.some(({ former, flag }) => former[0]?.flag !== flag)).toBe(true);
  });
  it('finds vessels by id', () => {
    const vessel = fleet.vessels[7];
    expect(vessel && fleet.vesselById(vessel.vesselId)).toBe(vessel);
    expect(fleet.vesselById('none')).toBeNull();
  });
});

describe('positions', () => {
  const places = fleet.vessels.flatMap((vessel) =>
    Array.from({ length: 40 }, (_, i) => startMs + i * 13.7 * hourMs).flatMap((timeMs) => {
      const position = fleet.positionAt(vessel, timeMs);
      return position === null ? [] : [{ vessel, timeMs, position }];
    }),
  );
  it('lie at sea or in port, inside the view box', () => {
    const astray = places.filter(({ vessel, position }) => {
      const here = [position.lon, position.lat] as const;
      const portMeters = distanceMeters(here, portPosition(vessel.homePortId));
      if (position.state === 'port') return portMeters !== 0;
      return !bboxContains(viewBox, here) || !(isAtSea(here) || portMeters < 15_000);
    });
    expect(places.length).toBeGreaterThan(5_000);
    expect(astray).toEqual([]);
  });
  it('show every state, most vessels at sea in the ZEE', () => {
    const states = new Set(places.map(({ position }) => position.state));
    expect([...states].sort()).toEqual(['anchored', 'fishing', 'port', 'transit']);
    const atSea = places.filter(({ position }) => position.state !== 'port');
    expect(atSea.filter(({ position }) => isInZee([position.lon, position.lat])).length / atSea.length).toBeGreaterThan(
      0.7,
    );
  });
  it('move as far as their speed says, and never jump', () => {
    const tooFast = places.filter(({ vessel, timeMs, position }) => {
      const next = fleet.positionAt(vessel, timeMs + 60_000);
      if (next === null || next.state !== position.state) return false;
      const knots = metersPerSecondToKnots(distanceMeters([position.lon, position.lat], [next.lon, next.lat]) / 60);
      // Slower is fine: within the minute it may have turned, and the straight line is then the shorter way.
      return knots > 18 || knots > position.speedKnots * 1.12 + 0.2;
    });
    expect(tooFast).toEqual([]);
  });
  it('fish at the speed of their gear', () => {
    const speeds = (state: string) =>
      places.filter(({ position }) => position.state === state).map(({ position }) => position.speedKnots);
    expect(Math.max(...speeds('fishing'))).toBeLessThan(6.5);
    expect(Math.min(...speeds('fishing'))).toBeGreaterThan(0.2);
    expect(new Set(speeds('port'))).toEqual(new Set([0]));
  });
  it('are the same for the same seed, whatever was asked before', () => {
    const again = createFleet(seed);
    for (const { vessel, timeMs, position } of places.filter((_, i) => i % 97 === 0).reverse()) {
      const twin = again.vesselById(vessel.vesselId);
      expect(twin && again.positionAt(twin, timeMs)).toEqual(position);
    }
  });
});

describe('legs, presence and encounters', () => {
  it('joins legs without gaps in time or place', () => {
    for (const vessel of fleet.vessels) {
      const legs = fleet.legsBetween(vessel, startMs, startMs + 60 * dayMs);
      for (const [i, leg] of legs.entries()) {
        const before = legs[i - 1];
        expect(leg.endMs).toBeGreaterThan(leg.startMs);
        if (before === undefined || Math.abs(before.endMs - leg.startMs) > 1) continue; // spent a trip elsewhere
        expect(distanceMeters(before.end, leg.start), `${vessel.shipname} ${i}`).toBeLessThan(400);
      }
    }
  });
  it('counts at most 24 hours a vessel and day, all of them for one that was here', () => {
    const rows = fleet.presenceByDay('2026-05-03');
    expect(rows.length).toBeGreaterThan(300);
    const hours = new Map<string, number>();
    for (const row of rows) {
      hours.set(row.vesselId, (hours.get(row.vesselId) ?? 0) + row.hours);
      expect(row.fishingHours).toBeLessThanOrEqual(row.hours);
      expect(Number.isInteger(Number((row.lat * 10).toFixed(6)))).toBe(true);
      expect(row.entryMs).toBeLessThanOrEqual(row.exitMs);
    }
    for (const sum of hours.values()) expect(sum).toBeLessThanOrEqual(24);
    expect([...hours.values()].filter((sum) => sum === 24).length).toBeGreaterThan(100);
    expect(() => fleet.presenceByDay('2026-02-30')).toThrow('2026-02-30');
  });
  it('lets carriers meet fishing vessels within 500 m for hours', () => {
    const encounters = fleet.encountersBetween(startMs, startMs + 120 * dayMs);
    expect(encounters.length).toBeGreaterThan(10);
    for (const { carrier, vessel, startMs: from, endMs } of encounters) {
      expect(endMs - from).toBeGreaterThan(2 * hourMs);
      for (const share of [0.05, 0.5, 0.95]) {
        const timeMs = from + (endMs - from) * share;
        const a = fleet.positionAt(carrier, timeMs);
        const b = fleet.positionAt(vessel, timeMs);
        expect(a !== null && b !== null && distanceMeters([a.lon, a.lat], [b.lon, b.lat])).toBeLessThan(500);
      }
    }
  });
  it('keeps most seiners in port in the closed season of July and August', () => {
    const seiners = fleet.vessels.filter(({ geartype }) => geartype === 'OTHER_PURSE_SEINES');
    const fishing = (fromMs: number) =>
      seiners.reduce(
        (sum, vessel) =>
          sum +
          fleet
            .legsBetween(vessel, fromMs, fromMs + 40 * dayMs)
            .filter(({ state }) => state === 'fishing')
            .reduce((hours, leg) => hours + (leg.endMs - leg.startMs), 0),
        0,
      );
    const closed = fishing(Date.UTC(2025, 6, 10));
    expect(closed).toBeGreaterThan(0);
    expect(closed).toBeLessThan(0.5 * fishing(Date.UTC(2025, 3, 10)));
  });
});
