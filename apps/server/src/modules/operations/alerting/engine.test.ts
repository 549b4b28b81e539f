import { describe, expect, test } from 'vitest';
import { blank, type EvaluatedRule, gapMs, isScheduled, levelOf, type Memory, take } from './engine.rules.ts';

const startMs = Date.parse('2026-08-31T09:00:00Z');
const rule: EvaluatedRule = {
  comparison: 'gt',
  thresholds: { info: null, warning: 80, error: 90, critical: null },
  forSeconds: 120,
  hysteresis: 5,
  cooldownSeconds: 0,
  schedule: null,
};

/** Values a minute apart; what each of them changed. */
function run(over: Partial<EvaluatedRule>, values: readonly (number | null)[], from: Memory = blank) {
  let memory = from;
  const changes = values.map((value, minute) => {
    if (value === null) return null;
    const taken = take({ ...rule, ...over }, memory, startMs + minute * 60_000, value);
    memory = taken.memory;
    return taken.change === null ? null : `${taken.change.kind} ${taken.change.level}`;
  });
  return { memory, changes };
}

describe('one value after the other', () => {
  test('fires after its duration, and ends only beyond the hysteresis', () => {
    expect(run({}, [81, 81, 81, 79, 76, 75, 70]).changes).toEqual([
      null,
      null,
      'fired warning',
      null,
      null,
      'resolved null',
      null,
    ]);
  });
  test('a spike, and one value below in between, fire nothing', () => {
    expect(run({}, [99, 50, 99, 99, 50]).changes).toEqual([null, null, null, null, null]);
  });
  test('at the mildest severity of its duration; graver once that lasted too; milder at once', () => {
    const { changes } = run({}, [81, 95, 95, 95, 95, 84]);
    expect(changes).toEqual([null, null, 'fired warning', null, 'changed error', 'changed warning']);
  });
  test('without a duration at the first value', () => {
    expect(run({ forSeconds: 0 }, [95]).changes).toEqual(['fired error']);
  });
  test('what is below is judged the other way round', () => {
    const below = {
      comparison: 'lte',
      thresholds: { ...rule.thresholds, warning: 10, error: 5 },
      forSeconds: 0,
    } as const;
    expect(run(below, [11, 10, 14, 15, 16]).changes).toEqual([null, 'fired warning', null, null, 'resolved null']);
  });
  test('a bound is a bound: above 80 is not 80, from 80 on is', () => {
    expect(levelOf(rule, 80, null)).toBeNull();
    expect(levelOf({ ...rule, comparison: 'gte' }, 80, null)).toBe('warning');
  });
  test('a value taken twice, or late, changes nothing', () => {
    const { memory } = run({}, [81, 81, 81]);
    expect(take(rule, memory, startMs + 120_000, 10)).toEqual({ memory, change: null });
    expect(take(rule, memory, startMs, 10)).toEqual({ memory, change: null });
  });
  test('what was building up before a long pause begins again', () => {
    const { memory } = run({}, [81]);
    const later = take(rule, memory, startMs + gapMs + 1, 81);
    expect(later.change).toBeNull();
    expect(later.memory.risingSince).toBe(startMs + gapMs + 1);
  });
  test('not twice within the waiting time', () => {
    expect(run({ forSeconds: 0, hysteresis: 0, cooldownSeconds: 180 }, [81, 10, 81, 81, 81]).changes).toEqual([
      'fired warning',
      'resolved null',
      null,
      'fired warning',
      null,
    ]);
  });
  test('interrupted and gone on from what was kept, it comes to the same', () => {
    const values = [81, 95, 95, 95, 95, 84, 70];
    const whole = run({}, values);
    const first = run({}, values.slice(0, 2));
    const kept = JSON.parse(JSON.stringify(first.memory)) as Memory;
    const rest = run({}, [null, null, ...values.slice(2)], kept);
    expect([...first.changes, ...rest.changes.slice(2)]).toEqual(whole.changes);
    expect(rest.memory).toEqual(whole.memory);
  });
});

describe('hours of a rule', () => {
  // 31 August 2026 is a Monday; Luanda is an hour ahead of UTC.
  const at = (text: string) => Date.parse(`2026-${text}:00Z`);
  test('on its days, between its hours', () => {
    const office = { days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' };
    expect(
      [at('08-31T06:59'), at('08-31T07:00'), at('08-31T15:59'), at('08-31T16:00'), at('08-30T10:00')].map((ms) =>
        isScheduled(office, ms),
      ),
    ).toEqual([false, true, true, false, false]);
  });
  test('over midnight the early hours belong to the day before', () => {
    const night = { days: [5], from: '22:00', to: '06:00' };
    expect(
      [at('09-04T21:00'), at('09-05T04:59'), at('09-05T05:00'), at('09-05T21:00'), at('09-04T04:00')].map((ms) =>
        isScheduled(night, ms),
      ),
    ).toEqual([true, true, false, false, false]);
  });
  test('outside them nothing opens, and what is open still ends', () => {
    const night = { days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00' };
    expect(run({ schedule: night }, [95, 95, 95, 95]).changes).toEqual([null, null, null, null]);
    const open = { ...blank, level: 'warning' as const };
    expect(run({ schedule: night }, [70], open).changes).toEqual(['resolved null']);
  });
});
