import type { Provenance } from '@kianda/contract';
import type { Analysis } from '../../../platform/analyses.ts';
import { createCache } from '../../../platform/cache/cache.ts';
import type { CollectionSource, FeatureCollection } from '../../../platform/feature-collections.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, openPort, settingsOf } from '../../../platform/modules/definition.ts';
import { type Audit, auditModule } from '../../people/audit/index.ts';
import { layersModule } from '../layers/index.ts';
import { joinedCollections } from './access.rules.ts';
import { analysesOf } from './analyses.collections.ts';
import { createSnapshotPages, snapshotLimits } from './collection-snapshot.cache.ts';
import { cacheKey, createExtents } from './extent.cache.ts';
import { featureBindings } from './features.routes.ts';
import { featureSearches } from './features.searches.ts';
import { processJobs } from './process.jobs.ts';
import { processBindings } from './processes.routes.ts';
import { tileBindings } from './tiles.routes.ts';
import { transactionBindings } from './transactions.routes.ts';

export { collectionFor, joinedCollections, mayReadCollection } from './access.rules.ts';
export { readPage } from './query/reader.ts';
export { itemsRequest } from './query/request.ts';

/** Collections of modules above that come and go while the platform runs. */
export const collectionSources = openPort<CollectionSource>();

const originKeptMs = 5_000;

type Options = {
  platform: Platform;
  /** Collections that the other modules offer. */
  collections: () => readonly FeatureCollection[];
  /** Those that come and go: of foreign files, of analyses. */
  changing: () => readonly CollectionSource[];
  /** Analyses that the other modules offer. */
  analyses: () => readonly Analysis[];
  queue: () => JobQueue;
  audit: Pick<Audit, 'record'>;
  publicUrl: string;
  version: string;
  userAgent: () => string;
  /** `host:port` that may be reached although its address is private. */
  allowPrivateHosts: readonly string[];
  /** For collections held in memory, all together. */
  memoryBytes: number;
};

/** OGC API over the collections and analyses that the other modules offer. */
export function createFeatures(options: Options): Module {
  const { clock } = options.platform;
  // Modules look up their newest rows for an origin, which must not happen for every page.
  const origins = createCache<Provenance>({
    name: 'features/origins',
    clock,
    ttlMs: originKeptMs,
    maxStaleMs: originKeptMs,
    maxEntries: 200,
  });
  const collections = joinedCollections(options.collections, anyOf(options.changing));
  const service = {
    collections,
    extent: createExtents(clock),
    provenance: async (collection: FeatureCollection) =>
      (await origins.get(cacheKey(collection), collection.provenance)).value,
    base: `${options.publicUrl.replace(/\/$/, '')}/features`,
    snapshots: createSnapshotPages(options.platform.log, { ...snapshotLimits, bytes: options.memoryBytes }),
    clock,
    version: options.version,
  };
  const own = analysesOf(collections);
  const callbackAccess = {
    clock,
    random: options.platform.random,
    userAgent: options.userAgent,
    allowPrivateHosts: options.allowPrivateHosts,
  };
  const analyses = () => [...own, ...options.analyses()];
  return {
    name: 'features',
    migrations: [],
    searches: featureSearches(options.collections),
    jobs: processJobs({ analyses, queue: options.queue, base: service.base, access: callbackAccess }),
    bindings: [
      ...featureBindings(service),
      ...transactionBindings(service),
      ...tileBindings(service),
      ...processBindings({ analyses, queue: options.queue, audit: options.audit, base: service.base, clock }),
    ],
  };
}

/** Several sources as one; the first that has an id gives its collection. */
function anyOf(sources: () => readonly CollectionSource[]): CollectionSource {
  return {
    list: async () => (await Promise.all(sources().map((source) => source.list()))).flat(),
    async find(id) {
      for (const source of sources()) {
        const found = await source.find(id);
        if (found !== null) return found;
      }
      return null;
    },
  };
}

export const featuresModule = defineModule({
  name: 'features',
  settings: settingsOf<Pick<Options, 'publicUrl' | 'version' | 'userAgent' | 'allowPrivateHosts' | 'memoryBytes'>>(),
  needs: { audit: auditModule, layers: layersModule },
  ports: { collectionSources },
  collects: ['featureCollections', 'analyses'],
  create: ({ platform, jobs, settings, collected, ports, needs: { audit, layers } }) => ({
    manifest: createFeatures({
      platform,
      collections: collected.featureCollections,
      changing: () => [layers.layerCollections, ...ports.collectionSources()],
      analyses: collected.analyses,
      queue: () => jobs,
      audit,
      ...settings,
    }),
  }),
});
