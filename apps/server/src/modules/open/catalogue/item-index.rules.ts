import { ItemCells } from './item-cells.rules.ts';
import type { ItemKey, PackedItems } from './item-index.repository.ts';
import { ItemProperties } from './item-properties.rules.ts';
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
/** Pages up to this long are found by keeping the first ranks; longer ones by putting all in order. */
const fewRanks = 256;

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
    this.hasGeometry = new Uint8Array(items);
    this.properties = new ItemProperties(items, packed.labels);
    this.#found = new Uint32Array(items);
    this.#idEnds = new Uint32Array(items);
    const bytes = packed.blocks.reduce((sum, block) => sum + block.byteLength, 0);
    this.#ids = Buffer.alloc(bytes - items * recordHead);
    this.#read(packed.blocks, numbers);
    this.hasShapes = this.isBox.includes(0);
    this.#cells = new ItemCells(this);
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
   * Number of matches, and their ranks; null for all items of the collections. With a box only the cells around it are
   * looked at, with a period only the items about that time.
   */
  matches(search: IndexedSearch): Matches {
    const { collections, bbox, interval, filter = [] } = search;
    if (bbox === null && interval === null && filter.length === 0) {
      return {
        count: this.#counts.reduce((n, own, at) => n + (isOneOf(collections, this.collections[at]) ? own : 0), 0),
      };
    }
    const found = this.#found;
    let count = bbox === null ? this.#findAll(search) : this.#findIn(bbox, search);
    for (const narrow of filter) count = narrow(found, count);
    return { count, ranks: found.slice(0, count), inOrder: bbox === null };
  }

  /** Writes what is of the collections and the period into `#found`, in order; answers how many. */
  #findAll(search: IndexedSearch): number {
    const found = this.#found;
    if (search.interval === null && this.#wanted(search.collections) === null) {
      for (let rank = 0; rank < this.items; rank += 1) found[rank] = rank;
      return this.items;
    }
    const [first, end] = this.#ranksOf(search.interval);
    const isMatch = this.matcher(search);
    let count = 0;
    for (let rank = first; rank < end; rank += 1) {
      if (!isMatch(rank)) continue;
      found[count] = rank;
      count += 1;
    }
    return count;
  }

  #findIn(bbox: SearchBox, search: IndexedSearch): number {
    const [first, end] = this.#ranksOf(search.interval);
    const [wanted, isMatch] = [this.#wanted(search.collections), this.matcher(search)];
    return this.#cells.find(bbox, { wanted, first, end, timed: search.interval !== null, isMatch }, this.#found);
  }

  /** Which collections a search wants, by number; null for all of them. */
  #wanted(collections: readonly string[]): Uint8Array | null {
    const wanted = Uint8Array.from(this.collections, (name) => (collections.includes(name) ? 1 : 0));
    return wanted.includes(0) ? wanted : null;
  }

  /** The first matches from a rank on, `limit` at most, in order; `rejected` are left out. */
  firstOf({ count, ranks, inOrder = false }: Matches, page: PageOfRanks, search: IndexedSearch): readonly number[] {
    if (ranks !== undefined && inOrder) return nextRanks(ranks, page);
    const { from, limit, rejected } = page;
    // Of many matches a walk soon finds the first ones; few are sooner looked through.
    const walked = (limit * this.items) / Math.max(1, count);
    if (ranks !== undefined && (count <= 4 * walked || search.filter !== undefined)) return firstRanks(ranks, page);
    const found: number[] = [];
    const isMatch = this.matcher(search);
    const [first, end] = this.#ranksOf(search.interval);
    for (let rank = Math.max(from, first); rank < end && found.length < limit; rank += 1) {
      if (isMatch(rank) && !rejected.has(rank)) found.push(rank);
    }
    return found;
  }
}

export type Matches = { readonly count: number; readonly ranks?: Uint32Array; readonly inOrder?: boolean };

type PageOfRanks = {
  readonly from: number;
  readonly limit: number;
  readonly rejected: ReadonlySet<number>;
};

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

/** The ranks from one on that are wanted, of ranks in order. */
function nextRanks(ranks: Uint32Array, { from, limit, rejected }: PageOfRanks): readonly number[] {
  let [low, high] = [0, ranks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranks[middle] ?? 0) >= from) high = middle;
    else low = middle + 1;
  }
  const next: number[] = [];
  for (let at = low; at < ranks.length && next.length < limit; at += 1) {
    const rank = ranks[at] ?? 0;
    if (!rejected.has(rank)) next.push(rank);
  }
  return next;
}

/** The smallest ranks that are wanted, in order. */
export function firstRanks(ranks: Uint32Array, { from, limit, rejected }: PageOfRanks): readonly number[] {
  const isWanted = (rank: number) => rank >= from && !rejected.has(rank);
  if (limit > fewRanks)
    return Array.from(ranks)
      .filter(isWanted)
      .sort((a, b) => a - b)
      .slice(0, limit);
  const first: number[] = [];
  let largest = Infinity;
  for (const rank of ranks) {
    if (rank >= largest || !isWanted(rank)) continue;
    let at = first.length < limit ? first.length : limit - 1;
    for (; at > 0 && (first[at - 1] ?? 0) > rank; at -= 1) first[at] = first[at - 1] ?? 0;
    first[at] = rank;
    if (first.length === limit) largest = first[limit - 1] ?? Infinity;
  }
  return first;
}
