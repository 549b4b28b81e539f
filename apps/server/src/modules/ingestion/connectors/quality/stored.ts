import type { RuleResult } from '@kianda/contract/ingestion/connectors/operations.contract';
import { createCache } from '../../../../platform/cache/cache.ts';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { RuleTally } from './quality.types.ts';

/** Result of one rule over all rows that a stream has in the tables. */
export type StoredTally = RuleTally & { readonly connectorId: string; readonly streamId: string };

/** Judges rows where they are kept: what a run brought says nothing of what earlier runs, or failed ones, left behind. */
export type StoredQuality = {
  /** Rules that are judged here, and no longer by the newest run. */
  readonly rules: readonly string[];
  judge(now: Date): Promise<readonly StoredTally[]>;
};

/** Bounds of the rules that both a run and the tables are judged by. */
export const occurrenceBounds = { west: 8, east: 14, south: -18, north: -4.4, deepestMeters: 6000 } as const;

export type JudgedRow = {
  readonly connectorId: string;
  readonly rule: string;
  readonly evaluated: number;
  readonly failing: number;
  readonly samples: readonly unknown[];
  readonly evaluatedAt: Date;
  readonly basis: RuleResult['basis'];
};

type RunRow = {
  readonly connector_id: string;
  readonly rule: string;
  readonly evaluated: number;
  readonly failing: number;
  readonly samples: readonly unknown[];
  readonly evaluated_at: Date;
};

/** Newest result of every rule: over the tables where a module judges them, of the newest run elsewhere. */
export function createJudgedRows(
  latestOfRuns: () => Promise<readonly RunRow[]>,
  judges: () => readonly StoredQuality[],
  clock: Clock,
) {
  // The tables are read whole: every screen of quality shares one reading, until a run ends.
  const cache = createCache<JudgedRow[]>({
    name: 'connectors/quality',
    clock,
    ttlMs: 15_000,
    maxStaleMs: 120_000,
    maxEntries: 1,
  });

  async function read(runs: readonly RunRow[]): Promise<JudgedRow[]> {
    const now = new Date(clock.nowMs());
    const stored = await Promise.all(judges().map((each) => each.judge(now)));
    const judgedElsewhere = new Set(judges().flatMap(({ rules }) => rules));
    return [
      ...runs
        .filter(({ rule }) => !judgedElsewhere.has(rule))
        .map(({ connector_id: connectorId, evaluated_at: evaluatedAt, ...row }) => ({
          ...row,
          connectorId,
          evaluatedAt,
          basis: 'run' as const,
        })),
      ...stored.flat().map((tally) => ({ ...tally, evaluatedAt: now, basis: 'stored' as const })),
    ].toSorted((a, b) => a.connectorId.localeCompare(b.connectorId) || a.rule.localeCompare(b.rule));
  }

  return async (): Promise<readonly JudgedRow[]> => {
    const runs = await latestOfRuns();
    const newestMs = runs.reduce((newest, run) => Math.max(newest, run.evaluated_at.getTime()), 0);
    return (await cache.get(`${runs.length}/${newestMs}`, () => read(runs))).value;
  };
}
