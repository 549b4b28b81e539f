import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { systemConditionSchema } from '../health/condition.ts';

const share = z.number().min(0).max(100);

export const dashboardOverviewSchema = z.object({
  system_status: z.object({
    overall: z.enum(['healthy', 'degraded', 'down']),
    condition: systemConditionSchema,
    /** Percent of recorded health checks that passed in the last 24 h; null before the first. */
    uptime: share.nullable(),
    last_update: instantSchema,
  }),
  zee_angola: z.object({
    area_km2: z.number(),
    monitoring_stations: z.number().int(),
    species_recorded: z.number().int(),
    fishing_zones: z.number().int(),
  }),
  real_time_data: z.object({
    /** °C, mean over the ZEE. */
    sea_temperature: z.number().nullable(),
    /** mg/m³, median over the ZEE. */
    chlorophyll: z.number().nullable(),
    /** m, mean of the stations' latest hour. */
    wave_height: z.number().nullable(),
    /** m/s, mean over the ZEE. */
    current_speed: z.number().nullable(),
  }),
  services: z.object({
    copernicus: z.enum(['online', 'warning', 'offline']),
    data_processing: z.enum(['online', 'warning', 'offline']),
    monitoring: z.enum(['online', 'warning', 'offline']),
    apis: z.enum(['online', 'warning', 'offline']),
  }),
  alerts: z.object({
    active: z.number().int(),
    resolved_today: z.number().int(),
    total_this_week: z.number().int(),
  }),
  performance: z.object({
    /** ms, p95 of the last 5 minutes. */
    api_response_time: z.number().nullable(),
    /** Percent of data streams within their freshness limit. */
    data_freshness: share.nullable(),
    /** Percent of requests answered without a server fault in the last hour. */
    success_rate: share.nullable(),
  }),
});

export const dashboardOverview = endpoint({
  id: 'dashboardOverview',
  service: 'admin-api',
  method: 'GET',
  path: '/api/dashboard/overview',
  summary: 'Visão geral: ZEE, oceano, serviços, alertas e desempenho',
  access: 'dashboard:read',
  response: dashboardOverviewSchema,
});

export const dashboardStats = endpoint({
  id: 'dashboardStats',
  service: 'admin-api',
  method: 'GET',
  path: '/dashboard/stats',
  summary: 'Contadores do painel principal, todos medidos',
  access: 'dashboard:read',
  response: z.object({
    servicesOnline: z.number().int(),
    totalServices: z.number().int(),
    /** ms, p95 of the last 5 minutes; null before the first request. */
    apiLatency: z.number().nullable(),
    /** Percent, the mean over the models in use, below nought where they are worse than a mean; null while none is. */
    mlAccuracy: z.number().max(100).nullable(),
    /** Percent of the known time of the last 30 days in which components answered. */
    availability: share.nullable(),
    /** When that time began: later than 30 days ago on a young installation. */
    availabilitySince: instantSchema.nullable(),
    activeAlerts: z.number().int(),
    asyncTasks: z.number().int(),
    cacheHitRate: share.nullable(),
    securityScore: share.nullable(),
    maxentModels: z.number().int(),
    /** When the figures were last verified by the health registry. */
    verifiedAt: instantSchema,
  }),
});

/** Operator of this installation. Public: the sign-in page shows it. */
export const platformInfo = endpoint({
  id: 'platformInfo',
  first: true,
  service: 'admin-api',
  method: 'GET',
  path: '/platform',
  summary: 'Identificação da instalação',
  access: 'public',
  response: z.object({
    name: z.literal('Kianda'),
    version: z.string(),
    mode: z.enum(['demo', 'production']),
    operatorName: z.string(),
    supportEmail: z.string(),
    /** Origin of the scientific interfaces. */
    interfacesUrl: z.string(),
    serviceUrls: z.record(z.string(), z.string()),
  }),
  maxAgeSeconds: 60,
  allowBeforePasswordChange: true,
});

export const reportClientError = endpoint({
  id: 'reportClientError',
  service: 'admin-api',
  method: 'POST',
  path: '/api/errors',
  summary: 'Recebe um erro de apresentação ocorrido na consola',
  access: 'session',
  body: z.object({
    error: z.string().max(2_000),
    stack: z.string().max(16_000).optional(),
    componentStack: z.string().max(16_000).optional(),
    timestamp: instantSchema,
    userAgent: z.string().max(512),
    url: z.string().max(2_048),
  }),
  response: z.object({ id: z.string(), occurrences: z.number().int() }),
  rateLimitPerMinute: 30,
  allowBeforePasswordChange: true,
});

export const dashboardEndpoints = [dashboardOverview, dashboardStats, platformInfo, reportClientError] as const;
