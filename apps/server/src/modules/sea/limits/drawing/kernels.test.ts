import type { Position } from '@kianda/geo';
import { geodesicArea } from '@kianda/science/spatial/buffer/buffer';
import { closedCoast, juridicalBays, nauticalMile } from '@kianda/science/spatial/limits/bays';
import { createLineIndex } from '@kianda/science/spatial/limits/line-index';
import { limitMiles, maritimeZones } from '@kianda/science/spatial/limits/zones';
import { geodesicDirect, geodesicInverse } from '@kianda/science/spatial/shared/geodesic';
import { expect, test } from 'vitest';
import { planarEngine } from '../../../../platform/geometry/planar.ts';

const engine = await planarEngine();
const far = ([lon, lat]: Position, to: Position) => geodesicInverse({ lon, lat }, { lon: to[0], lat: to[1] }).meters;

test('the nearest place of a line is that of a search along it', () => {
  const line: Position[] = [
    [12, -10],
    [12.4, -9.6],
    [12.3, -9.1],
  ];
  const nearest = createLineIndex([
    [
      [20, 0],
      [21, 0],
    ],
    line,
  ]);
  for (const at of [
    [11.2, -9.8],
    [12.6, -9.3],
    [8.7, -12.4],
  ] as Position[]) {
    let least = Number.POSITIVE_INFINITY;
    line.slice(1).forEach((end, leg) => {
      const [lon = 0, lat = 0] = line[leg] ?? [];
      const { azimuth, meters } = geodesicInverse({ lon, lat }, { lon: end[0], lat: end[1] });
      for (let along = 0; along <= meters; along += 25) {
        const place = geodesicDirect({ lon, lat }, azimuth, along);
        least = Math.min(least, far(at, [place.lon, place.lat]));
      }
    });
    const found = nearest(at);
    expect(found.line).toBe(1);
    expect(Math.abs(found.meters - least)).toBeLessThan(1);
    expect(Math.abs(far(at, found.at) - found.meters)).toBeLessThan(1e-3);
  }
});

/** A coast to the north with the sea on its left, and a square inlet of `depth` behind a mouth of `mouth` degrees. */
const inlet = (mouth: number, depth: number): Position[] => [
  [12, -10],
  [12, -9.5],
  [12 + depth, -9.5],
  [12 + depth, -9.5 + mouth],
  [12, -9.5 + mouth],
  [12, -9],
];

test('an inlet is a bay from the half circle on, and never behind more than 24 miles', () => {
  // π/8 of the mouth squared is a depth of 0.393 mouths, in degrees of latitude.
  expect(juridicalBays(inlet(0.1, 0.05))).toMatchObject([{ from: 1, to: 4 }]);
  expect(juridicalBays(inlet(0.1, 0.035))).toEqual([]);
  expect(juridicalBays(inlet(0.39, 0.3)).map(({ from, to }) => [from, to])).toEqual([[1, 4]]);
  const [wide] = juridicalBays(inlet(0.5, 0.6));
  expect(wide?.mouthMeters ?? 0).toBeLessThanOrEqual(24 * nauticalMile);
  const coast = inlet(0.1, 0.05);
  expect(closedCoast(coast, juridicalBays(coast))).toEqual([coast[0], coast[1], coast[4], coast[5]]);
  // A headland is no bay.
  expect(juridicalBays(inlet(0.1, -0.05))).toEqual([]);
});

/** Two coasts that mirror each other across the equator, around a bight: the median line is the equator. */
const mirrored = () => {
  const own: Position[] = [
    [12, -4],
    [11.5, -2],
    [12, 0],
  ];
  const other: Position[] = [
    [12, 0],
    [11.5, 2],
    [12, 4],
  ];
  const land: Position[] = [...own, ...other.slice(1), [17, 4], [17, -4], [12, -4]];
  return maritimeZones(
    {
      ...{ baseline: [own], neighbours: [{ id: 'NEI', coast: [other] }], center: { lon: 11, lat: -2 } },
      ...{ inland: { type: 'MultiPolygon', coordinates: [[land]] }, reach: 900_000 },
    },
    engine,
  );
};

test('zones end at their distance from the baseline and at the median line', () => {
  const found = mirrored();
  const nearest = createLineIndex([
    [
      [12, -4],
      [11.5, -2],
      [12, 0],
    ],
  ]);
  const median = found.lines.filter(({ limit }) => limit === 'median');
  expect(median.map(({ neighbour }) => neighbour)).toEqual(['NEI']);
  const offset = Math.max(...(median[0]?.coordinates ?? []).map(([, lat]) => Math.abs(lat) * 110_574));
  expect(offset).toBeLessThan(5);
  for (const limit of ['territorial', 'contiguous', 'zee'] as const) {
    const meters = limitMiles[limit] * nauticalMile;
    const corners = found.lines.filter((line) => line.limit === limit).flatMap(({ coordinates }) => coordinates);
    expect(corners.length).toBeGreaterThan(10);
    for (const corner of corners) expect(Math.abs(nearest(corner).meters / meters - 1)).toBeLessThan(1e-3);
  }
  // The area that both may claim is shared equally.
  const [overlap] = found.overlaps;
  expect(Math.abs((overlap?.ownSquareMeters ?? 0) / (overlap?.areaSquareMeters ?? 1) - 0.5)).toBeLessThan(1e-4);
  // Edges that an intersection cut are geodesics of their own.
  const parts = geodesicArea(found.zee) + geodesicArea(found.territorial);
  expect(Math.abs(parts / geodesicArea(found.within.zee) - 1)).toBeLessThan(1e-4);
});
