import { type Random, seededRandom } from '@kianda/geo';
import { deviationOf, meanOf } from '../shared/statistics.ts';

/** Fold of each row, from 0. */
export type Folds = Int32Array;

export type Split = { readonly train: Uint32Array; readonly test: Uint32Array };

/** One split a fold: it is tested, and trained on all others. Folds without rows give none. */
export function splitsOf(folds: Folds): readonly Split[] {
  const names = [...new Set(folds)].sort((a, b) => a - b);
  const rows = Array.from(folds, (_, row) => row);
  return names.map((name) => ({
    train: Uint32Array.from(rows.filter((row) => folds[row] !== name)),
    test: Uint32Array.from(rows.filter((row) => folds[row] === name)),
  }));
}

/** Folds of nearly equal size at random; with `strata`, also within each stratum (a class, presence or not). */
export function randomFolds(rows: number, folds: number, seed: number | string, strata?: ArrayLike<number>): Folds {
  requireFolds(folds, rows);
  const random = seededRandom(seed);
  const assigned = new Int32Array(rows);
  const order = shuffledRows(rows, random);
  if (strata !== undefined) order.sort((a, b) => (strata[a] ?? 0) - (strata[b] ?? 0));
  order.forEach((row, place) => {
    assigned[row] = place % folds;
  });
  return assigned;
}

/** Every row is a fold of its own. */
export const leaveOneOut = (rows: number): Folds => Int32Array.from({ length: rows }, (_, row) => row);

/** Positions of rows, degrees. */
export type Positions = { readonly longitudes: Float64Array; readonly latitudes: Float64Array };

const kilometresPerDegree = 111.195;

/**
 * Square blocks of a side in kilometres, whole blocks going at random to the fold that has the fewest rows, the fullest
 * blocks first. Source: Valavi et al. (2019), Methods Ecol. Evol. 10:225–232 (blockCV, random assignment).
 */
export function spatialBlockFolds(
  { longitudes, latitudes }: Positions,
  { blockKilometres, folds, seed }: { readonly blockKilometres: number; readonly folds: number; readonly seed: number },
): Folds {
  requireFolds(folds, latitudes.length);
  if (!(blockKilometres > 0))
    throw new RangeError(`blockKilometres: received ${blockKilometres}, expected more than 0`);
  const height = blockKilometres / kilometresPerDegree;
  const blocks = new Map<string, number[]>();
  latitudes.forEach((latitude, row) => {
    const line = Math.floor(latitude / height);
    // Blocks of a line are as wide as they are high at its middle.
    const width = height / Math.max(0.01, Math.cos(((line + 0.5) * height * Math.PI) / 180));
    const key = `${line} ${Math.floor((longitudes[row] ?? 0) / width)}`;
    blocks.set(key, [...(blocks.get(key) ?? []), row]);
  });
  const random = seededRandom(seed);
  const members = [...blocks.values()];
  const order = shuffledRows(members.length, random).sort(
    (a, b) => (members[b]?.length ?? 0) - (members[a]?.length ?? 0),
  );
  const assigned = new Int32Array(latitudes.length);
  const sizes = new Array<number>(folds).fill(0);
  for (const block of order) {
    const fold = sizes.indexOf(Math.min(...sizes));
    for (const row of members[block] ?? []) assigned[row] = fold;
    sizes[fold] = (sizes[fold] ?? 0) + (members[block]?.length ?? 0);
  }
  return assigned;
}

/**
 * Four blocks of nearly equal size: halves by latitude, each halved by longitude. Source: Muscarella et al. (2014),
 * Methods Ecol. Evol. 5:1198–1205 (ENMeval, "block").
 */
export function quarterFolds({ longitudes, latitudes }: Positions): Folds {
  const rows = Array.from(latitudes, (_, row) => row);
  const along = (values: Float64Array) => (a: number, b: number) => (values[a] ?? 0) - (values[b] ?? 0) || a - b;
  const half = Math.ceil(rows.length / 2);
  const byLatitude = rows.toSorted(along(latitudes));
  const assigned = new Int32Array(rows.length);
  [byLatitude.slice(0, half), byLatitude.slice(half)].forEach((band, place) => {
    const middle = Math.ceil(band.length / 2);
    band.toSorted(along(longitudes)).forEach((row, index) => {
      assigned[row] = place * 2 + (index < middle ? 0 : 1);
    });
  });
  return assigned;
}

/**
 * The two colours of a checkerboard with cells of `cellDegrees`; with `coarse` cells as well, the four combinations of a
 * fine and a coarse board, `coarse` times as large. Source: Muscarella et al. (2014), "checkerboard1" and "checkerboard2".
 */
export function checkerboardFolds({ longitudes, latitudes }: Positions, cellDegrees: number, coarse?: number): Folds {
  if (!(cellDegrees > 0)) throw new RangeError(`cellDegrees: received ${cellDegrees}, expected more than 0`);
  const colour = (row: number, size: number) =>
    Math.abs(Math.floor((longitudes[row] ?? 0) / size) + Math.floor((latitudes[row] ?? 0) / size)) % 2;
  return Int32Array.from(latitudes, (_, row) => {
    const fine = colour(row, cellDegrees);
    return coarse === undefined ? fine : fine + 2 * colour(row, cellDegrees * coarse);
  });
}

/**
 * Blocks in the space of the variables: k-means of the standardised values, begun as k-means++ (Arthur & Vassilvitskii
 * 2007), at most 100 rounds. Source: Roberts et al. (2017), Ecography 40:913–929; blockCV, "envBlock".
 */
export function environmentalFolds(variables: readonly Float64Array[], folds: number, seed: number | string): Folds {
  const rows = variables[0]?.length ?? 0;
  requireFolds(folds, rows);
  const scaled = variables.map((values) => {
    const [mean, deviation] = [meanOf(values), deviationOf(values) || 1];
    return values.map((value) => (value - mean) / deviation);
  });
  const point = (row: number) => scaled.map((values) => values[row] ?? 0);
  const random = seededRandom(seed);
  const centres = [point(Math.floor(random() * rows))];
  while (centres.length < folds) {
    const nearest = Float64Array.from({ length: rows }, (_, row) => nearestOf(point(row), centres).distance);
    const wanted = random() * nearest.reduce((a, b) => a + b, 0);
    let passed = 0;
    const chosen = nearest.findIndex((distance) => {
      passed += distance;
      return passed > wanted;
    });
    centres.push(point(Math.max(0, chosen)));
  }
  const assigned = new Int32Array(rows).fill(-1);
  for (let round = 0; round < 100; round += 1) {
    let moved = 0;
    for (let row = 0; row < rows; row += 1) {
      const { index } = nearestOf(point(row), centres);
      if (assigned[row] !== index) moved += 1;
      assigned[row] = index;
    }
    if (moved === 0) break;
    centres.forEach((centre, index) => {
      const members = Array.from(assigned.keys()).filter((row) => assigned[row] === index);
      if (members.length === 0) return;
      scaled.forEach((values, variable) => {
        centre[variable] = members.reduce((sum, row) => sum + (values[row] ?? 0), 0) / members.length;
      });
    });
  }
  return assigned;
}

function nearestOf(point: readonly number[], centres: readonly (readonly number[])[]) {
  let best = { index: 0, distance: Number.POSITIVE_INFINITY };
  centres.forEach((centre, index) => {
    const distance = point.reduce((sum, value, variable) => sum + (value - (centre[variable] ?? 0)) ** 2, 0);
    if (distance < best.distance) best = { index, distance };
  });
  return best;
}

/** Runs of time of nearly equal size, in order; rows of one instant stay together. */
export function temporalFolds(times: Float64Array, folds: number): Folds {
  requireFolds(folds, times.length);
  const order = Array.from(times, (_, row) => row).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
  const assigned = new Int32Array(times.length);
  order.forEach((row, place) => {
    const before = order[place - 1];
    const together = before !== undefined && times[before] === times[row];
    assigned[row] = together ? (assigned[before] ?? 0) : Math.floor((place * folds) / order.length);
  });
  return assigned;
}

/** Splits of temporal folds in which nothing is trained on its future: each fold but the first, after all before it. */
export function forwardSplits(folds: Folds): readonly Split[] {
  return splitsOf(folds)
    .slice(1)
    .map(({ train, test }) => {
      const fold = folds[test[0] ?? 0] ?? 0;
      return { train: train.filter((row) => (folds[row] ?? 0) < fold), test };
    });
}

function shuffledRows(rows: number, random: Random): number[] {
  const order = Array.from({ length: rows }, (_, row) => row);
  for (let last = rows - 1; last > 0; last -= 1) {
    const place = Math.floor(random() * (last + 1));
    [order[last], order[place]] = [order[place] ?? 0, order[last] ?? 0];
  }
  return order;
}

function requireFolds(folds: number, rows: number): void {
  if (Number.isInteger(folds) && folds >= 2 && folds <= rows) return;
  throw new RangeError(`folds: received ${folds}, expected a whole number from 2 to the ${rows} rows`);
}
