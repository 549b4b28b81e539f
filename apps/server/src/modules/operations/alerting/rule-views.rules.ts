import type { AlertRuleView, AlertSilence } from '@kianda/contract/operations/alerts/rules.contract';
import type { AlertMetric } from '../../../platform/alert-metric.ts';
import type { RuleRow, SilenceRow, StateRow } from './alerting.repository.ts';

const stateOrder = ['firing', 'pending', 'no_data', 'inactive'] as const;

type StateView = AlertRuleView['states'][number];

function stateOf(row: StateRow): StateView['state'] {
  if (row.level !== null) return 'firing';
  if (row.reason !== null) return 'no_data';
  return row.rising_since !== null ? 'pending' : 'inactive';
}

function stateView(row: StateRow): StateView {
  const state = stateOf(row);
  const since = state === 'firing' ? row.fired_at : state === 'pending' ? row.rising_since : null;
  return {
    subject: row.subject,
    label: row.label,
    state,
    value: row.value,
    since: since?.toISOString() ?? null,
    reason: row.reason,
  };
}

/** A rule as people see it, with the states of its objects, the firing ones first; none while it is switched off. */
export function ruleView(row: RuleRow, metric: AlertMetric | undefined, states: readonly StateRow[]): AlertRuleView {
  const views = states.filter(({ rule_id }) => rule_id === row.id).map(stateView);
  return {
    ...row.body,
    id: row.id,
    isPreset: row.preset_version !== null,
    version: row.version,
    metricLabel: metric?.label ?? row.body.metric,
    unit: metric?.unit ?? '',
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    evaluatedAt: row.evaluated_at?.toISOString() ?? null,
    states: row.body.enabled
      ? views.toSorted(
          (a, b) => stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) || a.label.localeCompare(b.label),
        )
      : [],
  };
}

/** A silence as people see it; `titles` names every rule by its id. */
export function silenceView(row: SilenceRow, titles: ReadonlyMap<string, string>, nowMs: number): AlertSilence {
  return {
    id: row.id,
    ruleId: row.rule_id,
    ruleTitle: row.rule_id === null ? null : (titles.get(row.rule_id) ?? null),
    subject: row.subject,
    reason: row.reason,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    createdBy: row.created_by,
    isActive: row.starts_at.getTime() <= nowMs && row.ends_at.getTime() > nowMs,
  };
}
