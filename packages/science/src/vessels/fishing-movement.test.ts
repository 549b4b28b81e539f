import { destination, metersPerNauticalMile, type Position } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { detectEvidencedFishing } from './fishing-evidence.ts';
import type { GearFamily } from './gear.ts';
import { openSea, Voyage } from './testing/voyage.ts';
import { type Track, trackOf } from './track.ts';

/** 20:00 UTC off Angola: a little before nine in the evening there. */
const evening = Date.parse('2026-03-10T20:00:00Z');
const morning = Date.parse('2026-03-10T07:00:00Z');
const later = evening + 30 * 86_400_000;
const place: Position = [11.5, -11];
const off = (meters: number, bearing = 0): Position => destination(place, bearing, meters);
const miles = (count: number) => count * metersPerNauticalMile;
const find = (track: Track, gears: readonly GearFamily[] | null, surroundings = openSea) =>
  detectEvidencedFishing(track, gears, surroundings, later);

/** The same track as a centre of the VMS, or a class B transponder, reports it: no status. */
const withoutStatus = (track: Track): Track => ({
  ...track,
  points: track.points.map((point) => ({ ...point, navigationStatus: null })),
});

describe('trawling', () => {
  /** Out at ten knots, a tow of so many miles at a speed, and on. */
  const tow = (knots: number, length: number, everyMinutes = 5) =>
    new Voyage('A', morning, off(20_000, 180), everyMinutes)
      .sail(place, 10)
      .sail(off(miles(length)), knots)
      .sail(off(miles(length) + 40_000), 10);

  test('four hours at 3.2 knots are fishing, by class A, class B and VMS alike', () => {
    const track = tow(3.2, 12.8).track();
    for (const one of [track, withoutStatus(track), withoutStatus(tow(3.2, 12.8, 60).track())]) {
      const events = find(one, ['trawl']);
      expect(events).toHaveLength(1);
      expect(events[0]?.details).toMatchObject({
        basis: 'movement',
        confidence: 'medium',
        gear: 'trawl',
        movement: 'movimento-arrasto-1',
      });
    }
  });

  test('the window of speed is 2.5 to 5.5 knots, and an hour at least', () => {
    const count = (knots: number, length: number) => find(tow(knots, length).track(), ['trawl']).length;
    expect([count(2.4, 10), count(2.5, 10), count(5.5, 22), count(5.6, 22)]).toEqual([0, 1, 1, 0]);
    expect([count(4, 3.6), count(4, 4.6)]).toEqual([0, 1]);
  });

  test('two tows back and forth are surer', () => {
    const back = new Voyage('A', morning, place)
      .sail(off(miles(8)), 4)
      .sail(place, 4)
      .sail(off(miles(8)), 4)
      .track();
    expect(find(back, ['trawl'])[0]?.details.confidence).toBe('high');
  });

  test('a vessel of unknown gear is less sure; one that fishes with nets that are left, or not at all, is not suspected', () => {
    const track = tow(3.2, 12.8).track();
    expect(find(track, null)[0]?.details).toMatchObject({ gear: 'trawl', confidence: 'low' });
    expect(find(track, ['gillnet', 'trap'])).toEqual([]);
    expect(find(track, [])).toEqual([]);
  });

  test('in port nothing is fishing', () => {
    expect(find(tow(3.2, 12.8).track(), ['trawl'], { ...openSea, portDistanceMeters: () => 3_900 })).toEqual([]);
  });
});

describe('a purse seine', () => {
  const haul = ({ minutes = 150, knots = 0.8, search = 9, turns = true, status = null as number | null } = {}) => {
    const voyage = new Voyage('A', evening, off(20_000, 180), 5).sail(place, search);
    if (turns) voyage.sail(off(900, 90), search).sail(off(900), search).sail(off(900, 270), search).sail(place, search);
    return voyage.drift(minutes, knots, { status }).sail(off(30_000), 9).track();
  };

  test('is hauled slowly in one place after a search and a circle', () => {
    expect(find(haul(), ['seine'])[0]?.details).toMatchObject({ gear: 'seine', confidence: 'medium' });
    expect(find(haul({ turns: false }), ['seine'])[0]?.details.confidence).toBe('low');
  });

  test('not for less than an hour, not without a search, not at anchor, not while it drifts away', () => {
    expect(find(haul({ minutes: 50 }), ['seine'])).toEqual([]);
    expect(find(haul({ search: 4 }), ['seine'])).toEqual([]);
    expect(find(haul({ status: 1 }), ['seine'])).toEqual([]);
    const away = new Voyage('A', evening, off(20_000, 180)).sail(place, 9).sail(off(9_000), 2.2).track();
    expect(find(away, ['seine'])).toEqual([]);
  });
});

describe('a longline', () => {
  const line = ({ soakMinutes = 180, back = off(miles(25)), haulKnots = 3 } = {}) =>
    new Voyage('A', morning, place, 10)
      .sail(off(miles(25)), 8)
      .silence(soakMinutes, back)
      .sail(off(miles(8)), haulKnots)
      .sail(off(40_000, 90), 10)
      .track();

  test('is set fast and hauled slowly along the same line', () => {
    const events = find(line(), ['longline']);
    expect(events.map(({ details }) => [details.gear, details.confidence])).toEqual([
      ['longline', 'high'],
      ['longline', 'high'],
    ]);
  });

  test('a haul elsewhere, or a day later, is one without its set, and less sure', () => {
    for (const other of [line({ back: off(60_000, 90) }), line({ soakMinutes: 13 * 60 })]) {
      expect(find(other, ['longline']).map(({ details }) => details.confidence)).toEqual(['low']);
    }
  });

  test('a passage at the speed of setting is none', () => {
    expect(find(line({ haulKnots: 8 }), ['longline'])).toEqual([]);
  });
});

describe('squid jigging', () => {
  const drift = (startMs: number, minutes: number, knots = 0.8) =>
    new Voyage('A', startMs, off(20_000), 10).sail(place, 9).drift(minutes, knots).sail(off(30_000), 9).track();

  test('is a slow drift of more than four hours at night, over ten miles from shore', () => {
    expect(find(drift(evening, 300), ['jigger'])[0]?.details).toMatchObject({ gear: 'jigger', confidence: 'high' });
    expect(find(drift(evening, 225), ['jigger'])).toEqual([]);
    expect(find(drift(evening, 300, 1.7), ['jigger'])).toEqual([]);
    expect(find(drift(morning, 300), ['jigger'])).toEqual([]);
    const inshore = { ...openSea, shoreDistanceMeters: () => miles(9.9) };
    expect(find(drift(evening, 300), ['jigger'], inshore)).toEqual([]);
  });
});

describe('with the status of the vessel itself', () => {
  const fishing = { status: 7 };

  test('status 7 is enough for any vessel, and makes the movement sure', () => {
    const said = new Voyage('A', morning, place).sail(off(miles(8)), 4, fishing).track();
    expect(find(said, [])[0]?.details).toMatchObject({
      basis: 'status',
      confidence: 'high',
      gear: null,
      movement: null,
    });
    expect(find(said, ['trawl'])).toHaveLength(1);
    expect(find(said, ['trawl'])[0]?.details).toMatchObject({ basis: 'status_and_movement', confidence: 'high' });
  });

  test('late reports in any order give the same events', () => {
    const track = new Voyage('A', morning, place)
      .sail(off(miles(8)), 4)
      .sail(place, 4)
      .track();
    expect(find(trackOf('A', track.points.toReversed()), ['trawl'])).toEqual(find(track, ['trawl']));
  });
});
