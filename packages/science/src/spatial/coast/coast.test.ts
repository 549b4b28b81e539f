import type { Position } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { geodesicDirect } from '../shared/geodesic.ts';
import { joinedNorthward } from './join-lines.ts';
import { decimalYear, erosionClass, shorelineChange, studentQuantile } from './shoreline-change.ts';
import { castTransects, type Shoreline } from './transects.ts';
import { coastalVulnerability, type VulnerabilityInput, vulnerabilityRank } from './vulnerability.ts';

const at = (year: number, meters: number, uncertainty = 5) => ({ year, meters, uncertainty });

describe('shoreline change on one transect', () => {
  test('the measures of DSAS by hand: five dates', () => {
    // x̄ = 2004, ȳ = 96, Sxx = 64 + 16 + 16 + 64 = 160.
    const found = shorelineChange([at(1996, 110), at(2000, 96), at(2004, 91), at(2008, 92), at(2012, 91)]);
    expect(found).toMatchObject({ dates: 5, sce: 19, nsm: -19, epr: -19 / 16, eprUncertainty: Math.sqrt(50) / 16 });
    // Σ(x−x̄)(y−ȳ): −8·14 −4·0 + 0 + 4·−4 + 8·−5 = −168 → slope −1.05; Syy = 196+0+25+16+25 = 262.
    expect(found?.lrr.rate).toBeCloseTo(-168 / 160, 12);
    const residual = 262 - 168 ** 2 / 160;
    const error = Math.sqrt(residual / 3 / 160);
    expect(found?.lrr.standardError).toBeCloseTo(error, 12);
    // t of 3 degrees: 2.353363 and 3.182446 (any table).
    expect(found?.lrr.half90).toBeCloseTo(2.353363 * error, 5);
    expect(found?.lrr.half95).toBeCloseTo(3.182446 * error, 5);
    expect(found?.lrr.rSquared).toBeCloseTo(168 ** 2 / 160 / 262, 12);
  });

  test('a surer date draws the weighted line to itself; equal ones change nothing', () => {
    const equal = shorelineChange([at(2000, 0), at(2010, -10), at(2020, -40)]);
    expect(equal?.wlr.rate).toBeCloseTo(equal?.lrr.rate ?? Number.NaN, 12);
    // Weights 1, 1, 1/100 about x̄w = 10.1/2.01 …: by the normal equations.
    const [w1, w2, w3] = [1, 1, 0.01];
    const sum = w1 + w2 + w3;
    const [mx, my] = [(w2 * 10 + w3 * 20) / sum, (w2 * -10 + w3 * -40) / sum];
    const xy = w1 * mx * my + w2 * (10 - mx) * (-10 - my) + w3 * (20 - mx) * (-40 - my);
    const xx = w1 * mx ** 2 + w2 * (10 - mx) ** 2 + w3 * (20 - mx) ** 2;
    const weighted = shorelineChange([at(0, 0, 1), at(10, -10, 1), at(20, -40, 10)]);
    expect(weighted?.wlr.rate).toBeCloseTo(xy / xx, 12);
  });

  test('two dates have a rate without an interval, one date has none', () => {
    expect(shorelineChange([at(2000, 0), at(2010, 5)])?.lrr).toMatchObject({ rate: 0.5, half95: null });
    expect(shorelineChange([at(2000, 0)])).toBeNull();
    expect(shorelineChange([at(2000, 0), at(2000, 4)])).toBeNull();
    expect(() => shorelineChange([at(2000, 0, 0), at(2010, 4)])).toThrow(RangeError);
  });

  test('Student’s quantiles of a table', () => {
    expect(studentQuantile(0.95, 10)).toBeCloseTo(2.228139, 6);
    expect(studentQuantile(0.9, 1)).toBeCloseTo(6.313752, 5);
  });

  test('classes, and years', () => {
    expect([-5.1, -5, -3, -1, -0.5, 0.5, 0.51].map(erosionClass)).toEqual([
      'extreme',
      'severe',
      'intense',
      'erosion',
      'stable',
      'stable',
      'accretion',
    ]);
    expect(decimalYear(Date.UTC(2023, 6, 2, 12))).toBe(2023.5);
  });
});

describe('transects', () => {
  // A coast that runs due north at 12° E: the sea is in the west, on its left.
  const baseline: Position[] = [
    [12, -10],
    [12, -9.95],
  ];
  const moved = (meters: number): Position[] =>
    baseline.map(([lon, lat]) => {
      const to = geodesicDirect({ lon, lat }, -90, meters);
      return [to.lon, to.lat];
    });
  const shoreline = (year: number, meters: number): Shoreline => ({ year, lines: [moved(meters)], uncertainty: 3 });
  const options = { spacing: 100, reach: 500, smoothing: 200 };

  test('find the distance that each shoreline was moved by, to a millimetre', () => {
    const transects = castTransects(baseline, [shoreline(2000, 40), shoreline(2010, -60)], options);
    // 0.05° of latitude are 5,529.6 m: a transect at 50, 150, … 5,450.
    expect(transects).toHaveLength(55);
    for (const { azimuth, positions } of transects) {
      expect(azimuth).toBeCloseTo(-90, 3);
      expect(positions.map(({ meters }) => meters.toFixed(3))).toEqual(['40.000', '-60.000']);
    }
  });

  test('of two crossings take the nearest, and none beyond their reach', () => {
    const both = { year: 2000, lines: [moved(300), moved(120)], uncertainty: 3 };
    const [first] = castTransects(baseline, [both, shoreline(2010, 501)], options);
    expect(first?.positions.map(({ meters }) => Math.round(meters))).toEqual([120]);
    expect(() => castTransects(baseline, [], { ...options, spacing: 0 })).toThrow(RangeError);
    expect(() =>
      castTransects(
        [
          [12, -10],
          [12, -10],
        ],
        [],
        options,
      ),
    ).toThrow('no length');
  });
});

test('lines whose ends meet are one, from south to north, whatever their order and sense', () => {
  const [a, b, c, d]: readonly Position[] = [
    [12, -10],
    [12.1, -9.9],
    [12.2, -9.7],
    [12.2, -9.6],
  ];
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('no positions');
  expect(
    joinedNorthward([
      [c, b],
      [a, b],
      [d, c],
    ]),
  ).toEqual([[a, b, c, d]]);
  expect(
    joinedNorthward([
      [b, a],
      [d, c],
    ]),
  ).toEqual([
    [a, b],
    [c, d],
  ]);
});

describe('coastal vulnerability', () => {
  const all: VulnerabilityInput = {
    ...{ geomorphology: 'sand', shorelineChange: -1.5, slope: 0.2 },
    ...{ seaLevel: 2.7, waveHeight: 1.1, tideRange: 1.4 },
  };

  test('the index of six ranks: √(5 · 4 · 5 · 3 · 4 · 4 ÷ 6)', () => {
    const { ranks, index, used } = coastalVulnerability(all);
    expect(Object.values(ranks)).toEqual([5, 4, 5, 3, 4, 4]);
    expect(index).toBeCloseTo(Math.sqrt(4800 / 6), 12);
    expect(used).toBe(6);
  });

  test('is taken over the variables that are known, and says how many', () => {
    const some = coastalVulnerability({ ...all, seaLevel: null, tideRange: null });
    expect(some).toMatchObject({ index: Math.sqrt(400 / 4), used: 4 });
    const nothing = { geomorphology: 'built', shorelineChange: null, slope: null } as const;
    const none = coastalVulnerability({ ...nothing, seaLevel: null, waveHeight: null, tideRange: null });
    expect(none).toMatchObject({ index: null, used: 0 });
  });

  test('a greater slope, tide or gain of land never ranks higher; a greater wave or rise never lower', () => {
    const rankOf = (variable: 'slope' | 'tideRange' | 'shorelineChange' | 'waveHeight' | 'seaLevel', value: number) =>
      vulnerabilityRank(variable, { ...all, [variable]: value });
    expect([3, 1.1, 0.7, 0.4, 0.1].map((value) => rankOf('slope', value))).toEqual([1, 2, 3, 4, 5]);
    expect([7, 5, 3, 1.5, 0.5].map((value) => rankOf('tideRange', value))).toEqual([1, 2, 3, 4, 5]);
    expect([3, 1.5, 0, -1.5, -3].map((value) => rankOf('shorelineChange', value))).toEqual([1, 2, 3, 4, 5]);
    expect([0.3, 0.6, 0.9, 1.1, 2].map((value) => rankOf('waveHeight', value))).toEqual([1, 2, 3, 4, 5]);
    expect([1, 2, 2.7, 3.1, 5].map((value) => rankOf('seaLevel', value))).toEqual([1, 2, 3, 4, 5]);
  });
});
