import type { Config } from '../config/env.ts';
import type { Audit } from '../modules/audit/index.ts';
import { createCatalogue } from '../modules/catalogue/index.ts';
import type { ConfiguredConnector, createConnectors } from '../modules/connectors/index.ts';
import { createDatabases } from '../modules/databases/index.ts';
import { createFeatures } from '../modules/features/index.ts';
import type { createIdentity } from '../modules/identity/index.ts';
import { createStorageModule } from '../modules/storage/index.ts';
import type { JobQueue } from '../platform/jobs/jobs.ts';
import type { Module, Platform } from '../platform/module.ts';
import { catalogueOptions } from './catalogue.ts';
import { storageElsewhere } from './outside.ts';

/** The modules through which others read what is kept, by public standards or by SQL. */
export function composeOpenServices(options: {
  platform: Platform;
  config: Config;
  version: string;
  userAgent: () => string;
  masterKey: Uint8Array;
  audit: Audit;
  identity: ReturnType<typeof createIdentity>;
  queue: () => JobQueue;
  provenanceOf: ReturnType<typeof createConnectors>['provenanceOf'];
  connectorList: readonly ConfiguredConnector[];
  /** Modules whose products the catalogue has. */
  data: readonly Module[];
  /** Modules whose features and analyses are offered, once all are made. */
  offering: () => readonly Module[];
}) {
  const { platform, config, version, masterKey, audit, identity, queue } = options;
  const catalogue = createCatalogue({
    platform,
    provenanceOf: options.provenanceOf,
    collections: options.data.flatMap((module) => module.collections ?? []),
    ...catalogueOptions(config, options.connectorList, audit, version),
    queue: config.roles.includes('worker') ? queue : null,
  });
  const storageModule = createStorageModule({
    platform,
    audit,
    masterKey,
    publicUrl: config.publicUrl,
    queue,
    outside: storageElsewhere(config, options.userAgent),
    accounts: { accountOf: identity.activeAccount, confirmPassword: identity.confirmPassword },
  });
  const databases = createDatabases({ platform, audit, masterKey, sqlTimeLimitMs: 20_000 });
  const features = createFeatures({
    platform,
    collections: () => options.offering().flatMap((module) => module.featureCollections ?? []),
    analyses: () => options.offering().flatMap((module) => module.analyses ?? []),
    queue,
    publicUrl: config.publicUrl,
    version,
  });
  return { catalogue, storageModule, databases, features };
}
