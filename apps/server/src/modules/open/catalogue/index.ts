import type { ProductCollection } from '../../../platform/collections.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { createWaker } from '../../../platform/jobs/waker.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { connectorsModule, type ProvenanceOf } from '../../ingestion/connectors/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { storageModule } from '../storage/index.ts';
import { createAssets } from './assets.service.ts';
import { catalogueAudit } from './audit-entries.rules.ts';
import { catalogueMigrations } from './catalogue.migrations.ts';
import { catalogueBindings } from './catalogue.routes.ts';
import { catalogueSearches } from './catalogue.searches.ts';
import { createCatalogueService } from './catalogue.service.ts';
import { catalogueIndexJob, catalogueIndexJobName, indexCollection } from './catalogue-index.jobs.ts';
import { createCollectionList } from './collection-list.cache.ts';
import { createCollectionTransactions } from './collection-transactions.service.ts';
import { type Addresses, createDocuments, type SourceCredit } from './documents/documents.ts';
import { createItemIndexCache } from './item-index.cache.ts';
import { createItemRepository } from './items.repository.ts';
import { forgetLoadsJob, loadJob } from './loads/load.jobs.ts';
import type { StoredObjects } from './loads/loads.context.ts';
import { loadBindings } from './loads/loads.routes.ts';
import { createLoads } from './loads/loads.service.ts';
import { publishedCollections } from './published.collections.ts';
import { collectionTransactionBindings, transactionBindings } from './transactions.routes.ts';
import { type CatalogueAudit, createTransactions } from './transactions.service.ts';

export type { CatalogueAudit } from './transactions.service.ts';

/** Runs that end within this time are indexed together. */
const gatherRunsMs = 15_000;

export type CatalogueModule = Module & {
  /** Brings the items of every collection up to date, as the job does. */
  index(signal: AbortSignal): Promise<void>;
  /** Writes the texts of items that have none, and builds the index in memory from the items as they are now. */
  hold(): Promise<void>;
};

/** STAC catalogue over the products of the other modules. */
export function createCatalogue(options: {
  platform: Platform;
  /** Collections that the other modules offer. */
  collections: () => readonly ProductCollection[];
  provenanceOf: ProvenanceOf;
  creditOf: (connectorId: string) => SourceCredit | null;
  audit: CatalogueAudit;
  /** Objects of the storage, from which items are loaded. */
  objects: StoredObjects;
  addresses: Addresses;
  version: string;
  /** Queue of the loads of items. */
  jobs: () => JobQueue;
  /** Queue that takes an index job soon after data came; null where only the schedule starts it. */
  queue: (() => JobQueue) | null;
}): CatalogueModule {
  const { platform, provenanceOf, audit, objects, version } = options;
  const { clock, storage } = platform;
  const offered = () => [...options.collections(), ...publishedCollections];
  const repository = createItemRepository(platform.database);
  const collections = createCollectionList(repository, offered);
  const documents = createDocuments(options.addresses, options.creditOf);
  const itemIndex = createItemIndexCache(repository, platform.log);
  const service = createCatalogueService({
    repository,
    collections,
    documents,
    provenanceOf,
    clock,
    index: itemIndex,
  });
  const assets = createAssets(storage, repository, (id) => offered().find((collection) => collection.id === id));
  const transactions = createTransactions({ repository, audit, clock });
  const collectionTransactions = createCollectionTransactions({ repository, collections, audit, clock });
  const loads = createLoads({ repository, storage, objects, documents, audit, clock, queue: options.jobs });
  const { queue } = options;
  const waker =
    queue === null
      ? null
      : createWaker({
          log: platform.log,
          gatherMs: gatherRunsMs,
          enqueue: () => queue().enqueue(catalogueIndexJobName, {}, { trigger: 'event' }),
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
      await itemIndex.stop();
      await waker?.stop();
    },
    migrations: catalogueMigrations,
    searches: catalogueSearches(collections),
    bindings: [
      ...catalogueBindings({ service, repository, assets, documents, clock, version }),
      ...transactionBindings(service, transactions, documents),
      ...collectionTransactionBindings(service, collectionTransactions, documents),
      ...loadBindings({ service, loads, documents, clock }),
    ],
    jobs: [
      catalogueIndexJob(offered, repository, clock),
      loadJob({ repository, collections, storage, objects, audit, clock }),
      forgetLoadsJob(loads.forget),
    ],
    async index(signal) {
      for (const collection of offered()) await indexCollection(collection, { repository, clock, signal });
      await repository.completeDocuments(signal);
    },
    async hold() {
      await repository.completeDocuments(new AbortController().signal);
      await itemIndex.hold();
    },
  };
}

type CatalogueSettings = {
  readonly addresses: Addresses;
  readonly version: string;
  /** Whether the index also follows soon after data came, not only on its schedule. */
  readonly followsRuns: boolean;
};

export const catalogueModule = defineModule({
  name: 'catalogue',
  needs: { audit: auditModule, connectors: connectorsModule, storage: storageModule },
  settings: settingsOf<CatalogueSettings>(),
  collects: ['collections'],
  create({ platform, jobs, settings, needs: { audit, connectors, storage }, collected }) {
    const { addresses, version, followsRuns } = settings;
    const catalogue = createCatalogue({
      platform,
      collections: collected.collections,
      provenanceOf: connectors.provenanceOf,
      creditOf: connectors.creditOf,
      audit: catalogueAudit(audit),
      objects: storage.objects,
      addresses,
      version,
      jobs: () => jobs,
      queue: followsRuns ? () => jobs : null,
    });
    return { manifest: catalogue };
  },
});
