import type { DataOf, Endpoint } from '@kianda/contract';
import { permissions, servicePrefixes } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { reportClientError } from '@kianda/contract/operations/dashboard/dashboard.contract';
import type { SystemCondition } from '@kianda/contract/operations/health/condition';
import {
  componentChecks,
  currentMetrics,
  health,
  listEndpoints,
  type MetricSample,
  metricCurve,
  metricsHistory,
  openApiDocument,
  routeMetrics,
  servicesStatus,
  systemHealth,
} from '@kianda/contract/operations/health/health.contract';
import { liveMetrics } from '@kianda/contract/operations/health/live.contract';
import { type Clock, nowIso } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { openApiOf } from '../../../platform/http/openapi.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { curveOf } from './curve.rules.ts';
import type { HealthService, OperatingStatus } from './health.service.ts';
import type { CheckedComponent, HealthRegistry } from './health-registry.service.ts';
import type { LiveMetrics } from './live-metrics.service.ts';
import { overallOf } from './system-condition.rules.ts';

type SystemHealth = DataOf<typeof systemHealth>;
type RouteUsage = Awaited<ReturnType<HealthService['routes']>>[number];

export type HealthRouteDependencies = {
  readonly service: HealthService;
  readonly registry: HealthRegistry;
  readonly live: LiveMetrics;
  readonly condition: { readonly read: () => Promise<SystemCondition> };
  readonly clock: Clock;
  readonly version: string;
  readonly operatingStatusOf: (componentId: string) => OperatingStatus;
  /** Whether an operator stopped a service of the contract. */
  readonly isStopped: (service: Endpoint['service']) => boolean;
};

/** Hours of use that the list of endpoints covers. */
const endpointHours = 24;
const endpointById: ReadonlyMap<string, Endpoint> = new Map(allEndpoints.map((endpoint) => [endpoint.id, endpoint]));

const pathPattern = (endpoint: Endpoint): string => servicePrefixes[endpoint.service] + endpoint.path;

/** Component states, performance and counts, of the checks of the last round and the newest sample. */
function systemHealthView(
  components: readonly CheckedComponent[],
  sample: MetricSample,
  figures: Pick<SystemHealth, 'uptime' | 'uptime_since' | 'alerts' | 'condition'>,
): SystemHealth {
  const { condition } = figures;
  const { services } = condition;
  const { networkIn, networkOut } = sample;
  return {
    overall_status: condition.level,
    condition,
    health_percentage: services.total === 0 ? null : (100 * services.online) / services.total,
    uptime: figures.uptime,
    uptime_since: figures.uptime_since,
    process_uptime_seconds: sample.uptime,
    components: components.map(({ id, label, report, checkedAt }) => ({
      id,
      label,
      status: report.state,
      detail: report.detail,
      latency_ms: report.latencyMs,
      checked_at: checkedAt,
    })),
    performance: {
      cpu_usage: sample.cpuPercent,
      memory_usage: sample.memoryPercent,
      disk_usage: sample.diskPercent,
      network_io: networkIn === null || networkOut === null ? null : networkIn + networkOut,
      api_response_time: sample.latencyP95Ms,
    },
    statistics: {
      total_services: services.total,
      online_services: services.online,
      offline_services: services.offline,
      total_endpoints: allEndpoints.length,
      active_connections: sample.activeConnections,
    },
    alerts: figures.alerts,
    last_check: components[0]?.checkedAt ?? null,
    timestamp: sample.timestamp,
  };
}

/** Reasons for the figures of the system's health that are unknown. */
function missingFigures({ components, uptime, performance }: SystemHealth, sample: MetricSample) {
  const noChecks = 'Ainda sem verificações registadas.';
  const reasons: [string, boolean, string][] = [
    ['health_percentage', components.length === 0, noChecks],
    ['uptime', uptime === null, noChecks],
    ['performance.cpu_usage', performance.cpu_usage === null, 'Precisa de duas amostras.'],
    ['performance.network_io', sample.networkIn === null, 'Este sistema não publica o tráfego de rede.'],
    ['performance.disk_usage', performance.disk_usage === null, 'Este sistema não publica o espaço em disco.'],
    ['performance.api_response_time', performance.api_response_time === null, 'Sem pedidos nos últimos 5 minutos.'],
  ];
  return Object.fromEntries(reasons.flatMap(([field, isMissing, reason]) => (isMissing ? [[field, reason]] : [])));
}

function stateBindings(dependencies: HealthRouteDependencies): Bindings {
  const { service, registry, condition, clock, version } = dependencies;
  return [
    bind(servicesStatus, async () => {
      const services = service.services(dependencies.operatingStatusOf, version);
      const { total, online, offline } = (await condition.read()).services;
      const checkedAt = services[0]?.lastCheck ?? nowIso(clock);
      const summary = {
        total,
        online,
        offline,
        health_percentage: total === 0 ? 0 : (100 * online) / total,
        last_updated: checkedAt,
      };
      return { data: { services, summary }, provenance: ownProvenance(clock, checkedAt) };
    }),
    bind(systemHealth, async () => {
      const [sample, { active, critical }, observed, judged] = await Promise.all([
        service.current(),
        service.alertCounts(),
        service.observed(30),
        condition.read(),
      ]);
      const figures = {
        uptime: observed.share,
        uptime_since: observed.since,
        alerts: { active, critical },
        condition: judged,
      };
      const data = systemHealthView(registry.components, sample, figures);
      return { data, provenance: ownProvenance(clock, sample.timestamp), missing: missingFigures(data, sample) };
    }),
    bind(componentChecks, async ({ query }) => {
      const components = (await service.checks(query.limit)).map(({ id, checks }) => ({
        id,
        checks: checks.map((check) => ({
          at: check.at.toISOString(),
          status: check.state,
          latency_ms: check.latency_ms,
        })),
      }));
      return { data: { components }, provenance: ownProvenance(clock) };
    }),
    bind(health, async () => {
      const judged = await condition.read();
      return { status: overallOf(judged), version, timestamp: nowIso(clock) };
    }),
  ];
}

function routeView(row: RouteUsage): DataOf<typeof routeMetrics>['routes'] {
  const endpoint = endpointById.get(row.endpoint_id);
  if (endpoint === undefined) return [];
  return [
    {
      endpoint: endpoint.id,
      method: endpoint.method,
      path: pathPattern(endpoint),
      requests: row.requests,
      p50Ms: row.p50_ms,
      p95Ms: row.p95_ms,
      p99Ms: row.p99_ms,
      errorRate: (100 * row.server_errors) / row.requests,
      lastAccessed: row.last_accessed.toISOString(),
    },
  ];
}

function metricBindings({ service, live, clock }: HealthRouteDependencies): Bindings {
  return [
    bind(currentMetrics, async () => {
      const sample = await service.current();
      return { data: sample, provenance: ownProvenance(clock, sample.timestamp) };
    }),
    bind(liveMetrics, async () => {
      const data = await live.snapshot();
      return { data, provenance: ownProvenance(clock, data.at) };
    }),
    bind(metricsHistory, async ({ query }) => ({
      data: await service.history(query.hours),
      provenance: ownProvenance(clock),
    })),
    bind(metricCurve, async ({ query }) => ({
      data: curveOf(await service.history(query.hours), query),
      provenance: ownProvenance(clock),
    })),
    bind(routeMetrics, async ({ query }) => {
      const routes = (await service.routes(query.hours)).flatMap(routeView);
      return { data: { routes }, provenance: ownProvenance(clock) };
    }),
    bind(reportClientError, async ({ body, principal }) => ({
      data: await service.clientError({ ...body, accountId: principal.accountId }),
      provenance: ownProvenance(clock),
    })),
  ];
}

function endpointView(endpoint: Endpoint, used: RouteUsage | undefined, isStopped: boolean) {
  const { access } = endpoint;
  return {
    id: endpoint.id,
    service: endpoint.service,
    path: pathPattern(endpoint),
    method: endpoint.method,
    description: endpoint.summary,
    access,
    accessLabel: access === 'public' || access === 'session' ? null : permissions[access].label,
    status: isStopped ? ('maintenance' as const) : ('active' as const),
    responseTime: used?.p50_ms ?? null,
    responseTimeP95: used?.p95_ms ?? null,
    requestCount: used?.requests ?? 0,
    errorRate: used === undefined ? null : (100 * used.server_errors) / used.requests,
    lastAccessed: used?.last_accessed.toISOString() ?? null,
  };
}

function catalogueBindings({ service, clock, version, isStopped }: HealthRouteDependencies): Bindings {
  // Hundreds of schemas: made when somebody first asks, not at every start.
  let openApi: ReturnType<typeof openApiOf> | null = null;
  return [
    bind(listEndpoints, async () => {
      const usage = new Map((await service.routes(endpointHours)).map((row) => [row.endpoint_id, row]));
      const endpoints = allEndpoints.map((endpoint) =>
        endpointView(endpoint, usage.get(endpoint.id), isStopped(endpoint.service)),
      );
      return { data: { endpoints, hours: endpointHours }, provenance: ownProvenance(clock) };
    }),
    bind(openApiDocument, async () => {
      openApi ??= openApiOf(allEndpoints, version);
      return openApi;
    }),
  ];
}

/** Endpoints of health: states, metrics, and the list of all endpoints. */
export function healthBindings(dependencies: HealthRouteDependencies): Bindings {
  return [...stateBindings(dependencies), ...metricBindings(dependencies), ...catalogueBindings(dependencies)];
}
