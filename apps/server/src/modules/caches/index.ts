import type { AuditEntry } from '@kianda/contract/audit/audit';
import { cacheStats, clearCache, optimizeCache, warmupCache } from '@kianda/contract/caches/caches.contract';
import { sql } from 'kysely';
import { bind } from '../../platform/http/bind.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { createCacheService, type Warmer } from './caches.service.ts';

export type { Warmer };

/** What a process does when another one is told to let go. */
const cleared = 'cache.clear';
const optimized = 'cache.optimize';

export type CachesModule = Module & {
  /** Share of askings that found something, in percent; null before the first. */
  hitRate(): number | null;
};

/** Front door of what the platform keeps in memory. */
export function createCaches(options: {
  platform: Platform;
  audit: { record(entry: AuditEntry): Promise<void> };
  instance: string;
  warmers: () => readonly Warmer[];
}): CachesModule {
  const { platform, audit, instance } = options;
  const { events } = platform;
  const service = createCacheService(platform, options);
  const own = () => ownProvenance(platform.clock);
  const unsubscribe = events.subscribe(({ channel, type, payload }) => {
    if (channel !== 'cache' || payload.instance === instance) return;
    if (type === optimized) service.optimize();
    if (type === cleared)
      service.clear({
        cache: typeof payload.cache === 'string' ? payload.cache : undefined,
        prefix: typeof payload.prefix === 'string' ? payload.prefix : undefined,
      });
  });

  return {
    name: 'caches',
    migrations: [],
    hitRate: service.hitRate,
    bindings: [
      bind(cacheStats, async () => ({
        data: { ...service.stats(), database: await databaseMemory(platform) },
        provenance: own(),
      })),
      bind(clearCache, async ({ body, principal, ipAddress, userAgent }) => {
        const count = service.clear(body);
        events.publish({ channel: 'cache', type: cleared, payload: { instance, ...body } });
        await audit.record({
          event: 'data.delete',
          severity: 'low',
          actorId: principal.accountId,
          actorName: principal.email,
          resource: `cache/${body.cache ?? '*'}`,
          ipAddress,
          userAgent,
          metadata: { entradas: count, prefixo: body.prefix ?? null },
        });
        return { data: { cleared: count }, provenance: own() };
      }),
      bind(optimizeCache, async () => {
        const data = service.optimize();
        events.publish({ channel: 'cache', type: optimized, payload: { instance } });
        return { data, provenance: own() };
      }),
      bind(warmupCache, async () => ({ data: service.warm(), provenance: own(), status: 202 as const })),
    ],
    async stop() {
      unsubscribe();
    },
  };
}

/** Share of table pages that PostgreSQL had in its own memory since its figures were reset, and how large that is. */
async function databaseMemory({
  database,
}: Platform): Promise<{ hitRate: number | null; sharedBuffersBytes: number | null }> {
  const { rows } = await sql<{ rate: number | null; bytes: number | null }>`
    SELECT (100.0 * blks_hit / nullif(blks_hit + blks_read, 0))::float8 AS rate,
      (SELECT setting::float8 * 8192 FROM pg_settings WHERE name = 'shared_buffers') AS bytes
    FROM pg_stat_database WHERE datname = current_database()`.execute(database.for());
  return { hitRate: rows[0]?.rate ?? null, sharedBuffersBytes: rows[0]?.bytes ?? null };
}
