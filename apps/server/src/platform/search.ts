import type { Access } from '@kianda/contract';
import type { SearchKind, SearchTarget } from '@kianda/contract/operations/search/search.contract';
import type { TypedQuery } from '@kianda/format/match';
import type { Clock } from './clock/clock.ts';
import type { Principal } from './http/bind.ts';

/** Something that people look for by name. */
export type SearchEntry = {
  /** Unique within its kind. */
  readonly id: string;
  readonly title: string;
  /** What tells it from others of the name, in Portuguese. */
  readonly detail: string;
  /** Further names: former ones, numbers, scientific and common names. */
  readonly names: readonly string[];
  /** Words of what it is about, beside its detail. */
  readonly about?: readonly string[];
  /** Longitude and latitude in degrees, where it has one place. */
  readonly position?: readonly [number, number] | null;
  readonly target: SearchTarget;
  /** 0 to 1: among equal answers the greater one comes first. */
  readonly weight?: number;
};

/** Things of one kind that a module lets people find. */
export type SearchSource = {
  readonly kind: SearchKind;
  /** Permission without which nothing of it is found. */
  readonly access: Access;
  /** Entries that may answer; how well each does is judged by the search itself. */
  find(query: TypedQuery, principal: Principal): Promise<readonly SearchEntry[]>;
};

/** Time for which entries that are few are kept in memory. */
const defaultKeepMs = 60_000;

/** A source of few entries, the same for all who may see them: they are read at most once a minute. */
export function heldSource(source: {
  readonly kind: SearchKind;
  readonly access: Access;
  readonly clock: Clock;
  readonly keepMs?: number;
  load(): Promise<readonly SearchEntry[]>;
}): SearchSource {
  let held: { readonly untilMs: number; readonly entries: Promise<readonly SearchEntry[]> } | null = null;
  return {
    kind: source.kind,
    access: source.access,
    find() {
      const nowMs = source.clock.nowMs();
      if (held === null || held.untilMs <= nowMs) {
        const entries = source.load();
        const mine = { untilMs: nowMs + (source.keepMs ?? defaultKeepMs), entries };
        held = mine;
        // A reading that failed is not held: the next search reads again.
        entries.catch(() => {
          if (held === mine) held = null;
        });
      }
      return held.entries;
    },
  };
}
