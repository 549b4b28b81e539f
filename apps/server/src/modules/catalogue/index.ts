import type { ProductCollection } from '../../platform/collections.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { ProvenanceOf } from '../connectors/index.ts';
import { createAssets } from './assets.ts';
import { catalogueMigrations } from './catalogue.migrations.ts';
import { catalogueBindings } from './catalogue.routes.ts';
import { createCatalogueService } from './catalogue.service.ts';
import { createItemRepository } from './items.repository.ts';
import { type Addresses, createObjects, type SourceCredit } from './objects.ts';
import { publishedCollections } from './published.ts';
import { sweep, sweepJob } from './sweep.ts';
import { transactionBindings } from './transactions.routes.ts';
import { type CatalogueAudit, createTransactions } from './transactions.ts';

export type { CatalogueAudit } from './transactions.ts';

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
}): CatalogueModule {
  const { platform, provenanceOf, audit, version } = options;
  const { clock, storage } = platform;
  const collections = [...options.collections, ...publishedCollections];
  const repository = createItemRepository(platform.database);
  const objects = createObjects(options.addresses, options.creditOf);
  const service = createCatalogueService({ repository, collections, objects, provenanceOf, clock });
  const assets = createAssets(storage, repository, (id) => collections.find((collection) => collection.id === id));
  const transactions = createTransactions({ repository, audit, clock });
  return {
    name: 'catalogue',
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
