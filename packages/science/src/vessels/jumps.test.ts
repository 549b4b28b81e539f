import { destination, hourMs, metersPerNauticalMile, type Position } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { separateTrack } from './jumps.ts';
import { jumpKianda } from './presets.ts';
import { type TrackPoint, trackOf } from './track.ts';

const minuteMs = 60_000;
const home: Position = [12, -9];

function at(minutes: number, [lon, lat]: Position): TrackPoint {
  return {
    timeMs: minutes * minuteMs,
    lon,
    lat,
    sogKnots: 8,
    courseDegrees: 180,
    navigationStatus: 0,
    receiver: null,
  };
}
const miles = (count: number, bearing = 270): Position => destination(home, bearing, count * metersPerNauticalMile);
/** A vessel at eight knots, a report every `every` minutes. */
const sailing = (count: number, { from = home, every = 10, start = 0 } = {}): TrackPoint[] =>
  Array.from({ length: count }, (_, index) =>
    at(start + index * every, destination(from, 180, ((index * every) / 60) * 8 * metersPerNauticalMile)),
  );
const separate = (points: readonly TrackPoint[]) => separateTrack(trackOf('1', points), jumpKianda);

test('a track without a jump is left as it is, however long its silences', () => {
  const points = [...sailing(12), at(24 * 60, miles(900))];
  expect(separate(points)).toMatchObject({ events: [], vessels: [{ points: { length: 13 } }] });
});

test('a fast ferry jumps as little as a position that is rounded to the minute', () => {
  const ferry = Array.from({ length: 30 }, (_, index) => at(index, miles((index * 59) / 60)));
  expect(separate(ferry).events).toEqual([]);
  expect(separate([at(0, home), at(0.1, miles(1.9)), at(0.2, home)]).events).toEqual([]);
});

describe('a jump', () => {
  const points = [...sailing(12), at(65, miles(330))];

  test('is one event with its evidence, and its report is of no track', () => {
    const { events, vessels, heard } = separate(points);
    expect(events).toMatchObject([
      { kind: 'jump', startMs: 65 * minuteMs, endMs: 65 * minuteMs, preset: 'salto-kianda-1', vesselIds: ['1'] },
    ]);
    const [details] = events.map((event) => event.details);
    expect(details).toMatchObject({ reports: 1, fromMs: 60 * minuteMs });
    expect(details?.impliedKnots).toBeGreaterThan(3_900);
    expect([vessels.length, vessels[0]?.points.length, heard.points.length]).toEqual([1, 12, 12]);
  });

  test('is the same whatever order the reports came in, and whether the first report of all is the false one', () => {
    expect(separate(points.toReversed())).toEqual(separate(points));
    const first = separate([at(-5, miles(330)), ...sailing(12)]);
    expect(first.events).toMatchObject([{ kind: 'jump', startMs: -5 * minuteMs }]);
    expect(first.vessels[0]?.points).toHaveLength(12);
  });

  test('that comes again within the hour is one, later it is another', () => {
    const [near, far] = [at(66, miles(200)), at(115, miles(250, 90))];
    expect(separate([...points, near, far]).events).toMatchObject([{ details: { reports: 3 } }]);
    const later = [...sailing(30), at(65, miles(330)), at(205, miles(330))];
    expect(separate(later).events.map(({ startMs }) => startMs / minuteMs)).toEqual([65, 205]);
  });

  test('to where the vessel reports from then on holds once it is confirmed, and is told all the same', () => {
    const moved = (count: number) => separate([...sailing(12), ...sailing(count, { from: miles(400), start: 115 })]);
    expect([moved(2).vessels.length, moved(2).events.length]).toEqual([1, 1]);
    expect(moved(3).vessels.map(({ points: { length } }) => length)).toEqual([12, 3]);
    expect(moved(3).events).toMatchObject([{ kind: 'jump', details: { reports: 3 } }]);
    expect(moved(3).events[0]?.key).toBe(moved(2).events[0]?.key);
  });

  test('from which the vessel comes back is set aside, however long it was', () => {
    const away = sailing(6, { from: miles(400), start: 125, every: 10 });
    const back = sailing(12, { from: miles(24, 180), start: 190 });
    const { vessels, events } = separate([...sailing(12), ...away, ...back]);
    expect(vessels).toHaveLength(1);
    expect(events).toMatchObject([{ kind: 'jump', details: { reports: 6 } }]);
  });
});

describe('two vessels under one identity', () => {
  const other = sailing(30, { from: miles(270), start: 1, every: 2 });
  const both = [...sailing(31, { every: 2 }), ...other];

  test('are told apart: two tracks, and an event with both places', () => {
    const { vessels, events, heard } = separate(both);
    expect(vessels.map(({ points }) => points.length)).toEqual([31, 30]);
    expect(vessels.flatMap(({ points }) => points.map(({ sogKnots }) => sogKnots))).toHaveLength(61);
    expect(heard.points).toHaveLength(61);
    expect(events).toMatchObject([
      { kind: 'shared_mmsi', startMs: minuteMs, details: { reports: 31, otherReports: 30 } },
    ]);
    const [details] = events.map((event) => event.details);
    expect(details?.distanceMeters).toBeGreaterThan(265 * metersPerNauticalMile);
    // A vessel at 270 miles a minute.
    expect(details?.impliedKnots).toBeGreaterThan(10_000);
  });

  test('need three reports of each, over ten minutes, and four turns', () => {
    const two = [...sailing(31, { every: 2 }), at(21, miles(270)), at(41, miles(270))];
    expect(separate(two).events.map(({ kind }) => kind)).toEqual(['jump']);
    const short = [...sailing(31, { every: 2 }), ...[21, 23, 25, 27].map((minute) => at(minute, miles(270)))];
    expect(separate(short).events.map(({ kind }) => kind)).toEqual(['jump']);
    const once = [...sailing(31, { every: 2 }), ...[20.5, 21, 21.5].map((minute) => at(minute, miles(270)))];
    expect(separate(once).events.map(({ kind }) => kind)).toEqual(['jump']);
  });

  test('neither is silent while the other is heard', () => {
    const { heard } = separate([
      ...sailing(31, { every: 2 }),
      ...other,
      ...sailing(60, { from: miles(270), start: 61 }),
    ]);
    const steps = heard.points.map(({ timeMs }, index) => timeMs - (heard.points[index - 1]?.timeMs ?? timeMs));
    expect(Math.max(...steps)).toBeLessThan(hourMs);
  });
});
