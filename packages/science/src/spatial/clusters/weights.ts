import { createPointIndex } from '../shared/point-index.ts';
import { cartesianOf, type Points, straightDistance, surfaceDistance } from '../shared/points.ts';

/** Neighbours of each feature, without itself, one feature after the other; `starts` has one entry more than features. */
export type SpatialWeights = {
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly weights: Float64Array;
  /** Pairs at the same place, whose inverse distance has no value; they have the weight of the nearest other pair. */
  readonly coincident: number;
};

/** Every feature within a distance is a neighbour, with weight 1 or, by `power`, 1 ÷ distance^power. */
export function bandWeights(points: Points, band: number, power = 0): SpatialWeights {
  if (!(band >= 0)) throw new RangeError(`band: received ${band}, expected a distance ≥ 0`);
  const places = cartesianOf(points);
  const index = createPointIndex(places);
  const radius = straightDistance(points.system, band);
  const found = new Growing();
  const starts = new Uint32Array(points.x.length + 1);
  let self = 0;
  const take = (point: number, squared: number): void => {
    if (point !== self) found.add(point, squared);
  };
  for (; self < points.x.length; self += 1) {
    index.visitWithin({ places, offset: 3 * self }, radius, take);
    starts[self + 1] = found.length;
  }
  return weighted(points.system, starts, found, power);
}

/** The nearest features, `count` of them, are neighbours; not symmetric. */
export function nearestWeights(points: Points, count: number): SpatialWeights {
  if (!(Number.isInteger(count) && count > 0)) throw new RangeError(`count: received ${count}, expected 1, 2, …`);
  const places = cartesianOf(points);
  const index = createPointIndex(places);
  const found = new Growing();
  const starts = new Uint32Array(points.x.length + 1);
  for (let self = 0; self < points.x.length; self += 1) {
    const { points: near, squares } = index.nearest({ places, offset: 3 * self }, count + 1);
    // Where more than `count` others share its place, the feature itself may not be among them.
    let taken = 0;
    for (let slot = 0; slot < near.length && taken < count; slot += 1) {
      if (near[slot] === self) continue;
      found.add(near[slot] ?? 0, squares[slot] ?? 0);
      taken += 1;
    }
    starts[self + 1] = found.length;
  }
  return weighted(points.system, starts, found, 0);
}

/** Cells of a grid (row by row) that touch by a side or a corner are neighbours, where both are part of it. */
export function queenWeights(columns: number, rows: number, isPart: (cell: number) => boolean = () => true) {
  const found = new Growing();
  const starts = new Uint32Array(columns * rows + 1);
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    for (let other = 0; other < 9 && isPart(cell); other += 1) {
      const [x, y] = [column + (other % 3) - 1, row + Math.floor(other / 3) - 1];
      const isOnGrid = x >= 0 && y >= 0 && x < columns && y < rows;
      if (other !== 4 && isOnGrid && isPart(y * columns + x)) found.add(y * columns + x, 1);
    }
    starts[cell + 1] = found.length;
  }
  return weighted('planar', starts, found, 0);
}

/** The least distance at which every feature has a neighbour; null of fewer than two features. */
export function leastConnectingBand(points: Points): number | null {
  if (points.x.length < 2) return null;
  const places = cartesianOf(points);
  const index = createPointIndex(places);
  let largest = 0;
  for (let self = 0; self < points.x.length; self += 1) {
    // Of itself and its nearest, or of two others at its place, the second is as far as the nearest other.
    largest = Math.max(largest, index.nearest({ places, offset: 3 * self }, 2).squares[1] ?? 0);
  }
  return surfaceDistance(points.system, Math.sqrt(largest));
}

function weighted(system: Points['system'], starts: Uint32Array, found: Growing, power: number): SpatialWeights {
  const neighbours = found.ids.slice(0, found.length);
  const weights = new Float64Array(found.length).fill(1);
  if (power === 0) return { starts, neighbours, weights, coincident: 0 };
  let least = Number.POSITIVE_INFINITY;
  for (let pair = 0; pair < weights.length; pair += 1) {
    const distance = surfaceDistance(system, Math.sqrt(found.squares[pair] ?? 0));
    weights[pair] = distance;
    if (distance > 0) least = Math.min(least, distance);
  }
  let coincident = 0;
  for (let pair = 0; pair < weights.length; pair += 1) {
    if (weights[pair] === 0) coincident += 1;
    weights[pair] = (weights[pair] || (Number.isFinite(least) ? least : 1)) ** -power;
  }
  // Each pair stands once for each of its two features.
  return { starts, neighbours, weights, coincident: coincident / 2 };
}

/** Pairs of a number that is not known before. */
class Growing {
  length = 0;
  ids = new Uint32Array(1024);
  squares = new Float64Array(1024);

  add(id: number, squared: number): void {
    if (this.length === this.ids.length) {
      const [ids, squares] = [this.ids, this.squares];
      this.ids = new Uint32Array(2 * ids.length);
      this.ids.set(ids);
      this.squares = new Float64Array(2 * squares.length);
      this.squares.set(squares);
    }
    this.ids[this.length] = id;
    this.squares[this.length] = squared;
    this.length += 1;
  }
}
