import type { Endpoint } from '@kianda/contract';
import { permissions, servicePrefixes } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { reportClientError } from '@kianda/contract/operations/dashboard/dashboard.contract';
import {
  componentChecks,
  currentMetrics,
  health,
  listEndpoints,
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
import type { HealthService, Standing } from './health.service.ts';
import { type HealthRegistry, overallOf } from './health-registry.service.ts';
import type { LiveMetrics } from './live-metrics.service.ts';

/** Hours of use that the list of endpoints is about. */
const endpointHours = 24;

export function healthBindings(
  service: HealthService,
  registry: HealthRegistry,
  live: LiveMetrics,
  options: {
    clock: Clock;
    version: string;
    standingOf: (componentId: string) => Standing;
    isStopped: (service: Endpoint['service']) => boolean;
  },
): Bindings {
  const { clock } = options;
  const own = (observedAt?: string) => ownProvenance(clock, observedAt);
  const openApi = openApiOf(allEndpoints, options.version);

  return [
    bind(servicesStatus, async () => {
      const services = service.services(options.standingOf, options.version);
      const online = services.filter((entry) => entry.status === 'online').length;
      const offline = services.filter((entry) => entry.status === 'offline').length;
      const checkedAt = services[0]?.lastCheck ?? nowIso(clock);
      return {
        data: {
          services,
          summary: {
            total: services.length,
            online,
            offline,
            health_percentage: services.length === 0 ? 0 : (100 * online) / services.length,
            last_updated: checkedAt,
          },
        },
        provenance: own(checkedAt),
      };
    }),
    bind(systemHealth, async () => {
      const [sample, alerts, uptime] = await Promise.all([
        service.current(),
        service.alertCounts(),
        service.availability(30),
      ]);
      const components = registry.components;
      const online = components.filter((component) => component.report.state === 'online').length;
      const overall = overallOf(components);
      const statuses = { healthy: 'healthy', degraded: 'warning', down: 'error', unknown: 'unknown' } as const;
      const noChecks = 'Ainda sem verificações registadas.';
      return {
        data: {
          overall_status: statuses[overall],
          health_percentage: components.length === 0 ? null : (100 * online) / components.length,
          uptime,
          process_uptime_seconds: sample.uptime,
          components: components.map((component) => ({
            id: component.id,
            label: component.label,
            status: component.report.state,
            detail: component.report.detail,
            latency_ms: component.report.latencyMs,
            checked_at: component.checkedAt,
          })),
          performance: {
            cpu_usage: sample.cpuPercent,
            memory_usage: sample.memoryPercent,
            disk_usage: sample.diskPercent,
            network_io:
              sample.networkIn === null || sample.networkOut === null ? null : sample.networkIn + sample.networkOut,
            api_response_time: sample.latencyP95Ms,
          },
          statistics: {
            total_services: components.length,
            online_services: online,
            offline_services: components.filter((component) => component.report.state === 'offline').length,
            total_endpoints: allEndpoints.length,
            active_connections: sample.activeConnections,
          },
          alerts: { active: alerts.active, critical: alerts.critical },
          last_check: components[0]?.checkedAt ?? null,
          timestamp: sample.timestamp,
        },
        provenance: own(sample.timestamp),
        missing: {
          ...(components.length === 0 ? { health_percentage: noChecks } : {}),
          ...(uptime === null ? { uptime: noChecks } : {}),
          ...(sample.cpuPercent === null ? { 'performance.cpu_usage': 'Precisa de duas amostras.' } : {}),
          ...(sample.networkIn === null
            ? { 'performance.network_io': 'Este sistema não publica o tráfego de rede.' }
            : {}),
          ...(sample.diskPercent === null
            ? { 'performance.disk_usage': 'Este sistema não publica o espaço em disco.' }
            : {}),
          ...(sample.latencyP95Ms === null
            ? { 'performance.api_response_time': 'Sem pedidos nos últimos 5 minutos.' }
            : {}),
        },
      };
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
      return { data: { components }, provenance: own() };
    }),
    bind(currentMetrics, async () => {
      const sample = await service.current();
      return { data: sample, provenance: own(sample.timestamp) };
    }),
    bind(liveMetrics, async () => {
      const data = await live.snapshot();
      return { data, provenance: own(data.at) };
    }),
    bind(metricsHistory, async ({ query }) => ({ data: await service.history(query.hours), provenance: own() })),
    bind(routeMetrics, async ({ query }) => {
      const rows = await service.routes(query.hours);
      const routes = rows.flatMap((row) => {
        const endpoint = byId.get(row.endpoint_id);
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
      });
      return { data: { routes }, provenance: own() };
    }),
    bind(health, async () => {
      const overall = overallOf(registry.components);
      return {
        status: overall === 'unknown' ? 'healthy' : overall,
        version: options.version,
        timestamp: nowIso(clock),
      };
    }),
    bind(listEndpoints, async () => {
      const usage = new Map((await service.routes(endpointHours)).map((row) => [row.endpoint_id, row]));
      const endpoints = allEndpoints.map((endpoint) => {
        const used = usage.get(endpoint.id);
        const { access } = endpoint;
        return {
          id: endpoint.id,
          service: endpoint.service,
          path: pathPattern(endpoint),
          method: endpoint.method,
          description: endpoint.summary,
          access,
          accessLabel: access === 'public' || access === 'session' ? null : permissions[access].label,
          status: options.isStopped(endpoint.service) ? ('maintenance' as const) : ('active' as const),
          responseTime: used?.p50_ms ?? null,
          responseTimeP95: used?.p95_ms ?? null,
          requestCount: used?.requests ?? 0,
          errorRate: used === undefined ? null : (100 * used.server_errors) / used.requests,
          lastAccessed: used?.last_accessed.toISOString() ?? null,
        };
      });
      return { data: { endpoints, hours: endpointHours }, provenance: own() };
    }),
    bind(openApiDocument, async () => openApi),
    bind(reportClientError, async ({ body, principal }) => ({
      data: await service.clientError({ ...body, accountId: principal.accountId }),
      provenance: own(),
    })),
  ];
}

const byId: ReadonlyMap<string, Endpoint> = new Map(allEndpoints.map((endpoint) => [endpoint.id, endpoint]));

function pathPattern(endpoint: Endpoint): string {
  return servicePrefixes[endpoint.service] + endpoint.path;
}
