import { figureNames } from '@kianda/contract/core/figure-names';
import type { MetricSample } from '@kianda/contract/operations/health/health.contract';
import type { AlertMetric, MetricPoint } from '../../../platform/alert-metric.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { HealthRepository } from './health.repository.ts';
import type { HealthService } from './health.service.ts';
import type { HealthRegistry } from './health-registry.service.ts';

const subject = 'plataforma';
/** A sample older than this does not describe the present. */
const staleMs = 120_000;
const states = { online: 0, warning: 1, offline: 2 } as const;

type Figure = {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly of: (sample: MetricSample) => number | null;
};
const figures: readonly Figure[] = [
  { id: 'cpu', label: figureNames.cpu, unit: '%', of: (sample) => sample.cpuPercent },
  { id: 'memory', label: figureNames.memory, unit: '%', of: (sample) => sample.memoryPercent },
  { id: 'disk', label: figureNames.disk, unit: '%', of: (sample) => sample.diskPercent },
  { id: 'latency', label: `${figureNames.apiLatency}, em 5 min`, unit: 'ms', of: (sample) => sample.latencyP95Ms },
  { id: 'errors', label: 'Taxa de erros da API (5 min)', unit: '%', of: (sample) => sample.errorRate },
  { id: 'requests', label: 'Pedidos por segundo', unit: '/s', of: (sample) => sample.requestsPerSecond },
  { id: 'event_loop', label: 'Atraso do ciclo de eventos (p99)', unit: 'ms', of: (sample) => sample.eventLoopDelayMs },
  {
    id: 'database_connections',
    label: figureNames.databaseConnections,
    unit: '',
    of: (sample) => sample.databaseConnections,
  },
  {
    id: 'database_size',
    label: figureNames.databaseSize,
    unit: 'GB',
    of: ({ databaseBytes }) => (databaseBytes === null ? null : databaseBytes / 1e9),
  },
];

type MetricDependencies = {
  readonly service: HealthService;
  readonly repository: HealthRepository;
  readonly registry: HealthRegistry;
  readonly clock: Clock;
};

/** A metric over the samples of the platform. */
function sampleMetric({ service, clock }: MetricDependencies, { id, label, unit, of }: Figure): AlertMetric {
  return {
    id: `platform.${id}`,
    group: 'platform',
    label,
    unit,
    note: 'Medida a cada 10 s em cada processo. Além de 6 horas o histórico guarda a média de um minuto, e além de 48 horas a de um quarto de hora.',
    async read() {
      const { samples } = await service.since(clock.nowMs() - staleMs);
      const newest = samples.flatMap((sample) => of(sample) ?? []).at(-1) ?? null;
      const at = samples.at(-1)?.timestamp;
      return [
        {
          subject,
          label: 'Plataforma',
          value: newest,
          atMs: at === undefined ? null : Date.parse(at),
          reason: newest === null ? 'Sem medida nos últimos 2 minutos.' : null,
        },
      ];
    },
    async history(afterMs) {
      const { samples } = await service.since(afterMs);
      return samples.flatMap((sample) => {
        const value = of(sample);
        const atMs = Date.parse(sample.timestamp);
        return value === null || atMs <= afterMs ? [] : [{ subject, atMs, value }];
      });
    },
  };
}

/** A metric over the checks of every component. */
function checkMetric(
  { repository, registry }: MetricDependencies,
  metric: Pick<AlertMetric, 'id' | 'label' | 'unit' | 'note'>,
  of: (check: { state: keyof typeof states; latencyMs: number | null }) => number | null,
): AlertMetric {
  return {
    ...metric,
    group: 'service',
    read: async () =>
      registry.components.map(({ id, label, report, checkedAt }) => {
        const value = of(report);
        return {
          subject: id,
          label,
          value,
          atMs: Date.parse(checkedAt),
          reason: value === null ? 'A última verificação não teve resposta.' : null,
        };
      }),
    async history(afterMs) {
      const known = new Set(registry.components.map(({ id }) => id));
      const checks = await repository.checksAfter(new Date(afterMs));
      return checks.flatMap((check): MetricPoint[] => {
        const value = of({ state: check.state, latencyMs: check.latency_ms });
        return value === null || !known.has(check.component_id)
          ? []
          : [{ subject: check.component_id, atMs: check.at.getTime(), value }];
      });
    },
  };
}

/** Metrics of the platform itself that alert rules may watch: its samples, and the checks of its components. */
export function healthMetrics(dependencies: MetricDependencies): readonly AlertMetric[] {
  return [
    ...figures.map((figure) => sampleMetric(dependencies, figure)),
    checkMetric(
      dependencies,
      {
        id: 'service.state',
        label: 'Estado de um componente',
        unit: '',
        note: '0: em linha; 1: com avisos; 2: indisponível. Verificado a cada 30 s.',
      },
      ({ state }) => states[state],
    ),
    checkMetric(
      dependencies,
      {
        id: 'service.latency',
        label: 'Tempo de resposta de um componente',
        unit: 'ms',
        note: 'Da verificação a cada 30 s.',
      },
      ({ latencyMs }) => latencyMs,
    ),
  ];
}
