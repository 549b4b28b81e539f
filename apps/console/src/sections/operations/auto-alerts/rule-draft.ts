import type { AlertRuleView, RuleDraft } from '@kianda/contract/operations/alerts/rules.contract';

/** Draft of a stored rule: the fields that a change sends. */
export function draftOf(rule: AlertRuleView): RuleDraft {
  const { title, note, metric, subject, comparison, thresholds, forSeconds } = rule;
  const { hysteresis, cooldownSeconds, schedule, tellsEnd, labels, enabled } = rule;
  return {
    title,
    note,
    metric,
    subject,
    comparison,
    thresholds,
    forSeconds,
    hysteresis,
    cooldownSeconds,
    schedule,
    tellsEnd,
    labels,
    enabled,
  };
}

/** A rule that nobody has filled in yet. */
export const emptyDraft: RuleDraft = {
  title: '',
  note: '',
  metric: '',
  subject: null,
  comparison: 'gt',
  thresholds: { info: null, warning: null, error: null, critical: null },
  forSeconds: 300,
  hysteresis: 0,
  cooldownSeconds: 900,
  schedule: null,
  tellsEnd: false,
  labels: [],
  enabled: true,
};
