import { cacheStats, clearCache, optimizeCache, warmupCache } from '@kianda/contract/operations/caches/caches.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { CachesRepository } from './caches.repository.ts';
import type { CacheService } from './caches.service.ts';
import type { ClusterCaches } from './cluster-caches.service.ts';

/** Endpoints of the module. */
export function cachesRoutes(options: {
  service: CacheService;
  cluster: ClusterCaches;
  repository: CachesRepository;
  clock: Clock;
}): Bindings {
  const { service, cluster, repository, clock } = options;
  const provenance = () => ownProvenance(clock);
  return [
    bind(cacheStats, async () => ({
      data: { ...service.stats(), database: await repository.databaseMemory() },
      provenance: provenance(),
    })),
    bind(clearCache, async ({ body, principal, ipAddress, userAgent }) => ({
      data: { cleared: await cluster.clear(body, { principal, ipAddress, userAgent }) },
      provenance: provenance(),
    })),
    bind(optimizeCache, async () => ({ data: cluster.optimize(), provenance: provenance() })),
    bind(warmupCache, async () => ({ data: service.warm(), provenance: provenance(), status: 202 as const })),
  ];
}
