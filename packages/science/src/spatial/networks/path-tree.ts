import { CostQueue } from '../shared/cost-queue.ts';
import type { Adjacency } from './network.ts';

/**
 * Shortest ways from one patch to all, and what of them changes without a patch or a link: only the ways below it in the
 * tree, which are searched again from the rest.
 */
export class PathTree {
  /** Length of the way to each patch; Infinity is not reached. */
  readonly lengths: Float64Array;
  /** Patches that are reached, each before those below it, and the whole below a patch in a row. */
  readonly order: Uint32Array;
  reached = 0;
  /** Place of each patch in the order, and how many stand there from it on. */
  readonly places: Int32Array;
  readonly sizes: Int32Array;
  /** Link by which each patch is reached; −1 of the first and of those not reached. */
  readonly parents: Int32Array;
  private readonly adjacency: Adjacency;
  private readonly weights: Float64Array;
  private readonly queue = new CostQueue(256);
  private readonly settled: Uint32Array;
  private readonly before: Int32Array;
  private readonly marks: Uint32Array;
  private readonly renewed: Float64Array;
  private mark = 0;

  constructor(adjacency: Adjacency, weights: Float64Array) {
    const patches = adjacency.starts.length - 1;
    this.adjacency = adjacency;
    this.weights = weights;
    this.lengths = new Float64Array(patches);
    this.order = new Uint32Array(patches);
    this.settled = new Uint32Array(patches);
    this.places = new Int32Array(patches);
    this.sizes = new Int32Array(patches);
    this.parents = new Int32Array(patches);
    this.before = new Int32Array(patches);
    this.marks = new Uint32Array(patches);
    this.renewed = new Float64Array(patches);
  }

  grow(source: number): void {
    const { lengths, before, parents, places, queue, settled, weights } = this;
    const { starts, others, links } = this.adjacency;
    lengths.fill(Number.POSITIVE_INFINITY);
    before.fill(-1);
    parents.fill(-1);
    places.fill(-1);
    lengths[source] = 0;
    queue.push(source, 0);
    this.reached = 0;
    while (queue.length > 0) {
      const patch = queue.pop();
      const length = queue.cost;
      if (length > (lengths[patch] ?? 0) || places[patch] !== -1) continue;
      places[patch] = 0;
      settled[this.reached] = patch;
      this.reached += 1;
      const end = starts[patch + 1] ?? 0;
      for (let slot = starts[patch] ?? 0; slot < end; slot += 1) {
        const other = others[slot] ?? 0;
        const next = length + (weights[links[slot] ?? 0] ?? 0);
        if (!(next < (lengths[other] ?? 0))) continue;
        lengths[other] = next;
        before[other] = patch;
        parents[other] = links[slot] ?? 0;
        queue.push(other, next);
      }
    }
    this.arrange();
  }

  /** Puts the patches in an order in which all below one follow it. */
  private arrange(): void {
    const { settled, sizes, before, places, order, reached } = this;
    sizes.fill(1);
    for (let slot = reached - 1; slot > 0; slot -= 1) {
      const patch = settled[slot] ?? 0;
      const above = before[patch] ?? 0;
      sizes[above] = (sizes[above] ?? 0) + (sizes[patch] ?? 0);
    }
    // Where the next patch below each one stands.
    const next = this.renewed;
    for (let slot = 0; slot < reached; slot += 1) {
      const patch = settled[slot] ?? 0;
      const above = before[patch] ?? -1;
      const place = above < 0 ? 0 : (next[above] ?? 0);
      places[patch] = place;
      order[place] = patch;
      next[patch] = place + 1;
      if (above >= 0) next[above] = place + (sizes[patch] ?? 0);
    }
  }

  /** Calls `visit` with each patch below `patch` and the length of its way when that patch is gone. */
  withoutPatch(patch: number, visit: (patch: number, length: number) => void): void {
    const place = this.places[patch] ?? 0;
    this.renew(place + 1, place + (this.sizes[patch] ?? 0), { patch, link: -1 }, visit);
  }

  /** As `withoutPatch`, of `patch` and all below it, without the link that leads there. */
  withoutLinkTo(patch: number, visit: (patch: number, length: number) => void): void {
    const place = this.places[patch] ?? 0;
    this.renew(place, place + (this.sizes[patch] ?? 0), { patch: -1, link: this.parents[patch] ?? -1 }, visit);
  }

  private renew(
    first: number,
    end: number,
    gone: { readonly patch: number; readonly link: number },
    visit: (patch: number, length: number) => void,
  ): void {
    if (first >= end) return;
    const { marks, renewed, order, lengths, queue, weights } = this;
    const { starts, others, links } = this.adjacency;
    this.mark += 1;
    const { mark } = this;
    for (let place = first; place < end; place += 1) marks[order[place] ?? 0] = mark;
    for (let place = first; place < end; place += 1) {
      const patch = order[place] ?? 0;
      let least = Number.POSITIVE_INFINITY;
      const stop = starts[patch + 1] ?? 0;
      for (let slot = starts[patch] ?? 0; slot < stop; slot += 1) {
        const other = others[slot] ?? 0;
        const link = links[slot] ?? 0;
        if (marks[other] === mark || other === gone.patch || link === gone.link) continue;
        least = Math.min(least, (lengths[other] ?? 0) + (weights[link] ?? 0));
      }
      renewed[patch] = least;
      // A patch alone has no other way than from the rest.
      if (least < Number.POSITIVE_INFINITY && end - first > 1) queue.push(patch, least);
    }
    while (queue.length > 0) {
      const patch = queue.pop();
      const length = queue.cost;
      if (length > (renewed[patch] ?? 0)) continue;
      const stop = starts[patch + 1] ?? 0;
      for (let slot = starts[patch] ?? 0; slot < stop; slot += 1) {
        const other = others[slot] ?? 0;
        const link = links[slot] ?? 0;
        if (marks[other] !== mark || link === gone.link) continue;
        const next = length + (weights[link] ?? 0);
        if (!(next < (renewed[other] ?? 0))) continue;
        renewed[other] = next;
        queue.push(other, next);
      }
    }
    for (let place = first; place < end; place += 1) {
      const patch = order[place] ?? 0;
      visit(patch, renewed[patch] ?? 0);
    }
  }
}
