import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { EventBus } from '../../../platform/events/events.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import type { CacheService, Cleared } from './caches.service.ts';

const clearEvent = 'cache.clear';
const optimizeEvent = 'cache.optimize';

type Requester = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** Clears and tidies the caches of every process: each does to its own what another one announces. */
export function createClusterCaches(options: {
  service: CacheService;
  events: EventBus;
  audit: { record(entry: AuditEntry): Promise<void> };
  /** Name of this process: it ignores its own announcements. */
  instance: string;
}) {
  const { service, events, audit, instance } = options;
  const unsubscribe = events.subscribe(({ channel, type, payload }) => {
    if (channel !== 'cache' || payload.instance === instance) return;
    if (type === optimizeEvent) service.optimize();
    if (type === clearEvent)
      service.clear({
        cache: typeof payload.cache === 'string' ? payload.cache : undefined,
        prefix: typeof payload.prefix === 'string' ? payload.prefix : undefined,
      });
  });

  return {
    /** Number of entries removed from this process. */
    async clear(wanted: Cleared, { principal, ipAddress, userAgent }: Requester): Promise<number> {
      const count = service.clear(wanted);
      events.publish({ channel: 'cache', type: clearEvent, payload: { instance, ...wanted } });
      await audit.record({
        event: 'data.delete',
        severity: 'low',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: `cache/${wanted.cache ?? '*'}`,
        ipAddress,
        userAgent,
        metadata: { entradas: count, prefixo: wanted.prefix ?? null },
      });
      return count;
    },
    optimize() {
      const removed = service.optimize();
      events.publish({ channel: 'cache', type: optimizeEvent, payload: { instance } });
      return removed;
    },
    stop: unsubscribe,
  };
}

export type ClusterCaches = ReturnType<typeof createClusterCaches>;
