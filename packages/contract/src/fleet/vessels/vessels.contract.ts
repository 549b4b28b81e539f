import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Days that Global Fishing Watch data lag behind the present (AIS: 96 h). */
export const presenceLagHours = 96;

export const vesselPresence = endpoint({
  id: 'vesselPresence',
  service: 'admin-api',
  method: 'GET',
  path: '/api/gfw/vessel-presence',
  summary: 'Presença de embarcações na ZEE nos últimos dias disponíveis',
  access: 'dashboard:read',
  query: z.object({ hours: z.coerce.number().int().min(24).max(168).default(24) }),
  response: z.object({
    vessel_count: z.number().int().nullable(),
    total_hours: z.number().nullable(),
    window_hours: z.number().int(),
    /** Instant at which the window ends, with the newest day obtained from the provider: `presenceLastDay` names that day. */
    window_end: instantSchema.nullable(),
    updated_at: instantSchema.nullable(),
    data_source: z.string(),
    api_status: z.enum(['online', 'warning', 'offline']),
    note: z.string(),
    by_flag: z.array(z.object({ flag: z.string(), vessels: z.number().int(), hours: z.number() })),
  }),
});

/** Newest day that a window of presence holds, `2026-11-19`: the window ends as the next one begins. */
export function presenceLastDay(windowEnd: string): string {
  return new Date(Date.parse(windowEnd) - 1).toISOString().slice(0, 10);
}

export const presenceCells = endpoint({
  id: 'presenceCells',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels/presence',
  summary: 'Horas de presença por célula de 0,1° e dia, para o mapa',
  access: 'vessels:read',
  query: z.object({ days: z.coerce.number().int().min(1).max(31).default(7) }),
  response: z.object({
    cellDegrees: z.number(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    cells: z.array(z.object({ lon: z.number(), lat: z.number(), hours: z.number(), vessels: z.number().int() })),
    attribution: z.string(),
  }),
});

export const radarDetections = endpoint({
  id: 'radarDetections',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels/radar',
  summary: 'Embarcações detetadas por radar (Sentinel-1) e sem AIS que as explique, por dia e célula de 0,01°',
  access: 'vessels:read',
  query: z.object({
    /** Days up to the newest one with data. */
    days: z.coerce.number().int().min(1).max(366).default(7),
    /** Nothing later than this day (UTC); the newest with data when absent. */
    until: z.iso.date().optional(),
  }),
  response: z.object({
    cellDegrees: z.number(),
    /** First and last day of the answer; null where there is none yet. */
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    detections: z.number().int(),
    /** South-west corners, by day: the newest first. At most 10,000; `truncated` says whether there are more. */
    cells: z.array(z.object({ day: z.iso.date(), lon: z.number(), lat: z.number(), detections: z.number().int() })),
    truncated: z.boolean(),
    retrievedAt: instantSchema.nullable(),
    attribution: z.string(),
  }),
});

/** Kinds of structures that stand in the sea, as the provider names them. */
export const structureLabels = { oil: 'Petróleo ou gás', wind: 'Energia eólica', unknown: 'Por identificar' } as const;
/** How sure the provider is of the kind. */
export const structureConfidences = { high: 'alta', medium: 'média', low: 'baixa' } as const;

export const fixedStructures = endpoint({
  id: 'fixedStructures',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels/structures',
  summary: 'Estruturas fixas no mar (Sentinel-1 e Sentinel-2): petróleo, energia eólica ou por identificar',
  access: 'vessels:read',
  query: z.object({
    /** Those that stood at this instant; the present when absent. */
    at: instantSchema.optional(),
  }),
  response: z.object({
    structures: z.array(
      z.object({
        id: z.string(),
        lon: z.number(),
        lat: z.number(),
        label: z.enum(['oil', 'wind', 'unknown']),
        confidence: z.enum(['high', 'medium', 'low']),
        /** First and last detection; without an end it still stands. */
        startedAt: instantSchema.nullable(),
        endedAt: instantSchema.nullable(),
        simulated: z.boolean(),
      }),
    ),
    /** Newest detection that the provider tells of. */
    dataTo: instantSchema.nullable(),
    retrievedAt: instantSchema.nullable(),
    attribution: z.string(),
  }),
});

export const vesselEndpoints = [vesselPresence, presenceCells, radarDetections, fixedStructures] as const;
