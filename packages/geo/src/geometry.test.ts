import { describe, expect, it } from 'vitest';
import {
  bboxCenter,
  bboxContains,
  bboxCovers,
  bboxCrossesAntimeridian,
  bboxIntersection,
  bboxIntersects,
  bboxOfGeometry,
  bboxOfPositions,
  bboxPad,
  bboxToRing,
  destination,
  distanceMeters,
  initialBearingDegrees,
  interpolateGreatCircle,
  longitudeDifference,
  type MultiPolygonGeometry,
  pathLengthMeters,
  pointInPolygon,
  pointInRing,
  polygonAreaSquareMeters,
  ringAreaSquareMeters,
  ringLongitudesAt,
  wrapDirection,
  wrapLongitude,
} from './index.ts';

describe('longitude', () => {
  it('wraps to [-180, 180) and leaves zero alone', () => {
    expect([0, 180, -180, 190, -190, 540, 719].map(wrapLongitude)).toEqual([0, -180, -180, -170, 170, -180, -1]);
    expect(wrapLongitude(Number.NaN)).toBeNaN();
  });
  it('measures the short way round', () => {
    expect(longitudeDifference(179, -179)).toBe(2);
    expect(longitudeDifference(-179, 179)).toBe(-2);
  });
  it('wraps directions to [0, 360)', () => {
    expect([-90, 360, 725, -1e-20].map(wrapDirection)).toEqual([270, 0, 5, 0]);
  });
});

describe('bbox', () => {
  it('holds its own edges and the point at zero', () => {
    expect(bboxContains([-1, -1, 1, 1], [0, 0])).toBe(true);
    expect(bboxContains([8, -18, 14, -4], [14, -18])).toBe(true);
    expect(bboxContains([8, -18, 14, -4], [14.01, -10])).toBe(false);
  });
  it('knows boxes across the antimeridian', () => {
    expect(bboxCrossesAntimeridian([170, -10, -170, 10])).toBe(true);
    expect(bboxContains([170, -10, -170, 10], [179, 0])).toBe(true);
    expect(bboxContains([170, -10, -170, 10], [0, 0])).toBe(false);
    expect(bboxIntersects([170, -10, -170, 10], [-175, 5, -160, 20])).toBe(true);
    expect(bboxCenter([170, -10, -170, 10])).toEqual([-180, 0]);
  });
  it('intersects, covers and pads', () => {
    expect(bboxIntersects([0, 0, 1, 1], [1, 1, 2, 2])).toBe(true);
    expect(bboxIntersects([0, 0, 1, 1], [1.1, 0, 2, 1])).toBe(false);
    expect(bboxIntersection([0, 0, 2, 2], [1, -1, 3, 1])).toEqual([1, 0, 2, 1]);
    expect(bboxIntersection([0, 0, 1, 1], [2, 0, 3, 1])).toBeNull();
    expect(bboxCovers([0, 0, 2, 2], [0, 1, 2, 2])).toBe(true);
    expect(bboxCovers([0, 0, 2, 2], [0, 1, 2.1, 2])).toBe(false);
    expect(bboxPad([-179.5, -89.5, 0, 0], 1)).toEqual([-180, -90, 1, 1]);
  });
  it('finds the box of positions, none for none', () => {
    expect(
      bboxOfPositions([
        [0, 0],
        [-1, 3],
        [2, -4],
      ]),
    ).toEqual([-1, -4, 2, 3]);
    expect(bboxOfPositions([])).toBeNull();
  });
});

describe('great circle', () => {
  it('matches the worked example of Aviation Formulary: LAX to JFK is 2,144 nautical miles at 66°', () => {
    const lax = [-(118 + 24 / 60), 33 + 57 / 60] as const;
    const jfk = [-(73 + 47 / 60), 40 + 38 / 60] as const;
    expect((distanceMeters(lax, jfk) / earthMinuteMeters).toFixed(0)).toBe('2144');
    expect(initialBearingDegrees(lax, jfk)).toBeCloseTo(65.89, 1);
  });
  it('stays within half a per cent of the geodesic (718,040.7 m from 13.2° E 8.8° S to 12.1° E 15.2° S)', () => {
    const error = distanceMeters([13.2, -8.8], [12.1, -15.2]) / 718_040.718 - 1;
    expect(Math.abs(error)).toBeLessThan(0.0056);
  });
  it('returns to where it measured', () => {
    const from = [13.2, -8.8] as const;
    for (const bearing of [0, 45, 133, 270, 359]) {
      const to = destination(from, bearing, 250_000);
      expect(distanceMeters(from, to)).toBeCloseTo(250_000, 3);
      expect(initialBearingDegrees(from, to)).toBeCloseTo(bearing, 6);
    }
    expect(destination([179.9, 0], 90, 50_000)[0]).toBeLessThan(-179);
  });
  it('interpolates along the circle', () => {
    const a = [8, -18] as const;
    const b = [14, -4] as const;
    const middle = interpolateGreatCircle(a, b, 0.5);
    expect(distanceMeters(a, middle)).toBeCloseTo(distanceMeters(middle, b), 3);
    expect(pathLengthMeters([a, middle, b])).toBeCloseTo(distanceMeters(a, b), 3);
    expect(interpolateGreatCircle(a, a, 0.3)).toEqual(a);
    expect(pathLengthMeters([a])).toBe(0);
  });
});

const earthMinuteMeters = 1853.2488; // one minute of arc on the sphere used here

describe('polygons', () => {
  const withHole: MultiPolygonGeometry = {
    type: 'MultiPolygon',
    coordinates: [[bboxToRing([0, 0, 10, 10]), bboxToRing([4, 4, 6, 6])], [bboxToRing([20, 0, 21, 1])]],
  };
  it('applies the even-odd rule with holes and several parts', () => {
    expect(pointInPolygon([1, 1], withHole)).toBe(true);
    expect(pointInPolygon([5, 5], withHole)).toBe(false);
    expect(pointInPolygon([20.5, 0.5], withHole)).toBe(true);
    expect(pointInPolygon([15, 5], withHole)).toBe(false);
    expect(pointInRing([0, 0], [])).toBe(false);
  });
  it('claims a point on a shared edge once', () => {
    const left = bboxToRing([0, 0, 1, 1]);
    const right = bboxToRing([1, 0, 2, 1]);
    expect(Number(pointInRing([1, 0.5], left)) + Number(pointInRing([1, 0.5], right))).toBe(1);
  });
  it('measures the whole ellipsoid: 510,065,621.7 km²', () => {
    expect(ringAreaSquareMeters(bboxToRing([-180, -90, 180, 90])) / 1e6).toBeCloseTo(510_065_621.7, 0);
  });
  it('measures whichever way the ring is wound and subtracts holes', () => {
    const ring = bboxToRing([4, 4, 6, 6]);
    expect(ringAreaSquareMeters([...ring].reverse())).toBeCloseTo(ringAreaSquareMeters(ring), 3);
    const whole = ringAreaSquareMeters(bboxToRing([0, 0, 10, 10])) + ringAreaSquareMeters(bboxToRing([20, 0, 21, 1]));
    expect(polygonAreaSquareMeters(withHole)).toBeCloseTo(whole - ringAreaSquareMeters(ring), 0);
  });
  it('finds boxes and crossings', () => {
    expect(bboxOfGeometry(withHole)).toEqual([0, 0, 21, 10]);
    expect(bboxOfGeometry({ type: 'Polygon', coordinates: [] })).toBeNull();
    expect(ringLongitudesAt(bboxToRing([0, 0, 10, 10]), 5)).toEqual([0, 10]);
    expect(ringLongitudesAt(bboxToRing([0, 0, 10, 10]), 11)).toEqual([]);
  });
});
