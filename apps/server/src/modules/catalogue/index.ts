import type { ProductCollection } from '../../platform/collections.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { createWaker } from '../../platform/jobs/waker.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { ProvenanceOf } from '../connectors/index.ts';
import { createAssets } from './assets.ts';
import { catalogueMigrations } from './catalogue.migrations.ts';
import { catalogueBindings } from './catalogue.routes.ts';
import { createCatalogueService } from './catalogue.service.ts';
import { createItemRepository } from './items.repository.ts';
import { type Addresses, createObjects, type SourceCredit } from './objects.ts';
import { publishedCollections } from './published.ts';
import { sweep, sweepJob, sweepJobName } from './sweep.ts';
import { transactionBindings } from './transactions.routes.ts';
import { type CatalogueAudit, createTransactions } from './transactions.ts';

export type { CatalogueAudit } from './transactions.ts';

/** Runs that end within this time are swept together. */
const gatherRunsMs = 15_000;

export type CatalogueModule = Module & {
  /** Brings the items of every collection up to date, as the job does. */
  sweep(signal: AbortSignal): Promise<void>;
};

/** Front door of the STAC catalogue over what the modules below offer. */
export function createCatalogue(options: {
  platform: Platform;
  collections: readonly ProductCollection[];
  provenanceOf: ProvenanceOf;
  creditOf: (connectorId: string) => SourceCredit | null;
  audit: CatalogueAudit;
  addresses: Addresses;
  version: string;
  /** Where a sweep is asked for soon after data came; null where the schedule alone does. */
  queue: (() => JobQueue) | null;
}): CatalogueModule {
  const { platform, provenanceOf, audit, version } = options;
  const { clock, storage } = platform;
  const collections = [...options.collections, ...publishedCollections];
  const repository = createItemRepository(platform.database);
  const objects = createObjects(options.addresses, options.creditOf);
  const service = createCatalogueService({ repository, collections, objects, provenanceOf, clock });
  const assets = createAssets(storage, repository, (id) => collections.find((collection) => collection.id === id));
  const transactions = createTransactions({ repository, audit, clock });
  const { queue } = options;
  const waker =
    queue === null
      ? null
      : createWaker({
          log: platform.log,
          gatherMs: gatherRunsMs,
          enqueue: () => queue().enqueue(sweepJobName, {}, { trigger: 'event' }),
        });
  let unsubscribe: (() => void) | null = null;
  return {
    name: 'catalogue',
    async start() {
      unsubscribe = platform.events.subscribe(({ type }) => {
        if (type === 'run.ended') waker?.soon();
      });
    },
    async stop() {
      unsubscribe?.();
      await waker?.stop();
    },
    migrations: catalogueMigrations,
    bindings: [
      ...catalogueBindings({ service, repository, assets, objects, clock, version }),
      ...transactionBindings(service, transactions, objects),
    ],
    jobs: [sweepJob(collections, repository, clock)],
    async sweep(signal) {
      for (const collection of collections) await sweep(collection, { repository, clock, signal });
    },
  };
}
