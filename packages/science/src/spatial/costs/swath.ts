import { heed, type Watch } from '../../models/shared/watch.ts';
import { type Currents, crossedSum, currentFactors, queueOf, stepsOf, withoutPassage } from './steps.ts';
import { type CostSurface, isPassable, movesOf, type Neighbourhood } from './surface.ts';

export type SwathSearch = {
  /** Costs from one end. They are used up: each cell that is done is NaN. */
  readonly costs: Float64Array;
  /** The other end. */
  readonly to: readonly number[];
  /** Least cost between the ends, and how much above it a way through a cell may cost. */
  readonly least: number;
  readonly above: number;
  readonly neighbours: Neighbourhood;
  readonly currents: Currents | null;
};

/**
 * Lays the swath of a corridor on `into`: of each cell in it the cost of the cheapest way through it above the least cost, as
 * a share of that; what stands there already stays where it is less. The second cost surface of a corridor is never held: a
 * cheapest way from a cell of the swath to its end does not leave the swath, so that costs to that end are needed of its cells
 * alone, and only while they are open. Those stand beside, and the cost surface tells where: −1 − its place for an open cell.
 */
export function laySwath(
  surface: CostSurface,
  { costs, to, least, above, neighbours, currents }: SwathSearch,
  into: Float32Array,
  watch: Watch = {},
): void {
  const { columns: width, rows } = surface;
  const friction = withoutPassage(surface.friction);
  const steps = stepsOf(surface, movesOf(neighbours));
  const { columns, offsets, halves, crossed } = steps;
  const turn = currents === null ? null : currentFactors(surface, steps, currents, 'to');
  const queue = queueOf(surface, steps, turn === null);
  const open = new OpenCells();
  // A little more, so that rounding cuts no way off.
  const reach = above + 1e-9 * (least + above);
  const unit = least || 1;
  for (const cell of to) {
    const first = costs[cell] ?? Number.NaN;
    if (!isPassable(friction[cell] ?? 0) || !(first >= 0) || !(first - least <= reach)) continue;
    costs[cell] = -1 - open.add(first, 0);
    queue.push(cell, 0);
  }
  for (let done = 0; queue.length > 0; done += 1) {
    if ((done & 0xffff) === 0) heed(watch);
    const cell = queue.pop();
    const base = queue.cost;
    const slot = -1 - (costs[cell] ?? 0);
    // NaN of a cell that is done; an earlier entry of the same cell was cheaper.
    if (!(base <= (open.seconds[slot] ?? -1))) continue;
    const excess = (open.firsts[slot] ?? 0) + base - least;
    if (excess <= above && !((into[cell] ?? 0) <= excess / unit)) into[cell] = excess / unit;
    open.release(slot);
    costs[cell] = Number.NaN;
    const own = friction[cell] ?? 0;
    const row = (cell / width) | 0;
    const column = cell - row * width;
    for (let move = 0; move < offsets.length; move += 1) {
      const next = cell + (offsets[move] ?? 0);
      const known = costs[next] ?? Number.NaN;
      // Outside the rows and of cells that are done there is NaN, which is never within reach.
      if (known < 0 ? !(base < (open.seconds[-1 - known] ?? 0)) : !(known + base - least <= reach)) continue;
      const at = column + (columns[move] ?? 0);
      if (at < 0 || at >= width) continue;
      let frictions = own + (friction[next] ?? 0);
      if (move > 7) frictions = (frictions + crossedSum(friction, cell, crossed, move)) / 2;
      const place = move * rows + row;
      let step = (halves[place] ?? 0) * frictions;
      if (turn !== null) step *= turn(cell, next, place);
      const cost = base + step;
      if (known < 0) {
        if (!(cost < (open.seconds[-1 - known] ?? 0))) continue;
        open.seconds[-1 - known] = cost;
      } else {
        if (!(known + cost - least <= reach)) continue;
        costs[next] = -1 - open.add(known, cost);
      }
      queue.push(next, cost);
    }
  }
}

/** Both costs of the cells that are reached and not done, in places that are used again. */
class OpenCells {
  firsts = new Float64Array(4096);
  seconds = new Float64Array(4096);
  private freed = new Int32Array(4096);
  private free = 0;
  private used = 0;

  add(first: number, second: number): number {
    let slot = this.used;
    if (this.free > 0) {
      this.free -= 1;
      slot = this.freed[this.free] ?? 0;
    } else {
      this.used += 1;
      if (slot === this.firsts.length) this.grow();
    }
    this.firsts[slot] = first;
    this.seconds[slot] = second;
    return slot;
  }

  release(slot: number): void {
    this.freed[this.free] = slot;
    this.free += 1;
  }

  private grow(): void {
    const { firsts, seconds, freed } = this;
    this.firsts = new Float64Array(2 * firsts.length);
    this.firsts.set(firsts);
    this.seconds = new Float64Array(2 * seconds.length);
    this.seconds.set(seconds);
    this.freed = new Int32Array(2 * freed.length);
    this.freed.set(freed);
  }
}
