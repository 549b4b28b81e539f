import type { ConnectorRecord } from '@kianda/connectors';
import { qualityRules } from './rules.ts';

const sampleLimit = 5;

export type RuleTally = {
  readonly rule: string;
  evaluated: number;
  failing: number;
  readonly samples: unknown[];
};

/** Judges the records of one run as they pass; rules that met no value are left out. */
export function createQualityTally(nowMs: () => number) {
  const tallies = new Map<string, RuleTally>();
  return {
    add(records: readonly ConnectorRecord[]): void {
      for (const record of records) {
        for (const rule of qualityRules) {
          const finding = rule.check(record, nowMs());
          if (finding === null || finding.evaluated === 0) continue;
          const tally = tallies.get(rule.id) ?? { rule: rule.id, evaluated: 0, failing: 0, samples: [] };
          tallies.set(rule.id, tally);
          tally.evaluated += finding.evaluated;
          tally.failing += finding.failing;
          if (finding.failing > 0 && tally.samples.length < sampleLimit) tally.samples.push(finding.sample);
        }
      }
    },
    results: (): readonly RuleTally[] => [...tallies.values()],
  };
}
