import type { Endpoint } from '@kianda/contract';
import { heatOverview } from '@kianda/contract/fleet/vessels/fleet.contract';
import { vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import { listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { featureCollections } from '@kianda/contract/open/features/features.contract';
import { storageStats } from '@kianda/contract/open/storage/storage.contract';
import { dashboardOverview } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { servicesCondition } from '@kianda/contract/operations/services/status-page.contract';
import { biodiversitySummary } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { oceanographicData } from '@kianda/contract/sea/ocean/ocean.contract';
import type { Binding } from '../../../platform/http/bind.ts';
import { callInProcess } from '../../../platform/http/in-process-call.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { CacheLoader } from './caches.service.ts';

/** Answers that the first screens ask for, or that take longest without a cache. */
const wanted: readonly Endpoint[] = [
  dashboardOverview,
  servicesCondition,
  oceanographicData,
  biodiversitySummary,
  vesselPresence,
  heatOverview,
  featureCollections,
  storageStats,
  listConnectors,
];

/** Makes answers as if they were asked for, so that the caches on the way are filled. */
export function cacheLoadersOf(bindings: readonly Binding[], log: Logger): readonly CacheLoader[] {
  return wanted
    .filter((endpoint) => bindings.some((binding) => binding.endpoint.id === endpoint.id))
    .map((endpoint) => ({
      name: endpoint.summary,
      run: () =>
        callInProcess(
          bindings,
          endpoint,
          {},
          { principal: platformItself, requestId: 'warm-up', log, signal: AbortSignal.timeout(60_000) },
        ),
    }));
}

const platformItself = {
  accountId: '00000000-0000-0000-0000-000000000000',
  email: 'plataforma',
  name: 'Plataforma',
  role: 'administrador',
  sessionId: '00000000-0000-0000-0000-000000000000',
  mustChangePassword: false,
} as const;
