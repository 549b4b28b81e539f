import { coastLine, coastLongitude } from '@kianda/geo';
import { expect, test } from 'vitest';
import { geodesicMeters } from '../vessels/track.ts';
import { coastDistanceMeters } from './coast-distance.ts';

test('is the shortest geodesic to any point of the coastline, and none on land', () => {
  const line = coastLine(-18.5, -4);
  for (const position of [
    [9, -11],
    [12.9, -9.2],
    [11.2, -17],
    [8.5, -5],
  ] as const) {
    const corners = line.map((corner) => geodesicMeters(position, corner));
    const nearestCorner = Math.min(...corners);
    const found = coastDistanceMeters(position) ?? Number.NaN;
    // Corners of the line are 5.6 km apart: the nearest of them is hardly farther than the line.
    expect(found).toBeLessThanOrEqual(nearestCorner + 1);
    expect(found).toBeGreaterThan(nearestCorner - 2_900);
  }
  expect(coastDistanceMeters([15, -11])).toBeNull();
});

test('beside the coast it is the way along the parallel, where the coast runs north', () => {
  const lat = -11.5;
  const position = [coastLongitude(lat) - 0.01, lat] as const;
  const along = geodesicMeters(position, [coastLongitude(lat), lat]);
  expect(coastDistanceMeters(position)).toBeLessThanOrEqual(along + 0.5);
  expect(coastDistanceMeters(position)).toBeGreaterThan(along * 0.5);
});
