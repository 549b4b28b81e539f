import { positionOf } from './item-order.rules.ts';

/** Ranks of a period: all its items are from `first` to `end`, and all from `surely` to `surelyTo` are its items. */
export type Span = {
  readonly first: number;
  readonly surely: number;
  readonly surelyTo: number;
  readonly end: number;
};
type Test = (rank: number) => boolean;

/** Groups whose items are gone through side by side; of more, all the catalogue's items are. */
const besideAtMost = 16;
/** Groups that hold a smaller part of the items are gone through by themselves. */
const smallPart = 0.25;

/**
 * Ranks of each group's items: those of the same collection and labels, so that a search for few of them costs no walk
 * through all items. Four bytes an item.
 */
export class RanksByGroup {
  readonly #items: number;
  /** Ranks in order, by group. */
  readonly lists: readonly Uint32Array[];

  constructor(groupOf: Uint32Array, groups: number) {
    this.#items = groupOf.length;
    const ends = new Uint32Array(groups + 1);
    for (const number of groupOf) ends[number + 1] = (ends[number + 1] ?? 0) + 1;
    for (let number = 0; number < groups; number += 1) {
      ends[number + 1] = (ends[number + 1] ?? 0) + (ends[number] ?? 0);
    }
    const next = ends.slice();
    const ranks = new Uint32Array(groupOf.length);
    for (const [rank, number] of groupOf.entries()) {
      const at = next[number] ?? 0;
      ranks[at] = rank;
      next[number] = at + 1;
    }
    this.lists = Array.from({ length: groups }, (_, number) => ranks.subarray(ends[number], ends[number + 1]));
  }

  /** How many of the wanted groups (null: of all) are in a period; only those about its ends are tested. */
  count(wanted: readonly number[] | null, span: Span, isMatch: Test): number {
    const { first, surely, surelyTo, end } = span;
    if (wanted === null) {
      let count = surelyTo - surely;
      for (let rank = first; rank < surely; rank += 1) count += isMatch(rank) ? 1 : 0;
      for (let rank = surelyTo; rank < end; rank += 1) count += isMatch(rank) ? 1 : 0;
      return count;
    }
    let count = 0;
    for (const number of wanted) {
      const { ranks, at } = this.#partsOf(number, span);
      count += at.surelyTo - at.surely;
      for (const rank of ranks.subarray(at.first, at.surely)) count += isMatch(rank) ? 1 : 0;
      for (const rank of ranks.subarray(at.surelyTo, at.end)) count += isMatch(rank) ? 1 : 0;
    }
    return count;
  }

  /** Writes what `count` counts into `found`, in order within each group; answers how many. */
  list(wanted: readonly number[] | null, span: Span, isMatch: Test, found: Uint32Array): number {
    const { first, surely, surelyTo, end } = span;
    let count = 0;
    if (wanted === null) {
      for (let rank = first; rank < end; rank += 1) {
        if ((rank < surely || rank >= surelyTo) && !isMatch(rank)) continue;
        found[count] = rank;
        count += 1;
      }
      return count;
    }
    for (const number of wanted) {
      const { ranks, at } = this.#partsOf(number, span);
      for (const rank of ranks.subarray(at.first, at.end)) {
        if ((rank < surely || rank >= surelyTo) && !isMatch(rank)) continue;
        found[count] = rank;
        count += 1;
      }
    }
    return count;
  }

  /** The positions of a period in the list of one group. */
  #partsOf(number: number, { first, surely, surelyTo, end }: Span): { ranks: Uint32Array; at: Span } {
    const ranks = this.lists[number] ?? new Uint32Array();
    return {
      ranks,
      at: {
        first: positionOf(ranks, first),
        surely: positionOf(ranks, surely),
        surelyTo: positionOf(ranks, surelyTo),
        end: positionOf(ranks, end),
      },
    };
  }

  /** Ranks from one to another in order, one at each call; -1 after the last. Among them are all of the wanted groups. */
  ranksFrom(wanted: readonly number[] | null, from: number, end: number): () => number {
    const lists = wanted?.map((number) => this.lists[number] ?? new Uint32Array()) ?? [];
    const items = lists.reduce((sum, ranks) => sum + ranks.length, 0);
    if (wanted === null || lists.length > besideAtMost || items > smallPart * this.#items) {
      let rank = from - 1;
      return () => {
        rank += 1;
        return rank < end ? rank : -1;
      };
    }
    const at = lists.map((ranks) => positionOf(ranks, from));
    return () => {
      let [least, of] = [end, -1];
      for (const [number, ranks] of lists.entries()) {
        const rank = ranks[at[number] ?? 0] ?? end;
        if (rank < least) [least, of] = [rank, number];
      }
      if (of < 0) return -1;
      at[of] = (at[of] ?? 0) + 1;
      return least;
    };
  }
}
