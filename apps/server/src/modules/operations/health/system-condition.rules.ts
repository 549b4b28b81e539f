import type { Finding, SystemCondition } from '@kianda/contract/operations/health/condition';
import { formatCount, formatPlainNumber } from '@kianda/format';
import type { HealthState, LateProvider } from '../../../platform/module.ts';

/** A component whose last check is older than this is unknown: four rounds without an answer. */
export const staleCheckMs = 120_000;
/** Findings that the sentence names; the others are counted. */
const namedFindings = 3;

export type EvaluatedComponent = {
  readonly id: string;
  readonly label: string;
  readonly state: HealthState;
  readonly detail: string;
  readonly isStopped: boolean;
  /** Null before the first check. */
  readonly checkedAt: string | null;
  readonly late: readonly LateProvider[];
};
export type OpenAlert = {
  readonly rule: string;
  readonly subject: string;
  readonly type: 'info' | 'warning' | 'error' | 'critical';
  readonly title: string;
};
export type MeasureOfLimit = { readonly cpuPercent: number | null; readonly memoryPercent: number | null } & {
  readonly diskPercent: number | null;
  readonly latencyP95Ms: number | null;
  readonly errorRate: number | null;
};

type Limit = {
  readonly measure: keyof MeasureOfLimit;
  readonly name: string;
  readonly unit: string;
  readonly warning: number;
  readonly error: number;
};

/** The limits that the platform keeps of itself. */
const limits: readonly Limit[] = [
  { measure: 'diskPercent', name: 'disco', unit: '%', warning: 90, error: 95 },
  { measure: 'memoryPercent', name: 'memória', unit: '%', warning: 85, error: 98 },
  { measure: 'cpuPercent', name: 'processador', unit: '%', warning: 80, error: 95 },
  { measure: 'errorRate', name: 'respostas com erro', unit: '%', warning: 10, error: 25 },
  { measure: 'latencyP95Ms', name: 'resposta da API (p95)', unit: 'ms', warning: 5_000, error: 10_000 },
];

const order = { error: 0, warning: 1, unknown: 2 } as const satisfies Record<Finding['level'], number>;
const kinds = { alert: 0, check: 1, limit: 2, stale: 3, provider: 4 } as const satisfies Record<
  Finding['kind'],
  number
>;

/** Whether a component was checked lately enough to be judged. */
export function isStale({ checkedAt }: Pick<EvaluatedComponent, 'checkedAt'>, nowMs: number): boolean {
  return checkedAt === null || nowMs - Date.parse(checkedAt) > staleCheckMs;
}

/** The state of the whole from everything known of it. `alerts` null: they could not be read. */
export function evaluateSystem(given: {
  readonly nowMs: number;
  readonly components: readonly EvaluatedComponent[];
  readonly alerts: readonly OpenAlert[] | null;
  readonly measures: MeasureOfLimit;
  /** Rule whose alerts repeat what the checks say. */
  readonly checkRule: string;
}): SystemCondition {
  const { nowMs, components, alerts, measures, checkRule } = given;
  const services = countServices(components, nowMs);
  const checkedAt = components.reduce<string | null>(
    (newest, own) => (own.checkedAt !== null && (newest === null || own.checkedAt > newest) ? own.checkedAt : newest),
    null,
  );
  const findings = [
    ...alertFindings(alerts, checkRule),
    ...checkFindings(components, nowMs),
    ...limitFindings(measures),
    // A late provider may have an alert of its own: it is one thing.
    ...components
      .flatMap(({ late }) => late)
      .filter(({ id }) => !alerts?.some(({ subject }) => subject === id))
      .map(lateFinding),
  ].toSorted((a, b) => order[a.level] - order[b.level] || kinds[a.kind] - kinds[b.kind]);
  if (checkedAt === null) {
    return { level: 'unknown', sentence: 'Ainda nenhuma verificação foi feita.', findings, services, checkedAt };
  }
  const [worst] = findings;
  return { level: worst?.level ?? 'healthy', sentence: sentenceOf(findings), findings, services, checkedAt };
}

/** The state in the three words of the overview and of the sign of life: down with everything, degraded with anything. */
export function overallOf({ level, services }: SystemCondition): 'healthy' | 'degraded' | 'down' {
  if (level === 'healthy') return 'healthy';
  return services.total > 0 && services.offline === services.total ? 'down' : 'degraded';
}

function countServices(components: readonly EvaluatedComponent[], nowMs: number): SystemCondition['services'] {
  const counts = { total: components.length, online: 0, warning: 0, offline: 0, unknown: 0 };
  for (const component of components) counts[isStale(component, nowMs) ? 'unknown' : component.state] += 1;
  return counts;
}

function alertFindings(alerts: readonly OpenAlert[] | null, checkRule: string): Finding[] {
  if (alerts === null) {
    const text = 'os alertas não puderam ser lidos';
    return [{ kind: 'alert', level: 'error', subject: 'database', text }];
  }
  return alerts
    .filter(({ rule, type }) => rule !== checkRule && type !== 'info')
    .map(({ type, subject, title }) => ({
      kind: 'alert',
      level: type === 'warning' ? 'warning' : 'error',
      subject,
      text: type === 'critical' ? `alerta crítico: ${title}` : `alerta: ${title}`,
    }));
}

function checkFindings(components: readonly EvaluatedComponent[], nowMs: number): Finding[] {
  return components.flatMap((component): Finding[] => {
    const { id, label, state, detail, isStopped, checkedAt } = component;
    if (checkedAt === null) return [{ kind: 'stale', level: 'unknown', subject: id, text: `${label} por verificar` }];
    if (isStale(component, nowMs)) {
      const age = formatCount(Math.floor((nowMs - Date.parse(checkedAt)) / 60_000), 'minuto', 'minutos');
      return [{ kind: 'stale', level: 'warning', subject: id, text: `${label} sem verificação há ${age}` }];
    }
    if (state === 'online') return [];
    const answer = isStopped ? 'não corre' : 'não responde';
    const text = state === 'offline' ? `${label} ${answer}` : `${label} com avisos`;
    const why = detail === '' ? '' : ` (${detail})`;
    return [{ kind: 'check', level: state === 'offline' ? 'error' : 'warning', subject: id, text: `${text}${why}` }];
  });
}

function limitFindings(measures: MeasureOfLimit): Finding[] {
  return limits.flatMap(({ measure, name, unit, warning, error }): Finding[] => {
    const value = measures[measure];
    if (value === null || value < warning) return [];
    const [level, bound] = value >= error ? (['error', error] as const) : (['warning', warning] as const);
    const words = `${name} a ${quantity(value, unit)}, limite ${quantity(bound, unit)}`;
    return [{ kind: 'limit', level, subject: measure, text: words }];
  });
}

function lateFinding({ id, name, detail }: LateProvider): Finding {
  return { kind: 'provider', level: 'warning', subject: id, text: `${name}: ${detail}` };
}

const quantity = (value: number, unit: string): string => `${formatPlainNumber(value, { maxDecimals: 0 })} ${unit}`;

/** The worst findings in one sentence; of the rest, how many there are. */
function sentenceOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Todos os componentes respondem, dentro dos limites e sem alertas abertos.';
  const named = findings.slice(0, namedFindings).map(({ text }) => text);
  const rest = findings.length - named.length;
  const text = [...named, ...(rest === 0 ? [] : [`e mais ${formatCount(rest, 'aviso', 'avisos')}`])].join('; ');
  return `${text.charAt(0).toLocaleUpperCase('pt-PT')}${text.slice(1)}.`;
}
