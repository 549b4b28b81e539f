import type { ConnectorRecord } from '@kianda/connectors';
import type { Finding, RuleTally } from './quality.types.ts';
import { qualityRules } from './rules.ts';
import { duplicateKey, repeatedKeys } from './run-rules.ts';

const sampleLimit = 5;

/** Judges the records of one run as they pass; rules that met no value are left out. */
export function createQualityTally(nowMs: () => number) {
  const tallies = new Map<string, RuleTally>();
  function count(rule: string, finding: Finding | null): void {
    if (finding === null || finding.evaluated === 0) return;
    const tally = tallies.get(rule) ?? { rule, evaluated: 0, failing: 0, samples: [] };
    tallies.set(rule, tally);
    tally.evaluated += finding.evaluated;
    tally.failing += finding.failing;
    if (finding.failing > 0 && tally.samples.length < sampleLimit) tally.samples.push(finding.sample);
  }
  return {
    /** The records of one page. */
    add(records: readonly ConnectorRecord[]): void {
      for (const record of records) {
        for (const rule of qualityRules) count(rule.id, rule.check(record, nowMs()));
      }
      count(duplicateKey.id, repeatedKeys(records));
    },
    results: (): readonly RuleTally[] => [...tallies.values()],
  };
}
