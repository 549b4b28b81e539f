import type { RuleResult } from '@kianda/contract/ingestion/connectors/operations.contract';
import { formatPlainNumber } from '@kianda/format';

export type Freshness = {
  readonly connectorId: string;
  readonly connectorName: string;
  /** Null before the first observation. */
  readonly fresh: boolean | null;
  readonly ageHours: number | null;
  readonly limitHours: number;
};

export type QualityScores = {
  overall_score: number | null;
  data_completeness: number | null;
  accuracy_score: number | null;
  timeliness_score: number | null;
  issues_detected: number;
  recommendations: string[];
};

const count = (value: number): string => formatPlainNumber(value, { grouping: 'always' });

/**
 * Scores of the report, 0–100. Completeness and accuracy: mean over their rules of the share of values that passed;
 * timeliness: share of connectors with data within their freshness limit; overall: mean of those known.
 */
export function scoresOf(rules: readonly RuleResult[], freshness: readonly Freshness[]): QualityScores {
  const share = (dimension: RuleResult['dimension']) =>
    mean(
      rules
        .filter((rule) => rule.dimension === dimension && rule.evaluated > 0)
        .map((rule) => 100 * (1 - rule.failing / rule.evaluated)),
    );
  const judged = freshness.filter((entry) => entry.fresh !== null);
  const completeness = share('completeness');
  const accuracy = share('accuracy');
  const timeliness = judged.length === 0 ? null : (100 * judged.filter((entry) => entry.fresh).length) / judged.length;
  const broken = rules.filter((rule) => !rule.passed);
  const stale = judged.filter((entry) => entry.fresh === false);
  return {
    overall_score: mean([completeness, accuracy, timeliness].filter((score) => score !== null)),
    data_completeness: completeness,
    accuracy_score: accuracy,
    timeliness_score: timeliness,
    issues_detected: broken.length + stale.length,
    recommendations: [
      ...broken.map(
        (rule) =>
          `${rule.connectorName}: rever «${rule.label}» (${count(rule.failing)} de ${count(rule.evaluated)} valores falharam).`,
      ),
      ...stale.map(
        (entry) =>
          `${entry.connectorName}: dados com ${count(Math.round(entry.ageHours ?? 0))} h, acima do limite de ${count(entry.limitHours)} h; verificar a última execução.`,
      ),
    ],
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
