import { type AlertType, metricGroups } from '@kianda/contract/operations/alerts/rules.contract';
import { formatPlainNumber, UNKNOWN } from '@kianda/format';
import { hourMs } from '@kianda/geo';
import type { AlertMetric, MetricPoint, MetricReading } from '../../../platform/alert-metric.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { AlertService } from '../health/index.ts';
import type { AlertingRepository, RuleRow, StateRow } from './alerting.repository.ts';
import { blank, boundOf, type Change, type Memory, take } from './engine.rules.ts';

/** After a longer stop the values missed are left alone: an alert of hours ago helps nobody. */
const catchUpMs = hourMs;
/** Values of metrics without a history of their own are noted this often. */
const noteEveryMs = 300_000;

type Found = { readonly row: StateRow; readonly changes: readonly Change[] };

/** Judges every rule on the values since it was last judged. Done twice, or by two processes, it comes to the same. */
export function createEvaluation(deps: {
  repository: AlertingRepository;
  alerts: AlertService;
  metrics: () => readonly AlertMetric[];
  clock: Clock;
  log: Logger;
}) {
  const { repository, alerts, clock, log } = deps;

  /** Values and readings of a metric, asked once in a turn however many rules watch it. */
  function reader() {
    const readings = new Map<string, Promise<readonly MetricReading[]>>();
    const histories = new Map<string, Promise<readonly MetricPoint[]>>();
    const kept = <T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> => {
      const asked = known.get(key) ?? ask();
      known.set(key, asked);
      return asked;
    };
    return {
      now: (metric: AlertMetric) => kept(readings, metric.id, () => metric.read()),
      async points(metric: AlertMetric, afterMs: number): Promise<readonly MetricPoint[]> {
        const { history } = metric;
        if (history !== undefined) return kept(histories, `${metric.id} ${afterMs}`, () => history(afterMs));
        return pointsOf(await this.now(metric), clock.nowMs());
      },
    };
  }
  type Reader = ReturnType<typeof reader>;

  /** What one object came to. One that was never judged tells only how it stands at the end, not what is past. */
  function judgeObject(
    rule: RuleRow,
    reading: MetricReading,
    before: StateRow | undefined,
    points: readonly MetricPoint[],
  ): Found {
    const known = before?.taken_to ?? null;
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
    if (known !== null) return { row, changes };
    return { row, changes: memory.level === null ? [] : changes.slice(-1) };
  }

  async function judge(rule: RuleRow, metric: AlertMetric, read: Reader, nowMs: number): Promise<void> {
    const states = new Map((await repository.statesOf(rule.id)).map((state) => [state.subject, state]));
    const earliest = nowMs - Math.max(catchUpMs, rule.body.forSeconds * 1000 + catchUpMs);
    const taken = [...states.values()].flatMap(({ taken_to }) => taken_to?.getTime() ?? []);
    const afterMs = states.size === 0 || taken.length < states.size ? earliest : Math.max(earliest, Math.min(...taken));
    const readings = (await read.now(metric)).filter(
      ({ subject }) => rule.body.subject === null || subject === rule.body.subject,
    );
    const points = await read.points(metric, afterMs);
    const found = readings.map((reading) => judgeObject(rule, reading, states.get(reading.subject), points));
    for (const { row, changes } of found) {
      for (const change of changes) await apply(rule, metric, row, change, readings.length > 1);
      if (row.level !== null && !changes.some(({ kind }) => kind === 'fired'))
        await raise(rule, metric, row, row.level, new Date(nowMs), readings.length > 1);
    }
    // Whoever opened the others: the object is gone, or the rule was another one.
    await alerts.resolveOthers(
      rule.id,
      found.flatMap(({ row }) => (row.level === null ? [] : [row.subject])),
    );
    await repository.saveStates(
      rule.id,
      rule.version,
      found.map(({ row }) => row),
      new Date(nowMs),
    );
  }

  async function apply(
    rule: RuleRow,
    metric: AlertMetric,
    row: StateRow,
    change: Change,
    isOneOfMany: boolean,
  ): Promise<void> {
    const at = new Date(change.atMs);
    if (change.level !== null)
      return raise(rule, metric, { ...row, value: change.value }, change.level, at, isOneOfMany);
    return alerts.resolveOne(rule.id, row.subject, at);
  }

  async function raise(
    rule: RuleRow,
    metric: AlertMetric,
    row: StateRow,
    level: AlertType,
    at: Date,
    isOneOfMany: boolean,
  ): Promise<void> {
    const bound = boundOf(rule.body, level);
    const figure = (value: number | null) => figureText(value, metric.unit);
    await alerts.raise({
      rule: rule.id,
      subject: row.subject,
      type: level,
      title: isOneOfMany || rule.body.subject !== null ? `${rule.body.title}: ${row.label}` : rule.body.title,
      message: `${metric.label}: ${figure(row.value)} (limiar ${figure(bound)})`,
      source: metricGroups[metric.group],
      metadata: {
        value: row.value,
        threshold: bound,
        unit: metric.unit,
        metric: metric.id,
        ruleVersion: rule.version,
        labels: rule.body.labels,
      },
      tellsEnd: rule.body.tellsEnd,
      at,
    });
  }

  async function note(metric: AlertMetric, read: Reader, nowMs: number): Promise<void> {
    const atMs = Math.floor(nowMs / noteEveryMs) * noteEveryMs;
    await repository.addReadings(metric.id, pointsOf(await read.now(metric), atMs));
  }

  return {
    /** One turn over every rule. One that fails must not keep the others from being judged. */
    async run(signal: AbortSignal): Promise<{ readonly judged: number; readonly failed: number }> {
      const nowMs = clock.nowMs();
      const read = reader();
      const metrics = new Map(deps.metrics().map((metric) => [metric.id, metric]));
      let [judged, failed] = [0, 0];
      const attempt = async (what: Record<string, string>, work: () => Promise<void>) => {
        try {
          await work();
        } catch (error) {
          failed += 1;
          log.warn({ err: error, ...what }, 'regra de alerta por avaliar');
        }
      };
      for (const rule of await repository.rules()) {
        signal.throwIfAborted();
        await attempt({ rule: rule.id }, async () => {
          const metric = metrics.get(rule.body.metric);
          if (!rule.body.enabled || metric === undefined) return alerts.resolveOthers(rule.id, []);
          await judge(rule, metric, read, nowMs);
          judged += 1;
        });
      }
      for (const metric of metrics.values()) {
        if (metric.history === undefined) await attempt({ metric: metric.id }, () => note(metric, read, nowMs));
      }
      return { judged, failed };
    },
  };
}

export type Evaluation = ReturnType<typeof createEvaluation>;

const pointsOf = (readings: readonly MetricReading[], atMs: number): MetricPoint[] =>
  readings.flatMap(({ subject, value }) => (value === null ? [] : [{ subject, atMs, value }]));

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

/** `91,4 %`; `—` for nothing. */
export function figureText(value: number | null, unit: string): string {
  if (value === null) return UNKNOWN;
  const text = formatPlainNumber(value, { maxDecimals: 2 });
  return unit === '' ? text : `${text} ${unit}`;
}
