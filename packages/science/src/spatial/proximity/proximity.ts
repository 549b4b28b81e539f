import { earthMeanRadiusMeters, type Grid } from '@kianda/geo';
import { report, type Watch } from '../../models/shared/watch.ts';
import { geodesicDistance } from '../shared/geodesic.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import { createPointIndex, type PointIndex } from '../shared/point-index.ts';
import { cartesianOf, type Points, straightDistance } from '../shared/points.ts';

export type ProximityOptions = {
  /** Beyond it nothing is near: metres, or the unit of planar points. */
  readonly maxDistance?: number;
};

export type Nearest = {
  /** Place of the nearest target of each point; −1 of none. */
  readonly targets: Int32Array;
  /** Metres along the geodesic, or the planar distance; NaN of none. */
  readonly distances: Float64Array;
};

/**
 * Nearest target of each point, and with it the allocation of points to targets: candidates by the straight distance
 * through the Earth, of which the geodesic decides. Source: Karney (2013), J. Geod. 87:43–55.
 */
export function nearestTargets(
  points: Points,
  targets: Points,
  { maxDistance = Number.POSITIVE_INFINITY }: ProximityOptions = {},
  watch: Watch = {},
): Outcome<Nearest, Required<ProximityOptions>> {
  requireSameSystem(points, targets);
  const places = cartesianOf(points);
  const index = createPointIndex(cartesianOf(targets));
  const found = new Int32Array(points.x.length).fill(-1);
  const distances = new Float64Array(points.x.length).fill(Number.NaN);
  const candidates: number[] = [];
  const take = (target: number) => void candidates.push(target);
  for (let point = 0; point < points.x.length && targets.x.length > 0; point += 1) {
    if ((point & 0xfff) === 0) report(watch, point / points.x.length);
    candidates.length = 0;
    collect(index, { places, offset: 3 * point }, points.system, take);
    // Of equally near targets the first given is taken.
    candidates.sort((a, b) => a - b);
    for (const target of candidates) {
      const distance = distanceBetween(points, point, targets, target);
      // NaN, where nothing was found yet, is not at most any distance.
      if (distance > maxDistance || (distances[point] ?? 0) <= distance) continue;
      distances[point] = distance;
      found[point] = target;
    }
  }
  return {
    value: { targets: found, distances },
    method: 'Vizinho mais próximo, geodésica WGS84 (Karney 2013)',
    parameters: { maxDistance },
    warnings: warningsOf({ empty: targets.x.length === 0 || points.x.length === 0 ? 1 : 0 }),
  };
}

/** The nearest by straight distance, and all others that the shape of the ellipsoid may put before it. */
function collect(
  index: PointIndex,
  at: { readonly places: Float64Array; readonly offset: number },
  system: Points['system'],
  take: (target: number) => void,
): void {
  const { points, squares } = index.nearest(at, 2);
  const [first = 0, second = Number.POSITIVE_INFINITY] = squares;
  const straight = Math.sqrt(first);
  // The ratio of arc and chord differs by direction and latitude by less than this.
  const margin = system === 'planar' ? 0 : 0.01 * (straight / earthMeanRadiusMeters) ** 2;
  const radius = straight * (1 + margin) + 1e-9 * straight;
  if (second > radius * radius) take(points[0] ?? 0);
  else index.visitWithin(at, radius, take);
}

/** How many targets lie within a distance of each point, both measured along the geodesic. */
export function countsWithin(
  points: Points,
  targets: Points,
  radius: number,
  watch: Watch = {},
): Outcome<Uint32Array, { readonly radius: number }> {
  requireSameSystem(points, targets);
  if (!(radius >= 0)) throw new RangeError(`radius: received ${radius}, expected a distance ≥ 0`);
  const places = cartesianOf(points);
  const index = createPointIndex(cartesianOf(targets));
  const counts = new Uint32Array(points.x.length);
  const straight = straightDistance(points.system, radius);
  const margin = points.system === 'planar' ? 0 : 0.01 * (radius / earthMeanRadiusMeters) ** 2 + 1e-12;
  const [sure, possible] = [(straight * (1 - margin)) ** 2, straight * (1 + margin)];
  let point = 0;
  const count = (target: number, squared: number): void => {
    if (squared > sure && margin > 0 && distanceBetween(points, point, targets, target) > radius) return;
    counts[point] = (counts[point] ?? 0) + 1;
  };
  for (; point < points.x.length; point += 1) {
    if ((point & 0xfff) === 0) report(watch, point / points.x.length);
    index.visitWithin({ places, offset: 3 * point }, possible, count);
  }
  return {
    value: counts,
    method: 'Contagem dentro de um raio, geodésica WGS84 (Karney 2013)',
    parameters: { radius },
    warnings: warningsOf({ empty: targets.x.length === 0 || points.x.length === 0 ? 1 : 0 }),
  };
}

/** Distance of each cell of a grid to the nearest target, and which it is, in the order of the grid. */
export function distanceRaster(
  grid: Grid,
  targets: Points,
  options: ProximityOptions = {},
  watch: Watch = {},
): Outcome<Nearest, Required<ProximityOptions>> {
  const cells = grid.columns * grid.rows;
  const x = Float64Array.from({ length: cells }, (_, cell) => grid.west + (cell % grid.columns) * grid.lonStepDegrees);
  const y = Float64Array.from(
    { length: cells },
    (_, cell) => grid.south + Math.floor(cell / grid.columns) * grid.latStepDegrees,
  );
  return nearestTargets({ system: 'geographic', x, y }, targets, options, watch);
}

function distanceBetween(points: Points, point: number, targets: Points, target: number): number {
  const from = { lon: points.x[point] ?? 0, lat: points.y[point] ?? 0 };
  const to = { lon: targets.x[target] ?? 0, lat: targets.y[target] ?? 0 };
  if (points.system === 'planar') return Math.hypot(to.lon - from.lon, to.lat - from.lat);
  return geodesicDistance(from, to);
}

function requireSameSystem(points: Points, targets: Points): void {
  if (points.system === targets.system) return;
  throw new RangeError(`targets: received ${targets.system} coordinates, expected ${points.system} as the points`);
}
