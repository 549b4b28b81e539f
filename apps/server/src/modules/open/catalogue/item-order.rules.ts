/** Pages up to this long are found by keeping the first ranks; longer ones by putting all in order. */
const fewRanks = 256;

/** Matches of a search: how many, and their ranks where they were looked up one by one. */
export type Matches = { readonly count: number; readonly ranks?: Uint32Array };

export type PageOfRanks = {
  /** Place in the order from which the page begins; in the catalogue's own order a rank is its place. */
  readonly from: number;
  readonly limit: number;
  /** Ranks that are left out. */
  readonly rejected: ReadonlySet<number>;
};

/** Items in another order than the catalogue's: their ranks by place, and the place of each rank. Eight bytes an item. */
export class ItemOrder {
  readonly ranks: Uint32Array;
  readonly places: Uint32Array;

  /** `pairs`: rank and place of each item, four bytes each in network order. Throws `RangeError` where they are not all. */
  constructor(items: number, pairs: Uint8Array) {
    if (pairs.byteLength !== 8 * items)
      throw new RangeError(`order of ${pairs.byteLength / 8} items, expected ${items}`);
    this.ranks = new Uint32Array(items);
    this.places = new Uint32Array(items);
    const view = new DataView(pairs.buffer, pairs.byteOffset, pairs.byteLength);
    for (let at = 0; at < pairs.byteLength; at += 8) {
      const [rank, place] = [view.getUint32(at), view.getUint32(at + 4)];
      this.ranks[place] = rank;
      this.places[rank] = place;
    }
  }
}

/** The first position of ascending ranks at which there is one or a later one. */
export function positionOf(ranks: Uint32Array, rank: number): number {
  let [low, high] = [0, ranks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranks[middle] ?? 0) >= rank) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first of the ranks that are wanted, in the catalogue's order or another one. */
export function firstRanks(
  ranks: Uint32Array,
  { from, limit, rejected }: PageOfRanks,
  order: ItemOrder | null = null,
): readonly number[] {
  const places = order?.places;
  const placeOf = (rank: number) => (places === undefined ? rank : (places[rank] ?? 0));
  const rankAt = (place: number) => (order === null ? place : (order.ranks[place] ?? 0));
  if (limit > fewRanks) {
    const wanted = ranks.filter((rank) => placeOf(rank) >= from && !rejected.has(rank));
    return Array.from(wanted.map(placeOf).sort().subarray(0, limit), rankAt);
  }
  const first: number[] = [];
  let largest = Infinity;
  for (const rank of ranks) {
    const place = places === undefined ? rank : (places[rank] ?? 0);
    if (place >= largest || place < from || rejected.has(rank)) continue;
    let at = first.length < limit ? first.length : limit - 1;
    for (; at > 0 && (first[at - 1] ?? 0) > place; at -= 1) first[at] = first[at - 1] ?? 0;
    first[at] = place;
    if (first.length === limit) largest = first[limit - 1] ?? Infinity;
  }
  return order === null ? first : first.map(rankAt);
}
