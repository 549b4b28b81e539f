import { ItemCells } from './item-cells.rules.ts';
import type { ItemKey, PackedItems } from './item-index.repository.ts';
import { firstRanks, type ItemOrder, type Matches, nextRanks, type PageOfRanks } from './item-order.rules.ts';
import { ItemProperties } from './item-properties.rules.ts';
import { RanksByCollection, type Span } from './ranks-by-collection.rules.ts';
import type { Interval } from './search/datetime.ts';
import { heldNumbers } from './search/queryables.ts';
import type { SearchBox } from './search/spatial.ts';

/** Conditions that the index answers: collections, box, period and held properties; anything else is for the database. */
export type IndexedSearch = {
  readonly collections: readonly string[];
  readonly bbox: SearchBox | null;
  readonly interval: Interval | null;
  /** Conditions of a filter on the properties; absent where there is none. */
  readonly filter?: readonly Narrow[];
};

/** Leaves only those of the first so many ranks that meet a condition, in their order; answers how many. */
export type Narrow = (ranks: Uint32Array, count: number) => number;

const numbersPerItem = 10;
const propertiesAt = numbersPerItem * 8;
const restAt = propertiesAt + heldNumbers.length * 8;
const recordHead = restAt + 20;

/**
 * Items in the catalogue's order (newest first, then collection and identifier), by rank: their numbers in arrays, their
 * identifiers in one buffer. About 150 bytes an item, and eight more for each number that filters compare.
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
  /** An item without a geometry counts as its own box, yet has none. */
  readonly hasGeometry: Uint8Array;
  readonly properties: ItemProperties;
  /** Whether any item has another shape than its box. */
  readonly hasShapes: boolean;
  readonly #ids: Buffer;
  readonly #idEnds: Uint32Array;
  readonly #cells: ItemCells;
  readonly #lists: RanksByCollection;
  /** Milliseconds by which an item starts before its instant, and ends after it, at most. */
  readonly #lead: number;
  readonly #tail: number;
  /** Whether the instant of each item is in its own period. */
  readonly #isWithin: boolean;
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
    this.hasGeometry = new Uint8Array(items);
    this.properties = new ItemProperties(items, packed.labels);
    this.#found = new Uint32Array(items);
    this.#idEnds = new Uint32Array(items);
    const bytes = packed.blocks.reduce((sum, block) => sum + block.byteLength, 0);
    this.#ids = Buffer.alloc(bytes - items * recordHead);
    this.#read(packed.blocks, numbers);
    this.hasShapes = this.isBox.includes(0);
    this.#cells = new ItemCells(this);
    this.#lists = new RanksByCollection(this.collection, this.collections.length);
    ({ lead: this.#lead, tail: this.#tail, isWithin: this.#isWithin } = this.#spans());
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
        const rest = at + restAt;
        this.properties.readNumbers(rank, view, at + propertiesAt);
        this.collection[rank] = view.getInt32(rest) - 1;
        this.origin[rank] = view.getInt32(rest + 4) - 1;
        const shape = view.getInt32(rest + 8);
        this.isBox[rank] = shape & 1;
        this.hasGeometry[rank] = shape >> 1;
        this.properties.labels[rank] = view.getInt32(rest + 12);
        const length = view.getInt32(rest + 16);
        this.#ids.set(block.subarray(rest + 20, rest + 20 + length), idEnd);
        idEnd += length;
        this.#idEnds[rank] = idEnd;
        at = rest + 20 + length;
      }
    }
  }

  #spans() {
    let [lead, tail, isWithin] = [0, 0, true];
    for (let rank = 0; rank < this.items; rank += 1) {
      const at = this.datetime[rank] ?? 0;
      const [before, after] = [at - (this.start[rank] ?? at), (this.end[rank] ?? at) - at];
      lead = Math.max(lead, before);
      tail = Math.max(tail, after);
      isWithin &&= before >= 0 && after >= 0;
    }
    return { lead, tail, isWithin };
  }

  /** Ranks among which all items of a period are: the order is by instant, and none is longer than the longest. */
  #spanOf(interval: Interval | null): Span {
    const [from, to] = [interval?.from?.getTime() ?? null, interval?.to?.getTime() ?? null];
    const first = to === null ? 0 : this.rankAfter(to + this.#lead + 1, '', '');
    const end = from === null ? this.items : this.rankAfter(from - this.#tail - 1, '', '');
    if (!this.#isWithin) return { first, surely: end, surelyTo: end, end };
    // An item whose instant is in the period is in it, as its own start and end are around the instant.
    const surely = to === null ? 0 : this.rankAfter(to, '', '');
    const surelyTo = from === null ? this.items : this.rankAfter(from - 1, '', '');
    return { first, surely, surelyTo: Math.max(surely, surelyTo), end: Math.max(surely, surelyTo, end) };
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
   * Number of matches, and their ranks where a box or a filter asks for each of them, or `listed` does. With a box only the
   * cells around it are looked at, with a period only the items about that time.
   */
  matches(search: IndexedSearch, listed = false): Matches {
    const { bbox, interval, filter = [] } = search;
    const wanted = this.#wanted(search.collections);
    const isListed = listed && (interval !== null || wanted !== null);
    if (bbox === null && filter.length === 0 && !isListed) {
      return { count: this.#lists.count(wanted, this.#spanOf(interval), this.matcher(search)) };
    }
    const found = this.#found;
    let count =
      bbox === null
        ? this.#lists.list(wanted, this.#spanOf(interval), this.matcher(search), found)
        : this.#findIn(bbox, search);
    for (const narrow of filter) count = narrow(found, count);
    return { count, ranks: found.slice(0, count), inOrder: bbox === null && (wanted === null || wanted.length < 2) };
  }

  #findIn(bbox: SearchBox, search: IndexedSearch): number {
    const { first, end } = this.#spanOf(search.interval);
    const wanted = this.#wanted(search.collections);
    const mask = wanted === null ? null : new Uint8Array(this.collections.length);
    for (const number of wanted ?? []) mask?.fill(1, number, number + 1);
    const isMatch = this.matcher(search);
    return this.#cells.find(bbox, { wanted: mask, first, end, timed: search.interval !== null, isMatch }, this.#found);
  }

  /** Numbers of the collections that a search wants; null for all of them. */
  #wanted(collections: readonly string[]): readonly number[] | null {
    const numbers = [...this.collections.keys()].filter((at) => collections.includes(this.collections[at] ?? ''));
    return numbers.length === this.collections.length ? null : numbers;
  }

  /** The first matches from a place of an order on, `limit` at most; null stands for the catalogue's own order. */
  firstOf(
    { count, ranks, inOrder = false }: Matches,
    page: PageOfRanks,
    search: IndexedSearch,
    order: ItemOrder | null = null,
  ): readonly number[] {
    if (order === null && ranks !== undefined && inOrder) return nextRanks(ranks, page);
    // Of many matches a walk soon finds the first ones; few are sooner looked through.
    const walked = (4 * page.limit * this.items) / Math.max(1, count);
    if (ranks !== undefined && count <= walked) return firstRanks(ranks, page, order);
    // Where the matches stand at the far end, a walk to them costs more than to look through them.
    const most = ranks === undefined ? Infinity : Math.max(count, walked);
    const found = this.#walk(page, search, order, most);
    return found ?? firstRanks(ranks ?? new Uint32Array(), page, order);
  }

  /** Goes through the items in order until the page is full; null where `most` were not enough. */
  #walk(
    { from, limit, rejected }: PageOfRanks,
    search: IndexedSearch,
    order: ItemOrder | null,
    most: number,
  ): readonly number[] | null {
    const { first, end } = order === null ? this.#spanOf(search.interval) : { first: 0, end: this.items };
    const wanted = this.#wanted(search.collections);
    const next = order === null ? this.#lists.ranksFrom(wanted, Math.max(from, first), end) : ranksOf(order, from);
    const isMatch = this.matcher(search);
    const found: number[] = [];
    const some = new Uint32Array(Math.max(16, limit));
    for (let looked = 0; looked < most; ) {
      let count = 0;
      let rank = next();
      for (; rank >= 0; rank = next()) {
        looked += 1;
        if (isMatch(rank) && !rejected.has(rank)) {
          some[count] = rank;
          count += 1;
        }
        if (count === some.length || looked >= most) break;
      }
      for (const narrow of search.filter ?? []) count = narrow(some, count);
      found.push(...some.subarray(0, Math.min(count, limit - found.length)));
      if (rank < 0 || found.length === limit) return found;
    }
    return null;
  }
}

/** The ranks of an order from a place on, one at each call; -1 after the last. */
function ranksOf({ ranks }: ItemOrder, from: number): () => number {
  let place = from - 1;
  return () => {
    place += 1;
    return ranks[place] ?? -1;
  };
}

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
