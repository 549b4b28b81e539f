import { createPointIndex } from '../shared/point-index.ts';
import { cartesianOf, type Points, straightDistance, surfaceDistance } from '../shared/points.ts';

/** Patches of habitat by area and the links between them, each once, with its length (a distance, or a cost of travel). */
export type Network = {
  readonly areas: Float64Array;
  readonly links: { readonly from: Uint32Array; readonly to: Uint32Array; readonly length: Float64Array };
};

/** Links between all patches at most `maxLength` apart, by the distance of their points; Infinity links all. */
export function linksWithin(points: Points, maxLength: number): Network['links'] {
  const places = cartesianOf(points);
  const index = createPointIndex(places);
  const [from, to, length]: [number[], number[], number[]] = [[], [], []];
  const radius = Number.isFinite(maxLength) ? straightDistance(points.system, maxLength) : Number.MAX_VALUE;
  for (let patch = 0; patch < points.x.length; patch += 1) {
    index.visitWithin({ places, offset: 3 * patch }, radius, (other, squared) => {
      if (other <= patch) return;
      from.push(patch);
      to.push(other);
      length.push(surfaceDistance(points.system, Math.sqrt(squared)));
    });
  }
  return { from: Uint32Array.from(from), to: Uint32Array.from(to), length: Float64Array.from(length) };
}

/** Links of each patch, one patch after the other; each link stands twice. */
export type Adjacency = {
  readonly starts: Uint32Array;
  readonly others: Uint32Array;
  /** Place of the link in the list. */
  readonly links: Uint32Array;
};

/** Throws a RangeError for areas below 0, or links to no patch or of no length. */
export function adjacencyOf({ areas, links: { from, to, length } }: Network): Adjacency {
  const bad = areas.findIndex((area) => !(area >= 0 && area < Number.POSITIVE_INFINITY));
  if (bad >= 0) throw new RangeError(`areas: patch ${bad} has ${areas[bad]}, expected a finite area ≥ 0`);
  const starts = new Uint32Array(areas.length + 1);
  for (let link = 0; link < from.length; link += 1) {
    const [a, b] = [from[link] ?? 0, to[link] ?? 0];
    if (a === b || a >= areas.length || b >= areas.length || !((length[link] ?? -1) >= 0)) {
      throw new RangeError(`links: ${link} is ${a}–${b} of ${length[link]}, expected two patches and a length ≥ 0`);
    }
    starts[a + 1] = (starts[a + 1] ?? 0) + 1;
    starts[b + 1] = (starts[b + 1] ?? 0) + 1;
  }
  for (let patch = 0; patch < areas.length; patch += 1)
    starts[patch + 1] = (starts[patch + 1] ?? 0) + (starts[patch] ?? 0);
  const next = starts.slice();
  const others = new Uint32Array(2 * from.length);
  const links = new Uint32Array(2 * from.length);
  for (let link = 0; link < from.length; link += 1) {
    for (const [patch, other] of [
      [from[link] ?? 0, to[link] ?? 0],
      [to[link] ?? 0, from[link] ?? 0],
    ] as const) {
      const slot = next[patch] ?? 0;
      others[slot] = other;
      links[slot] = link;
      next[patch] = slot + 1;
    }
  }
  return { starts, others, links };
}
