import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { count, own, retainedTable, retentionPath, share } from './retention.contract.ts';

const milliseconds = z.number().nonnegative();
const megabytes = z.number().nonnegative();
const state = z.enum(['healthy', 'degraded', 'critical']);
const component = z.object({ status: state, detail: z.string() });

const metricsResponse = z.object({
  /** Share of the queries of the window that a store answered; null while nothing was asked. */
  cache_hit_ratio: share.nullable(),
  /** Mean time of an answer by a store, and its quantiles. */
  avg_response_time_ms: milliseconds.nullable(),
  response_p50_ms: milliseconds.nullable(),
  response_p95_ms: milliseconds.nullable(),
  total_space_mb: megabytes,
  total_size_gb: megabytes,
  /** Queries that a store answered in place of what would have been computed. */
  queries_intercepted: count,
  /** Hits times what a median miss takes longer than a hit, over the window; below nought where a store costs more. */
  performance_gains_ms: z.number().nullable(),
  /** Hours that the figures of hits and times are taken over. */
  window_hours: count,
  last_updated: instantSchema,
  total_records: count,
  active_records: count,
  archived_records: count,
  expired_records: count,
  pinned_records: count,
  avg_quality_score: share.nullable(),
  last_cleanup: instantSchema.nullable(),
  next_cleanup: instantSchema.nullable(),
  quota_gb: z.number().positive(),
});
export type RetentionMetrics = z.infer<typeof metricsResponse>;

const metrics = {
  ...own,
  access: 'retention:read',
  method: 'GET',
  summary: 'Números da retenção: acertos, tempos, espaço e poupança, com a sua janela',
  response: metricsResponse,
} as const;
export const retentionMetrics = endpoint({ ...metrics, id: 'retentionMetrics', path: `${retentionPath}/metrics` });
export const dashboardRetentionMetrics = endpoint({
  ...metrics,
  id: 'dashboardRetentionMetrics',
  path: '/retention/metrics',
});

const healthResponse = z.object({
  overall_status: state,
  components: z.object({
    retention_manager: component,
    pipeline: component,
    policy_manager: component,
    integrator: component,
  }),
  active_alerts: count,
  monitoring_active: z.boolean(),
  cache_performance: share.nullable(),
  last_update: instantSchema,
  status: state,
  checks: z.object({ database: z.boolean(), storage: z.boolean(), processing: z.boolean(), cache: z.boolean() }),
  issues: z.array(z.string()),
  last_check: instantSchema,
});
export type RetentionHealth = z.infer<typeof healthResponse>;

const health = {
  ...own,
  access: 'retention:read',
  method: 'GET',
  summary: 'Saúde da retenção, peça a peça',
  response: healthResponse,
} as const;
export const retentionHealth = endpoint({ ...health, id: 'retentionHealth', path: `${retentionPath}/health` });
export const dashboardRetentionHealth = endpoint({
  ...health,
  id: 'dashboardRetentionHealth',
  path: '/retention/health',
});

const keyClassSchema = z.object({
  key_class: z.string(),
  hits: count,
  misses: count,
  hit_ratio: share.nullable(),
  hit_p50_ms: milliseconds.nullable(),
  hit_p95_ms: milliseconds.nullable(),
  miss_p50_ms: milliseconds.nullable(),
  miss_p95_ms: milliseconds.nullable(),
  saved_ms: z.number().nullable(),
});
export type KeyClassStats = z.infer<typeof keyClassSchema>;

const cacheEntrySchema = keyClassSchema.omit({ key_class: true }).extend({
  table_name: retainedTable,
  cache_type: z.enum(['feature_store', 'training_cache', 'inference_cache', 'aggregated_series']),
  total_entries: count,
  active_entries: count,
  space_usage_mb: megabytes,
  eviction_count: count,
  classes: z.array(keyClassSchema),
});
export type CacheEntryStats = z.infer<typeof cacheEntrySchema>;

const cacheResponse = z.object({
  cache_statistics: z.array(cacheEntrySchema),
  window_hours: count,
  total_entries: count,
  cache_size_mb: megabytes,
  hit_ratio: share.nullable(),
  miss_ratio: share.nullable(),
  eviction_count: count,
  /** Why entries left, with how many of each reason. */
  evictions: z.array(z.object({ reason: z.string(), records: count })),
  avg_entry_age_hours: z.number().nonnegative().nullable(),
});

const caches = {
  ...own,
  access: 'retention:read',
  method: 'GET',
  summary: 'Acertos, falhas e tempos de cada tabela, medidos nela, também por classe de chave',
  response: cacheResponse,
} as const;
export const retentionCaches = endpoint({ ...caches, id: 'retentionCaches', path: `${retentionPath}/cache/stats` });
export const dashboardRetentionCaches = endpoint({
  ...caches,
  id: 'dashboardRetentionCaches',
  path: '/retention/cache/stats',
});

export const retentionHistory = endpoint({
  ...own,
  id: 'retentionHistory',
  access: 'retention:read',
  method: 'GET',
  path: `${retentionPath}/performance/history`,
  summary: 'Acertos, tempos e espaço ao longo do tempo',
  query: z.object({
    startDate: instantSchema.optional(),
    endDate: instantSchema.optional(),
    interval: z.enum(['hour', 'day', 'week']).default('hour'),
    limit: z.coerce.number().int().min(1).max(400).default(24),
  }),
  /** The oldest first. Nothing was measured where a figure is null. */
  response: z.array(
    z.object({
      timestamp: instantSchema,
      cache_hit_ratio: share.nullable(),
      response_time_ms: milliseconds.nullable(),
      space_usage_gb: z.number().nonnegative().nullable(),
      active_queries: count,
      error_rate: share.nullable(),
    }),
  ),
});

export const retentionTables = endpoint({
  ...own,
  id: 'retentionTables',
  access: 'retention:read',
  method: 'GET',
  path: `${retentionPath}/stats/by-table`,
  summary: 'Registos, tamanho, qualidade e acessos de cada tabela',
  response: z.array(
    z.object({
      table_name: retainedTable,
      total_records: count,
      total_size_mb: megabytes,
      avg_quality_score: share.nullable(),
      active_records: count,
      archived_records: count,
      expired_records: count,
      avg_access_count: z.number().nonnegative().nullable(),
      oldest_record: instantSchema.nullable(),
      newest_record: instantSchema.nullable(),
    }),
  ),
});

export const retentionTypes = endpoint({
  ...own,
  id: 'retentionTypes',
  access: 'retention:read',
  method: 'GET',
  path: `${retentionPath}/stats/by-type`,
  summary: 'Registos, tamanho, qualidade e idade de cada tipo de dados',
  response: z.array(
    z.object({
      data_type: z.string(),
      count,
      total_size_mb: megabytes,
      avg_quality: share.nullable(),
      avg_age_days: z.number().nonnegative().nullable(),
    }),
  ),
});

export const retentionForecast = endpoint({
  ...own,
  id: 'retentionForecast',
  access: 'retention:read',
  method: 'GET',
  path: `${retentionPath}/forecast`,
  summary: 'Tamanho que se espera, com o intervalo e o erro que o método teve no passado',
  query: z.object({ days: z.coerce.number().int().min(1).max(365).default(30) }),
  response: z.object({
    days: count,
    current_size_gb: z.number().nonnegative(),
    /** Null while the history is too short. */
    projected_size_gb: z.number().nonnegative().nullable(),
    low_gb: z.number().nonnegative().nullable(),
    high_gb: z.number().nonnegative().nullable(),
    /** Share of the times that the interval is meant to hold the size. */
    confidence: share,
    growth_rate_percent: z.number().nullable(),
    method: z.string().nullable(),
    /** Mean error of the same method on days of the past, beside that of «as today». */
    backtest: z
      .object({ trials: count, mean_error_gb: z.number(), baseline_error_gb: z.number(), covered: share })
      .nullable(),
    /** Days until the quota is full at the pace expected; null where it is not. */
    days_to_quota: count.nullable(),
    quota_gb: z.number().positive(),
    history: z.array(z.object({ day: z.string(), size_gb: z.number() })),
    path: z.array(z.object({ day: z.string(), size_gb: z.number(), low_gb: z.number(), high_gb: z.number() })),
    recommendations: z.array(z.string()),
  }),
});

const alertSchema = z.object({
  alert_id: z.uuid(),
  type: z.enum(['hit_ratio', 'response_time', 'size', 'quality', 'age']),
  severity: z.enum(['info', 'warning', 'critical']),
  message: z.string(),
  created_at: instantSchema,
  acknowledged: z.boolean(),
  acknowledged_by: z.string().nullable(),
  muted_until: instantSchema.nullable(),
});
export type RetentionAlert = z.infer<typeof alertSchema>;

const alertSettings = z.object({
  max_size_gb: z.number().positive().max(100_000),
  min_quality_score: share,
  max_age_days: z.number().int().min(1).max(36_500),
  min_hit_ratio: share,
  max_response_ms: z.number().positive().max(60_000),
  /** Tells the platform's own alerts, which go out by the channels of delivery. */
  email_notifications: z.boolean(),
});
export type RetentionAlertSettings = z.infer<typeof alertSettings>;

export const configureRetentionAlerts = endpoint({
  ...own,
  id: 'configureRetentionAlerts',
  access: 'retention:manage',
  method: 'POST',
  path: `${retentionPath}/alerts/config`,
  summary: 'Muda os limites dos alertas da retenção',
  body: alertSettings.partial(),
  response: alertSettings,
});

export const retentionAlerts = endpoint({
  ...own,
  id: 'retentionAlerts',
  access: 'retention:read',
  method: 'GET',
  path: `${retentionPath}/alerts`,
  summary: 'Alertas abertos da retenção, e os limites que os levantam',
  response: z.object({ alerts: z.array(alertSchema), settings: alertSettings }),
});

const alertParams = z.object({ id: z.uuid() });
export const acknowledgeRetentionAlert = endpoint({
  ...own,
  id: 'acknowledgeRetentionAlert',
  access: 'retention:manage',
  method: 'POST',
  path: `${retentionPath}/alerts/{id}/acknowledge`,
  summary: 'Reconhece um alerta da retenção',
  params: alertParams,
  response: alertSchema,
  errors: ['not_found'],
});

export const muteRetentionAlert = endpoint({
  ...own,
  id: 'muteRetentionAlert',
  access: 'retention:manage',
  method: 'POST',
  path: `${retentionPath}/alerts/{id}/mute`,
  summary: 'Silencia um alerta da retenção durante umas horas',
  params: alertParams,
  body: z.object({ hours: z.number().int().min(1).max(720) }),
  response: alertSchema,
  errors: ['not_found'],
});

export const retentionStatisticEndpoints = [
  retentionMetrics,
  dashboardRetentionMetrics,
  retentionHealth,
  dashboardRetentionHealth,
  retentionCaches,
  dashboardRetentionCaches,
  retentionHistory,
  retentionTables,
  retentionTypes,
  retentionForecast,
  configureRetentionAlerts,
  retentionAlerts,
  acknowledgeRetentionAlert,
  muteRetentionAlert,
] as const;
