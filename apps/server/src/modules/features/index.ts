import type { FeatureCollection } from '../../platform/feature-collections.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { createExtents } from './extent.ts';
import { featureBindings } from './features.routes.ts';
import { tileBindings } from './tiles.ts';
import { transactionBindings } from './transactions.ts';

/** Front door of the OGC API: collections that modules offer, whoever they are. */
export function createFeatures(options: {
  platform: Platform;
  /** What the modules offer. */
  collections: () => readonly FeatureCollection[];
  publicUrl: string;
  version: string;
}): Module {
  const { clock } = options.platform;
  const service = {
    collections: options.collections,
    extent: createExtents(clock),
    base: `${options.publicUrl.replace(/\/$/, '')}/features`,
    clock,
    version: options.version,
  };
  return {
    name: 'features',
    migrations: [],
    bindings: [...featureBindings(service), ...transactionBindings(service), ...tileBindings(service)],
  };
}
