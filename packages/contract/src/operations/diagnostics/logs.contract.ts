import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Levels of the platform's log, from the gravest. */
export const logLevelNames = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export const logLevelSchema = z.enum(logLevelNames);
export type LogLevelName = z.infer<typeof logLevelSchema>;

const filter = {
  /** This level and graver ones. */
  level: logLevelSchema.optional(),
  module: z.string().max(64).optional(),
  /** Words that begin so, all of them, in the message or its error. */
  q: z.string().max(200).optional(),
  requestId: z.string().max(128).optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
};

export const logLineSchema = z.object({
  /** Grows with each line: where a page goes on. */
  id: z.number().int(),
  timestamp: instantSchema,
  level: logLevelSchema,
  module: z.string(),
  message: z.string(),
  requestId: z.string().nullable(),
  /** Process that wrote it. */
  instance: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type LogLine = z.infer<typeof logLineSchema>;

export const searchLogs = endpoint({
  id: 'searchLogs',
  service: 'admin-api',
  method: 'GET',
  path: '/logs',
  summary: 'Registos do sistema, os mais recentes primeiro',
  access: 'health:read',
  query: z.object({
    ...filter,
    /** Lines older than this one: the next page. */
    before: z.coerce.number().int().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: z.object({
    lines: z.array(logLineSchema),
    hasMore: z.boolean(),
    /** Names that lines can be filtered by. */
    modules: z.array(z.string()),
    /** False: this process stores no log (`KIANDA_LOG_LEVEL=silent`). */
    isKept: z.boolean(),
    retentionDays: z.number().int(),
  }),
});

export const downloadLogs = endpoint({
  id: 'downloadLogs',
  service: 'admin-api',
  method: 'GET',
  path: '/logs/download',
  summary: 'Registos do sistema em linhas de JSON, até dez mil',
  access: 'health:read',
  query: z.object(filter),
  response: z.unknown(),
  format: 'binary',
  contentType: 'application/x-ndjson',
  rateLimitPerMinute: 10,
});

export const clearLogs = endpoint({
  id: 'clearLogs',
  service: 'admin-api',
  method: 'DELETE',
  path: '/logs',
  summary: 'Elimina todos os registos do sistema guardados',
  access: 'logs:clear',
  response: z.object({ deleted: z.number().int() }),
});

export const clientErrors = endpoint({
  id: 'clientErrors',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/logs/client-errors',
  summary: 'Erros de apresentação da consola, agrupados',
  access: 'health:read',
  response: z.object({
    errors: z.array(
      z.object({
        id: z.string(),
        error: z.string(),
        stack: z.string().nullable(),
        url: z.string(),
        userAgent: z.string(),
        occurrences: z.number().int(),
        firstAt: instantSchema,
        lastAt: instantSchema,
      }),
    ),
  }),
});

export const logEndpoints = [searchLogs, downloadLogs, clearLogs, clientErrors] as const;
