/** Where a function of several numbers is least, as far as was found. */
export type Minimum = { readonly at: Float64Array; readonly value: number; readonly evaluations: number };

/**
 * Least value of a smooth function from a start, by BFGS with central differences and backtracking; what is not finite
 * counts as a wall. Steps of `at` should matter about alike. Source: Nocedal & Wright (2006), algorithm 6.1.
 */
export function minimise(
  value: (at: Float64Array) => number,
  start: Float64Array,
  { most = 200, tolerance = 1e-9 }: { readonly most?: number; readonly tolerance?: number } = {},
): Minimum {
  const size = start.length;
  let evaluations = 0;
  const measured = (at: Float64Array): number => {
    evaluations += 1;
    const found = value(at);
    return Number.isFinite(found) ? found : Number.POSITIVE_INFINITY;
  };
  let at: Float64Array = start.slice();
  let best = measured(at);
  let gradient: Float64Array = slopeAt(measured, at, best);
  let inverse: Float64Array = identity(size);
  let fresh = true;
  for (let step = 0; step < most && size > 0; step += 1) {
    let direction: Float64Array = descent(inverse, gradient);
    if (dot(direction, gradient) >= 0) direction = gradient.map((slope) => -slope);
    const next = lineSearch(measured, { at, best, direction, slope: dot(direction, gradient) });
    const gained = best - (next?.value ?? best);
    if (next === null || gained <= tolerance * (Math.abs(best) + 1e-8)) {
      if (next !== null) [at, best] = [next.at, next.value];
      // Without gain from the plain gradient either, this is the end.
      if (fresh) break;
      inverse = identity(size);
      fresh = true;
      gradient = slopeAt(measured, at, best);
      continue;
    }
    const turned = slopeAt(measured, next.at, next.value);
    inverse = updated(inverse, difference(next.at, at), difference(turned, gradient));
    fresh = false;
    [at, best, gradient] = [next.at, next.value, turned];
  }
  return { at, value: best, evaluations };
}

function lineSearch(
  measured: (at: Float64Array) => number,
  from: { readonly at: Float64Array; readonly best: number; readonly direction: Float64Array; readonly slope: number },
): { readonly at: Float64Array; readonly value: number } | null {
  const longest = from.direction.reduce((most, part) => Math.max(most, Math.abs(part)), 0);
  // No number moves by more than 2 at once: further away the function is another one.
  let share = Math.min(1, 2 / longest);
  for (let tried = 0; tried < 40; tried += 1) {
    const at = from.at.map((part, place) => part + share * (from.direction[place] ?? 0));
    const value = measured(at);
    if (value <= from.best + 1e-4 * share * from.slope) return { at, value };
    share *= 0.4;
  }
  return null;
}

function slopeAt(measured: (at: Float64Array) => number, at: Float64Array, here: number): Float64Array {
  return at.map((part, place) => {
    const width = 1e-5 * Math.max(1, Math.abs(part));
    const moved = at.slice();
    moved[place] = part + width;
    const above = measured(moved);
    moved[place] = part - width;
    const below = measured(moved);
    // Beside a wall the slope of the free side counts.
    if (above === Number.POSITIVE_INFINITY) return below === above ? 0 : (here - below) / width;
    return below === Number.POSITIVE_INFINITY ? (above - here) / width : (above - below) / (2 * width);
  });
}

function identity(size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let place = 0; place < size; place += 1) matrix[place * size + place] = 1;
  return matrix;
}

function descent(inverse: Float64Array, gradient: Float64Array): Float64Array {
  return times(inverse, gradient).map((part) => -part);
}

function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  return vector.map((_, row) => {
    let sum = 0;
    for (let k = 0; k < size; k += 1) sum += (matrix[row * size + k] ?? 0) * (vector[k] ?? 0);
    return sum;
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < a.length; place += 1) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}

const difference = (a: Float64Array, b: Float64Array): Float64Array => a.map((part, place) => part - (b[place] ?? 0));

/** Inverse second derivatives after a step `moved`, along which the gradient changed by `turned`. */
function updated(inverse: Float64Array, moved: Float64Array, turned: Float64Array): Float64Array {
  const size = moved.length;
  const along = dot(moved, turned);
  // A step along which the function bends down tells nothing of a minimum.
  if (!(along > 1e-12)) return inverse;
  const through = times(inverse, turned);
  const scale = (1 + dot(turned, through) / along) / along;
  return inverse.map((value, place) => {
    const [row, column] = [Math.floor(place / size), place % size];
    const [left, right] = [moved[row] ?? 0, moved[column] ?? 0];
    return value + scale * left * right - ((through[row] ?? 0) * right + left * (through[column] ?? 0)) / along;
  });
}
