import { report, type Watch } from '../../models/shared/watch.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import { createPointIndex } from '../shared/point-index.ts';
import { cartesianOf, type Points, straightDistance, surfaceDistance } from '../shared/points.ts';

export type DensityOptions = {
  /** Deviation of `gaussian`; radius of `quartic`. In the unit of the points, metres of geographic ones. */
  readonly bandwidth: number;
  readonly kernel?: 'gaussian' | 'quartic';
  /** Weight of each point, as a catch or a number; 1 by default. */
  readonly weights?: Float64Array | null;
};

/**
 * Kernel density at places: points (or their weights) per unit of area, square metres of geographic ones. Source: Silverman
 * (1986), Density Estimation for Statistics and Data Analysis, ch. 4.
 */
export function kernelDensity(
  points: Points,
  targets: Points,
  { bandwidth, kernel = 'gaussian', weights = null }: DensityOptions,
  watch: Watch = {},
): Outcome<
  Float64Array,
  { readonly bandwidth: number; readonly kernel: 'gaussian' | 'quartic'; readonly weighted: boolean }
> {
  if (!(bandwidth > 0)) throw new RangeError(`bandwidth: received ${bandwidth}, expected above 0`);
  const index = createPointIndex(cartesianOf(points));
  const places = cartesianOf(targets);
  const { system } = points;
  // Beyond eight deviations a point adds less than 1e-14 of its height.
  const radius = straightDistance(system, kernel === 'gaussian' ? 8 * bandwidth : bandwidth);
  const height = kernel === 'gaussian' ? 1 / (2 * Math.PI * bandwidth ** 2) : 3 / (Math.PI * bandwidth ** 2);
  let sum = 0;
  const add = (point: number, squared: number): void => {
    const share = (surfaceDistance(system, Math.sqrt(squared)) / bandwidth) ** 2;
    const weight = weights === null ? 1 : (weights[point] ?? 0);
    sum += weight * (kernel === 'gaussian' ? Math.exp(-share / 2) : Math.max(0, 1 - share) ** 2);
  };
  const densities = new Float64Array(targets.x.length);
  for (let target = 0; target < densities.length; target += 1) {
    if ((target & 0xfff) === 0) report(watch, target / densities.length);
    sum = 0;
    index.visitWithin({ places, offset: 3 * target }, radius, add);
    densities[target] = height * sum;
  }
  return {
    value: densities,
    method: 'Densidade de núcleo, KDE (Silverman 1986)',
    parameters: { bandwidth, kernel, weighted: weights !== null },
    warnings: warningsOf({ empty: points.x.length === 0 ? 1 : 0 }),
  };
}

export type Clusters = {
  /** Cluster of each point, from 0; −1 is noise. */
  readonly labels: Int32Array;
  readonly count: number;
};

/**
 * DBSCAN: clusters of points that have at least `minPoints` (themselves among them) within `radius`. Source: Ester et al.
 * (1996), Proc. KDD 226–231; the labels of scikit-learn.
 */
export function densityClusters(
  points: Points,
  { radius, minPoints = 5 }: { readonly radius: number; readonly minPoints?: number },
): Outcome<Clusters, { readonly radius: number; readonly minPoints: number }> {
  if (!(radius > 0)) throw new RangeError(`radius: received ${radius}, expected above 0`);
  const places = cartesianOf(points);
  const index = createPointIndex(places);
  const straight = straightDistance(points.system, radius);
  const neighboursOf = (point: number): readonly number[] => {
    const found: number[] = [];
    index.visitWithin({ places, offset: 3 * point }, straight, (other) => void found.push(other));
    return found;
  };
  const labels = new Int32Array(points.x.length).fill(-1);
  let count = 0;
  for (let start = 0; start < labels.length; start += 1) {
    if (labels[start] !== -1 || neighboursOf(start).length < minPoints) continue;
    const open = [start];
    for (let point = open.pop(); point !== undefined; point = open.pop()) {
      if (labels[point] !== -1) continue;
      labels[point] = count;
      const near = neighboursOf(point);
      // The edge of a cluster belongs to it, but does not carry it on.
      for (const other of near.length >= minPoints ? near : []) if (labels[other] === -1) open.push(other);
    }
    count += 1;
  }
  return {
    value: { labels, count },
    method: 'DBSCAN (Ester et al. 1996)',
    parameters: { radius, minPoints },
    warnings: warningsOf({ empty: labels.length === 0 ? 1 : 0 }),
  };
}
