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
  evaluate(now: Date): Promise<readonly StoredTally[]>;
};

/** Retention, and the passing of time, change results without a run: so much later they are read again. */
const storedForMs = 2 * 60_000;

export type CheckedRow = {
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

/**
 * Newest result of every rule: over the tables where a module evaluates them, of the newest run elsewhere. The tables are
 * read whole, which is why each module's are read again only after a run that touched its rules has ended.
 */
export function createCheckedRows(
  latestOfRuns: () => Promise<readonly RunRow[]>,
  tables: () => readonly StoredQuality[],
  clock: Clock,
) {
  const cache = createCache<CheckedRow[]>({
    name: 'connectors/quality',
    clock,
    ttlMs: storedForMs,
    maxStaleMs: 2 * storedForMs,
    maxEntries: 64,
  });

  async function read(quality: StoredQuality): Promise<CheckedRow[]> {
    const now = new Date(clock.nowMs());
    const tallies = await quality.evaluate(now);
    return tallies.map((tally) => ({ ...tally, evaluatedAt: now, basis: 'stored' as const }));
  }

  function stored(quality: StoredQuality, index: number, runs: readonly RunRow[]): Promise<readonly CheckedRow[]> {
    const rules = new Set(quality.rules);
    const touching = runs.filter(({ rule }) => rules.has(rule));
    const newestMs = touching.reduce((newest, run) => Math.max(newest, run.evaluated_at.getTime()), 0);
    return cache.get(`${index}/${touching.length}/${newestMs}`, () => read(quality)).then(({ value }) => value);
  }

  return async (): Promise<readonly CheckedRow[]> => {
    const runs = await latestOfRuns();
    const judgedElsewhere = new Set(tables().flatMap(({ rules }) => rules));
    const ofRuns = runs
      .filter(({ rule }) => !judgedElsewhere.has(rule))
      .map(({ connector_id: connectorId, evaluated_at: evaluatedAt, ...row }) => ({
        ...row,
        connectorId,
        evaluatedAt,
        basis: 'run' as const,
      }));
    const ofTables = await Promise.all(tables().map((quality, index) => stored(quality, index, runs)));
    return [...ofRuns, ...ofTables.flat()].toSorted(
      (a, b) => a.connectorId.localeCompare(b.connectorId) || a.rule.localeCompare(b.rule),
    );
  };
}
