import type { Provenance } from '@kianda/contract';
import type { Analysis } from '../../../platform/analyses.ts';
import { createCache } from '../../../platform/cache/cache.ts';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { analysesOf } from './analyses.collections.ts';
import { createHeldPages } from './collection-snapshot.cache.ts';
import { createExtents } from './extent.cache.ts';
import { featureBindings } from './features.routes.ts';
import { processBindings, processJob } from './processes.routes.ts';
import { tileBindings } from './tiles.routes.ts';
import { transactionBindings } from './transactions.routes.ts';

const originKeptMs = 5_000;

/** Front door of the OGC API: collections that modules offer, whoever they are. */
export function createFeatures(options: {
  platform: Platform;
  /** What the modules offer. */
  collections: () => readonly FeatureCollection[];
  /** Analyses that they offer. */
  analyses: () => readonly Analysis[];
  queue: () => JobQueue;
  publicUrl: string;
  version: string;
}): Module {
  const { clock } = options.platform;
  // Modules look their newest rows up: not for each of many pages a second.
  const origins = createCache<Provenance>({
    name: 'features/origins',
    clock,
    ttlMs: originKeptMs,
    maxStaleMs: originKeptMs,
    maxEntries: 200,
  });
  const service = {
    collections: options.collections,
    extent: createExtents(clock),
    provenance: async (collection: FeatureCollection) =>
      (await origins.get(collection.id, collection.provenance)).value,
    base: `${options.publicUrl.replace(/\/$/, '')}/features`,
    held: createHeldPages(options.platform.log),
    clock,
    version: options.version,
  };
  const own = analysesOf(options.collections);
  const analyses = () => [...own, ...options.analyses()];
  return {
    name: 'features',
    migrations: [],
    jobs: [processJob(analyses)],
    bindings: [
      ...featureBindings(service),
      ...transactionBindings(service),
      ...tileBindings(service),
      ...processBindings({ analyses, queue: options.queue, base: service.base, clock: service.clock }),
    ],
  };
}

export const featuresModule = defineModule({
  name: 'features',
  settings: settingsOf<{ readonly publicUrl: string; readonly version: string }>(),
  collects: ['featureCollections', 'analyses'],
  create: ({ platform, jobs, settings, collected }) => ({
    manifest: createFeatures({
      platform,
      collections: collected.featureCollections,
      analyses: collected.analyses,
      queue: () => jobs,
      ...settings,
    }),
  }),
});
