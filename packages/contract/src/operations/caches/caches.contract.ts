import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

const count = z.number().int().nonnegative();
/** Percent; null while nothing was asked for. */
const rate = z.number().min(0).max(100).nullable();

const warmupSchema = z.object({
  state: z.enum(['running', 'done']),
  startedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  steps: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['waiting', 'running', 'done', 'failed']),
      durationMs: z.number().nonnegative().nullable(),
      error: z.string().nullable(),
    }),
  ),
});
export type CacheWarmup = z.infer<typeof warmupSchema>;

export const cacheStats = endpoint({
  id: 'cacheStats',
  service: 'admin-api',
  method: 'GET',
  path: '/cache/stats',
  summary: 'Caches em memória do processo que responde, e a da base de dados',
  access: 'cache:manage',
  response: z.object({
    /** Process that these figures are of; each has caches of its own. */
    instance: z.string(),
    startedAt: instantSchema,
    totals: z.object({ entries: count, hits: count, misses: count, hitRate: rate, evictions: count, bytes: count }),
    caches: z.array(
      z.object({
        name: z.string(),
        entries: count,
        maxEntries: count.nullable(),
        expired: count,
        hits: count,
        misses: count,
        hitRate: rate,
        evictions: count,
        /** Size of the values as they would be written; measured on a sample where there are many. */
        bytes: count,
        isEstimated: z.boolean(),
        oldestAt: instantSchema.nullable(),
      }),
    ),
    topKeys: z.array(z.object({ cache: z.string(), key: z.string(), uses: count, storedAt: instantSchema.nullable() })),
    memory: z.object({ heapUsedBytes: count, residentBytes: count }),
    /** Pages of tables that PostgreSQL found in its own memory; null where it could not be asked. */
    database: z.object({ hitRate: rate, sharedBuffersBytes: count.nullable() }),
    warmup: warmupSchema.nullable(),
  }),
});

export const clearCache = endpoint({
  id: 'clearCache',
  service: 'admin-api',
  method: 'POST',
  path: '/cache/clear',
  summary: 'Esvazia as caches, em todos os processos: todas, uma, ou as entradas cuja chave começa assim',
  access: 'cache:manage',
  body: z.object({ cache: z.string().max(100).optional(), prefix: z.string().min(1).max(200).optional() }),
  response: z.object({ cleared: count }),
});

export const optimizeCache = endpoint({
  id: 'optimizeCache',
  service: 'admin-api',
  method: 'POST',
  path: '/cache/optimize',
  summary: 'Retira das caches o que já não pode ser servido, em todos os processos',
  access: 'cache:manage',
  response: z.object({ removed: count, freedBytes: count }),
});

export const warmupCache = endpoint({
  id: 'warmupCache',
  service: 'admin-api',
  method: 'POST',
  path: '/cache/warmup',
  summary: 'Enche as caches do processo que responde com as respostas mais pedidas',
  access: 'cache:manage',
  response: warmupSchema,
  errors: ['already_running'],
});

export const cacheEndpoints = [cacheStats, clearCache, optimizeCache, warmupCache] as const;
