/** Leaves only those of the first so many ranks that meet a condition, in their order; answers how many. */
export type Narrow = (ranks: Uint32Array, count: number) => number;

/** Values from the lowest to the highest but for one; an item's NaN is none of them, and an exception of NaN excepts none. */
export type ValueRange = {
  readonly values: Float64Array;
  readonly lowest: number;
  readonly highest: number;
  readonly except: number;
};

/** Adds a range, as one with another of the same values where both can be said in one: BETWEEN is two conditions. */
export function addRange(ranges: ValueRange[], range: ValueRange): void {
  const at = ranges.findIndex(
    ({ values, except }) => values === range.values && (Number.isNaN(except) || Number.isNaN(range.except)),
  );
  const known = ranges[at];
  if (known === undefined) {
    ranges.push(range);
    return;
  }
  ranges[at] = {
    values: range.values,
    lowest: Math.max(known.lowest, range.lowest),
    highest: Math.min(known.highest, range.highest),
    except: Number.isNaN(known.except) ? range.except : known.except,
  };
}

/** The items of a range. */
export function inRange({ values, lowest, highest, except }: ValueRange): Narrow {
  return (ranks, count) => {
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const rank = ranks[at] ?? 0;
      const value = values[rank] ?? NaN;
      if (!(value >= lowest && value <= highest) || value === except) continue;
      ranks[kept] = rank;
      kept += 1;
    }
    return kept;
  };
}

/** Positions of a range in one group, and of the value that it leaves out. */
type Part = {
  readonly ranks: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly gap: readonly [number, number];
};

/**
 * Items with a value, by group and in the order of their values: a range is counted without looking at its items. Four
 * bytes an item.
 */
export class SortedValues {
  readonly #values: Float64Array;
  readonly #lists: readonly Uint32Array[];

  /** `lists`: ranks of each group. */
  constructor(lists: readonly Uint32Array[], values: Float64Array) {
    this.#values = values;
    this.#lists = lists.map((ranks) =>
      ranks.filter((rank) => !Number.isNaN(values[rank])).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0)),
    );
  }

  /** How many of the wanted groups (null: of all) are in a range of these values. */
  count(wanted: readonly number[] | null, range: ValueRange): number {
    return this.#parts(wanted, range).reduce((sum, { from, to, gap }) => sum + (to - from) - (gap[1] - gap[0]), 0);
  }

  /** Writes what `count` counts into `found`, in no order; answers how many. */
  list(wanted: readonly number[] | null, range: ValueRange, found: Uint32Array): number {
    let count = 0;
    for (const { ranks, from, to, gap } of this.#parts(wanted, range)) {
      for (const part of [ranks.subarray(from, gap[0]), ranks.subarray(gap[1], to)]) {
        found.set(part, count);
        count += part.length;
      }
    }
    return count;
  }

  #parts(wanted: readonly number[] | null, { lowest, highest, except }: ValueRange): readonly Part[] {
    const lists = wanted === null ? this.#lists : wanted.map((group) => this.#lists[group] ?? new Uint32Array());
    const isInside = except >= lowest && except <= highest;
    return lists.map((ranks) => {
      const from = this.#first(ranks, lowest, false);
      const to = Math.max(from, this.#first(ranks, highest, true));
      const gap = isInside ? ([this.#first(ranks, except, false), this.#first(ranks, except, true)] as const) : null;
      return { ranks, from, to, gap: gap ?? [to, to] };
    });
  }

  /** The first position of a value, or the first one after it. */
  #first(ranks: Uint32Array, value: number, isAfter: boolean): number {
    let [low, high] = [0, ranks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const own = this.#values[ranks[middle] ?? 0] ?? 0;
      if (isAfter ? own > value : own >= value) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
