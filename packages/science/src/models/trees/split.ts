import { type BinnedTable, valueBins } from './binning.ts';

/** Bins that a column has room for in a histogram. */
export const binRoom = 256;

/** Sums of the rows of a node: rows, second derivatives, first derivative of each output. */
export type Sums = { readonly count: number; readonly hessian: number; readonly gradients: Float64Array };

/** Numbers a bin holds in a histogram: count, second derivatives, first derivatives by output. */
export const strideOf = (outputs: number) => outputs + 2;

export type SplitRules = {
  readonly minRows: number;
  /** Added to the sum of second derivatives. */
  readonly l2: number;
  /** Sum of second derivatives that each side of a split has at least. */
  readonly minHessian: number;
  /** Cuts lie midway between the neighbouring values of the node, and not right after the lower one. */
  readonly midway: boolean;
  /** By column: 1 the prediction may only rise with it, −1 only fall, 0 either. Null: no column is bound. */
  readonly monotone: Int8Array | null;
};

/** Limits of the values of a node, which monotone columns above it set. */
export type Bounds = { readonly low: number; readonly high: number };

export type Split = {
  readonly column: number;
  /** Of a continuous column: bins up to this one go left. */
  readonly bin: number;
  /** Of a categorical column: bins that go left. */
  readonly leftBins: readonly number[] | null;
  readonly missingLeft: boolean;
  /** Twice the fall of the loss. */
  readonly gain: number;
};

/** Parts of a search that stay the same for all columns of a node. */
export type Search = {
  readonly table: BinnedTable;
  readonly histogram: Float64Array;
  readonly sums: Sums;
  readonly rules: SplitRules;
  readonly bounds: Bounds;
};

/** Best value of a node of one output: −gradient ÷ (hessian + l2), within the bounds. */
export function leafValue(gradient: number, hessian: number, l2: number, { low, high }: Bounds): number {
  return Math.min(high, Math.max(low, -gradient / (hessian + l2)));
}

/** Best split of a node by one column that gains more than `least`; null for none. */
export function bestSplit(search: Search, column: number, least: number): Split | null {
  const described = search.table.columns[column];
  if (described === undefined) return null;
  const bins = valueBins(described);
  return described.kind === 'continuous'
    ? continuousSplit(search, column, bins, least)
    : categoricalSplit(search, column, bins, least);
}

function continuousSplit(search: Search, column: number, bins: number, least: number): Split | null {
  const { histogram, sums } = search;
  const stride = strideOf(sums.gradients.length);
  const missing = histogram[(column * binRoom + bins) * stride] ?? 0;
  // The bin of the missing values comes after the others: they go right, or, of all the values, alone.
  const right = scan(search, column, { order: natural, cuts: missing > 0 ? bins : bins - 1, start: -1 }, least);
  // With the missing ones to the left; where none are missing that would be the same search.
  const most = Math.max(least, right?.gain ?? 0);
  const left = missing > 0 ? scan(search, column, { order: natural, cuts: bins, start: bins }, most) : null;
  const best = left ?? right;
  if (best === null) return null;
  const missingLeft = left !== null || (missing === 0 && best.leftCount * 2 >= sums.count);
  const bin = search.rules.midway ? midwayBin(search, column, best.place, bins) : best.place;
  return { column, bin, leftBins: null, missingLeft, gain: best.gain };
}

/** Of the bins that cut a node in the same two parts as this one, that whose edge lies nearest the middle. */
function midwayBin({ table, histogram, sums }: Search, column: number, place: number, bins: number): number {
  const stride = strideOf(sums.gradients.length);
  const edges = table.columns[column]?.edges ?? [];
  let last = place;
  while (last + 1 < bins - 1 && histogram[(column * binRoom + last + 1) * stride] === 0) last += 1;
  const middle = ((edges[place] ?? 0) + (edges[last] ?? 0)) / 2;
  let best = place;
  for (let bin = place + 1; bin <= last; bin += 1) {
    if (Math.abs((edges[bin] ?? 0) - middle) < Math.abs((edges[best] ?? 0) - middle)) best = bin;
  }
  return best;
}

/** Categories in the order of their mean gradient, then as along a line (Fisher 1958, J. Am. Stat. Assoc. 53:789–798). */
function categoricalSplit(search: Search, column: number, bins: number, least: number): Split | null {
  const { histogram, sums } = search;
  const stride = strideOf(sums.gradients.length);
  const at = (bin: number, part: number) => histogram[(column * binRoom + bin) * stride + part] ?? 0;
  // Of several outputs, the one that stands for most of the node puts them in order.
  const main =
    2 + sums.gradients.reduce((best, value, output) => (value < (sums.gradients[best] ?? 0) ? output : best), 0);
  const present = Array.from({ length: bins + 1 }, (_, bin) => bin).filter((bin) => at(bin, 0) > 0);
  // Ten rows of smoothing, so that rare categories stand in the middle, where chance puts them at neither end.
  const keys = new Map(present.map((bin) => [bin, at(bin, main) / (at(bin, 1) + 10)]));
  const order = Int32Array.from(present.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0) || a - b));
  const best = scan(search, column, { order, cuts: order.length - 1, start: -1 }, least);
  if (best === null) return null;
  const leftBins = [...order.slice(0, best.place + 1)].sort((a, b) => a - b);
  const missingLeft = at(bins, 0) > 0 ? leftBins.includes(bins) : best.leftCount * 2 >= sums.count;
  return { column, bin: 0, leftBins, missingLeft, gain: best.gain };
}

const natural = Int32Array.from({ length: binRoom }, (_, bin) => bin);

type Walk = {
  /** Bins in the order in which they join the left side. */
  readonly order: Int32Array;
  /** Cuts to try: after the first of them, the second, and so on. */
  readonly cuts: number;
  /** A bin that stands on the left from the start; −1 for none. */
  readonly start: number;
};

type Found = { readonly place: number; readonly gain: number; readonly leftCount: number };

/** The place in an order of bins after which a cut gains most. */
function scan(search: Search, column: number, walk: Walk, least: number): Found | null {
  const bound = search.rules.monotone?.[column] ?? 0;
  const limited = bound !== 0 || Number.isFinite(search.bounds.low) || Number.isFinite(search.bounds.high);
  return search.sums.gradients.length === 1
    ? scanOne(search, column, walk, limited ? { least, bound } : { least })
    : scanMany(search, column, walk, least);
}

function scanOne(
  { histogram, sums, rules: { minRows, minHessian, l2 }, bounds }: Search,
  column: number,
  { order, cuts, start }: Walk,
  { least, bound }: { readonly least: number; readonly bound?: number },
): Found | null {
  const base = column * binRoom;
  const total = sums.gradients[0] ?? 0;
  let count = 0;
  let hessian = 0;
  let gradient = 0;
  if (start >= 0) {
    const from = (base + start) * 3;
    count = histogram[from] ?? 0;
    hessian = histogram[from + 1] ?? 0;
    gradient = histogram[from + 2] ?? 0;
  }
  const whole =
    bound === undefined ? (total * total) / (sums.hessian + l2) : -2 * lossOf(total, sums.hessian, l2, bounds);
  let gain = least;
  let place = -1;
  let leftCount = 0;
  for (let index = 0; index < cuts; index += 1) {
    const from = (base + (order[index] ?? 0)) * 3;
    const here = histogram[from] ?? 0;
    count += here;
    hessian += histogram[from + 1] ?? 0;
    gradient += histogram[from + 2] ?? 0;
    if (count < minRows || here === 0 || hessian < minHessian) continue;
    const rest = total - gradient;
    const restHessian = sums.hessian - hessian;
    if (sums.count - count < minRows || restHessian < minHessian) break;
    const now =
      bound === undefined
        ? (gradient * gradient) / (hessian + l2) + (rest * rest) / (restHessian + l2) - whole
        : boundGain({ gradient, hessian, rest, restHessian, l2, bounds, bound }) - whole;
    if (now > gain) {
      gain = now;
      place = index;
      leftCount = count;
    }
  }
  return place < 0 ? null : { place, gain, leftCount };
}

/** Loss of a node of one output at its best value within the bounds. */
function lossOf(gradient: number, hessian: number, l2: number, bounds: Bounds): number {
  const value = leafValue(gradient, hessian, l2, bounds);
  return gradient * value + 0.5 * (hessian + l2) * value * value;
}

type Halves = {
  readonly gradient: number;
  readonly hessian: number;
  readonly rest: number;
  readonly restHessian: number;
  readonly l2: number;
  readonly bounds: Bounds;
  readonly bound: number;
};

/** Twice what two halves gain against a value of 0; nothing where their values stand against the column's direction. */
function boundGain({ gradient, hessian, rest, restHessian, l2, bounds, bound }: Halves): number {
  const left = leafValue(gradient, hessian, l2, bounds);
  const right = leafValue(rest, restHessian, l2, bounds);
  if (bound * (right - left) < 0) return Number.NEGATIVE_INFINITY;
  return -2 * (lossOf(gradient, hessian, l2, bounds) + lossOf(rest, restHessian, l2, bounds));
}

function scanMany(search: Search, column: number, { order, cuts, start }: Walk, least: number): Found | null {
  const { histogram, sums, rules } = search;
  const outputs = sums.gradients.length;
  const stride = strideOf(outputs);
  const left = new Float64Array(stride);
  const add = (bin: number) => {
    const from = (column * binRoom + bin) * stride;
    for (let part = 0; part < stride; part += 1) left[part] = (left[part] ?? 0) + (histogram[from + part] ?? 0);
    return histogram[from] ?? 0;
  };
  if (start >= 0) add(start);
  let whole = 0;
  for (const gradient of sums.gradients) whole += (gradient * gradient) / (sums.hessian + rules.l2);
  let best: Found | null = null;
  for (let index = 0; index < cuts; index += 1) {
    const here = add(order[index] ?? 0);
    const count = left[0] ?? 0;
    if (count < rules.minRows || here === 0) continue;
    if (sums.count - count < rules.minRows) break;
    let squares = 0;
    let restSquares = 0;
    for (let output = 0; output < outputs; output += 1) {
      const gradient = left[output + 2] ?? 0;
      const rest = (sums.gradients[output] ?? 0) - gradient;
      squares += gradient * gradient;
      restSquares += rest * rest;
    }
    const hessian = left[1] ?? 0;
    const gain = squares / (hessian + rules.l2) + restSquares / (sums.hessian - hessian + rules.l2) - whole;
    if (gain > (best?.gain ?? least)) best = { place: index, gain, leftCount: count };
  }
  return best;
}
