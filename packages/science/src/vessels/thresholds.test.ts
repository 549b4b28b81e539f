import { destination, distanceMeters, hourMs, metersPerNauticalMile, type Position } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { detectEncounters } from './encounter.ts';
import { detectFishing, reportsFishing, withinSpeed } from './fishing.ts';
import { detectGaps } from './gap.ts';
import { detectPortVisits } from './port-visit.ts';
import { encounterGfw, fishingGfw, gapGfw, portVisitGfw } from './presets.ts';
import { openSea } from './testing/voyage.ts';
import { between, impliedKnots, isWithin, meanPosition, median, type TrackPoint, trackOf } from './track.ts';

const minuteMs = 60_000;
const start = Date.parse('2026-03-10T12:00:00Z');
const sea: Position = [9.5, -11];

/** A report so many minutes after the start and metres north of a place. */
function report(minutes: number, meters: number, over: Partial<TrackPoint> = {}, from: Position = sea): TrackPoint {
  const [lon, lat] = destination(from, 0, meters);
  return {
    timeMs: start + minutes * minuteMs,
    lon,
    lat,
    sogKnots: 4,
    courseDegrees: 0,
    navigationStatus: 7,
    receiver: 'terrestrial',
    ...over,
  };
}

describe('a track', () => {
  test('reports on the edge of the world are kept, those beyond it are not', () => {
    const at = (lon: number, lat: number, minutes: number) => report(minutes, 0, { lon, lat });
    const points = [at(180, 90, 0), at(-180, -90, 1), at(180.1, 0, 2), at(0, 90.1, 3), at(0, 0, Number.NaN)];
    expect(trackOf('A', points).points).toEqual(points.slice(0, 2));
  });

  test('of one instant the first report is kept', () => {
    const [first, second] = [report(5, 0), report(5, 900)];
    expect(trackOf('A', [report(9, 0), first, second]).points).toEqual([first, report(9, 0)]);
  });

  test('between two reports a vessel is on their great circle, in the share of the time', () => {
    const [from, to] = [report(0, 0), report(10, 10_000)];
    expect(distanceMeters(between(from, to, start + 2.5 * minuteMs), sea)).toBeCloseTo(2_500, 3);
    expect(between(from, { ...to, timeMs: start }, start)).toEqual([from.lon, from.lat]);
    expect(impliedKnots(from, { ...to, timeMs: start })).toBe(0);
    expect(impliedKnots(from, report(60, metersPerNauticalMile))).toBeCloseTo(1, 6);
  });

  test('the middle of an even count is the mean of both middles; of none there is none', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7]), median([])]).toEqual([2, 2.5, 7, null]);
  });

  test('the mean position is right over the antimeridian, and of none there is none', () => {
    const [lon, lat] = meanPosition([
      [179, 10],
      [-179, 10],
    ]) ?? [0, 0];
    expect(Math.abs(lon)).toBeCloseTo(180, 9);
    expect(lat).toBeCloseTo(10.0015, 3);
    expect(meanPosition([])).toBeNull();
  });

  test('a limit that the sphere cannot decide is decided by the ellipsoid', () => {
    // One degree of the equator: 111 195 m on the sphere, 111 319 m on WGS84.
    const [a, b] = [[0, 0] as const, [1, 0] as const];
    expect([isWithin(a, b, 111_250), isWithin(a, b, 111_320)]).toEqual([false, true]);
    // One degree of the meridian at the equator: 110 574 m on WGS84.
    const north = [0, 1] as const;
    expect([isWithin(a, north, 110_574), isWithin(a, north, 110_575)]).toEqual([false, true]);
  });
});

describe('fishing', () => {
  const later = start + 1000 * hourMs;
  const find = (points: readonly TrackPoint[], nowMs = later, preset = fishingGfw) =>
    detectFishing(trackOf('A', points), reportsFishing, preset, nowMs);
  const haul = (fromMinutes: number, reports: number, everyMinutes = 10, meters = 1_000, from = 0) =>
    Array.from({ length: reports }, (_, index) => report(fromMinutes + index * everyMinutes, from + index * meters));

  test('its measures are those of its reports; effort counts from the report before', () => {
    const [event, ...others] = find([report(-30, -3_000, { navigationStatus: 0 }), ...haul(0, 7)]);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ startMs: start, endMs: start + hourMs, details: { durationMs: hourMs, reports: 7 } });
    expect(event?.details.distanceMeters).toBeCloseTo(6_000, 3);
    expect(event?.details.meanKnots).toBeCloseTo(6_000 / 1_852, 6);
    // Half an hour from the report before it, and one hour within it.
    expect(event?.details.effortHours).toBeCloseTo(1.5, 9);
    // The first report of all has none before it.
    expect(find(haul(0, 7))[0]?.details.effortHours).toBeCloseTo(1, 9);
  });

  test('five reports are too few, six enough; 19 minutes too short, 20 enough', () => {
    expect([find(haul(0, 5)).length, find(haul(0, 6)).length]).toEqual([0, 1]);
    expect([find(haul(0, 6, 3.8)).length, find(haul(0, 6, 4)).length]).toEqual([0, 1]);
  });

  test('499 metres are too short a way, 501 enough; ten knots too fast', () => {
    expect([find(haul(0, 6, 10, 499 / 5)).length, find(haul(0, 6, 10, 501 / 5)).length]).toEqual([0, 1]);
    const tenMinutesAt = (knots: number) => (knots * metersPerNauticalMile) / 6;
    expect(find(haul(0, 6, 10, tenMinutesAt(9.99)))).toHaveLength(1);
    expect(find(haul(0, 6, 10, tenMinutesAt(10.01)))).toEqual([]);
  });

  test('a silence of two hours or a leap of ten kilometres does not part a haul, more does', () => {
    const far = { ...fishingGfw, joinMs: 0, joinMeters: 0 };
    const second = (minutes: number, meters: number) => haul(50 + minutes, 6, 10, 1_000, 5_000 + meters);
    const both = (minutes: number, meters: number) => find([...haul(0, 6), ...second(minutes, meters)], later, far);
    expect([both(120, 2_000), both(121, 2_000)].map(({ length }) => length)).toEqual([1, 2]);
    expect([both(90, 9_990), both(90, 10_010)].map(({ length }) => length)).toEqual([1, 2]);
  });

  test('hauls one hour and two kilometres apart are joined, further apart in either not', () => {
    const pause = (minutes: number) => report(50 + minutes / 2, 5_000, { navigationStatus: 0 });
    const both = (minutes: number, meters: number) =>
      find([...haul(0, 6), pause(minutes), ...haul(50 + minutes, 6, 10, 1_000, 5_000 + meters)]).length;
    expect([both(60, 1_990), both(61, 1_990), both(60, 2_010)]).toEqual([1, 2, 2]);
  });

  test('is open while its last report is the last of all and at most an hour old', () => {
    const points = haul(0, 6);
    const lastMs = start + 50 * minuteMs;
    expect(find(points, lastMs + hourMs)[0]?.endMs).toBeNull();
    expect(find(points, lastMs + hourMs + 1)[0]?.endMs).toBe(lastMs);
    expect(find([...points, report(51, 5_100, { navigationStatus: 0 })], lastMs + hourMs)[0]?.endMs).toBe(lastMs);
  });

  test('a speed at either end of the window counts; without one that between the reports does', () => {
    const score = withinSpeed(2.5, 5.5);
    const at = (sogKnots: number | null) => report(60, 4 * metersPerNauticalMile, { sogKnots });
    expect([2.4, 2.5, 5.5, 5.6].map((knots) => score(at(knots), null))).toEqual([false, true, true, false]);
    expect(score(at(null), null)).toBe(false);
    expect(score(at(null), report(0, 0))).toBe(true);
    expect(score(at(null), report(30, 0))).toBe(false);
  });
});

describe('gap', () => {
  const near = { shoreDistanceMeters: () => 300_000, portDistanceMeters: () => 500_000 };
  const surroundings = { ...near, satellitePositionsPerDay: () => 40 };
  const find = (points: readonly TrackPoint[], around: Parameters<typeof detectGaps>[2] = surroundings) =>
    detectGaps(trackOf('A', points), gapGfw, around, start + 1000 * hourMs).filter(({ endMs }) => endMs !== null);

  test('six hours are none; its way, its speed and its ends are those of the two reports', () => {
    expect(find([report(0, 0), report(360, 9_260)])).toEqual([]);
    const [gap] = find([report(0, 0), report(600, 10 * metersPerNauticalMile)]);
    expect(gap?.details.durationMs).toBe(10 * hourMs);
    // On WGS84: a degree of latitude at 11° S is 0.5 % shorter than on the sphere.
    expect(gap?.details.distanceMeters).toBeCloseTo(18_427, -2);
    expect(gap?.details.impliedKnots).toBeCloseTo((gap?.details.distanceMeters ?? 0) / 1_852 / 10, 9);
  });

  test('counts the reports of the twelve hours before it, the satellite ones apart', () => {
    const before = Array.from({ length: 15 }, (_, index) =>
      report(index * 60, index * 100, { receiver: index % 2 === 0 ? 'satellite' : 'terrestrial' }),
    );
    const [gap] = find([...before, report(14 * 60 + 800, 50_000)]);
    // Those 2 to 14 hours after the start; 0 and 1 are older than twelve hours.
    expect(gap?.details).toMatchObject({ positionsBefore: 13, satellitePositionsBefore: 7 });
  });

  test('is likely intentional from each of its four limits on', () => {
    const intentional = (hours: number, satellites: number, around = surroundings) => {
      const before = Array.from({ length: satellites }, (_, index) => report(-index, 0, { receiver: 'satellite' }));
      return find([...before, report(hours * 60, 50_000)], around)[0]?.details.isLikelyIntentional;
    };
    expect([intentional(11.9, 14), intentional(12, 14), intentional(12, 13)]).toEqual([false, true, false]);
    const shore = (miles: number) => ({ ...surroundings, shoreDistanceMeters: () => miles * metersPerNauticalMile });
    expect([intentional(12, 14, shore(50)), intentional(12, 14, shore(49.9))]).toEqual([true, false]);
    const perDay = (count: number) => ({ ...surroundings, satellitePositionsPerDay: () => count });
    expect([intentional(12, 14, perDay(10)), intentional(12, 14, perDay(10.1))]).toEqual([false, true]);
  });

  test('a vessel that lies in port is not silent, one that left unseen is', () => {
    const inPort = (lat: number) => (Math.abs(lat - sea[1]) < 0.001 ? 3_000 : 3_001);
    const around = { ...surroundings, portDistanceMeters: ([, lat]: Position) => inPort(lat) };
    const stays = (over: Partial<TrackPoint>, metersAfter = 0) =>
      find([report(0, 0, over), report(600, metersAfter)], around).length;
    expect([stays({ sogKnots: 0.5 }), stays({ sogKnots: 0.6 }), stays({ sogKnots: 0.5 }, 5_000)]).toEqual([0, 1, 1]);
    const status = (navigationStatus: number | null) => stays({ sogKnots: null, navigationStatus });
    expect([status(1), status(5), status(0), status(null)]).toEqual([0, 0, 1, 1]);
  });
});

describe('port visit', () => {
  const luanda = { id: 'luanda', position: [13.279, -8.748] as Position };
  const at = (minutes: number, meters: number, sogKnots: number | null) =>
    report(minutes, meters, { sogKnots }, luanda.position);
  const find = (points: readonly TrackPoint[], nowMs = start + 1000 * hourMs, ports = [luanda]) =>
    detectPortVisits(trackOf('A', points), ports, portVisitGfw, nowMs);

  test('a stop begins at 0.2 knots and ends at 0.5; between them it goes on', () => {
    const [visit] = find([
      at(0, 9_000, 8),
      at(60, 2_000, 5),
      at(90, 500, 0.2),
      at(120, 500, 0.4),
      at(150, 500, 0.5),
      at(180, 600, 0.3),
      at(200, 700, 0.1),
      at(230, 700, 0.1),
      at(300, 9_000, 8),
    ]);
    expect(visit).toMatchObject({
      startMs: start + 60 * minuteMs,
      endMs: start + 300 * minuteMs,
      details: { confidence: 4, stopMs: (60 + 30) * minuteMs, lastInPortMs: start + 230 * minuteMs },
    });
    // The place of the first stop.
    expect(distanceMeters(visit?.position ?? [0, 0], luanda.position)).toBeCloseTo(500, 3);
  });

  test('a silence of four hours is no stop, a longer one is, also up to now', () => {
    const through = (silentMinutes: number) =>
      find([at(0, 9_000, 8), at(60, 2_000, 5), at(60 + silentMinutes, 2_500, 5), at(90 + silentMinutes, 9_000, 8)])[0]
        ?.details;
    expect([through(240)?.confidence, through(241)?.confidence]).toEqual([1, 4]);
    const still = (minutes: number) =>
      find([at(0, 9_000, 8), at(60, 2_000, 5)], start + (60 + minutes) * minuteMs)[0]?.details;
    expect([still(240)?.confidence, still(241)?.confidence]).toEqual([1, 3]);
  });

  test('without a speed it is that between the reports', () => {
    const [visit] = find([at(0, 9_000, null), at(60, 500, null), at(120, 500, null), at(240, 9_000, null)]);
    expect(visit?.details).toMatchObject({ confidence: 4, stopMs: 0 });
    expect(find([at(0, 500, null)], start)[0]?.details).toMatchObject({ stopMs: null });
  });

  test('of two ports within reach the nearest counts, in longitude as in latitude', () => {
    const other = (bearing: number) => ({ id: 'other', position: destination(luanda.position, bearing, 2_000) });
    for (const bearing of [0, 90, 180, 270]) {
      const [lon, lat] = destination(luanda.position, bearing, 1_100);
      const points = [report(0, 0, { lon, lat, sogKnots: 0 })];
      expect(find(points, start, [luanda, other(bearing)])[0]?.details.portId).toBe('other');
      expect(find(points, start, [other(bearing), luanda])[0]?.details.portId).toBe('other');
      expect(find(points, start, [other((bearing + 180) % 360), luanda])[0]?.details.portId).toBe('luanda');
    }
  });
});

describe('encounter', () => {
  const still = (vesselId: string, minutes: readonly number[], meters = 0, from = sea) =>
    trackOf(
      vesselId,
      minutes.map((minute) => report(minute, meters, { sogKnots: 0 }, from)),
    );
  const every = (from: number, to: number, step = 10) =>
    Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
  const find = (a: readonly number[], b: readonly number[], preset = encounterGfw) =>
    detectEncounters([still('B', b, 300), still('A', a)], preset, openSea, start + 1000 * hourMs);

  test('lies half-way between the two, for as long as both were heard', () => {
    const [encounter, ...others] = find(every(0, 300), every(60, 180));
    expect(others).toEqual([]);
    expect(encounter).toMatchObject({ vesselIds: ['A', 'B'], startMs: start + 60 * minuteMs });
    expect(encounter?.details).toMatchObject({ durationMs: 2 * hourMs, lastTogetherMs: start + 180 * minuteMs });
    expect(encounter?.details.medianDistanceMeters).toBeCloseTo(300, 3);
    expect(distanceMeters(encounter?.position ?? [0, 0], sea)).toBeCloseTo(150, 3);
  });

  test('110 minutes are too short; reports an hour apart are joined, those further apart not', () => {
    expect(find(every(0, 300), every(60, 170))).toEqual([]);
    expect(find(every(0, 300, 60), every(0, 300, 60))).toHaveLength(1);
    expect(find(every(0, 305, 61), every(0, 305, 61))).toEqual([]);
  });

  test('two meetings four hours apart are two, a little less apart one', () => {
    const meetings = (apart: number) => find(every(0, 700), [...every(0, 120), ...every(120 + apart, 240 + apart)]);
    expect([meetings(230).length, meetings(240).length]).toEqual([1, 2]);
  });

  test('a vessel does not meet itself, and the port distance itself is far enough', () => {
    const alone = still('A', every(0, 300));
    expect(detectEncounters([alone, alone], encounterGfw, openSea, start)).toEqual([]);
    const at = (meters: number) => ({ ...openSea, portDistanceMeters: () => meters });
    const pair = [still('A', every(0, 300)), still('B', every(0, 300), 300)];
    expect(detectEncounters(pair, encounterGfw, at(10_000), start)).toHaveLength(1);
    expect(detectEncounters(pair, encounterGfw, at(9_999), start)).toEqual([]);
  });

  test('several come in order of their beginning', () => {
    const later = still('D', every(100, 300), 0, [9, -12]);
    const tracks = [
      still('C', every(100, 300), 200, [9, -12]),
      later,
      still('A', every(0, 300)),
      still('B', every(0, 300), 300),
    ];
    const found = detectEncounters(tracks, encounterGfw, openSea, start + 1000 * hourMs);
    expect(found.map(({ vesselIds }) => vesselIds.join(''))).toEqual(['AB', 'CD']);
  });

  test.each([[[9.5, -11]], [[-170, 60]], [[100, 45]], [[-60, -45]]] as const)(
    'pairs are found in whatever cubes they lie, around %j',
    (place) => {
      for (const bearing of [0, 60, 120, 180, 240, 300]) {
        const other = destination(place, bearing, 495);
        const pair = [still('A', every(0, 300), 0, [...place]), still('B', every(0, 300), 0, other)];
        expect(detectEncounters(pair, encounterGfw, openSea, start)).toHaveLength(1);
      }
    },
  );
});
