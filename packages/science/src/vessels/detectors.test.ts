import { dayMs, destination, distanceMeters, hourMs, metersPerNauticalMile, type Position } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { detectFishing, reportsFishing, withinSpeed } from './fishing.ts';
import { detectGaps } from './gap.ts';
import { detectLoitering } from './loitering.ts';
import { detectPortVisits } from './port-visit.ts';
import {
  fishingGfw,
  fishingSquidGfw,
  gapGfw,
  loiteringGfw,
  loiteringStarboard,
  portVisitGfw,
  zoneKianda,
} from './presets.ts';
import { openSea, Voyage } from './testing/voyage.ts';
import { trackOf } from './track.ts';
import { areaOf, detectZoneStays } from './zone.ts';

const start = Date.parse('2026-03-10T20:00:00Z');
const later = start + 30 * dayMs;
const sea: Position = [9.5, -11];
const north = (meters: number, from = sea): Position => destination(from, 0, meters);

describe('loitering', () => {
  const find = (voyage: Voyage, preset = loiteringGfw, nowMs = later, surroundings = openSea) =>
    detectLoitering(voyage.track(), preset, surroundings, nowMs);
  const drifting = (minutes: number, knots = 1, status: number | null = null): Voyage =>
    new Voyage('A', start, north(-20_000)).sail(sea, 10).drift(minutes, knots, { status }).sail(north(30_000), 10);

  test('six slow hours far out are found once, across midnight', () => {
    const [found, ...others] = find(drifting(360));
    expect(others).toEqual([]);
    expect(found?.details.durationMs).toBeGreaterThan(4.5 * hourMs);
    expect(found?.details.meanKnots).toBeLessThan(2);
    expect(found?.details.meanShoreDistanceMeters).toBe(200_000);
  });

  test.each([
    ['for two hours only', drifting(120)],
    ['at four knots', drifting(360, 4)],
    ['at anchor, as it says', drifting(360, 0.1, 1)],
  ])('is not found %s', (_name, voyage) => {
    expect(find(voyage)).toEqual([]);
  });

  test('near the coast only the preset without a distance finds it', () => {
    const nearCoast = { ...openSea, shoreDistanceMeters: () => 10 * metersPerNauticalMile };
    expect(find(drifting(360), loiteringGfw, later, nearCoast)).toEqual([]);
    expect(find(drifting(360), loiteringStarboard, later, nearCoast)).toHaveLength(1);
  });

  test('goes on while the last report is fresh', () => {
    const voyage = new Voyage('A', start, sea).drift(360, 1);
    expect(find(voyage, loiteringGfw, voyage.timeMs + hourMs)[0]?.endMs).toBeNull();
    expect(find(voyage, loiteringGfw, voyage.timeMs + 3 * hourMs)[0]?.endMs).not.toBeNull();
  });

  test('hourly reports of a VMS are enough', () => {
    expect(find(new Voyage('A', start, sea, 60).drift(600, 0.5))).toHaveLength(1);
  });
});

describe('gap', () => {
  const surroundings = {
    shoreDistanceMeters: () => 60 * metersPerNauticalMile,
    portDistanceMeters: () => Number.POSITIVE_INFINITY,
    satellitePositionsPerDay: () => 40,
  };
  const voyage = (silentHours: number): Voyage =>
    new Voyage('A', start, sea)
      .sail(north(30_000), 8, { receiver: 'satellite' })
      .silence(silentHours * 60, north(90_000))
      .sail(north(120_000), 8);

  test('six hours are no gap, seven are; its measures are those of its two ends', () => {
    expect(detectGaps(voyage(5.8).track(), gapGfw, surroundings, later).filter(({ endMs }) => endMs !== null)).toEqual(
      [],
    );
    const [gap] = detectGaps(voyage(7).track(), gapGfw, surroundings, later);
    expect(gap?.endMs).not.toBeNull();
    expect(gap?.details.durationMs).toBeGreaterThan(7 * hourMs);
    expect(gap?.details.distanceMeters).toBeGreaterThan(50_000);
    expect(gap?.details.isLikelyIntentional).toBe(false);
  });

  test('twelve hours far out after good reception are likely intentional; unknown reception is unknown', () => {
    const [gap] = detectGaps(voyage(14).track(), gapGfw, surroundings, later);
    expect(gap?.details.isLikelyIntentional).toBe(true);
    const unknown = { ...surroundings, satellitePositionsPerDay: () => null };
    expect(detectGaps(voyage(14).track(), gapGfw, unknown, later)[0]?.details.isLikelyIntentional).toBeNull();
    const [heard] = [voyage(14).track()];
    const noAntenna = { ...heard, points: heard.points.map((point) => ({ ...point, receiver: null })) };
    expect(detectGaps(noAntenna, gapGfw, surroundings, later)[0]?.details.isLikelyIntentional).toBeNull();
    const nearCoast = { ...surroundings, shoreDistanceMeters: () => 49 * metersPerNauticalMile };
    expect(detectGaps(voyage(14).track(), gapGfw, nearCoast, later)[0]?.details.isLikelyIntentional).toBe(false);
  });

  test('an open gap closes under the same key, and late reports undo it', () => {
    const whole = voyage(14).track();
    const silentMs = whole.points.findIndex(
      ({ timeMs }, index) => timeMs - (whole.points[index - 1]?.timeMs ?? timeMs) > hourMs,
    );
    const before = trackOf('A', whole.points.slice(0, silentMs));
    const lastMs = before.points.at(-1)?.timeMs ?? 0;
    const [open] = detectGaps(before, gapGfw, surroundings, lastMs + 7 * hourMs);
    expect(open).toMatchObject({ endMs: null, details: { onPosition: null, impliedKnots: null } });
    const [closed] = detectGaps(whole, gapGfw, surroundings, later);
    expect(closed?.key).toBe(open?.key);
    const late = [3, 6, 9, 12].map((hours) => ({ ...before.points[0], timeMs: lastMs + hours * hourMs }));
    const complete = trackOf('A', [...whole.points, ...(late as (typeof whole.points)[number][])]);
    const untilLast = complete.points.at(-1)?.timeMs ?? 0;
    expect(detectGaps(complete, gapGfw, surroundings, untilLast)).toEqual([]);
  });
});

describe('port visit', () => {
  const luanda = { id: 'luanda', position: [13.279, -8.748] as Position };
  const lobito = { id: 'lobito', position: [13.548, -12.345] as Position };
  const offshore = destination(luanda.position, 270, 20_000);
  const find = (voyage: Voyage, nowMs = later) =>
    detectPortVisits(voyage.track(), [lobito, luanda], portVisitGfw, nowMs);

  test('entry, stop and exit are confidence 4', () => {
    const voyage = new Voyage('A', start, offshore).sail(luanda.position, 8).drift(180, 0.1).sail(offshore, 8);
    const [visit, ...others] = find(voyage);
    expect(others).toEqual([]);
    expect(visit?.details).toMatchObject({ portId: 'luanda', confidence: 4 });
    expect(visit?.details.stopMs).toBeGreaterThan(2.9 * hourMs);
    expect(distanceMeters(visit?.position ?? [0, 0], luanda.position)).toBeLessThan(3_000);
  });

  test('passing through is confidence 1; found in port and still there is 2', () => {
    const passing = new Voyage('A', start, offshore).sail(luanda.position, 8).sail(offshore, 8);
    expect(find(passing)[0]?.details).toMatchObject({ confidence: 1, stopMs: null });
    const moored = new Voyage('A', start, luanda.position).drift(180, 0.1);
    expect(find(moored)[0]).toMatchObject({ endMs: null, details: { confidence: 2 } });
  });

  test('between 3 and 4 km is neither an entry nor an exit', () => {
    const at = (meters: number): Position => destination(luanda.position, 270, meters);
    const outside = new Voyage('A', start, offshore).sail(at(3_500), 6).drift(120, 0.1).sail(offshore, 6);
    expect(find(outside)).toEqual([]);
    const wandering = new Voyage('A', start, offshore).sail(at(1_000), 6).sail(at(3_600), 6).sail(at(500), 6);
    expect(find(wandering.sail(offshore, 6))).toHaveLength(1);
  });

  test('silence of over four hours in port counts as a stop', () => {
    const voyage = new Voyage('A', start, offshore).sail(luanda.position, 8).silence(300).sail(offshore, 8);
    expect(find(voyage)[0]?.details.confidence).toBe(4);
  });
});

describe('fishing', () => {
  const trawl = withinSpeed(2.5, 5.5);
  const find = (voyage: Voyage, score = trawl, preset = fishingGfw) =>
    detectFishing(voyage.track(), score, preset, later);
  const haul = (knots: number, meters: number): Voyage =>
    new Voyage('A', start, north(-20_000))
      .sail(sea, 10)
      .sail(north(meters), knots)
      .sail(north(meters + 30_000), 10);

  test('a haul between two passages is one event with effort', () => {
    const [event, ...others] = find(haul(4, 15_000));
    expect(others).toEqual([]);
    expect(event?.details.meanKnots).toBeCloseTo(4, 0);
    expect(event?.details.effortHours).toBeGreaterThan(1.5);
  });

  test('short, still and fast ones are dropped', () => {
    expect(find(haul(4, 1_500))).toEqual([]);
    expect(find(haul(8, 15_000))).toEqual([]);
    const jigging = new Voyage('A', start, sea).drift(300, 0.05, { status: 7 });
    expect(find(jigging, reportsFishing)).toEqual([]);
    expect(find(jigging, reportsFishing, fishingSquidGfw)).toHaveLength(1);
  });

  test('two hauls an hour or less and two kilometres or less apart are one, else two', () => {
    const twice = (minutes: number): Voyage =>
      new Voyage('A', start, sea).sail(north(15_000), 4).drift(minutes, 0.2).sail(north(30_000), 4);
    expect(find(twice(30))).toHaveLength(1);
    expect(find(twice(90))).toHaveLength(2);
  });
});

describe('zone', () => {
  const ring: Position[] = [
    [9, -11.5],
    [10, -11.5],
    [10, -10.5],
    [9, -10.5],
    [9, -11.5],
  ];
  const area = areaOf('reserva', { type: 'Polygon', coordinates: [ring] });
  const find = (voyage: Voyage) => detectZoneStays(voyage.track(), area, zoneKianda);
  const outside: Position = [8.5, -11];

  test('entry, stay and exit are one event with its speeds', () => {
    const [stay, ...others] = find(new Voyage('A', start, outside).sail(sea, 8).drift(120, 1).sail(outside, 8));
    expect(others).toEqual([]);
    expect(stay?.details).toMatchObject({ areaId: 'reserva', isEntrySeen: true, maxKnots: 8 });
    expect(stay?.endMs).not.toBeNull();
    expect(stay?.details.exitPosition?.[0]).toBeLessThan(9);
  });

  test('one that is inside when first heard, and stays, has neither entry nor end', () => {
    const [stay] = find(new Voyage('A', start, sea).drift(120, 1));
    expect(stay).toMatchObject({ endMs: null, details: { isEntrySeen: false, exitPosition: null } });
  });

  test('a single report beyond the edge does not end the stay', () => {
    const track = new Voyage('A', start, sea).drift(120, 1).track();
    const points = track.points.map((point, index) => (index === 10 ? { ...point, lon: 8.99 } : point));
    expect(detectZoneStays(trackOf('A', points), area, zoneKianda)).toHaveLength(1);
  });

  test.each([
    [20, 1],
    [45, 2],
  ])(
    'one that is back after %i minutes outside made %i stay(s): it does not enter twice in minutes',
    (minutes, stays) => {
      const edge: Position = [8.99, -11];
      const inside: Position = [9.01, -11];
      const voyage = new Voyage('A', start, outside).sail(inside, 8).drift(60, 0.2);
      const back = voyage.silence(0, edge).drift(minutes, 0.2).silence(0, inside).drift(60, 0.2);
      expect(find(back)).toHaveLength(stays);
    },
  );

  test('an area at zero, zero', () => {
    const square: Position[] = [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
      [-0.5, -0.5],
    ];
    const zero = areaOf('zero', { type: 'Polygon', coordinates: [square] });
    const voyage = new Voyage('A', start, [0, 0]).drift(60, 1);
    expect(detectZoneStays(voyage.track(), zero, zoneKianda)[0]?.position).toEqual([0, 0]);
  });
});
