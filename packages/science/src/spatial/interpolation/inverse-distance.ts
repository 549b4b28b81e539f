import { report, type Watch } from '../../models/shared/watch.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import { cartesianOf, type Points, straightDistance, surfaceDistance } from '../shared/points.ts';
import { samplesOf } from './samples.ts';

export type InverseDistanceOptions = {
  readonly power?: number;
  /** Nearest measurements that count. */
  readonly neighbours?: number;
  readonly maxDistance?: number;
};

/**
 * Inverse distance weighting; NaN where no measurement is near. Source: Shepard (1968), Proc. 23rd ACM Nat. Conf. 517–524;
 * the numbers of gstat's idw.
 */
export function inverseDistance(
  samples: { readonly points: Points; readonly values: Float64Array },
  targets: Points,
  { power = 2, neighbours = 12, maxDistance = Number.POSITIVE_INFINITY }: InverseDistanceOptions = {},
  watch: Watch = {},
): Outcome<Float64Array, Required<InverseDistanceOptions>> {
  if (!(power > 0)) throw new RangeError(`power: received ${power}, expected above 0`);
  const { index, values, coincident, points } = samplesOf(samples.points, samples.values);
  const places = cartesianOf(targets);
  const { system } = points;
  const limit = Number.isFinite(maxDistance) ? straightDistance(system, maxDistance) ** 2 : Number.POSITIVE_INFINITY;
  const found = new Float64Array(targets.x.length).fill(Number.NaN);
  for (let target = 0; target < found.length; target += 1) {
    if ((target & 0xfff) === 0) report(watch, target / found.length);
    const near = index.nearest({ places, offset: 3 * target }, Math.min(neighbours, values.length));
    let [sum, all] = [0, 0];
    for (let slot = 0; slot < near.points.length; slot += 1) {
      const squared = near.squares[slot] ?? 0;
      if (squared > limit) break;
      const value = values[near.points[slot] ?? 0] ?? 0;
      if (squared === 0) {
        [sum, all] = [value, 1];
        break;
      }
      const weight = surfaceDistance(system, Math.sqrt(squared)) ** -power;
      sum += weight * value;
      all += weight;
    }
    if (all > 0) found[target] = sum / all;
  }
  const missing = found.filter(Number.isNaN).length;
  return {
    value: found,
    method: 'Inverso da distância, IDW (Shepard 1968)',
    parameters: { power, neighbours, maxDistance },
    warnings: warningsOf({ coincident, missing, empty: values.length === 0 ? 1 : 0 }),
  };
}
