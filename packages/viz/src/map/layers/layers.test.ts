import { decodeHeatTile, encodeHeatTile, heatFrameOf, mercatorTileBbox, sumHeatTile } from '@kianda/geo';
import { describe, expect, it } from 'vitest';
import { fleetFeatures, symbolOf } from './fleet/symbol.ts';
import {
  changeScale,
  classOf,
  differences,
  hoursScale,
  paintPair,
  paintValues,
  pairBreaks,
  quantileOf,
  roundUp,
} from './heat/heat-colours.ts';
import { blockCorners, heatBlockOf, heatMosaic, heatTilesOf, mosaicAt } from './heat/mosaic.ts';
import { geodesicPath, measureLegs, totalNauticalMiles } from './measure/measure.ts';
import { trackFeatures } from './tracks/legs.ts';

describe('symbol of a vessel', () => {
  const still = { headingDegrees: null, courseDegrees: 90, speedKnots: 0.1 };
  it('points by heading, then by course while it moves; zero is north, not unknown', () => {
    expect(symbolOf({ ...still, headingDegrees: 0 })).toEqual({ shape: 'hull', angleDegrees: 0 });
    expect(symbolOf({ ...still, speedKnots: 8 })).toEqual({ shape: 'hull', angleDegrees: 90 });
    expect(symbolOf({ ...still, speedKnots: null })).toEqual({ shape: 'hull', angleDegrees: 90 });
  });
  it('is a dot where nobody knows: at anchor, without course, or with what AIS sends for "not available"', () => {
    expect(symbolOf(still).shape).toBe('dot');
    expect(symbolOf({ headingDegrees: 511, courseDegrees: 360, speedKnots: 5 }).shape).toBe('dot');
  });
  it('keeps a vessel on the Greenwich line', () => {
    const mark = {
      id: 1,
      name: 'A',
      type: 'fishing',
      lon: 0,
      lat: 0,
      isOld: false,
      isSelected: true,
      ...still,
    } as const;
    const [feature] = fleetFeatures([mark], 'dark').features;
    expect(feature?.geometry.coordinates).toEqual([0, 0]);
    expect(feature?.properties).toMatchObject({ id: 1, image: 'frota-dark-fishing-dot', isSelected: true });
  });
});

describe('legs of a track', () => {
  const minute = 60_000;
  const point = (minutes: number, speedKnots: number | null, isAfterSilence = false) => ({
    timeMs: minutes * minute,
    lon: minutes / 100,
    lat: 0,
    speedKnots,
    isAfterSilence,
  });
  const draw = (points: ReturnType<typeof point>[], untilMs?: number) =>
    trackFeatures(
      [{ id: '1', name: 'A', points }],
      { of: (knots) => `c${Math.round(knots)}`, unknown: 'u' },
      (ms) => `${ms / minute} min`,
      untilMs,
    ).features;

  it('runs on while the colour stays, and begins where the last leg ended', () => {
    const legs = draw([point(0, 1), point(10, 1), point(20, 1), point(30, 5), point(40, null)]);
    expect(legs.map(({ properties, geometry }) => [properties?.colour, geometry.coordinates.length])).toEqual([
      ['c1', 3],
      ['c5', 2],
      ['u', 2],
    ]);
    expect(legs[1]?.geometry.coordinates[0]).toEqual([0.2, 0]);
  });
  it('breaks at a silence, says how long it was, and draws nothing later than the moment shown', () => {
    const points = [point(0, 1), point(10, 1), point(200, 1, true), point(210, 1)];
    const legs = draw(points);
    expect(legs.map(({ properties }) => [properties?.isGap, properties?.label])).toEqual([
      [false, ''],
      [true, '190 min'],
      [false, ''],
    ]);
    expect(draw(points, 20 * minute)).toHaveLength(1);
    expect(draw([point(0, 1)])).toEqual([]);
  });
  it('follows the server on what a silence is: a simplified line has few points and no gap', () => {
    expect(draw([point(0, 1), point(300, 1)]).map(({ properties }) => properties?.isGap)).toEqual([false]);
  });
});

describe('measured line', () => {
  it('is the geodesic of WGS84: Luanda to São Tomé, and the length of a degree at the equator', () => {
    const [degree] = measureLegs([
      [0, 0],
      [1, 0],
    ]);
    expect(degree?.meters).toBeCloseTo(111_319.491, 2);
    expect(degree?.bearingDegrees).toBeCloseTo(90, 6);
    const [meridian] = measureLegs([
      [13, -9],
      [13, -10],
    ]);
    // A minute of latitude near Luanda is 1843 m, not the 1852 m of a mean one.
    expect((meridian?.meters ?? 0) / 60).toBeCloseTo(1843.4, 0);
    expect(meridian?.bearingDegrees).toBeCloseTo(180, 6);
    expect(totalNauticalMiles(measureLegs([[13, -9]]))).toBe(0);
  });
  it('is drawn along the geodesic, ends included', () => {
    const [leg] = measureLegs([
      [6.7, 0.3],
      [13.2, -8.8],
    ]);
    const path = leg === undefined ? [] : geodesicPath(leg);
    expect(path[0]).toEqual([6.7, 0.3]);
    expect(path.at(-1)).toEqual([13.2, -8.8]);
    expect(path.length).toBeGreaterThan(20);
  });
});

describe('heat mosaic', () => {
  const frame = heatFrameOf('day', Date.parse('2026-08-01T00:00:00Z'));
  const tile = decodeHeatTile(
    encodeHeatTile(
      { interval: 'day', measure: 'hours', firstFrame: frame, frames: 2 },
      {
        cells: [0, 4095],
        frames: [frame, frame + 1],
        values: [3, 1.5],
      },
    ),
  );
  it('covers what is seen with few tiles, at the zoom of the map where that is enough', () => {
    const near = heatBlockOf([12, -10, 13.5, -8.5], 7);
    expect(near.z).toBe(7);
    const far = heatBlockOf([-13, -35, 37, 11], 9);
    expect(far.columns * far.rows).toBeLessThanOrEqual(16);
    expect(heatBlockOf([12.99, -9.01, 13.01, -8.99], 14).z).toBe(10);
  });
  it('puts tiles beside each other, and knows a cell by its place', () => {
    const block = { z: 6, x: 34, y: 33, columns: 2, rows: 1 };
    const mosaic = heatMosaic(block, (x) => (x === 34 ? sumHeatTile(tile, frame, frame + 2) : null));
    expect(heatTilesOf(block)).toEqual([
      { x: 34, y: 33 },
      { x: 35, y: 33 },
    ]);
    const [west, south, east, north] = mercatorTileBbox(6, 34, 33);
    expect(mosaicAt(mosaic, [west + 0.01, north - 0.01])).toBe(3);
    expect(mosaicAt(mosaic, [east - 0.01, south + 0.01])).toBe(1.5);
    expect(mosaicAt(mosaic, [east + 0.01, south + 0.01])).toBeNaN();
    expect(mosaicAt(mosaic, [west - 0.01, north - 0.01])).toBeNaN();
    expect(blockCorners(block)[0]).toEqual([west, north]);
  });
});

describe('heat colours', () => {
  it('round ends that hold while the data change little', () => {
    expect([0.3, 1, 1.2, 6, 50].map(roundUp)).toEqual([0.5, 1, 2, 10, 50]);
    const values = Float64Array.from({ length: 1000 }, (_, index) => index / 100);
    expect(quantileOf(values, 0.5)).toBeCloseTo(5, 1);
    expect(hoursScale(values, 'light').range).toEqual([1, 10]);
    expect(hoursScale(values, 'dark').position(10)).toBeLessThan(0.75);
    expect(hoursScale(new Float64Array(10), 'dark').range[0]).toBeGreaterThan(0);
  });
  it('show the sea where there is nothing, and where nothing is known', () => {
    const pixels = paintValues(Float64Array.of(0, Number.NaN, 5), hoursScale([1, 5, 10], 'light'));
    expect([pixels[3], pixels[7], pixels[11]]).toEqual([0, 0, 255]);
  });
  it('have zero in the middle of a difference', () => {
    const change = differences(Float64Array.of(4, 0, Number.NaN), Float64Array.of(1, 2, 1));
    expect([...change]).toEqual([3, -2, Number.NaN]);
    const scale = changeScale(Float64Array.of(3, -2), 'dark');
    expect(scale.range[0]).toBe(-scale.range[1]);
    expect(scale.position(0)).toBe(0.5);
  });
  it('tell two amounts apart, each in thirds', () => {
    const [a, b] = [Float64Array.of(0, 1, 50, 0), Float64Array.of(0, 1, 0, 50)];
    const breaks = pairBreaks(a, b);
    expect(breaks.first[0]).toBeLessThan(breaks.first[1]);
    expect([0, breaks.first[0], breaks.first[1]].map((value) => classOf(value, breaks.first))).toEqual([0, 1, 2]);
    const pixels = paintPair(a, b, breaks, 'dark');
    const colourOf = (at: number) => [...pixels.slice(at * 4, at * 4 + 4)].join();
    expect(pixels[3]).toBe(0);
    expect(new Set([1, 2, 3].map(colourOf)).size).toBe(3);
  });
});
