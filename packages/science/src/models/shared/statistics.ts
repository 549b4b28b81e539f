/** Mean; NaN of none. */
export function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Standard deviation with `lost` degrees of freedom taken off (1: of a sample); NaN where too few. */
export function deviationOf(values: Float64Array, lost = 1): number {
  const mean = meanOf(values);
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / (values.length - lost));
}

/** Quantile (share 0–1) of sorted values, a straight line between neighbours (type 7 of R and NumPy); NaN of none. */
export function quantileOfSorted(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(sorted.length - 1, below + 1)] ?? Number.NaN;
  return low + (high - low) * (place - below);
}

/** Ranks from 1, equal values share the mean of theirs. */
export function ranksOf(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values, (_, index) => index).sort((a, b) => {
    const [left, right] = [values[a] ?? 0, values[b] ?? 0];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  const ranks = new Float64Array(values.length);
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[first] ?? 0]) end += 1;
    for (let place = first; place < end; place += 1) ranks[order[place] ?? 0] = (first + 1 + end) / 2;
    first = end;
  }
  return ranks;
}

/** Pearson's correlation; null where one of them is constant. */
export function correlation(a: Float64Array, b: Float64Array): number | null {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let both = 0;
  let onlyA = 0;
  let onlyB = 0;
  for (let index = 0; index < a.length; index += 1) {
    const [left, right] = [(a[index] ?? 0) - meanA, (b[index] ?? 0) - meanB];
    both += left * right;
    onlyA += left * left;
    onlyB += right * right;
  }
  return onlyA === 0 || onlyB === 0 ? null : both / Math.sqrt(onlyA * onlyB);
}
