import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { channelSchema } from '../realtime/realtime.contract.ts';
import { logLineSchema } from './logs.contract.ts';

const count = z.number().int().nonnegative();
const ms = z.number().nonnegative();

const stateSchema = z.object({
  /** Process that answers: each has figures of its own. */
  instance: z.string(),
  startedAt: instantSchema,
  build: z.object({
    version: z.string(),
    /** When the console's pages were built; null where they were not. */
    pagesBuiltAt: instantSchema.nullable(),
    node: z.string(),
    v8: z.string(),
    postgres: z.string(),
    hasPostgis: z.boolean(),
    platform: z.string(),
    mode: z.string(),
    roles: z.array(z.string()),
  }),
  runtime: z.object({
    eventLoop: z.object({
      p50Ms: ms.nullable(),
      p99Ms: ms.nullable(),
      maxMs: ms.nullable(),
      /** Share of the time the loop was at work since the last look, 0–1. */
      utilization: z.number().min(0).max(1),
    }),
    heap: z.object({
      usedBytes: count,
      totalBytes: count,
      limitBytes: count,
      externalBytes: count,
      residentBytes: count,
    }),
    /** Since the process began. */
    collections: z.array(
      z.object({ kind: z.enum(['minor', 'major', 'incremental', 'weak']), runs: count, totalMs: ms, longestMs: ms }),
    ),
    /** Resources that keep the process alive: sockets, timers, files. */
    handles: z.array(z.object({ kind: z.string(), count })),
    /** Open connections of this process to the database. */
    pool: z.object({ open: count, idle: count, waiting: count, max: count }),
  }),
  realtime: z.object({
    /** Null where this process serves no pages. */
    connections: count.nullable(),
    channels: z.array(z.object({ channel: channelSchema, clients: count })),
  }),
  caches: z.array(z.object({ name: z.string(), entries: count, hits: count, misses: count })),
  queue: z.array(z.object({ name: z.string(), label: z.string(), queued: count, running: count, failed: count })),
  /** Settings that are not as they come, by where they are set; never a value. */
  settings: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      origin: z.enum(['environment', 'database']),
      isPending: z.boolean(),
    }),
  ),
  switchedOff: z.array(z.string()),
});
export type DebugState = z.infer<typeof stateSchema>;

const common = { service: 'admin-api', access: 'health:read', method: 'GET' } as const;

export const debugState = endpoint({
  ...common,
  id: 'debugState',
  path: '/diagnostics/state',
  summary: 'O processo por dentro: versão, ciclo de eventos, memória, ligações, caches, fila e origem das definições',
  response: stateSchema,
});

const failedSchema = z.object({
  requestId: z.string(),
  /** Newest line of it. */
  at: instantSchema,
  lines: z.array(logLineSchema),
});

export const failedRequests = endpoint({
  ...common,
  id: 'failedRequests',
  path: '/diagnostics/failed-requests',
  summary: 'Últimos pedidos que falharam, cada um com as suas linhas dos registos',
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
  response: z.object({ requests: z.array(failedSchema), isKept: z.boolean() }),
});

export const diagnosticReport = endpoint({
  ...common,
  id: 'diagnosticReport',
  path: '/diagnostics/report',
  summary: 'Relatório de diagnóstico em texto, sem nenhum valor secreto',
  response: z.object({ text: z.string() }),
  rateLimitPerMinute: 30,
});

export const profileSeconds = { least: 1, most: 20, usual: 10 } as const;

export const cpuProfile = endpoint({
  id: 'cpuProfile',
  service: 'admin-api',
  method: 'POST',
  path: '/diagnostics/cpu-profile',
  summary: 'Perfil do processador deste processo durante alguns segundos (formato .cpuprofile)',
  access: 'health:profile',
  body: z.object({
    seconds: z.number().int().min(profileSeconds.least).max(profileSeconds.most).default(profileSeconds.usual),
  }),
  response: z.object({ fileName: z.string(), profile: z.string() }),
  errors: ['already_running'],
  rateLimitPerMinute: 6,
  neverStored: true,
});

export const debugEndpoints = [debugState, failedRequests, diagnosticReport, cpuProfile] as const;
