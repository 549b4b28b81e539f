import type { Position } from '@kianda/geo';
import { densified, project } from '../buffer/azimuthal.ts';
import { geodesicDirect, geodesicInverse } from '../shared/geodesic.ts';
import { createPointIndex } from '../shared/point-index.ts';
import { cartesianOf } from '../shared/points.ts';

export type NearestOnLine = {
  /** Geodesic metres. */
  readonly meters: number;
  readonly at: Position;
  /** Place of the line among those given. */
  readonly line: number;
};

/** Longest leg between two positions of the index, metres, with a margin for the edges of `densified`. */
const legMeters = 2100;

/** Nearest place of geodesic lines. Throws a RangeError without a position. Geodesics: Karney (2013), J. Geod. 87:43–55. */
export function createLineIndex(lines: readonly (readonly Position[])[]): (position: Position) => NearestOnLine {
  const places: { position: Position; line: number; hasNext: boolean }[] = [];
  lines.forEach((line, number) => {
    const dense = densified(line);
    dense.forEach((position, place) => {
      places.push({ position, line: number, hasNext: place < dense.length - 1 });
    });
  });
  if (places.length === 0) throw new RangeError('createLineIndex: received no position');
  const space = cartesianOf(pointsOf(places.map(({ position }) => position)));
  const index = createPointIndex(space);
  return (position) => {
    const at = cartesianOf(pointsOf([position]));
    const closest = Math.sqrt(index.nearest({ places: at, offset: 0 }, 1).squares[0] ?? 0);
    let best = { start: -1, squared: Number.POSITIVE_INFINITY };
    const consider = (start: number) => {
      const squared = squaredToLeg(at, space, start, places[start]?.hasNext === true);
      if (squared < best.squared) best = { start, squared };
    };
    // Of the nearest leg, one end is no further than the nearest position and half the leg.
    index.visitWithin({ places: at, offset: 0 }, closest + legMeters / 2, (place) => {
      consider(place);
      if (places[place - 1]?.hasNext === true) consider(place - 1);
    });
    const from = places[best.start];
    if (from === undefined) throw new RangeError(`createLineIndex: nothing near [${position.join(', ')}]`);
    const to = from.hasNext ? (places[best.start + 1] ?? from) : from;
    return { ...nearestOnLeg(position, from.position, to.position), line: from.line };
  };
}

/** Square of the straight distance to a leg; a chord of 2 km lies 8 cm below the ground, which orders legs well enough. */
function squaredToLeg(at: Float64Array, space: Float64Array, start: number, hasNext: boolean): number {
  let [along, length2] = [0, 0];
  for (let axis = 0; hasNext && axis < 3; axis += 1) {
    const from = space[3 * start + axis] ?? 0;
    const leg = (space[3 * start + 3 + axis] ?? 0) - from;
    along += leg * ((at[axis] ?? 0) - from);
    length2 += leg * leg;
  }
  const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, along / length2));
  let squared = 0;
  for (let axis = 0; axis < 3; axis += 1) {
    const from = space[3 * start + axis] ?? 0;
    const leg = hasNext ? (space[3 * start + 3 + axis] ?? 0) - from : 0;
    squared += ((at[axis] ?? 0) - from - share * leg) ** 2;
  }
  return squared;
}

function pointsOf(positions: readonly Position[]) {
  return {
    system: 'geographic' as const,
    x: Float64Array.from(positions, ([lon]) => lon),
    y: Float64Array.from(positions, ([, lat]) => lat),
  };
}

/** In the azimuthal equidistant plane about the position: distances from it are those of the ellipsoid. */
function nearestOnLeg(
  position: Position,
  a: Position,
  b: Position,
): { readonly meters: number; readonly at: Position } {
  const center = { lon: position[0], lat: position[1] };
  const [ax, ay] = project(center, a);
  const [bx, by] = project(center, b);
  const [dx, dy] = [bx - ax, by - ay];
  const length2 = dx * dx + dy * dy;
  const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length2));
  const [x, y] = [ax + share * dx, ay + share * dy];
  const { lon, lat } = geodesicDirect(center, (Math.atan2(x, y) * 180) / Math.PI, Math.hypot(x, y));
  return { meters: Math.hypot(x, y), at: [lon, lat] };
}

/** Metres between two positions. */
export function metersBetween(a: Position, b: Position): number {
  return geodesicInverse({ lon: a[0], lat: a[1] }, { lon: b[0], lat: b[1] }).meters;
}
