import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { createCachesRepository } from './caches.repository.ts';
import { cachesRoutes } from './caches.routes.ts';
import { type CacheLoader, createCacheService } from './caches.service.ts';
import { createClusterCaches } from './cluster-caches.service.ts';
import { cacheLoadersOf } from './warm-up.service.ts';

export type CachesModule = Module & {
  /** Share of look-ups that found something, in percent; null before the first. */
  hitRate(): number | null;
};

/** Front door of the data that the platform keeps in memory. */
export function createCaches(options: {
  platform: Platform;
  audit: { record(entry: AuditEntry): Promise<void> };
  instance: string;
  warmers: () => readonly CacheLoader[];
}): CachesModule {
  const { platform, audit, instance } = options;
  const { clock, events, database } = platform;
  const service = createCacheService(platform, options);
  const cluster = createClusterCaches({ service, events, audit, instance });
  return {
    name: 'caches',
    migrations: [],
    hitRate: service.hitRate,
    bindings: cachesRoutes({ service, cluster, repository: createCachesRepository(database), clock }),
    async stop() {
      cluster.stop();
    },
  };
}

export const cachesModule = defineModule({
  name: 'caches',
  needs: { audit: auditModule },
  settings: settingsOf<{ readonly instance: string }>(),
  collects: ['bindings'],
  offers: ['hitRate'],
  create({ platform, settings, needs: { audit }, collected }) {
    const caches = createCaches({
      ...{ platform, audit, instance: settings.instance },
      warmers: () => cacheLoadersOf(collected.bindings(), platform.log),
    });
    return { manifest: caches, offers: caches };
  },
});
