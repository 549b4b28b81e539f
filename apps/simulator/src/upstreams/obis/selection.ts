import type { BiotaWorld, Occurrence } from '../../world/types.ts';
import { isDropped, parseFilter, type Query, type Refusal } from './filter.ts';
import type { DatasetFacts } from './rows.ts';

type Selector = {
  /** Occurrences of a query published until then, ordered by id, or the refusal it meets. */
  select(query: Query, untilMs: number): readonly Occurrence[] | Refusal;
  /** Counts of each dataset and the time of its last addition. */
  facts(occurrences: readonly Occurrence[], untilMs: number): DatasetFacts[];
};

/** Results in memory: a client that pages through a query sends it again and again. */
const RETAINED = 16;
/** Parameters that change the page or the form of an answer and not its selection. */
const PAGING = new Set(['size', 'after', 'skip', 'offset', 'fields', 'facets']);

export function createSelector(biota: BiotaWorld): Selector {
  let source: readonly Occurrence[] = [];
  const retained = new Map<string, readonly Occurrence[]>();
  let updated: { source: readonly Occurrence[]; at: ReadonlyMap<string, number> } = { source: [], at: new Map() };

  function updatedAt(untilMs: number): ReadonlyMap<string, number> {
    const all = biota.occurrences(untilMs);
    if (updated.source === all) return updated.at;
    const at = new Map<string, number>();
    for (const { dataset, publishedMs } of all) at.set(dataset.id, Math.max(at.get(dataset.id) ?? 0, publishedMs));
    updated = { source: all, at };
    return at;
  }

  return {
    select(query, untilMs) {
      const all = biota.occurrences(untilMs);
      if (all !== source) {
        retained.clear();
        source = all;
      }
      const key = JSON.stringify(
        Object.entries(query)
          .filter(([name]) => !PAGING.has(name))
          .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
      );
      const known = retained.get(key);
      if (known !== undefined) return known;
      const filter = parseFilter(query, biota);
      if (typeof filter !== 'function') return filter;
      const found = all.filter(filter);
      const oldest = retained.keys().next().value;
      if (retained.size >= RETAINED && oldest !== undefined) retained.delete(oldest);
      retained.set(key, found);
      return found;
    },
    facts(occurrences, untilMs) {
      const at = updatedAt(untilMs);
      const byDataset = new Map<string, Occurrence[]>();
      for (const occurrence of occurrences) {
        const group = byDataset.get(occurrence.dataset.id);
        if (group === undefined) byDataset.set(occurrence.dataset.id, [occurrence]);
        else group.push(occurrence);
      }
      return [...byDataset.values()].flatMap((group) => {
        const [first] = group;
        if (first === undefined) return [];
        return [
          {
            dataset: first.dataset,
            records: group.length,
            dropped: group.filter(isDropped).length,
            updatedMs: at.get(first.dataset.id) ?? first.publishedMs,
            extent: extentOf(group),
          },
        ];
      });
    },
  };
}

function extentOf(occurrences: readonly Occurrence[]): DatasetFacts['extent'] {
  let extent: [number, number, number, number] | null = null;
  for (const { lon, lat } of occurrences) {
    if (lon === null || lat === null) continue;
    extent ??= [lon, lat, lon, lat];
    extent = [Math.min(extent[0], lon), Math.min(extent[1], lat), Math.max(extent[2], lon), Math.max(extent[3], lat)];
  }
  return extent;
}

/** Index of the first occurrence whose id comes after the given one, by halving. */
export function firstAfter(occurrences: readonly Occurrence[], id: string): number {
  let low = 0;
  let high = occurrences.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = occurrences[middle];
    if (there !== undefined && there.id <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Number of occurrences of each key, most first. */
export function countBy<K extends string | number>(
  occurrences: readonly Occurrence[],
  keysOf: (occurrence: Occurrence) => readonly K[],
): { key: K; records: number }[] {
  const counts = new Map<K, number>();
  for (const occurrence of occurrences)
    for (const key of keysOf(occurrence)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].map(([key, records]) => ({ key, records })).sort((a, b) => b.records - a.records);
}
