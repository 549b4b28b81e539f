import {
  coastLine,
  coastLongitude,
  destination,
  hourMs,
  metersPerNauticalMile,
  offshoreMeters,
  type Position,
  portPoints,
  ports,
} from '@kianda/geo';
import { geodesicMeters, type TrackPoint, trackOf } from '@kianda/science/vessels/track';
import { describe, expect, test } from 'vitest';
import { angolaInland, angolaSurroundings, detectAll, type Known, separateAll } from './detectors.ts';

const plain = { gears: [], isCarrier: false };
const known = (kindOfVessel: Known['kindOfVessel']): Known => ({ kindOfVessel, satellitePositionsPerDay: () => null });

/** Off Baía Farta the point of Sombreiro is nearer than the coast along the parallel. */
const offBaiaFarta: Position = [13.06, -12.54];

/** Six hours of reports every ten minutes, at half a knot. */
function drifting(vesselId: string, [lon, lat]: Position, over: Partial<TrackPoint> = {}) {
  return trackOf(
    vesselId,
    Array.from({ length: 37 }, (_, index) => ({
      timeMs: index * 10 * 60_000,
      lon: lon + index * 1e-4,
      lat,
      sogKnots: 0.6,
      courseDegrees: 90,
      navigationStatus: 0,
      receiver: null,
      ...over,
    })),
  );
}

describe('land', () => {
  test.each([
    ['far at sea', [9.5, -11]],
    ['off Luanda', [13.1, -8.75]],
    ['in the bay of Luanda', [13.25, -8.77]],
    ['in the port of Lobito', [13.548, -12.345]],
    ['on the Congo at Boma', [13.048, -5.863]],
    ['in the bay of Tigres', [11.78, -16.6]],
  ] as const)('is not told of %s', (_case, place) => {
    expect(angolaInland(place, 5_001)).toBeLessThanOrEqual(5_000);
  });

  test('begins at the coast, and is told up to the limit asked for', () => {
    const [lon, lat] = [coastLongitude(-10), -10];
    expect(angolaInland([lon - 0.05, lat], 50_000)).toBe(0);
    const [near, far] = [angolaInland([lon + 0.2, lat], 100_000), angolaInland([20, -12], 100_000)];
    expect(near).toBeGreaterThan(10_000);
    expect(near).toBeLessThan(22_000);
    expect(far).toBe(100_000);
  });
});

describe('the distance to shore', () => {
  /** The coast at every hundred metres or so. */
  const coast = coastLine(-18, -4.5).flatMap((from, index, line): Position[] => {
    const to = line[index + 1];
    if (to === undefined) return [from];
    return Array.from({ length: 60 }, (_, step) => [
      from[0] + ((to[0] - from[0]) * step) / 60,
      from[1] + ((to[1] - from[1]) * step) / 60,
    ]);
  });

  test.each<[string, Position]>([
    ['off Baía Farta', offBaiaFarta],
    ['off the mouth of the Congo', [11.9, -6.05]],
    ['in the bay of Tigres', [11.5, -16.6]],
    ['thirty miles off Lobito', [13, -12.2]],
    ['two hundred miles out', [10, -10]],
  ])('is that of the nearest point of the coast: %s', (_, position) => {
    const nearest = Math.min(...coast.map((point) => geodesicMeters(position, point)));
    expect(Math.abs(angolaSurroundings.shoreDistanceMeters(position) - nearest)).toBeLessThan(
      Math.max(60, nearest * 0.001),
    );
  });

  test('decides on loitering: eight miles off is no offshore stay, whatever lies along the parallel', () => {
    expect(offshoreMeters(offBaiaFarta) / metersPerNauticalMile).toBeGreaterThan(21);
    expect(angolaSurroundings.shoreDistanceMeters(offBaiaFarta) / metersPerNauticalMile).toBeLessThan(8);
    const kinds = (position: Position) =>
      detectAll(
        separateAll([drifting('1', position)]),
        [],
        known(() => plain),
        7 * hourMs,
      ).map(({ kind }) => kind);
    expect(kinds(offBaiaFarta)).toEqual([]);
    expect(kinds([12.5, -12.54])).toEqual(['loitering']);
  });

  test('is zero on land', () => {
    expect(angolaSurroundings.shoreDistanceMeters([14.5, -10])).toBe(0);
  });
});

describe('a silence', () => {
  const lobito = ports.find(({ id }) => id === 'lobito') ?? ports[0];
  if (lobito === undefined) throw new Error('no port to lie in');
  const moored = { sogKnots: 0, navigationStatus: 5 };
  const gaps = (points: readonly TrackPoint[], nowMs: number) =>
    detectAll(
      separateAll([{ vesselId: '1', points }]),
      [],
      known(() => plain),
      nowMs,
    ).filter(({ kind }) => kind === 'gap');
  const inPort = drifting('1', lobito.position, moored).points;

  test('of a vessel moored in port is none', () => {
    expect(gaps(inPort, 48 * hourMs)).toEqual([]);
  });

  test('is one again where the vessel is next heard elsewhere: it left unseen', () => {
    const [last] = inPort.slice(-1);
    if (last === undefined) throw new Error('no last report');
    const later = { ...last, timeMs: 48 * hourMs };
    expect(gaps([...inPort, later], 49 * hourMs)).toEqual([]);
    expect(gaps([...inPort, { ...later, lon: later.lon - 0.5 }], 49 * hourMs)).toHaveLength(1);
  });

  test('is one of a vessel under way off the port, or at rest at sea', () => {
    expect(gaps(drifting('1', lobito.position, { sogKnots: 6 }).points, 48 * hourMs)).toHaveLength(1);
    expect(gaps(drifting('1', [11, -12], moored).points, 48 * hourMs)).toHaveLength(1);
  });
});

test('a carrier of catch waits suspiciously from one hour on, another vessel from four', () => {
  const waiting = (hours: number, isCarrier: boolean) => {
    const { points, vesselId } = drifting('1', [11, -12]);
    const track = trackOf(vesselId, points.slice(0, hours * 6 + 1));
    const found = detectAll(
      separateAll([track]),
      [],
      known(() => ({ gears: [], isCarrier })),
      (hours + 1) * hourMs,
    );
    return found.map(({ preset }) => preset);
  };
  expect(waiting(2, true)).toEqual(['deriva-transportadores-gfw-1']);
  expect(waiting(2, false)).toEqual([]);
  expect(waiting(5, false)).toEqual(['deriva-gfw-1']);
});

describe('ports of the region', () => {
  const visits = (position: Position) => {
    const out = destination(position, 270, 30_000);
    const points = [
      ...drifting('1', out, { sogKnots: 10 }).points.slice(0, 1),
      ...drifting('1', position, { sogKnots: 0 }).points.map((point) => ({
        ...point,
        timeMs: point.timeMs + 2 * hourMs,
      })),
    ];
    return detectAll(
      separateAll([trackOf('1', points)]),
      [],
      known(() => plain),
      9 * hourMs,
    ).map(({ kind, details }) => [kind, details.portId]);
  };

  test.each<[string, Position]>([
    ['walvis-bay', [14.5, -22.95]],
    ['pointe-noire', [11.756, -4.742]],
    ['luanda', [13.3, -8.699]],
    ['lobito', [13.548, -12.345]],
  ])('a call at %s, or at its anchorage, is a visit', (port, position) => {
    expect(visits(position)).toEqual([['port_visit', port]]);
  });

  test('the distance to the nearest of them is that of the geodesic', () => {
    for (const position of [
      [12, -5],
      [13, -9],
      [10, -15],
      [14, -20],
    ] as Position[]) {
      const nearest = Math.min(...portPoints.map((port) => geodesicMeters(position, port.position)));
      expect(angolaSurroundings.portDistanceMeters(position)).toBe(nearest);
    }
  });
});
