import {
  type AlertType,
  alertTypeNames,
  type RuleDraft,
  type RuleSchedule,
} from '@kianda/contract/operations/alerts/rules.contract';
import { luandaWeekday, windowAt } from '../../people/delivery/index.ts';

/** The part of a rule that an evaluation needs. */
export type EvaluatedRule = Pick<
  RuleDraft,
  'comparison' | 'thresholds' | 'forSeconds' | 'hysteresis' | 'cooldownSeconds' | 'schedule'
>;

/** State of one object between two values, instants in ms. All of it is stored in the database. */
export type Memory = {
  /** Severity of the open alert; null where there is none. */
  readonly level: AlertType | null;
  /** Since when the value is beyond a bound graver than that, and the mildest such severity since. */
  readonly risingSince: number | null;
  readonly risingLevel: AlertType | null;
  /** When an alert was last opened. */
  readonly firedAt: number | null;
  /** Instant of the last value taken; earlier ones are not taken again. */
  readonly takenTo: number | null;
};
export const blank: Memory = { level: null, risingSince: null, risingLevel: null, firedAt: null, takenTo: null };

export type Change = {
  readonly kind: 'fired' | 'changed' | 'resolved';
  readonly atMs: number;
  readonly level: AlertType | null;
  readonly value: number;
};

/** A pause this long between two values ends a rise: the values in between are unknown. */
export const gapMs = 20 * 60_000;

const gravityOf = (level: AlertType | null): number => (level === null ? -1 : alertTypeNames.indexOf(level));

/** Whether a value is beyond a bound. `relief` moves the bound back, for a severity that is already open. */
function isBeyond(comparison: EvaluatedRule['comparison'], value: number, bound: number, relief: number): boolean {
  if (comparison === 'gt') return value > bound - relief;
  if (comparison === 'gte') return value >= bound - relief;
  if (comparison === 'lt') return value < bound + relief;
  return value <= bound + relief;
}

/** The gravest severity that a value deserves; those up to the present one are left only beyond the hysteresis. */
export function levelOf(rule: EvaluatedRule, value: number, present: AlertType | null): AlertType | null {
  const reached = alertTypeNames.filter((name, gravity) => {
    const bound = rule.thresholds[name];
    return (
      bound !== null && isBeyond(rule.comparison, value, bound, gravity <= gravityOf(present) ? rule.hysteresis : 0)
    );
  });
  return reached.at(-1) ?? null;
}

/** Whether an instant falls into a rule's hours. A window over midnight belongs to the day it began on. */
export function isScheduled(schedule: RuleSchedule | null, atMs: number): boolean {
  if (schedule === null) return true;
  const window = windowAt(atMs, schedule.from, schedule.to);
  return window !== null && schedule.days.includes(luandaWeekday(window.startMs));
}

/**
 * Takes one value of an object: answers its state afterwards and the change, if any. A value that was taken already
 * changes nothing, so that an evaluation done twice, or begun again after a crash, comes to the same. An alert opens, or
 * gets graver, once the value stayed beyond the bound for the rule's duration; it gets milder, and ends, at once when the
 * value is back over the bound by the hysteresis.
 */
export function take(
  rule: EvaluatedRule,
  memory: Memory,
  atMs: number,
  value: number,
): { memory: Memory; change: Change | null } {
  if (memory.takenTo !== null && atMs <= memory.takenTo) return { memory, change: null };
  const pause = memory.takenTo === null ? 0 : atMs - memory.takenTo;
  const next = { ...memory, takenTo: atMs };
  const level = levelOf(rule, value, memory.level);
  if (gravityOf(level) <= gravityOf(memory.level)) {
    const calm = { ...next, level, risingSince: null, risingLevel: null };
    if (level === memory.level) return { memory: calm, change: null };
    const kind = level === null ? 'resolved' : 'changed';
    return { memory: calm, change: { kind, atMs, level, value } };
  }
  const goesOn = memory.risingSince !== null && pause <= gapMs;
  const risingSince = goesOn ? memory.risingSince : atMs;
  const mildest = goesOn && gravityOf(memory.risingLevel) < gravityOf(level) ? memory.risingLevel : level;
  const rising = { ...next, risingSince, risingLevel: mildest };
  if (!isScheduled(rule.schedule, atMs))
    return { memory: { ...next, risingSince: null, risingLevel: null }, change: null };
  const lasted = risingSince !== null && atMs - risingSince >= rule.forSeconds * 1000;
  const isCooling =
    memory.level === null && memory.firedAt !== null && atMs - memory.firedAt < rule.cooldownSeconds * 1000;
  if (!lasted || isCooling || mildest === null) return { memory: rising, change: null };
  const settled = {
    ...next,
    level: mildest,
    risingSince: level === mildest ? null : atMs,
    risingLevel: level === mildest ? null : level,
  };
  if (memory.level !== null) return { memory: settled, change: { kind: 'changed', atMs, level: mildest, value } };
  return { memory: { ...settled, firedAt: atMs }, change: { kind: 'fired', atMs, level: mildest, value } };
}

/** The bound that a severity stands for; null where the rule has none. */
export const boundOf = (rule: Pick<RuleDraft, 'thresholds'>, level: AlertType | null): number | null =>
  level === null ? null : rule.thresholds[level];
