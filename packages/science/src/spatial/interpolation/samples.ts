import { createPointIndex, type PointIndex } from '../shared/point-index.ts';
import { cartesianOf, type Points, surfaceDistance } from '../shared/points.ts';

/** Measurements in one place each: those at the same place are their mean. */
export type Samples = {
  readonly points: Points;
  readonly values: Float64Array;
  readonly places: Float64Array;
  readonly index: PointIndex;
  /** Measurements that were put together with another. */
  readonly coincident: number;
};

/** Throws a RangeError for values that are not one finite number a point. */
export function samplesOf(points: Points, values: Float64Array): Samples {
  if (values.length !== points.x.length) {
    throw new RangeError(`values: received ${values.length}, expected ${points.x.length} as the points`);
  }
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new RangeError(`values: point ${bad} is ${values[bad]}, expected a finite number`);
  const groups = new Map<string, number[]>();
  for (const point of points.x.keys()) {
    const key = `${points.x[point]} ${points.y[point]}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [point]);
    else group.push(point);
  }
  const all = [...groups.values()];
  const kept: Points = {
    system: points.system,
    x: Float64Array.from(all, ([first = 0]) => points.x[first] ?? 0),
    y: Float64Array.from(all, ([first = 0]) => points.y[first] ?? 0),
  };
  const means = Float64Array.from(
    all,
    (group) => group.reduce((sum, point) => sum + (values[point] ?? 0), 0) / group.length,
  );
  const places = cartesianOf(kept);
  return {
    points: kept,
    values: means,
    places,
    index: createPointIndex(places),
    coincident: values.length - all.length,
  };
}

/** Distance of two places along the surface, in the unit of the points. */
export function distanceOf(
  system: Points['system'],
  a: Float64Array,
  i: number,
  { b, j }: { b: Float64Array; j: number },
): number {
  const dx = (a[3 * i] ?? 0) - (b[3 * j] ?? 0);
  const dy = (a[3 * i + 1] ?? 0) - (b[3 * j + 1] ?? 0);
  const dz = (a[3 * i + 2] ?? 0) - (b[3 * j + 2] ?? 0);
  return surfaceDistance(system, Math.sqrt(dx * dx + dy * dy + dz * dz));
}
