import {
  listBuckets,
  listConnectors,
  listIngestJobs,
  runConnector,
} from '@kianda/contract/connectors/connectors.contract';
import { createCache } from '../../platform/cache/cache.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../platform/http/bind.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import { type Bucket, bucketsOf } from './buckets.ts';
import type { ConnectorService } from './connectors.service.ts';

export function connectorBindings(service: ConnectorService, storage: ObjectStorage, clock: Clock): Bindings {
  const own = () => ownProvenance(clock);
  // Measuring means listing every object there is.
  const buckets = createCache<readonly Bucket[]>({ clock, ttlMs: 30_000, maxStaleMs: 300_000, maxEntries: 1 });
  return [
    bind(listConnectors, async () => ({ data: { connectors: await service.list() }, provenance: own() })),
    bind(runConnector, async ({ params, body, principal }) => ({
      data: { runIds: await service.run(params.id, body, principal.accountId) },
      provenance: own(),
      status: 202 as const,
    })),
    bind(listIngestJobs, async ({ query }) => ({ data: { jobs: await service.jobs(query) }, provenance: own() })),
    bind(listBuckets, async () => {
      const { value, storedAtMs } = await buckets.get('', () => bucketsOf(storage));
      return { data: { buckets: [...value] }, provenance: ownProvenance(clock, new Date(storedAtMs).toISOString()) };
    }),
  ];
}
