/** Buckets at most: beyond them a heap is the smaller queue. */
const mostBuckets = 65_536;
const firstCapacity = 4096;

/**
 * Cells by cost where each step costs at least `least` and at most `most`: buckets as wide as the least step, in a circle. What
 * stands in the first bucket can't be reached more cheaply any more, in whatever order it is taken. A cell may stand in it more
 * than once. Source: Dial (1969), Commun. ACM 12(11):632–633.
 */
export class BucketQueue {
  length = 0;
  /** Cost of the cell that was taken last. */
  cost = Number.NaN;
  private readonly scale: number;
  private readonly mask: number;
  /** First entry of each bucket, −1 of an empty one; a bucket that is taken stands at `at`. */
  private readonly heads: Int32Array;
  private at = 0;
  private costs: Float64Array;
  private cells: Int32Array;
  /** Entry after this one in its bucket, or among those that are free. */
  private nexts: Int32Array;
  private free = -1;
  private used = 0;

  private constructor(width: number, buckets: number) {
    this.scale = 1 / width;
    this.mask = buckets - 1;
    this.heads = new Int32Array(buckets).fill(-1);
    this.costs = new Float64Array(firstCapacity);
    this.cells = new Int32Array(firstCapacity);
    this.nexts = new Int32Array(firstCapacity);
  }

  /** Null where the steps differ too much for buckets. */
  static of(least: number, most: number): BucketQueue | null {
    // A little narrower than the least step, so that rounding never puts what is reached into the bucket it is reached from.
    const width = least * (1 - 1e-9);
    const needed = most / width + 2;
    if (!(needed <= mostBuckets) || !Number.isFinite(width)) return null;
    return new BucketQueue(width, 2 ** Math.ceil(Math.log2(needed)));
  }

  push(cell: number, cost: number): void {
    const entry = this.takeEntry();
    const bucket = Math.floor(cost * this.scale) & this.mask;
    this.costs[entry] = cost;
    this.cells[entry] = cell;
    this.nexts[entry] = this.heads[bucket] ?? -1;
    this.heads[bucket] = entry;
    this.length += 1;
  }

  /** Takes a cell of the first bucket that has any, and sets `cost`; −1 of none. */
  pop(): number {
    if (this.length === 0) return -1;
    const { heads, nexts, mask } = this;
    let { at } = this;
    let entry = heads[at] ?? -1;
    while (entry < 0) {
      at = (at + 1) & mask;
      entry = heads[at] ?? -1;
    }
    this.at = at;
    heads[at] = nexts[entry] ?? -1;
    nexts[entry] = this.free;
    this.free = entry;
    this.length -= 1;
    this.cost = this.costs[entry] ?? Number.NaN;
    return this.cells[entry] ?? -1;
  }

  private takeEntry(): number {
    const { free } = this;
    if (free >= 0) {
      this.free = this.nexts[free] ?? -1;
      return free;
    }
    if (this.used === this.costs.length) this.grow();
    this.used += 1;
    return this.used - 1;
  }

  private grow(): void {
    const { costs, cells, nexts } = this;
    this.costs = new Float64Array(2 * costs.length);
    this.costs.set(costs);
    this.cells = new Int32Array(2 * cells.length);
    this.cells.set(cells);
    this.nexts = new Int32Array(2 * nexts.length);
    this.nexts.set(nexts);
  }
}
