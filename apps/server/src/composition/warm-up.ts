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
import type { Binding, RequestContext } from '../platform/http/bind.ts';
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
  return wanted.flatMap((endpoint) => {
    const binding = bindings.find((candidate) => candidate.endpoint.id === endpoint.id);
    if (binding === undefined) return [];
    const query = endpoint.query?.parse({});
    return [
      {
        name: endpoint.summary,
        run: () => {
          const context: unknown = {
            params: {},
            query,
            body: undefined,
            stream: undefined,
            headers: {},
            principal: platformItself,
            requestId: 'warm-up',
            ipAddress: '127.0.0.1',
            userAgent: 'Kianda',
            log,
            signal: AbortSignal.timeout(60_000),
          };
          return binding.handler(context as RequestContext<Endpoint>);
        },
      },
    ];
  });
}

const platformItself = {
  accountId: '00000000-0000-0000-0000-000000000000',
  email: 'plataforma',
  name: 'Plataforma',
  role: 'administrador',
  sessionId: '00000000-0000-0000-0000-000000000000',
  mustChangePassword: false,
} as const;
