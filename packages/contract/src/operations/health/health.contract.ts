import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { systemConditionSchema } from './condition.ts';

const share = z.number().min(0).max(100);

export const serviceStatusSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['online', 'warning', 'offline']),
  /** Null for a part without an address of its own, like the database. */
  port: z.number().int().nullable(),
  url: z.string().nullable(),
  /** ms of the last check; null when it did not answer. */
  responseTime: z.number().nullable(),
  lastCheck: instantSchema.nullable(),
  description: z.string(),
  version: z.string().nullable(),
  note: z.string().nullable(),
});
export type ServiceStatus = z.infer<typeof serviceStatusSchema>;

export const servicesStatus = endpoint({
  id: 'servicesStatus',
  first: true,
  service: 'admin-api',
  method: 'GET',
  path: '/api/services/status',
  summary: 'Estado de cada serviço, verificado pelo servidor',
  access: 'services:read',
  query: z.object({ v: z.string().max(32).optional(), t: z.string().max(32).optional() }),
  response: z.object({
    services: z.array(serviceStatusSchema),
    summary: z.object({
      total: z.number().int(),
      online: z.number().int(),
      offline: z.number().int(),
      health_percentage: share,
      last_updated: instantSchema,
    }),
  }),
});

export const systemHealth = endpoint({
  id: 'systemHealth',
  first: true,
  service: 'admin-api',
  method: 'GET',
  path: '/admin-dashboard/system-health',
  summary: 'Saúde do sistema: componentes, desempenho e estatísticas medidas',
  access: 'dashboard:read',
  response: z.object({
    /** Level of `condition`. */
    overall_status: z.enum(['healthy', 'warning', 'error', 'unknown']),
    condition: systemConditionSchema,
    health_percentage: share.nullable(),
    /** Availability of the last 30 days, as far as there are checks; the platform being off counts. */
    uptime: share.nullable(),
    uptime_since: instantSchema.nullable(),
    /** Seconds since this process started. */
    process_uptime_seconds: z.number(),
    components: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        status: z.enum(['online', 'warning', 'offline']),
        detail: z.string(),
        latency_ms: z.number().nullable(),
        checked_at: instantSchema,
      }),
    ),
    performance: z.object({
      cpu_usage: share.nullable(),
      memory_usage: share.nullable(),
      disk_usage: share.nullable(),
      /** Bytes per second in and out together. */
      network_io: z.number().nullable(),
      /** ms, p95 of 5 minutes. */
      api_response_time: z.number().nullable(),
    }),
    statistics: z.object({
      total_services: z.number().int(),
      online_services: z.number().int(),
      offline_services: z.number().int(),
      total_endpoints: z.number().int(),
      active_connections: z.number().int().nullable(),
    }),
    alerts: z.object({ active: z.number().int(), critical: z.number().int() }),
    last_check: instantSchema.nullable(),
    timestamp: instantSchema,
  }),
});

export const componentChecks = endpoint({
  id: 'componentChecks',
  service: 'admin-api',
  method: 'GET',
  path: '/health/checks',
  summary: 'Últimas verificações registadas de cada componente, da mais antiga para a mais recente',
  access: 'health:read',
  query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(90) }),
  response: z.object({
    components: z.array(
      z.object({
        id: z.string(),
        checks: z.array(
          z.object({
            at: instantSchema,
            status: z.enum(['online', 'warning', 'offline']),
            latency_ms: z.number().nullable(),
          }),
        ),
      }),
    ),
  }),
});

export const metricSampleSchema = z.object({
  timestamp: instantSchema,
  cpuPercent: share.nullable(),
  memoryPercent: share.nullable(),
  diskPercent: share.nullable(),
  /** Bytes per second. */
  networkIn: z.number().nullable(),
  networkOut: z.number().nullable(),
  activeConnections: z.number().int().nullable(),
  /** Seconds this process has run. */
  uptime: z.number(),
  processMemoryBytes: z.number().nullable(),
  /** ms, p99 of the event loop's delay in the interval. */
  eventLoopDelayMs: z.number().nullable(),
  databaseBytes: z.number().nullable(),
  databaseConnections: z.number().int().nullable(),
  requestsPerSecond: z.number().nullable(),
  /** ms */
  latencyP50Ms: z.number().nullable(),
  latencyP95Ms: z.number().nullable(),
  latencyP99Ms: z.number().nullable(),
  /** Percent of answers with status 5xx. */
  errorRate: share.nullable(),
});
export type MetricSample = z.infer<typeof metricSampleSchema>;

export const currentMetrics = endpoint({
  id: 'currentMetrics',
  service: 'admin-api',
  method: 'GET',
  path: '/metrics',
  summary: 'Métricas do sistema, última amostra',
  access: 'health:read',
  response: metricSampleSchema,
});

export const metricsHistory = endpoint({
  id: 'metricsHistory',
  service: 'admin-api',
  method: 'GET',
  path: '/metrics/history',
  summary: 'Histórico das métricas do sistema, de 1 hora a 30 dias',
  access: 'health:read',
  query: z.object({ hours: z.coerce.number().min(1).max(720).default(24) }),
  response: z.object({
    /** Seconds between samples: 10 up to 6 h, coarser beyond. */
    stepSeconds: z.number().int(),
    samples: z.array(metricSampleSchema),
  }),
});

/** Names of a sample's measures. */
export const measureSchema = metricSampleSchema.omit({ timestamp: true }).keyof();
export type Measure = z.infer<typeof measureSchema>;

export const metricCurve = endpoint({
  id: 'metricCurve',
  service: 'admin-api',
  method: 'GET',
  path: '/metrics/curve',
  summary: 'Uma das métricas do sistema como curva, de 1 hora a 30 dias: as amostras em intervalos iguais até à última',
  access: 'health:read',
  query: z.object({
    measure: measureSchema,
    hours: z.coerce.number().min(1).max(720).default(24),
    /** Most points of the curve. */
    points: z.coerce.number().int().min(2).max(500).default(60),
  }),
  response: z.object({
    /** Seconds between points. */
    stepSeconds: z.number().int(),
    /** Oldest first. */
    points: z.array(z.object({ at: instantSchema, value: z.number().nullable() })),
  }),
});

export const routeMetrics = endpoint({
  id: 'routeMetrics',
  service: 'admin-api',
  method: 'GET',
  path: '/metrics/routes',
  summary: 'Latência e taxa de erros por rota',
  access: 'health:read',
  query: z.object({ hours: z.coerce.number().min(1).max(720).default(1) }),
  response: z.object({
    routes: z.array(
      z.object({
        endpoint: z.string(),
        method: z.string(),
        path: z.string(),
        requests: z.number().int(),
        p50Ms: z.number(),
        p95Ms: z.number(),
        p99Ms: z.number(),
        errorRate: share,
        lastAccessed: instantSchema,
      }),
    ),
  }),
});

export const health = endpoint({
  id: 'health',
  first: true,
  service: 'admin-api',
  method: 'GET',
  path: '/health',
  summary: 'Sinal de vida da Admin API',
  access: 'public',
  response: z.object({
    status: z.enum(['healthy', 'degraded', 'down']),
    version: z.string(),
    timestamp: instantSchema,
  }),
  format: 'plain',
  allowBeforePasswordChange: true,
});

/** Handling of an alert of the platform, with labels: the same words as for vessel alerts. */
export const alertHandling = {
  new: 'Novo',
  acknowledged: 'Reconhecido',
  investigating: 'Em investigação',
  resolved: 'Resolvido',
} as const;
export type AlertHandling = keyof typeof alertHandling;

export const alertSchema = z.object({
  id: z.string(),
  type: z.enum(['info', 'warning', 'error', 'critical']),
  title: z.string(),
  message: z.string(),
  source: z.string(),
  timestamp: instantSchema,
  acknowledged: z.boolean(),
  resolvedAt: instantSchema.nullable(),
  state: z.enum(Object.keys(alertHandling) as [AlertHandling, ...AlertHandling[]]),
  /** Account that handles it. */
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  metadata: z.record(z.string(), z.unknown()),
});
export type PlatformAlert = z.infer<typeof alertSchema>;

export const listAlerts = endpoint({
  id: 'listAlerts',
  first: true,
  service: 'admin-api',
  method: 'GET',
  path: '/alerts',
  summary: 'Alertas da plataforma, ativos primeiro',
  access: 'alerts:read',
  query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(50) }),
  response: z.object({ alerts: z.array(alertSchema), active: z.number().int(), total: z.number().int() }),
});

export const acknowledgeAlert = endpoint({
  id: 'acknowledgeAlert',
  first: true,
  service: 'admin-api',
  method: 'POST',
  path: '/alerts/{id}/acknowledge',
  summary: 'Reconhece um alerta, com uma nota se for precisa',
  access: 'alerts:acknowledge',
  params: z.object({ id: z.uuid() }),
  body: z.object({ note: z.string().trim().min(1).max(2_000).optional() }),
  response: alertSchema,
  errors: ['not_found'],
});

export const listEndpoints = endpoint({
  id: 'listEndpoints',
  service: 'admin-api',
  method: 'GET',
  path: '/api/endpoints',
  summary: 'Endereços da API com o uso medido',
  access: 'endpoints:read',
  response: z.object({
    endpoints: z.array(
      z.object({
        id: z.string(),
        service: z.string(),
        path: z.string(),
        method: z.string(),
        description: z.string(),
        access: z.string(),
        /** Name of the permission; null for `public` and `session`. */
        accessLabel: z.string().nullable(),
        status: z.enum(['active', 'deprecated', 'maintenance']),
        /** Median and 95th percentile, ms, of the last hours; null without requests. */
        responseTime: z.number().nullable(),
        responseTimeP95: z.number().nullable(),
        requestCount: z.number().int(),
        /** Share of answers that were the server's own fault (5xx), in percent. */
        errorRate: share.nullable(),
        lastAccessed: instantSchema.nullable(),
      }),
    ),
    /** Hours that the figures are of. */
    hours: z.number().int(),
  }),
});

export const openApiDocument = endpoint({
  id: 'openApiDocument',
  service: 'admin-api',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Descrição OpenAPI 3.1 de todos os endereços',
  access: 'public',
  response: z.record(z.string(), z.unknown()),
  format: 'plain',
  maxAgeSeconds: 60,
  allowBeforePasswordChange: true,
});

export const healthEndpoints = [
  servicesStatus,
  systemHealth,
  componentChecks,
  currentMetrics,
  metricsHistory,
  metricCurve,
  routeMetrics,
  health,
  listAlerts,
  acknowledgeAlert,
  listEndpoints,
  openApiDocument,
] as const;
