import type { DataOf } from '@kianda/contract';
import {
  type SearchHit,
  type SearchKind,
  type search,
  searchHitsPerKind,
  searchKinds,
} from '@kianda/contract/operations/search/search.contract';
import { type Findable, findable, matchScore, type TypedQuery, typedQuery } from '@kianda/format/match';
import type { Principal } from '../../../platform/http/bind.ts';
import { mayRead } from '../../../platform/http/may-read.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { SearchEntry, SearchSource } from '../../../platform/search.ts';

/** Share of the score that an entry's weight decides: less than any difference in how well a name answers. */
const weightOfEntry = 20;
const placeOf = new Map<SearchKind, number>(searchKinds.map((kind, place) => [kind, place]));

export type SearchService = ReturnType<typeof createSearchService>;

/** Finds things of all modules by name, each kind for those who may see it. */
export function createSearchService(options: {
  readonly sources: () => readonly SearchSource[];
  readonly log: Logger;
}) {
  const prepared = new WeakMap<SearchEntry, Findable>();
  const findableOf = (entry: SearchEntry): Findable => {
    const known = prepared.get(entry);
    if (known !== undefined) return known;
    const made = findable(entry.title, entry.names, [entry.detail, ...(entry.about ?? [])]);
    prepared.set(entry, made);
    return made;
  };

  const hitsOf = (kind: SearchKind, entries: readonly SearchEntry[], query: TypedQuery): readonly SearchHit[] =>
    entries
      .map((entry) => ({ entry, score: matchScore(query, findableOf(entry)) }))
      .filter(({ score }) => score > 0)
      .map(({ entry, score }) => hitOf(kind, entry, score + weightOfEntry * (entry.weight ?? 0)))
      .sort(byScore)
      .slice(0, searchHitsPerKind);

  return {
    /** Things that answer `text`, best first, of the kinds that the account may see. */
    async find(text: string, limit: number, principal: Principal): Promise<DataOf<typeof search>> {
      const query = typedQuery(text);
      const unavailable = new Set<SearchKind>();
      const found = await Promise.all(
        options
          .sources()
          .filter(({ access }) => mayRead(access, principal))
          .map(async (source) => {
            try {
              return hitsOf(source.kind, await source.find(query, principal), query);
            } catch (error) {
              options.log.warn({ err: error, kind: source.kind }, 'tipo por procurar');
              unavailable.add(source.kind);
              return [];
            }
          }),
      );
      return { hits: found.flat().sort(byScore).slice(0, limit), unavailable: [...unavailable] };
    },
  };
}

function byScore(one: SearchHit, other: SearchHit): number {
  const first = other.score - one.score;
  if (first !== 0) return first;
  const kinds = (placeOf.get(one.kind) ?? 0) - (placeOf.get(other.kind) ?? 0);
  return kinds === 0 ? one.title.localeCompare(other.title, 'pt') : kinds;
}

function hitOf(kind: SearchKind, entry: SearchEntry, score: number): SearchHit {
  const { id, title, detail, target, position } = entry;
  return { kind, id, title, detail, score, position: position == null ? null : [position[0], position[1]], target };
}
