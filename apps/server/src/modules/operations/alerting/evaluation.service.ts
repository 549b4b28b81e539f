import { type AlertType, metricGroups } from '@kianda/contract/operations/alerts/rules.contract';
import { formatPlainNumber, UNKNOWN } from '@kianda/format';
import { hourMs } from '@kianda/geo';
import type { AlertMetric, MetricPoint, MetricReading } from '../../../platform/alert-metric.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { AlertService } from '../health/index.ts';
import type { AlertingRepository, RuleRow, StateRow } from './alerting.repository.ts';
import { boundOf, type Change } from './engine.rules.ts';
import { evaluateObject } from './state-rows.rules.ts';

/** After a longer stop the values missed are left alone: an alert about hours ago helps no reader. */
const catchUpMs = hourMs;
/** Values of metrics without a history of their own are stored this often. */
const readingEveryMs = 300_000;

type EvaluationDependencies = {
  readonly repository: AlertingRepository;
  readonly alerts: AlertService;
  readonly metrics: () => readonly AlertMetric[];
  readonly clock: Clock;
  readonly log: Logger;
};
/** One rule in an evaluation, with its metric and whether it watches several objects. */
type RuleEvaluation = { readonly rule: RuleRow; readonly metric: AlertMetric; readonly isOneOfMany: boolean };
type MetricReader = ReturnType<typeof createReader>;

const pointsOf = (readings: readonly MetricReading[], atMs: number): MetricPoint[] =>
  readings.flatMap(({ subject, value }) => (value === null ? [] : [{ subject, atMs, value }]));

/** Values and readings of metrics, each read once per evaluation however many rules watch it. */
function createReader(clock: Clock) {
  const readings = new Map<string, Promise<readonly MetricReading[]>>();
  const histories = new Map<string, Promise<readonly MetricPoint[]>>();
  const once = <T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> => {
    const reading = known.get(key) ?? read();
    known.set(key, reading);
    return reading;
  };
  return {
    now: (metric: AlertMetric) => once(readings, metric.id, () => metric.read()),
    async points(metric: AlertMetric, afterMs: number): Promise<readonly MetricPoint[]> {
      const { history } = metric;
      if (history !== undefined) return once(histories, `${metric.id} ${afterMs}`, () => history(afterMs));
      return pointsOf(await this.now(metric), clock.nowMs());
    },
  };
}

/** `91,4 %`; `—` for an unknown value. */
export function figureText(value: number | null, unit: string): string {
  if (value === null) return UNKNOWN;
  const text = formatPlainNumber(value, { maxDecimals: 2 });
  return unit === '' ? text : `${text} ${unit}`;
}

async function raise(
  alerts: AlertService,
  { rule, metric, isOneOfMany }: RuleEvaluation,
  row: StateRow,
  { level, at }: { level: AlertType; at: Date },
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

async function applyChange(
  alerts: AlertService,
  evaluation: RuleEvaluation,
  row: StateRow,
  change: Change,
): Promise<void> {
  const at = new Date(change.atMs);
  const { level, value } = change;
  if (level !== null) return raise(alerts, evaluation, { ...row, value }, { level, at });
  return alerts.resolveOne(evaluation.rule.id, row.subject, at);
}

/** Instant after which the values of a rule count: the earliest that one of its objects has not been evaluated for. */
function evaluatedAfter(rule: RuleRow, states: readonly StateRow[], nowMs: number): number {
  const earliest = nowMs - Math.max(catchUpMs, rule.body.forSeconds * 1000 + catchUpMs);
  const taken = states.flatMap(({ taken_to }) => taken_to?.getTime() ?? []);
  const isUnknown = states.length === 0 || taken.length < states.length;
  return isUnknown ? earliest : Math.max(earliest, Math.min(...taken));
}

async function evaluateRule(
  { repository, alerts }: EvaluationDependencies,
  { rule, metric, reader, nowMs }: { rule: RuleRow; metric: AlertMetric; reader: MetricReader; nowMs: number },
): Promise<void> {
  const rows = await repository.statesOf(rule.id);
  const states = new Map(rows.map((state) => [state.subject, state]));
  const readings = (await reader.now(metric)).filter(
    ({ subject }) => rule.body.subject === null || subject === rule.body.subject,
  );
  const points = await reader.points(metric, evaluatedAfter(rule, rows, nowMs));
  const evaluation = { rule, metric, isOneOfMany: readings.length > 1 };
  const outcomes = readings.map((reading) => evaluateObject(rule, reading, states.get(reading.subject), points));
  for (const { row, changes } of outcomes) {
    for (const change of changes) await applyChange(alerts, evaluation, row, change);
    if (row.level === null || changes.some(({ kind }) => kind === 'fired')) continue;
    await raise(alerts, evaluation, row, { level: row.level, at: new Date(nowMs) });
  }
  // Alerts of objects that are gone, or of an earlier form of the rule, end here.
  const firing = outcomes.flatMap(({ row }) => (row.level === null ? [] : [row.subject]));
  await alerts.resolveOthers(rule.id, firing);
  const evaluated = outcomes.map(({ row }) => row);
  await repository.saveStates(rule.id, rule.version, evaluated, new Date(nowMs));
}

/** Evaluates every rule on the values since its last evaluation. Repeated, or done by two processes, the result is one. */
export function createEvaluation(dependencies: EvaluationDependencies) {
  const { repository, alerts, clock, log } = dependencies;

  async function storeReadings(metric: AlertMetric, reader: MetricReader, nowMs: number): Promise<void> {
    const atMs = Math.floor(nowMs / readingEveryMs) * readingEveryMs;
    await repository.addReadings(metric.id, pointsOf(await reader.now(metric), atMs));
  }

  return {
    /** One evaluation of every rule. A rule that fails must not keep the others from being evaluated. */
    async run(signal: AbortSignal): Promise<{ readonly judged: number; readonly failed: number }> {
      const nowMs = clock.nowMs();
      const reader = createReader(clock);
      const metrics = new Map(dependencies.metrics().map((metric) => [metric.id, metric]));
      let [judged, failed] = [0, 0];
      const attempt = async (subject: Record<string, string>, work: () => Promise<void>) => {
        try {
          await work();
        } catch (error) {
          failed += 1;
          log.warn({ err: error, ...subject }, 'regra de alerta por avaliar');
        }
      };
      for (const rule of await repository.rules()) {
        signal.throwIfAborted();
        await attempt({ rule: rule.id }, async () => {
          const metric = metrics.get(rule.body.metric);
          if (!rule.body.enabled || metric === undefined) return alerts.resolveOthers(rule.id, []);
          await evaluateRule(dependencies, { rule, metric, reader, nowMs });
          judged += 1;
        });
      }
      for (const metric of metrics.values()) {
        if (metric.history !== undefined) continue;
        await attempt({ metric: metric.id }, () => storeReadings(metric, reader, nowMs));
      }
      return { judged, failed };
    },
  };
}

export type Evaluation = ReturnType<typeof createEvaluation>;
