import { destination, type Position, seededRandom } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { detectEncounters } from './encounter.ts';
import { encounterGfw, encounterSkylight } from './presets.ts';
import { openSea, Voyage } from './testing/voyage.ts';
import { type Track, trackOf } from './track.ts';

const start = Date.parse('2026-03-10T20:00:00Z');
const later = start + 30 * 86_400_000;
const minutes = (count: number): number => count * 60_000;

/** Two vessels that come together for a while, `apartMeters` from each other, and part again. */
function meeting(place: Position, { apartMeters = 200, forMinutes = 180, knots = 0.5, id = '' } = {}): Track[] {
  const other = destination(place, 90, apartMeters);
  const away = destination(place, 0, 30_000);
  const first = new Voyage(`${id}A`, start, destination(place, 180, 20_000)).sail(place, 8);
  const second = new Voyage(`${id}B`, start, destination(other, 90, 20_000)).sail(other, 8);
  first.drift(forMinutes, knots).sail(away, 10);
  second.drift(forMinutes, knots).sail(destination(place, 90, 30_000), 10);
  return [first.track(), second.track()];
}

const find = (tracks: readonly Track[], preset = encounterGfw, nowMs = later) =>
  detectEncounters(tracks, preset, openSea, nowMs);

test('two vessels together for three hours are one encounter, with its measures', () => {
  const found = find(meeting([9.5, -11]));
  expect(found).toHaveLength(1);
  const [encounter] = found;
  expect(encounter?.vesselIds).toEqual(['A', 'B']);
  expect(encounter?.details.medianDistanceMeters).toBeCloseTo(200, -1.5);
  expect(encounter?.details.medianKnots).toBeLessThan(2);
  expect(encounter?.details.durationMs).toBeGreaterThanOrEqual(minutes(170));
  expect(encounter?.details.durationMs).toBeLessThanOrEqual(minutes(220));
  expect(encounter?.endMs).toBe(encounter?.details.lastTogetherMs);
});

test.each([
  ['across midnight UTC', [9.5, -11]],
  ['at zero, zero', [0, 0]],
  ['on the Greenwich line near São Tomé', [0, 0.2]],
  ['on the antimeridian', [180, -17]],
  ['at the pole', [30, 89.99]],
] as const)('is found %s', (_name, place) => {
  expect(find(meeting(place))).toHaveLength(1);
});

test.each([
  ['further apart than the limit', { apartMeters: 650 }],
  ['together for less than two hours', { forMinutes: 60 }],
  ['under way together', { knots: 6 }],
])('is not found %s', (_name, options) => {
  expect(find(meeting([9.5, -11], options))).toEqual([]);
});

test('the limit is the geodesic on WGS84', () => {
  // East and west at 11° S a degree of the sphere is 0.2 % short of the ellipsoid's: 499.6 m of it are 500.5 m.
  expect(find(meeting([9.5, -11], { apartMeters: 498 }))).toHaveLength(1);
  expect(find(meeting([9.5, -11], { apartMeters: 501.5 }))).toEqual([]);
});

test('near a port or on land is not found', () => {
  const tracks = meeting([9.5, -11]);
  expect(detectEncounters(tracks, encounterGfw, { ...openSea, portDistanceMeters: () => 9_999 }, later)).toEqual([]);
  expect(detectEncounters(tracks, encounterGfw, { ...openSea, shoreDistanceMeters: () => 0 }, later)).toEqual([]);
});

test('nothing is invented where a vessel was silent for over an hour', () => {
  const place: Position = [9.5, -11];
  const whole = meeting(place);
  const silent = whole.map(({ vesselId, points }) => {
    const middle = points.filter(({ timeMs }) => timeMs < start + minutes(90) || timeMs > start + minutes(240));
    return trackOf(vesselId, middle);
  });
  expect(find(silent)).toEqual([]);
});

test('two meetings of a pair less than four hours apart are one encounter, further apart two', () => {
  const place: Position = [9.5, -11];
  const build = (apartMinutes: number): Track[] => {
    const stays = new Voyage('A', start, place).drift(150 + apartMinutes + 150);
    const goes = new Voyage('B', start, destination(place, 90, 150)).drift(150);
    goes.silence(apartMinutes).drift(150);
    return [stays.track(), goes.track()];
  };
  expect(find(build(180))).toHaveLength(1);
  expect(find(build(300))).toHaveLength(2);
});

test('stays open while a new meeting would still belong to it', () => {
  const tracks = meeting([9.5, -11]).map(({ vesselId, points }) =>
    trackOf(
      vesselId,
      points.filter(({ timeMs }) => timeMs < start + minutes(270)),
    ),
  );
  const lastMs = Math.max(...tracks.flatMap(({ points }) => points.map(({ timeMs }) => timeMs)));
  const [open] = find(tracks, encounterGfw, lastMs + 5_000);
  const [closed] = find(tracks, encounterGfw, lastMs + minutes(300));
  expect(open?.endMs).toBeNull();
  expect(closed?.endMs).not.toBeNull();
  expect(closed?.key).toBe(open?.key);
});

test('late, shuffled and doubled reports give the same event', () => {
  const tracks = meeting([9.5, -11]);
  const random = seededRandom(7);
  const shuffled = tracks.map(({ vesselId, points }) =>
    trackOf(
      vesselId,
      [...points, ...points]
        .map((point) => ({ point, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ point }) => point),
    ),
  );
  expect(find(shuffled)).toEqual(find(tracks));
  expect(find(tracks.toReversed())).toEqual(find(tracks));
});

test('presets are told apart: half an hour at 200 m is a rendezvous for Skylight alone', () => {
  const tracks = meeting([9.5, -11], { forMinutes: 45 });
  expect(find(tracks)).toEqual([]);
  const [found] = find(tracks, encounterSkylight);
  expect(found?.preset).toBe('encontro-skylight-1');
});

describe('a scripted fleet', () => {
  test('precision and recall are 1', () => {
    const expected = new Set<string>();
    const tracks: Track[] = [];
    for (let index = 0; index < 40; index += 1) {
      const place: Position = [8.6 + (index % 8) * 0.4, -6 - Math.floor(index / 8) * 2];
      const isEncounter = index % 2 === 0;
      const kind = [{ apartMeters: 900 }, { forMinutes: 40 }, { knots: 5 }][index % 3] ?? {};
      const id = `v${index}`;
      tracks.push(...meeting(place, { ...(isEncounter ? {} : kind), id }));
      if (isEncounter) expected.add(JSON.stringify([`${id}A`, `${id}B`]));
    }
    const found = find(tracks).map(({ vesselIds }) => JSON.stringify(vesselIds));
    const right = found.filter((pair) => expected.has(pair)).length;
    expect({ precision: right / found.length, recall: right / expected.size }).toEqual({ precision: 1, recall: 1 });
    expect(new Set(found).size).toBe(found.length);
  });
});
