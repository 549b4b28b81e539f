import type { SearchBox } from './search/spatial.ts';

/** Degrees of the cells by which a box finds the items around it. */
const cellDegrees = 0.25;
const columns = 360 / cellDegrees;
const rows = 180 / cellDegrees;
/** Wider or higher items are looked at in every search by box. */
const widestDegrees = 2;
/** Degrees by which a box in short numbers may be larger than its item. */
const rounding = 2 ** -14;

type Boxes = { readonly items: number; readonly group: Uint32Array; boxOf(rank: number): SearchBox };

/** A search as the cells see it. */
type CellSearch = {
  /** Which groups are wanted, by number; null for all. */
  readonly wanted: Uint8Array | null;
  /** Ranks that come into question, from the first up to the end. */
  readonly first: number;
  readonly end: number;
  /** Whether a period is asked for, too. */
  readonly timed: boolean;
  isMatch(rank: number): boolean;
};

/**
 * Items by the cell of their south-western corner. What a search reads lies one after the other, cell by cell: their
 * numbers elsewhere are by rank, and each would be another place of the memory. 22 bytes an item.
 */
export class ItemCells {
  readonly #ranks: Uint32Array;
  /** West, south, east and north in short numbers, never smaller than the item's. */
  readonly #boxes: Float32Array;
  readonly #groups: Uint16Array;
  /** Items of a cell are those from `#ends[cell]` to `#ends[cell + 1]`. */
  readonly #ends: Uint32Array;
  readonly #wide: readonly number[];
  /** Width or height of the largest item in the cells, in degrees. */
  readonly #reach: number;

  constructor(items: Boxes) {
    const ends = new Uint32Array(columns * rows + 1);
    const cellOf = new Int32Array(items.items).fill(-1);
    const wide: number[] = [];
    let reach = 0;
    for (let rank = 0; rank < items.items; rank += 1) {
      const [west, south, east, north] = items.boxOf(rank);
      if (Number.isNaN(west)) continue;
      if (east - west > widestDegrees || north - south > widestDegrees) wide.push(rank);
      else {
        reach = Math.max(reach, east - west, north - south);
        const cell = rowOf(south) * columns + columnOf(west);
        cellOf[rank] = cell;
        ends[cell + 1] = (ends[cell + 1] ?? 0) + 1;
      }
    }
    for (let cell = 1; cell < ends.length; cell += 1) ends[cell] = (ends[cell] ?? 0) + (ends[cell - 1] ?? 0);
    const next = ends.slice();
    const count = ends.at(-1) ?? 0;
    this.#ranks = new Uint32Array(count);
    this.#boxes = new Float32Array(4 * count);
    this.#groups = new Uint16Array(count);
    for (let rank = 0; rank < items.items; rank += 1) {
      const cell = cellOf[rank] ?? -1;
      if (cell < 0) continue;
      const at = next[cell] ?? 0;
      next[cell] = at + 1;
      this.#ranks[at] = rank;
      this.#groups[at] = items.group[rank] ?? 0;
      const [west, south, east, north] = items.boxOf(rank);
      this.#boxes.set([west - rounding, south - rounding, east + rounding, north + rounding], 4 * at);
    }
    this.#ends = ends;
    this.#wide = wide;
    this.#reach = reach;
  }

  /** Writes the ranks of the matches of a box into `found`, in no order; answers how many. */
  find(box: SearchBox, search: CellSearch, found: Uint32Array): number {
    const [west, , east] = box;
    let count = 0;
    const look = (rank: number) => {
      if (rank < search.first || rank >= search.end || !search.isMatch(rank)) return;
      found[count] = rank;
      count += 1;
    };
    const ends = this.#ends;
    for (const cells of cellRanges(box, this.#reach)) {
      const [from, to] = [ends[cells.first] ?? 0, ends[cells.last + 1] ?? 0];
      if (west <= east) count = this.#among(from, to, { box, search, found, count });
      else for (let at = from; at < to; at += 1) look(this.#ranks[at] ?? 0);
    }
    for (const rank of this.#wide) look(rank);
    return count;
  }

  /** The part of the cells' items from one to another, for a box that is in one piece. */
  #among(
    from: number,
    to: number,
    { box, search, found, count: before }: { box: SearchBox; search: CellSearch; found: Uint32Array; count: number },
  ): number {
    const [west, south, east, north] = box;
    const { wanted, first, end, timed } = search;
    const [boxes, ranks, groups] = [this.#boxes, this.#ranks, this.#groups];
    // Nearer to an edge of the search than the rounding, the item's own numbers decide.
    const sure = 4 * rounding;
    let count = before;
    for (let at = from, corner = 4 * from; at < to; at += 1, corner += 4) {
      const w = boxes[corner] ?? 0;
      const s = boxes[corner + 1] ?? 0;
      const e = boxes[corner + 2] ?? 0;
      const n = boxes[corner + 3] ?? 0;
      if (w > east || e < west || s > north || n < south) continue;
      if (wanted !== null && wanted[groups[at] ?? 0] !== 1) continue;
      const rank = ranks[at] ?? 0;
      if (rank < first || rank >= end) continue;
      const isInside = w < east - sure && e > west + sure && s < north - sure && n > south + sure;
      if ((timed || !isInside) && !search.isMatch(rank)) continue;
      found[count] = rank;
      count += 1;
    }
    return count;
  }
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
const columnOf = (longitude: number) => clamp(Math.floor((longitude + 180) / cellDegrees), columns - 1);
const rowOf = (latitude: number) => clamp(Math.floor((latitude + 90) / cellDegrees), rows - 1);

/** Rows of cells, each from its first to its last, whose items may meet a box; no cell comes twice. */
function* cellRanges(box: SearchBox, reach: number): Generator<{ readonly first: number; readonly last: number }> {
  const [west, south, east, north] = box;
  const left = columnOf(west - reach);
  const spans = west > east ? spansAcross(left, columnOf(east)) : [[left, columnOf(east)] as const];
  for (let row = rowOf(south - reach); row <= rowOf(north); row += 1) {
    for (const [first, last] of spans) yield { first: row * columns + first, last: row * columns + last };
  }
}

function spansAcross(left: number, right: number): readonly (readonly [number, number])[] {
  if (left <= right + 1) return [[0, columns - 1]];
  return [
    [0, right],
    [left, columns - 1],
  ];
}
