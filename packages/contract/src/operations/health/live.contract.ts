import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

/** The cards of the realtime metrics page, in their order. */
export const liveMetricIds = ['cpu', 'memory', 'network', 'requests', 'database', 'errors', 'uptime', 'users'] as const;
export type LiveMetricId = (typeof liveMetricIds)[number];

/** Seconds between readings, and the number of readings in a card's history. */
export const liveStepSeconds = 3;
export const liveHistoryLength = 7;
/** Name of the event that carries a reading on the channel `metrics`. */
export const liveEventName = 'metrics.live';

const readingSchema = z.object({
  id: z.enum(liveMetricIds),
  /** Null: not known; `reason` states why. */
  value: z.number().nullable(),
  /** Against the reading before; null without one. */
  change: z.number().nullable(),
  trend: z.enum(['up', 'down', 'stable']),
  status: z.enum(['healthy', 'warning', 'critical']),
  reason: z.string().nullable(),
});
export type LiveReading = z.infer<typeof readingSchema>;

export const liveMetricSchema = readingSchema.extend({
  name: z.string(),
  unit: z.string(),
  /** Oldest first, the present value last. */
  history: z.array(z.object({ at: instantSchema, value: z.number().nullable() })).max(liveHistoryLength),
});
export type LiveMetric = z.infer<typeof liveMetricSchema>;

/** Payload of `metrics.live`. `instance`: the process that was measured; readings of another one do not continue it. */
export const liveEventSchema = z.object({
  instance: z.string(),
  at: instantSchema,
  metrics: z.array(readingSchema),
});

export const liveNoticeSchema = z.object({
  id: z.string(),
  type: z.enum(['success', 'info', 'warning', 'error']),
  title: z.string(),
  message: z.string(),
  timestamp: instantSchema,
});
export type LiveNotice = z.infer<typeof liveNoticeSchema>;

export const liveMetrics = endpoint({
  id: 'liveMetrics',
  service: 'admin-api',
  method: 'GET',
  path: '/metrics/live',
  summary: 'Métricas em tempo real: oito medidas de 3 em 3 segundos, e os últimos acontecimentos',
  access: 'health:read',
  response: z.object({
    instance: z.string(),
    /** When the newest reading was taken. */
    at: instantSchema,
    stepSeconds: z.number(),
    metrics: z.array(liveMetricSchema),
    /** Oldest check that the availability counts; null before the first. */
    availabilitySince: instantSchema.nullable(),
    /** Newest first, at most five. */
    notifications: z.array(liveNoticeSchema).max(5),
  }),
});

export const liveEndpoints = [liveMetrics] as const;
