import type { MetricPoint, MetricReading } from '../../../platform/alert-metric.ts';
import type { RuleRow, StateRow } from './alerting.repository.ts';
import { blank, type Change, type Memory, take } from './engine.rules.ts';

export type Outcome = { readonly row: StateRow; readonly changes: readonly Change[] };

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

function memoryOf(row: StateRow): Memory {
  return {
    level: row.level,
    risingSince: row.rising_since?.getTime() ?? null,
    risingLevel: row.rising_level,
    firedAt: row.fired_at?.getTime() ?? null,
    takenTo: row.taken_to?.getTime() ?? null,
  };
}

function rowOf(
  ruleId: string,
  { subject, label, reason, value: known }: MetricReading,
  memory: Memory,
  value: number | null,
): StateRow {
  return {
    rule_id: ruleId,
    subject,
    label,
    level: memory.level,
    rising_since: dateOf(memory.risingSince),
    rising_level: memory.risingLevel,
    fired_at: dateOf(memory.firedAt),
    taken_to: dateOf(memory.takenTo),
    value,
    reason: known === null ? (reason ?? 'Sem valor.') : null,
  };
}

/**
 * State of one object after the points since its last evaluation, and the changes on the way. An object evaluated for the
 * first time has only its last change: the past of a new rule raises no alerts.
 */
export function evaluateObject(
  rule: RuleRow,
  reading: MetricReading,
  before: StateRow | undefined,
  points: readonly MetricPoint[],
): Outcome {
  const isKnown = before !== undefined && before.taken_to !== null;
  let memory: Memory = before === undefined ? blank : memoryOf(before);
  const changes: Change[] = [];
  for (const { subject, atMs, value } of points) {
    if (subject !== reading.subject) continue;
    const taken = take(rule.body, memory, atMs, value);
    memory = taken.memory;
    if (taken.change !== null) changes.push(taken.change);
  }
  const last = points.findLast(({ subject }) => subject === reading.subject);
  const row = rowOf(rule.id, reading, memory, last?.value ?? reading.value);
  if (isKnown) return { row, changes };
  return { row, changes: memory.level === null ? [] : changes.slice(-1) };
}
