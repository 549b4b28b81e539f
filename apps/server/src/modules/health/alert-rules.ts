import type { DataOf } from '@kianda/contract';
import type { listAlertRules } from '@kianda/contract/health/alert-rules.contract';
import type { MetricSample } from '@kianda/contract/health/health.contract';
import type { AlertRule } from '../../platform/module.ts';

export type Severity = 'warning' | 'error' | 'critical';

/** Upper bounds of one measure, from which an alert of that severity is raised. */
export type Threshold = {
  readonly rule: string;
  readonly title: string;
  readonly unit: string;
  readonly warning: number;
  readonly error: number;
  readonly critical: number;
  /** A spike is not an alert: the measure must stay above for this long. */
  readonly forSeconds: number;
  readonly value: (sample: MetricSample) => number | null;
};

export const thresholds: readonly Threshold[] = [
  {
    rule: 'cpu_high',
    title: 'Utilização elevada do processador',
    unit: '%',
    warning: 80,
    error: 90,
    critical: 97,
    forSeconds: 300,
    value: (sample) => sample.cpuPercent,
  },
  {
    rule: 'memory_high',
    title: 'Utilização elevada da memória',
    unit: '%',
    warning: 85,
    error: 90,
    critical: 98,
    forSeconds: 300,
    value: (sample) => sample.memoryPercent,
  },
  {
    rule: 'disk_space_low',
    title: 'Pouco espaço em disco',
    unit: '%',
    warning: 80,
    error: 90,
    critical: 95,
    forSeconds: 60,
    value: (sample) => sample.diskPercent,
  },
  {
    rule: 'api_response_slow',
    title: 'Respostas lentas da API',
    unit: 'ms',
    warning: 2_000,
    error: 5_000,
    critical: 10_000,
    forSeconds: 120,
    value: (sample) => sample.latencyP95Ms,
  },
  {
    rule: 'api_error_rate_high',
    title: 'Taxa de erros elevada na API',
    unit: '%',
    warning: 5,
    error: 10,
    critical: 25,
    forSeconds: 60,
    value: (sample) => sample.errorRate,
  },
];

/** Severity a value deserves, or null below the first bound. */
export function severityOf(threshold: Threshold, value: number): Severity | null {
  if (value >= threshold.critical) return 'critical';
  if (value >= threshold.error) return 'error';
  return value >= threshold.warning ? 'warning' : null;
}

/** An alert of each component that is not well. */
export const componentRule = 'component_unhealthy';

/** Every rule that raises alerts, as people read it. */
export function ruleViews(moduleRules: readonly AlertRule[]): DataOf<typeof listAlertRules>['rules'] {
  return [
    ...thresholds.map(({ rule, title, unit, warning, error, critical, forSeconds }) => ({
      rule,
      title,
      condition: `A medida fica acima do limiar durante ${forSeconds} s.`,
      limits: { unit, warning, error, critical, forSeconds },
    })),
    {
      rule: componentRule,
      title: 'Componente com problemas',
      condition: 'A verificação de um componente, a cada 30 s, encontra-o com avisos ou indisponível.',
      limits: null,
    },
    ...moduleRules.map(({ rule, title, condition }) => ({ rule, title, condition, limits: null })),
  ];
}

export type Verdict =
  | { readonly rule: string; readonly severity: Severity; readonly value: number }
  | { readonly rule: string; readonly severity: null };

/**
 * Judges every rule on the samples of the recent past (oldest first): raised only when each sample of the rule's
 * period is above a bound, at the mildest severity of them; cleared when the newest is below.
 */
export function judge(samples: readonly MetricSample[], nowMs: number): readonly Verdict[] {
  return thresholds.flatMap((threshold): Verdict[] => {
    const known = samples
      .filter((sample) => nowMs - Date.parse(sample.timestamp) <= threshold.forSeconds * 1000 + 5_000)
      .flatMap((sample) => {
        const value = threshold.value(sample);
        return value === null ? [] : [{ atMs: Date.parse(sample.timestamp), value }];
      });
    const newest = known.at(-1);
    const oldest = known[0];
    if (newest === undefined || oldest === undefined) return [];
    if (severityOf(threshold, newest.value) === null) return [{ rule: threshold.rule, severity: null }];
    const lasted = newest.atMs - oldest.atMs >= (threshold.forSeconds - 15) * 1000;
    const mildest = Math.min(...known.map((entry) => entry.value));
    const severity = severityOf(threshold, mildest);
    return lasted && severity !== null ? [{ rule: threshold.rule, severity, value: newest.value }] : [];
  });
}
