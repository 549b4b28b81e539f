import { metersPerDegree, seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { simplifyTrack } from './track.ts';

const minute = 60_000;
const options = { toleranceMeters: 100, gapMs: 60 * minute };
const at = (index: number, lon: number, lat: number) => ({ timeMs: index * minute, lon, lat });

test('a straight course is its ends; a corner stays', () => {
  const straight = Array.from({ length: 100 }, (_, index) => at(index, index / 1000, 0));
  expect(simplifyTrack(straight, options)).toEqual([straight[0], straight[99]]);
  const corner = [at(0, 0, 0), at(1, 0.1, 0), at(2, 0.2, 0), at(3, 0.2, 0.1), at(4, 0.2, 0.2)];
  expect(simplifyTrack(corner, options)).toEqual([corner[0], corner[2], corner[4]]);
});

test('both sides of a silence stay, though the line is straight', () => {
  const track = [at(0, 0, 0), at(1, 0.01, 0), at(2, 0.02, 0), at(200, 0.5, 0), at(201, 0.51, 0), at(202, 0.52, 0)];
  expect(simplifyTrack(track, options)).toEqual([track[0], track[2], track[3], track[5]]);
});

test('a turn there and back on one line keeps its farthest point', () => {
  const track = [at(0, 0, 0), at(1, 0.1, 0), at(2, 0.2, 0), at(3, 0.1, 0), at(4, 0, 0)];
  expect(simplifyTrack(track, options)).toEqual([track[0], track[2], track[4]]);
});

test('across the 180th meridian a straight course stays straight', () => {
  const track = [at(0, 179.8, 0), at(1, 179.9, 0), at(2, -179.9, 0), at(3, -179.8, 0)];
  expect(simplifyTrack(track, options)).toEqual([track[0], track[3]]);
});

test('every point left out lies within the tolerance of the line that replaces it', () => {
  const random = seededRandom('track');
  let [lon, lat] = [12, -9];
  const track = Array.from({ length: 3_000 }, (_, index) => {
    lon += (random() - 0.5) / 100;
    lat += (random() - 0.5) / 100;
    return at(index, lon, lat);
  });
  const kept = simplifyTrack(track, options);
  expect(kept.length).toBeLessThan(track.length);
  for (const [index, end] of kept.entries()) {
    const start = kept[index - 1];
    if (start === undefined) continue;
    for (const point of track) {
      if (point.timeMs <= start.timeMs || point.timeMs >= end.timeMs) continue;
      // Independent of the code under test: the nearest of many points on the segment.
      const scale = Math.cos((start.lat * Math.PI) / 180);
      const nearest = Math.min(
        ...Array.from({ length: 201 }, (_, step) =>
          Math.hypot(
            (point.lon - start.lon - ((end.lon - start.lon) * step) / 200) * scale,
            point.lat - start.lat - ((end.lat - start.lat) * step) / 200,
          ),
        ),
      );
      expect(nearest * metersPerDegree).toBeLessThan(options.toleranceMeters * 1.05);
    }
  }
});

test('what is short or wanted exact comes back as it is', () => {
  const two = [at(0, 0, 0), at(1, 1, 1)];
  expect(simplifyTrack(two, options)).toBe(two);
  const three = [...two, at(2, 2, 2)];
  expect(simplifyTrack(three, { toleranceMeters: 0, gapMs: 1 })).toBe(three);
});
