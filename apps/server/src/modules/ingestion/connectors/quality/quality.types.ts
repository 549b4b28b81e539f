import type { ConnectorRecord } from '@kianda/connectors';

export type Dimension = 'completeness' | 'accuracy';

/** Finding of one rule in one record: values evaluated, values that failed, and one of those. */
export type Finding = { readonly evaluated: number; readonly failing: number; readonly sample: unknown };

export type QualityRule = {
  readonly id: string;
  readonly label: string;
  readonly dimension: Dimension;
  /** Share of the values that must pass, 0–1. */
  readonly mostly: number;
  /** Null where the rule says nothing of this record. */
  check(record: ConnectorRecord, nowMs: number): Finding | null;
};

export type RuleTally = {
  readonly rule: string;
  evaluated: number;
  failing: number;
  readonly samples: unknown[];
};
