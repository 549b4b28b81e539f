import type { Position } from '@kianda/geo';
import { project } from '../buffer/azimuthal.ts';
import { geodesicDirect, geodesicInverse, type LonLat } from '../shared/geodesic.ts';
import type { ShorelinePosition } from './shoreline-change.ts';

/** One dated survey of the shoreline. */
export type Shoreline = {
  readonly year: number;
  readonly lines: readonly (readonly Position[])[];
  /** Metres, one standard error. */
  readonly uncertainty: number;
};

export type TransectOptions = {
  /** Metres between transects, along the baseline. */
  readonly spacing: number;
  /** Metres of a transect on either side of the baseline. */
  readonly reach: number;
  /** Metres of baseline that a transect is square to. */
  readonly smoothing: number;
};

export type Transect = {
  readonly origin: Position;
  /** Azimuth towards the sea, degrees. */
  readonly azimuth: number;
  /** Metres along the baseline. */
  readonly along: number;
  readonly landward: Position;
  readonly seaward: Position;
  readonly positions: readonly ShorelinePosition[];
};

/**
 * Transects square to a baseline that has the sea on its left, with the place where each shoreline crosses them; of
 * several crossings the one nearest to the baseline. Source: DSAS 5.0 (Himmelstoss et al. 2018), with geodesics.
 */
export function castTransects(
  baseline: readonly Position[],
  shorelines: readonly Shoreline[],
  { spacing, reach, smoothing }: TransectOptions,
): readonly Transect[] {
  for (const value of [spacing, reach, smoothing])
    if (!(value > 0)) throw new RangeError(`castTransects: received ${value}, expected metres above 0`);
  const walk = walkOf(baseline);
  const parts = shorelines.map((shoreline) => ({ ...shoreline, segments: segmentsOf(shoreline.lines) }));
  const transects: Transect[] = [];
  for (let along = Math.min(spacing, walk.length) / 2; along <= walk.length; along += spacing) {
    const origin = walk.at(along);
    const [before, after] = [walk.at(along - smoothing / 2), walk.at(along + smoothing / 2)];
    const azimuth = geodesicInverse(before, after).azimuth - 90;
    const positions = parts.flatMap(({ year, uncertainty, segments }): ShorelinePosition[] => {
      const meters = crossing(origin, azimuth, reach, segments);
      return meters === null ? [] : [{ year, meters, uncertainty }];
    });
    transects.push({
      ...{ origin: [origin.lon, origin.lat], azimuth, along, positions },
      landward: placeOf(geodesicDirect(origin, azimuth + 180, reach)),
      seaward: placeOf(geodesicDirect(origin, azimuth, reach)),
    });
  }
  return transects;
}

const placeOf = ({ lon, lat }: LonLat): Position => [lon, lat];

/** A line as metres along it. */
function walkOf(line: readonly Position[]): { readonly length: number; at(meters: number): LonLat } {
  const legs = line.slice(1).flatMap(([lon, lat], place) => {
    const [fromLon = 0, fromLat = 0] = line[place] ?? [];
    const from = { lon: fromLon, lat: fromLat };
    const { azimuth, meters } = geodesicInverse(from, { lon, lat });
    return meters === 0 ? [] : [{ from, azimuth, meters }];
  });
  const starts: number[] = [];
  let length = 0;
  for (const leg of legs) {
    starts.push(length);
    length += leg.meters;
  }
  if (legs.length === 0) throw new RangeError('castTransects: received a baseline of no length');
  return {
    length,
    at(meters) {
      const within = Math.min(length, Math.max(0, meters));
      const found = starts.findLastIndex((start) => start <= within);
      const leg = legs[found];
      if (leg === undefined) throw new RangeError(`castTransects: no place at ${meters} m`);
      return geodesicDirect(leg.from, leg.azimuth, within - (starts[found] ?? 0));
    },
  };
}

type Segment = readonly [a: Position, b: Position];

function segmentsOf(lines: readonly (readonly Position[])[]): readonly Segment[] {
  return lines.flatMap((line) =>
    line.slice(1).flatMap((b, place): Segment[] => {
      const a = line[place];
      return a === undefined ? [] : [[a, b]];
    }),
  );
}

/** Metres along a transect, below 0 towards the land, to the nearest crossing of the segments; null where none crosses. */
function crossing(origin: LonLat, azimuth: number, reach: number, segments: readonly Segment[]): number | null {
  const radians = (azimuth * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  // Degrees that no crossing lies beyond; a metre of longitude is more degrees towards the poles.
  const latMargin = reach / 110_000;
  const lonMargin = latMargin / Math.max(0.01, Math.cos((origin.lat * Math.PI) / 180));
  let nearest: number | null = null;
  for (const [a, b] of segments) {
    if (Math.min(a[1], b[1]) > origin.lat + latMargin || Math.max(a[1], b[1]) < origin.lat - latMargin) continue;
    if (Math.min(a[0], b[0]) > origin.lon + lonMargin || Math.max(a[0], b[0]) < origin.lon - lonMargin) continue;
    const [ax, ay] = project(origin, a);
    const [bx, by] = project(origin, b);
    // Along and across the transect.
    const [alongA, acrossA] = [ax * sin + ay * cos, ax * cos - ay * sin];
    const [alongB, acrossB] = [bx * sin + by * cos, bx * cos - by * sin];
    if (acrossA === acrossB || acrossA > 0 === acrossB > 0) continue;
    const meters = alongA + ((alongB - alongA) * -acrossA) / (acrossB - acrossA);
    if (Math.abs(meters) <= reach && (nearest === null || Math.abs(meters) < Math.abs(nearest))) nearest = meters;
  }
  return nearest;
}
