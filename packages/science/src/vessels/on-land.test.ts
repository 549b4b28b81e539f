import { destination, hourMs, type Position } from '@kianda/geo';
import { expect, test } from 'vitest';
import { separateLand } from './on-land.ts';
import { landKianda } from './presets.ts';
import { type TrackPoint, trackOf } from './track.ts';

const minuteMs = 60_000;
/** A coast along the tenth meridian: land to the east of it, as far as the eleventh. */
const shore: Position = [10, 0];
const inland = ([lon]: readonly [number, number], limit: number): number =>
  lon <= 10 ? 0 : Math.min(limit, (lon - 10) * 111_195);
const at = (minutes: number, meters: number): TrackPoint => {
  const [lon, lat] = destination(shore, meters < 0 ? 270 : 90, Math.abs(meters));
  const rest = { sogKnots: 8, courseDegrees: 0, navigationStatus: 0, receiver: null };
  return { timeMs: minutes * minuteMs, lon, lat, ...rest };
};
const separate = (points: readonly TrackPoint[]) => separateLand(trackOf('1', points), landKianda, inland);

test('a vessel at sea, and one within the tolerance of the coast, is left as it is', () => {
  const points = [at(0, -20_000), at(10, 0), at(20, 4_950), at(30, 4_950), at(40, 4_950)];
  const { track, events, untold } = separate(points);
  expect([track.points.length, events.length, untold.length]).toEqual([5, 0, 0]);
});

test('three reports beyond the tolerance are one event with its evidence, and of no track', () => {
  const points = [at(0, -20_000), at(10, 5_050), at(20, 30_000), at(30, 12_000), at(40, -19_000)];
  const { track, events } = separate(points);
  expect(track.points.map(({ timeMs }) => timeMs / minuteMs)).toEqual([0, 40]);
  expect(events).toMatchObject([
    { kind: 'on_land', startMs: 10 * minuteMs, endMs: 30 * minuteMs, preset: 'terra-kianda-1', vesselIds: ['1'] },
  ]);
  expect(events[0]?.details).toMatchObject({ reports: 3, durationMs: 20 * minuteMs });
  expect(Math.abs((events[0]?.details.inlandMeters ?? 0) / 30_000 - 1)).toBeLessThan(0.01);
});

test('one or two are set aside and told of by nobody; within six hours of each other reports are one event', () => {
  const two = separate([at(0, -20_000), at(10, 9_000), at(20, 9_000), at(30, -20_000)]);
  expect([two.track.points.length, two.events.length, two.untold.length]).toEqual([2, 0, 2]);
  const hours = (count: number) => (count * hourMs) / minuteMs;
  expect(separate([at(0, 9_000), at(hours(6), 9_000), at(hours(12), 9_000)]).events).toHaveLength(1);
  expect(separate([at(0, 9_000), at(hours(6), 9_000), at(hours(12) + 1, 9_000)]).events).toEqual([]);
});
