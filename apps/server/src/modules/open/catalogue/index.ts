import type { ProductCollection } from '../../../platform/collections.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { createWaker } from '../../../platform/jobs/waker.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { connectorsModule, type ProvenanceOf } from '../../ingestion/connectors/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { createAssets } from './assets.service.ts';
import { catalogueAudit } from './audit-entries.rules.ts';
import { catalogueMigrations } from './catalogue.migrations.ts';
import { catalogueBindings } from './catalogue.routes.ts';
import { createCatalogueService } from './catalogue.service.ts';
import { sweep, sweepJob, sweepJobName } from './catalogue-index.jobs.ts';
import { type Addresses, createObjects, type SourceCredit } from './documents/documents.ts';
import { createItemRepository } from './items.repository.ts';
import { publishedCollections } from './published.collections.ts';
import { transactionBindings } from './transactions.routes.ts';
import { type CatalogueAudit, createTransactions } from './transactions.service.ts';

export type { CatalogueAudit } from './transactions.service.ts';

/** Runs that end within this time are swept together. */
const gatherRunsMs = 15_000;

export type CatalogueModule = Module & {
  /** Brings the items of every collection up to date, as the job does. */
  sweep(signal: AbortSignal): Promise<void>;
};

/** Front door of the STAC catalogue over what the modules below offer. */
export function createCatalogue(options: {
  platform: Platform;
  /** What the modules offer. */
  collections: () => readonly ProductCollection[];
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
  const collections = () => [...options.collections(), ...publishedCollections];
  const repository = createItemRepository(platform.database);
  const objects = createObjects(options.addresses, options.creditOf);
  const service = createCatalogueService({ repository, collections, objects, provenanceOf, clock });
  const assets = createAssets(storage, repository, (id) => collections().find((collection) => collection.id === id));
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
      for (const collection of collections()) await sweep(collection, { repository, clock, signal });
    },
  };
}

type CatalogueSettings = {
  readonly addresses: Addresses;
  readonly version: string;
  /** Whether the index is brought up to date soon after data came, and not on its schedule alone. */
  readonly followsRuns: boolean;
};

export const catalogueModule = defineModule({
  name: 'catalogue',
  needs: { audit: auditModule, connectors: connectorsModule },
  settings: settingsOf<CatalogueSettings>(),
  collects: ['collections'],
  create({ platform, jobs, settings, needs: { audit, connectors }, collected }) {
    const { addresses, version, followsRuns } = settings;
    const catalogue = createCatalogue({
      platform,
      collections: collected.collections,
      provenanceOf: connectors.provenanceOf,
      creditOf: connectors.creditOf,
      audit: catalogueAudit(audit),
      addresses,
      version,
      queue: followsRuns ? () => jobs : null,
    });
    return { manifest: catalogue };
  },
});
