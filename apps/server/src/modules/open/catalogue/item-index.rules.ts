import { ItemCells } from './item-cells.rules.ts';
import type { ItemKey, PackedItems } from './item-index.repository.ts';
import { firstRanks, type ItemOrder, type Matches, type PageOfRanks } from './item-order.rules.ts';
import { ItemProperties } from './item-properties.rules.ts';
import { RanksByGroup, type Span } from './ranks-by-group.rules.ts';
import type { Interval } from './search/datetime.ts';
import { heldLabels, heldNumbers } from './search/queryables.ts';
import type { SearchBox } from './search/spatial.ts';
import { inRange, type Narrow, SortedValues, type ValueRange } from './value-range.rules.ts';

/** Conditions that the index answers: collections, box, period and held properties; anything else is for the database. */
export type IndexedSearch = {
  readonly collections: readonly string[];
  readonly bbox: SearchBox | null;
  readonly interval: Interval | null;
  /** Conditions of a filter on the properties; absent where there is none. */
  readonly filter?: PropertyFilter;
};

/** Conditions on properties, of which all must hold. */
export type PropertyFilter = {
  /** Truths of conditions on labels alone, each by the number of their combination. */
  readonly labels: readonly Int8Array[];
  readonly ranges: readonly ValueRange[];
  readonly others: readonly Narrow[];
};

const instantsPerItem = 6;
const propertiesAt = (instantsPerItem + 4) * 8;
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
  /** West, south, east and north of each item, one after the other: a box is one place of the memory. */
  readonly boxes: Float64Array;
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
  /** Number of each item's collection and labels together, or of its collection alone where those are too many. */
  readonly #group: Uint32Array;
  /** Number of the collection of each group; -1 for one without items. */
  readonly #collectionOf: Int32Array;
  readonly #groups: RanksByGroup;
  /** Made when a range of the values is first asked for. */
  readonly #sorted = new Map<Float64Array, SortedValues>();
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
    const instants = Array.from({ length: instantsPerItem }, () => new Float64Array(items));
    const [datetime, start, end, retrieved, created, updated] = instants as InstantsOfItems;
    [this.datetime, this.start, this.end, this.retrieved, this.created, this.updated] = [
      datetime,
      start,
      end,
      retrieved,
      created,
      updated,
    ];
    this.boxes = new Float64Array(4 * items);
    this.collection = new Uint32Array(items);
    this.origin = new Uint32Array(items);
    this.isBox = new Uint8Array(items);
    this.hasGeometry = new Uint8Array(items);
    this.properties = new ItemProperties(items, packed.labels);
    this.#found = new Uint32Array(items);
    this.#idEnds = new Uint32Array(items);
    const bytes = packed.blocks.reduce((sum, block) => sum + block.byteLength, 0);
    this.#ids = Buffer.alloc(bytes - items * recordHead);
    this.#read(packed.blocks, instants);
    this.hasShapes = this.isBox.includes(0);
    ({ group: this.#group, collectionOf: this.#collectionOf } = this.#grouped());
    this.#groups = new RanksByGroup(this.#group, this.#collectionOf.length);
    this.#cells = new ItemCells({ items, group: this.#group, boxOf: (rank) => this.boxOf(rank) });
    ({ lead: this.#lead, tail: this.#tail, isWithin: this.#isWithin } = this.#spans());
  }

  #read(blocks: readonly Uint8Array[], instants: readonly Float64Array[]): void {
    let rank = 0;
    let idEnd = 0;
    for (const block of blocks) {
      const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
      for (let at = 0; at < block.byteLength; rank += 1) {
        for (const [index, values] of instants.entries()) values[rank] = Math.round(view.getFloat64(at + index * 8));
        for (let corner = 0; corner < 4; corner += 1) {
          this.boxes[4 * rank + corner] = view.getFloat64(at + (instantsPerItem + corner) * 8);
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

  #grouped() {
    const { combinations, labels } = this.properties;
    if (combinations === null) {
      return { group: this.collection, collectionOf: Int32Array.from(this.collections.keys()) };
    }
    const at = heldLabels.indexOf('collection');
    const collectionOf = Int32Array.from(combinations, (values) => this.collections.indexOf(String(values[at])));
    return { group: labels, collectionOf };
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
    const { boxes } = this;
    const at = 4 * rank;
    return [boxes[at] ?? NaN, boxes[at + 1] ?? NaN, boxes[at + 2] ?? NaN, boxes[at + 3] ?? NaN];
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

  /** Which groups a search wants, by number. */
  #wantedMask({ collections, filter }: IndexedSearch): Uint8Array {
    const names = new Set(collections);
    const isWanted = this.collections.map((name) => names.has(name));
    const collectionOf = this.#collectionOf;
    const mask = new Uint8Array(collectionOf.length);
    for (let group = 0; group < mask.length; group += 1) {
      if (isWanted[collectionOf[group] ?? -1] === true) mask[group] = 1;
    }
    for (const truths of filter?.labels ?? []) {
      for (let group = 0; group < mask.length; group += 1) if ((truths[group] ?? 0) <= 0) mask[group] = 0;
    }
    return mask;
  }

  /** Numbers of the groups that a search wants; null for all of them. */
  #wanted(mask: Uint8Array): readonly number[] | null {
    const collectionOf = this.#collectionOf;
    const numbers: number[] = [];
    let left = 0;
    for (let group = 0; group < mask.length; group += 1) {
      if (mask[group] === 1) numbers.push(group);
      else if (collectionOf[group] !== -1) left += 1;
    }
    return left === 0 ? null : numbers;
  }

  /** Whether an item's own box, period, collection and labels are such as a search wants. */
  #matcher({ bbox, interval }: IndexedSearch, mask: Uint8Array): (rank: number) => boolean {
    const from = interval?.from?.getTime() ?? -Infinity;
    const to = interval?.to?.getTime() ?? Infinity;
    const { start, end, boxes } = this;
    const group = this.#group;
    const meets = (at: number, [w, s, e, n]: SearchBox) =>
      (boxes[at] ?? NaN) <= e &&
      (boxes[at + 2] ?? NaN) >= w &&
      (boxes[at + 1] ?? NaN) <= n &&
      (boxes[at + 3] ?? NaN) >= s;
    const [box, other] = bbox === null ? [] : partsOf(bbox);
    return (rank) => {
      if (box !== undefined && !meets(4 * rank, box) && (other === undefined || !meets(4 * rank, other))) return false;
      return (start[rank] ?? NaN) <= to && (end[rank] ?? NaN) >= from && mask[group[rank] ?? 0] === 1;
    };
  }

  /**
   * Number of matches, and their ranks where they had to be looked up to be counted. With a box only the cells around it are
   * looked at, with a period only the items about that time; of a collection, of labels and of one range nothing is.
   */
  matches(search: IndexedSearch): Matches {
    const { bbox, interval, filter } = search;
    const mask = this.#wantedMask(search);
    const range = this.#onlyRange(search);
    if (range !== null) return { count: this.#sortedBy(range).count(this.#wanted(mask), range) };
    if (bbox === null && (filter?.ranges.length ?? 0) + (filter?.others.length ?? 0) === 0) {
      return { count: this.#groups.count(this.#wanted(mask), this.#spanOf(interval), this.#matcher(search, mask)) };
    }
    const ranks = this.#list(search, mask);
    return { count: ranks.length, ranks };
  }

  /** The range that is all that a search asks besides its collections and labels; null where it is not all. */
  #onlyRange({ bbox, interval, filter }: IndexedSearch): ValueRange | null {
    const [range, ...more] = filter?.ranges ?? [];
    const isOnly = bbox === null && interval === null && filter?.others.length === 0 && more.length === 0;
    // Of a number that no item has there are no values.
    return isOnly && range?.values.length === this.items ? range : null;
  }

  #sortedBy({ values }: ValueRange): SortedValues {
    const sorted = this.#sorted.get(values) ?? new SortedValues(this.#groups.lists, values);
    this.#sorted.set(values, sorted);
    return sorted;
  }

  /** Ranks of all matches, in no order. */
  #list(search: IndexedSearch, mask = this.#wantedMask(search)): Uint32Array {
    const found = this.#found;
    const { bbox, interval } = search;
    const wanted = this.#wanted(mask);
    const range = this.#onlyRange(search);
    if (range !== null) return found.slice(0, this.#sortedBy(range).list(wanted, range, found));
    const span = this.#spanOf(interval);
    const isMatch = this.#matcher(search, mask);
    let count =
      bbox === null
        ? this.#groups.list(wanted, span, isMatch, found)
        : this.#cells.find(
            bbox,
            {
              wanted: wanted === null ? null : mask,
              first: span.first,
              end: span.end,
              timed: interval !== null,
              isMatch,
            },
            found,
          );
    for (const narrow of narrowsOf(search)) count = narrow(found, count);
    return found.slice(0, count);
  }

  /** The first matches from a place of an order on, `limit` at most; null stands for the catalogue's own order. */
  firstOf(
    { count, ranks }: Matches,
    page: PageOfRanks,
    search: IndexedSearch,
    order: ItemOrder | null = null,
  ): readonly number[] {
    // Of many matches a walk soon finds the first ones; few are sooner looked through.
    const walked = (4 * page.limit * this.items) / Math.max(1, count);
    if (ranks !== undefined && count <= walked) return firstRanks(ranks, page, order);
    // In the catalogue's own order a walk goes through the period, or the collections, and no further.
    const isNear = ranks === undefined && order === null && (search.filter?.ranges.length ?? 0) === 0;
    if (!isNear && count <= walked) return firstRanks(this.#list(search), page, order);
    // Where the matches stand at the far end, a walk to them costs more than to look through them.
    const found = this.#walk(page, search, order, isNear ? Infinity : Math.max(count, walked));
    return found ?? firstRanks(ranks ?? this.#list(search), page, order);
  }

  /** Goes through the items in order until the page is full; null where `most` were not enough. */
  #walk(
    { from, limit, rejected }: PageOfRanks,
    search: IndexedSearch,
    order: ItemOrder | null,
    most: number,
  ): readonly number[] | null {
    const { first, end } = this.#spanOf(search.interval);
    const mask = this.#wantedMask(search);
    const next =
      order === null ? this.#groups.ranksFrom(this.#wanted(mask), Math.max(from, first), end) : ranksOf(order, from);
    const isMatch = this.#matcher(search, mask);
    const narrows = narrowsOf(search);
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
      for (const narrow of narrows) count = narrow(some, count);
      found.push(...some.subarray(0, Math.min(count, limit - found.length)));
      if (rank < 0 || found.length === limit) return found;
    }
    return null;
  }
}

const narrowsOf = ({ filter }: IndexedSearch): readonly Narrow[] =>
  filter === undefined ? [] : [...filter.ranges.map(inRange), ...filter.others];

/** The ranks of an order from a place on, one at each call; -1 after the last. */
function ranksOf({ ranks }: ItemOrder, from: number): () => number {
  let place = from - 1;
  return () => {
    place += 1;
    return ranks[place] ?? -1;
  };
}

type InstantsOfItems = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];

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
