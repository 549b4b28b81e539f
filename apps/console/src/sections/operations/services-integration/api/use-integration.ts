import type { Sourced } from '@kianda/contract';
import { stacCollections } from '@kianda/contract/open/catalogue/stac.contract';
import { featureCollections } from '@kianda/contract/open/features/features.contract';
import { listBuckets, minioListBuckets } from '@kianda/contract/open/storage/storage.contract';
import { currentMetrics, listEndpoints, servicesStatus } from '@kianda/contract/operations/health/health.contract';
import { asyncTasks, flowerTasks, flowerWorkerTable } from '@kianda/contract/operations/tasks/monitor.contract';
import { listRealms } from '@kianda/contract/people/identity/keycloak.contract';
import { type EndpointResult, useEndpoint } from '../../../../client/use-endpoint.ts';
import { useLinkTargets } from '../../../../client/use-link-targets.ts';
import { pick } from '../../../shared/sourced.ts';

export type TileId = 'stac' | 'features' | 'storage' | 'monitor' | 'identity' | 'admin' | 'metrics' | 'tasks';
export type ServiceState = 'online' | 'warning' | 'offline' | 'unknown';

export type ServiceTileView = {
  readonly id: TileId;
  readonly port: string;
  readonly state: ServiceState;
  /** How many of its things there are; undefined while loading. */
  readonly count: Sourced<number | null> | undefined;
  /** Why there is no count, for a person. */
  readonly failure: { readonly message: string; readonly forbidden: boolean } | null;
};

/** Component of the server's checks that stands for each tile. */
const components: Readonly<Record<TileId, string>> = {
  stac: 'stac',
  features: 'features',
  storage: 'storage',
  monitor: 'monitor',
  identity: 'identity',
  admin: 'admin-api',
  metrics: 'admin-api',
  tasks: 'tasks',
};

const slowly = { refetchSeconds: 60 } as const;

/** Everything of the section: the eight services, with what the adapters find behind each. */
export function useIntegration() {
  const status = useEndpoint(servicesStatus, {});
  const collections = useEndpoint(stacCollections, { query: { limit: '100' } }, slowly);
  const features = useEndpoint(featureCollections, { query: { f: 'json' } }, slowly);
  const buckets = useBuckets();
  const workers = useEndpoint(flowerWorkerTable, { query: { json: '1' } });
  const realms = useEndpoint(listRealms, {}, slowly);
  const endpoints = useEndpoint(listEndpoints, {}, slowly);
  const metrics = useEndpoint(currentMetrics, {});
  const tasks = useTaskCount();
  const targets = useLinkTargets();

  const portOf = (service: string): string => {
    const outside = targets?.serviceUrls[service];
    return portOfUrl(outside ?? window.location.origin);
  };
  const stateOf = (id: TileId, result: Pick<EndpointResult<unknown>, 'sourced' | 'failure'>): ServiceState => {
    const checked = status.sourced?.value.services.find((service) => service.id === components[id]);
    if (checked !== undefined) return checked.status;
    if (result.failure !== null && result.failure.status !== 403) return 'offline';
    return result.sourced === undefined ? 'unknown' : 'online';
  };
  const tile = <T>(
    id: TileId,
    service: string,
    result: Pick<EndpointResult<T>, 'sourced' | 'failure'>,
    count: (value: T) => number | null,
  ): ServiceTileView => ({
    id,
    port: portOf(service),
    state: stateOf(id, result),
    count: pick(result, count),
    failure:
      result.sourced !== undefined || result.failure === null
        ? null
        : { message: result.failure.message, forbidden: result.failure.status === 403 },
  });

  const tiles: readonly ServiceTileView[] = [
    tile('stac', 'stac', collections, (value) => value.numberMatched),
    tile('features', 'features', features, (value) => value.collections.length),
    tile('storage', 'storage', buckets, (value) => value.length),
    tile('monitor', 'monitor', workers, (value) => value.data.filter((worker) => worker.status).length),
    tile('identity', 'identity', realms, (value) => value.length),
    tile('admin', 'admin', endpoints, (value) => value.endpoints.length),
    tile('metrics', 'admin', metrics, (value) => value.cpuPercent),
    tile('tasks', 'monitor', tasks, (value) => value),
  ];
  const refresh = () => {
    for (const result of [status, collections, features, buckets, workers, realms, endpoints, metrics, tasks]) {
      result.refresh();
    }
  };
  return { tiles, status, collections, buckets, workers, refresh };
}

export type Bucket = { readonly name: string; readonly size: number; readonly objects: number };
export type BucketsResult = Pick<
  EndpointResult<readonly Bucket[]>,
  'sourced' | 'failure' | 'error' | 'isLoading' | 'isRefreshing' | 'refresh'
>;

/** The object storage's own list, and the admin client's where that does not answer. */
function useBuckets(): BucketsResult {
  const first = useEndpoint(minioListBuckets, {}, slowly);
  const refused = first.failure !== null && first.failure.status !== 403;
  const second = useEndpoint(listBuckets, {}, { ...slowly, enabled: refused });
  if (refused && second.sourced !== undefined) return { ...second, sourced: pick(second, (value) => value.buckets) };
  return { ...first, sourced: pick(first, (value) => value.buckets) };
}

/** The task monitor's list, and the admin client's where that does not answer. */
function useTaskCount(): Pick<EndpointResult<number>, 'sourced' | 'failure' | 'refresh'> {
  const first = useEndpoint(flowerTasks, { query: { limit: 1000 } }, slowly);
  const refused = first.failure !== null && first.failure.status !== 403;
  const second = useEndpoint(asyncTasks, { query: { limit: 1 } }, { ...slowly, enabled: refused });
  if (refused && second.sourced !== undefined) {
    return { ...second, sourced: pick(second, (value) => value.total) };
  }
  return { ...first, sourced: pick(first, (value) => Object.keys(value).length) };
}

function portOfUrl(address: string): string {
  const url = URL.parse(address);
  if (url === null) return '—';
  return url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
}
