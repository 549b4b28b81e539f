import type { RetainedTable } from '@kianda/contract/models/retention/retention.contract';
import type { KeyClassStats } from '@kianda/contract/models/retention/statistics.contract';
import type { MeasureRow } from './figures.repository.ts';
import { quantileOf, savedMs, type Timing } from './timings.rules.ts';

const of = (rows: readonly MeasureRow[], outcome: MeasureRow['outcome']): Timing[] =>
  rows.filter((row) => row.outcome === outcome);
const countOf = (timings: readonly Timing[]) => timings.reduce((sum, { answers }) => sum + answers, 0);

/** Share of hits; null where nothing was asked. */
export const hitRatio = (hits: number, misses: number): number | null =>
  hits + misses === 0 ? null : hits / (hits + misses);

/** Hits, misses, times and what was saved, of some of the measures; the savings are those of each class, together. */
export function statsOf(rows: readonly MeasureRow[]): Omit<KeyClassStats, 'key_class'> {
  const [hits, misses] = [of(rows, 'hit'), of(rows, 'miss')];
  const saved = [...Map.groupBy(rows, ({ table_name, key_class }) => `${table_name} ${key_class}`).values()].map(
    (own) => savedMs({ hits: of(own, 'hit'), misses: of(own, 'miss'), hitMs: hitMsOf(own) }),
  );
  const known = saved.filter((ms) => ms !== null);
  return {
    ...{ hits: countOf(hits), misses: countOf(misses), hit_ratio: hitRatio(countOf(hits), countOf(misses)) },
    ...{ hit_p50_ms: quantileOf(hits, 0.5), hit_p95_ms: quantileOf(hits, 0.95) },
    ...{ miss_p50_ms: quantileOf(misses, 0.5), miss_p95_ms: quantileOf(misses, 0.95) },
    saved_ms: known.length === 0 ? null : known.reduce((sum, ms) => sum + ms, 0),
  };
}

export const hitMsOf = (rows: readonly MeasureRow[]): number =>
  rows.filter(({ outcome }) => outcome === 'hit').reduce((sum, { total_ms }) => sum + total_ms, 0);

/** The same by class of question, of one store. */
export const classesOf = (rows: readonly MeasureRow[], table: RetainedTable): KeyClassStats[] =>
  [
    ...Map.groupBy(
      rows.filter(({ table_name }) => table_name === table),
      ({ key_class }) => key_class,
    ),
  ]
    .map(([key_class, own]) => ({ key_class, ...statsOf(own) }))
    .sort((a, b) => b.hits + b.misses - (a.hits + a.misses) || a.key_class.localeCompare(b.key_class));
