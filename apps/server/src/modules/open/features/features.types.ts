import type { Provenance } from '@kianda/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { CollectionSource, FeatureCollection } from '../../../platform/feature-collections.ts';
import type { SnapshotPages } from './collection-snapshot.cache.ts';
import type { Extent } from './extent.cache.ts';

/** Parts that the endpoints of the OGC API use. */
export type FeatureService = {
  readonly collections: CollectionSource;
  readonly extent: (collection: FeatureCollection) => Promise<Extent>;
  /** Origin of a collection's features, read again at most every few seconds. */
  readonly provenance: (collection: FeatureCollection) => Promise<Provenance>;
  /** Address of the service, without a slash at its end. */
  readonly base: string;
  /** Pages from memory. */
  readonly snapshots: SnapshotPages;
  readonly clock: Clock;
  readonly version: string;
};
