import type { ItemKey, PackedItems } from './item-index.repository.ts';
import type { Interval } from './search/datetime.ts';
import type { SearchBox } from './search/spatial.ts';

/** Conditions that the index answers: collections, box and period; anything else is for the database. */
export type IndexedSearch = {
  readonly collections: readonly string[];
  readonly bbox: SearchBox | null;
  readonly interval: Interval | null;
};

const numbersPerItem = 10;
const recordHead = numbersPerItem * 8 + 16;
/** Degrees of the cells by which a box finds the items around it. */
const cellDegrees = 0.5;
const columns = 360 / cellDegrees;
const rows = 180 / cellDegrees;
/** Wider or higher items are looked at in every search by box. */
const widestDegrees = 2;

/**
 * Items in the catalogue's order (newest first, then collection and identifier), by rank: their numbers in arrays, their
 * identifiers in one buffer. About 130 bytes an item.
 */
export class ItemIndex {
  readonly revision: string;
  readonly items: number;
  readonly collections: PackedItems['collections'];
  readonly origins: PackedItems['origins'];
  readonly datetime: Float64Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly retrieved: Float64Array;
  readonly created: Float64Array;
  readonly updated: Float64Array;
  readonly west: Float64Array;
  readonly south: Float64Array;
  readonly east: Float64Array;
  readonly north: Float64Array;
  readonly collection: Uint32Array;
  readonly origin: Uint32Array;
  readonly isBox: Uint8Array;
  /** Whether any item has another shape than its box. */
  readonly hasShapes: boolean;
  readonly #ids: Buffer;
  readonly #idEnds: Uint32Array;
  /** Items of a cell, by rank: those from `#cellEnds[cell - 1]` to `#cellEnds[cell]`. */
  readonly #cellItems: Uint32Array;
  readonly #cellEnds: Uint32Array;
  readonly #wide: readonly number[];
  /** Width or height of the largest item in the cells, in degrees. */
  readonly #reach: number;
  /** Items of each collection. */
  readonly #counts: Uint32Array;
  /** Milliseconds by which an item starts before its instant, and ends after it, at most. */
  readonly #lead: number;
  readonly #tail: number;
  /** Where a search writes what it finds before it is copied out. */
  readonly #found: Uint32Array;

  constructor(packed: PackedItems) {
    const { items } = packed;
    this.revision = packed.revision;
    this.items = items;
    this.collections = packed.collections;
    this.origins = packed.origins;
    const numbers = Array.from({ length: numbersPerItem }, () => new Float64Array(items));
    const [datetime, start, end, retrieved, created, updated, west, south, east, north] = numbers as NumbersOfItems;
    [this.datetime, this.start, this.end, this.retrieved, this.created, this.updated] = [
      datetime,
      start,
      end,
      retrieved,
      created,
      updated,
    ];
    [this.west, this.south, this.east, this.north] = [west, south, east, north];
    this.collection = new Uint32Array(items);
    this.origin = new Uint32Array(items);
    this.isBox = new Uint8Array(items);
    this.#found = new Uint32Array(items);
    this.#idEnds = new Uint32Array(items);
    const bytes = packed.blocks.reduce((sum, block) => sum + block.byteLength, 0);
    this.#ids = Buffer.alloc(bytes - items * recordHead);
    this.#read(packed.blocks, numbers);
    this.hasShapes = this.isBox.includes(0);
    ({ items: this.#cellItems, ends: this.#cellEnds, wide: this.#wide, reach: this.#reach } = this.#cells());
    ({ counts: this.#counts, lead: this.#lead, tail: this.#tail } = this.#spans());
  }

  #read(blocks: readonly Uint8Array[], numbers: readonly Float64Array[]): void {
    let rank = 0;
    let idEnd = 0;
    for (const block of blocks) {
      const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
      for (let at = 0; at < block.byteLength; rank += 1) {
        for (const [index, values] of numbers.entries()) {
          const value = view.getFloat64(at + index * 8);
          values[rank] = index < 6 ? Math.round(value) : value;
        }
        const rest = at + numbersPerItem * 8;
        this.collection[rank] = view.getInt32(rest) - 1;
        this.origin[rank] = view.getInt32(rest + 4) - 1;
        this.isBox[rank] = view.getInt32(rest + 8);
        const length = view.getInt32(rest + 12);
        this.#ids.set(block.subarray(rest + 16, rest + 16 + length), idEnd);
        idEnd += length;
        this.#idEnds[rank] = idEnd;
        at = rest + 16 + length;
      }
    }
  }

  #cells() {
    const ends = new Uint32Array(columns * rows + 1);
    const cellOf = new Int32Array(this.items).fill(-1);
    const wide: number[] = [];
    let reach = 0;
    for (let rank = 0; rank < this.items; rank += 1) {
      const [west, south, east, north] = this.boxOf(rank);
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
    const items = new Uint32Array(ends.at(-1) ?? 0);
    for (let rank = 0; rank < this.items; rank += 1) {
      const cell = cellOf[rank] ?? -1;
      if (cell < 0) continue;
      items[next[cell] ?? 0] = rank;
      next[cell] = (next[cell] ?? 0) + 1;
    }
    return { items, ends, wide, reach };
  }

  #spans() {
    const counts = new Uint32Array(this.collections.length);
    let [lead, tail] = [0, 0];
    for (let rank = 0; rank < this.items; rank += 1) {
      const collection = this.collection[rank] ?? 0;
      counts[collection] = (counts[collection] ?? 0) + 1;
      const at = this.datetime[rank] ?? 0;
      lead = Math.max(lead, at - (this.start[rank] ?? at));
      tail = Math.max(tail, (this.end[rank] ?? at) - at);
    }
    return { counts, lead, tail };
  }

  /** Ranks among which all items of a period are: the order is by instant, and none is longer than the longest. */
  #ranksOf(interval: Interval | null): readonly [number, number] {
    const { from, to } = interval ?? { from: null, to: null };
    return [
      to === null ? 0 : this.rankAfter(to.getTime() + this.#lead + 1, '', ''),
      from === null ? this.items : this.rankAfter(from.getTime() - this.#tail - 1, '', ''),
    ];
  }

  boxOf(rank: number): SearchBox {
    return [this.west[rank] ?? NaN, this.south[rank] ?? NaN, this.east[rank] ?? NaN, this.north[rank] ?? NaN];
  }

  idOf(rank: number): string {
    return this.#idBytes(rank).toString();
  }

  keyOf(rank: number): ItemKey {
    return { collection: this.collections[this.collection[rank] ?? -1] ?? '', id: this.idOf(rank) };
  }

  #idBytes(rank: number): Buffer {
    return this.#ids.subarray(rank === 0 ? 0 : this.#idEnds[rank - 1], this.#idEnds[rank]);
  }

  /** The first rank after a place in the order, whether an item stands there or not. */
  rankAfter(atMs: number, collection: string, id: string): number {
    const [collectionBytes, idBytes] = [Buffer.from(collection), Buffer.from(id)];
    let [low, high] = [0, this.items];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, atMs, collectionBytes, idBytes) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #compare(rank: number, atMs: number, collection: Buffer, id: Buffer): number {
    const own = this.datetime[rank] ?? 0;
    if (own !== atMs) return own > atMs ? -1 : 1;
    const name = this.collections[this.collection[rank] ?? -1] ?? '';
    return Buffer.from(name).compare(collection) || this.#idBytes(rank).compare(id);
  }

  /** Whether an item's own box, period and collection are such as a search wants. */
  matcher({ collections, bbox, interval }: IndexedSearch): (rank: number) => boolean {
    const wanted = Uint8Array.from(this.collections, (name) => (collections.includes(name) ? 1 : 0));
    const from = interval?.from?.getTime() ?? -Infinity;
    const to = interval?.to?.getTime() ?? Infinity;
    const { collection, start, end, west, south, east, north } = this;
    const meets = (rank: number, [w, s, e, n]: SearchBox) =>
      (west[rank] ?? NaN) <= e && (east[rank] ?? NaN) >= w && (south[rank] ?? NaN) <= n && (north[rank] ?? NaN) >= s;
    const [box, other] = bbox === null ? [] : partsOf(bbox);
    return (rank) => {
      if (box !== undefined && !meets(rank, box) && (other === undefined || !meets(rank, other))) return false;
      return (start[rank] ?? NaN) <= to && (end[rank] ?? NaN) >= from && wanted[collection[rank] ?? -1] === 1;
    };
  }

  /**
   * Number of matches, and their ranks in no order; null for all items of the collections. With a box only the cells
   * around it are looked at, with a period only the items about that time.
   */
  matches(search: IndexedSearch): Matches {
    const { collections, bbox, interval } = search;
    if (bbox === null && interval === null) {
      return {
        count: this.#counts.reduce((n, own, at) => n + (isOneOf(collections, this.collections[at]) ? own : 0), 0),
      };
    }
    const [first, end] = this.#ranksOf(interval);
    const isMatch = this.matcher(search);
    const found = this.#found;
    let count = 0;
    if (bbox === null) {
      for (let rank = first; rank < end; rank += 1) {
        if (isMatch(rank)) {
          found[count] = rank;
          count += 1;
        }
      }
      return { count, ranks: found.slice(0, count) };
    }
    const look = (among: ArrayLike<number>, from: number, to: number) => {
      for (let at = from; at < to; at += 1) {
        const rank = among[at] ?? 0;
        if (rank < first || rank >= end || !isMatch(rank)) continue;
        found[count] = rank;
        count += 1;
      }
    };
    const [items, ends] = [this.#cellItems, this.#cellEnds];
    for (const cells of cellRanges(bbox, this.#reach)) look(items, ends[cells.first] ?? 0, ends[cells.last + 1] ?? 0);
    look(this.#wide, 0, this.#wide.length);
    return { count, ranks: found.slice(0, count) };
  }

  /** The first matches from a rank on, `limit` at most, in order; `rejected` are left out. May sort the ranks. */
  firstOf(
    { count, ranks }: Matches,
    { from, limit, rejected }: { from: number; limit: number; rejected: ReadonlySet<number> },
    search: IndexedSearch,
  ): readonly number[] {
    const page: number[] = [];
    // Of many matches a walk soon finds the first ones; few are sooner sorted.
    const walked = (limit * this.items) / Math.max(1, count);
    if (ranks !== undefined && count * Math.log2(count + 1) <= walked) {
      for (const rank of ranks.sort()) {
        if (rank < from || rejected.has(rank)) continue;
        page.push(rank);
        if (page.length === limit) break;
      }
      return page;
    }
    const isMatch = this.matcher(search);
    const [first, end] = this.#ranksOf(search.interval);
    for (let rank = Math.max(from, first); rank < end && page.length < limit; rank += 1) {
      if (isMatch(rank) && !rejected.has(rank)) page.push(rank);
    }
    return page;
  }
}

export type Matches = { readonly count: number; readonly ranks?: Uint32Array };

const isOneOf = (names: readonly string[], name: string | undefined) => name !== undefined && names.includes(name);

type NumbersOfItems = [
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
];

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
const columnOf = (longitude: number) => clamp(Math.floor((longitude + 180) / cellDegrees), columns - 1);
const rowOf = (latitude: number) => clamp(Math.floor((latitude + 90) / cellDegrees), rows - 1);

/** A box, or the two that one across the antimeridian is. */
export function partsOf(box: SearchBox): readonly SearchBox[] {
  const [west, south, east, north] = box;
  return west > east
    ? [
        [west, south, 180, north],
        [-180, south, east, north],
      ]
    : [box];
}

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
