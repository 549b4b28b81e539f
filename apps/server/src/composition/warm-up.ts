import type { Endpoint } from '@kianda/contract';
import { biodiversitySummary } from '@kianda/contract/biodiversity/biodiversity.contract';
import { listConnectors } from '@kianda/contract/connectors/connectors.contract';
import { dashboardOverview } from '@kianda/contract/dashboard/dashboard.contract';
import { featureCollections } from '@kianda/contract/features/features.contract';
import { oceanographicData } from '@kianda/contract/ocean/ocean.contract';
import { servicesCondition } from '@kianda/contract/services/status-page.contract';
import { storageStats } from '@kianda/contract/storage/storage.contract';
import { heatOverview } from '@kianda/contract/vessels/fleet.contract';
import { vesselPresence } from '@kianda/contract/vessels/vessels.contract';
import type { Warmer } from '../modules/caches/index.ts';
import { askInside } from '../platform/http/ask.ts';
import type { Binding } from '../platform/http/bind.ts';
import type { Logger } from '../platform/log/log.ts';

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
export function warmersOf(bindings: readonly Binding[], log: Logger): readonly Warmer[] {
  return wanted
    .filter((endpoint) => bindings.some((one) => one.endpoint.id === endpoint.id))
    .map((endpoint) => ({
      name: endpoint.summary,
      run: () =>
        askInside(
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
