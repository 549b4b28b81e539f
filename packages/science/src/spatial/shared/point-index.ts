/** A place in space: x, y, z, in an array that may hold many, from `offset` on. */
type Place = { readonly places: Float64Array; readonly offset: number };

export type PointIndex = {
  /** Calls `visit` with each point at most `radius` away, and the square of its distance, in no order. */
  visitWithin(at: Place, radius: number, visit: (point: number, squared: number) => void): void;
  /** The `count` nearest points, the nearest first, of equals the first given, and the squares of their distances; until the next question. */
  nearest(at: Place, count: number): { readonly points: Uint32Array; readonly squares: Float64Array };
};

const leafSize = 12;

/**
 * Index of points in space (x, y, z one after the other): a k-d tree in flat arrays, as kdbush keeps one for the plane.
 * Three axes make the Earth a shape without edges. A visitor must not ask the same index.
 */
export function createPointIndex(places: Float64Array): PointIndex {
  const ids = Uint32Array.from({ length: places.length / 3 }, (_, point) => point);
  const sorted = places.slice();
  // In a plane the third axis would divide nothing.
  const axes = isPlane(places) ? 2 : 3;
  arrange(ids, sorted, { left: 0, right: ids.length - 1, axis: 0, axes });
  // State of the one question that is being answered: numbers outside of objects, for speed.
  let [x, y, z, limit] = [0, 0, 0, 0];
  let take: (point: number, squared: number) => void = () => undefined;

  function walk(left: number, right: number, axis: number): void {
    if (right - left <= leafSize) {
      for (let slot = left; slot <= right; slot += 1) consider(slot);
      return;
    }
    const middle = (left + right) >> 1;
    consider(middle);
    const gap = (axis === 0 ? x : axis === 1 ? y : z) - (sorted[3 * middle + axis] ?? 0);
    const next = axis + 1 === axes ? 0 : axis + 1;
    if (gap <= 0) walk(left, middle - 1, next);
    else walk(middle + 1, right, next);
    // The other side may hold a point as near as the limit, that the first visit may have narrowed.
    if (gap * gap > limit) return;
    if (gap <= 0) walk(middle + 1, right, next);
    else walk(left, middle - 1, next);
  }

  function consider(slot: number): void {
    const dx = (sorted[3 * slot] ?? 0) - x;
    const dy = (sorted[3 * slot + 1] ?? 0) - y;
    const dz = (sorted[3 * slot + 2] ?? 0) - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared <= limit) take(ids[slot] ?? 0, squared);
  }

  function ask({ places: all, offset }: Place, within: number, visit: typeof take): void {
    x = all[offset] ?? 0;
    y = all[offset + 1] ?? 0;
    z = all[offset + 2] ?? 0;
    limit = within;
    take = visit;
    walk(0, ids.length - 1, 0);
  }

  let [points, squares, found, count] = [new Uint32Array(), new Float64Array(), 0, 0];
  function keep(point: number, squared: number): void {
    let slot = found;
    while (slot > 0) {
      const before = squares[slot - 1] ?? 0;
      if (before < squared || (before === squared && (points[slot - 1] ?? 0) < point)) break;
      slot -= 1;
    }
    if (slot >= count) return;
    if (found < count) found += 1;
    for (let later = found - 1; later > slot; later -= 1) {
      points[later] = points[later - 1] ?? 0;
      squares[later] = squares[later - 1] ?? 0;
    }
    points[slot] = point;
    squares[slot] = squared;
    if (found === count) limit = squares[count - 1] ?? 0;
  }

  return {
    visitWithin: (at, radius, visit) => ask(at, radius * radius, visit),
    nearest(at, wanted) {
      if (wanted !== count) {
        points = new Uint32Array(wanted);
        squares = new Float64Array(wanted);
      }
      count = wanted;
      found = 0;
      if (wanted > 0) ask(at, Number.POSITIVE_INFINITY, keep);
      return { points: points.subarray(0, found), squares: squares.subarray(0, found) };
    },
  };
}

function isPlane(places: Float64Array): boolean {
  for (let slot = 2; slot < places.length; slot += 3) if (places[slot] !== places[2]) return false;
  return true;
}

type Part = { readonly left: number; readonly right: number; readonly axis: number; readonly axes: number };

/** Orders a part so that its middle divides it along the axis, and both halves likewise along the next. */
function arrange(ids: Uint32Array, sorted: Float64Array, { left, right, axis, axes }: Part): void {
  if (right - left <= leafSize) return;
  const middle = (left + right) >> 1;
  select(ids, sorted, { left, right, axis, axes, place: middle });
  const next = axis + 1 === axes ? 0 : axis + 1;
  arrange(ids, sorted, { left, right: middle - 1, axis: next, axes });
  arrange(ids, sorted, { left: middle + 1, right, axis: next, axes });
}

/** Brings to `place` the point that belongs there by its coordinate (quickselect, pivot the middle of three). */
function select(ids: Uint32Array, sorted: Float64Array, part: Part & { readonly place: number }): void {
  const { axis, place } = part;
  let { left, right } = part;
  const at = (slot: number) => sorted[3 * slot + axis] ?? 0;
  while (right > left) {
    const [a, b, c] = [at(left), at((left + right) >> 1), at(right)];
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let [low, high] = [left, right];
    while (low <= high) {
      while (at(low) < pivot) low += 1;
      while (at(high) > pivot) high -= 1;
      if (low > high) break;
      exchange(ids, sorted, low, high);
      low += 1;
      high -= 1;
    }
    if (place <= high) right = high;
    else if (place >= low) left = low;
    else return;
  }
}

function exchange(ids: Uint32Array, sorted: Float64Array, a: number, b: number): void {
  const id = ids[a] ?? 0;
  ids[a] = ids[b] ?? 0;
  ids[b] = id;
  for (let axis = 0; axis < 3; axis += 1) {
    const value = sorted[3 * a + axis] ?? 0;
    sorted[3 * a + axis] = sorted[3 * b + axis] ?? 0;
    sorted[3 * b + axis] = value;
  }
}
