import { createCredentialVault } from '../../../platform/crypto/credential-vault.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { identityModule } from '../../people/identity/index.ts';
import { type AreaObjects, areaObjects } from './area-objects.service.ts';
import { bucketSettingsBindings } from './bucket-settings.routes.ts';
import { createBucketSettings } from './bucket-settings.service.ts';
import { type ExternalStorageSettings, openExternalStorage } from './external-storage.client.ts';
import { lifecycleJob } from './lifecycle.jobs.ts';
import { createS3Protocol, noAccounts, type S3Dependencies } from './s3/index.ts';
import { createLinkSigner, linkAddress, type SharedLink } from './signed-links.rules.ts';
import type { StorageContext } from './storage.context.ts';
import { storageMigrations } from './storage.migrations.ts';
import { createStorageRepository } from './storage.repository.ts';
import { storageBindings } from './storage.routes.ts';
import { createStorageService, type StorageService } from './storage.service.ts';
import type { StorageAudit } from './storage.types.ts';
import { createUploads } from './uploads.service.ts';
import { usageJob } from './usage.jobs.ts';
import { createUsageRepository } from './usage.repository.ts';

export type StorageModule = Module & {
  /** A link that opens one object without a session until an instant (s since 1970). */
  signedLink(object: SharedLink): string;
  /** Objects of areas, for modules that read them for someone. */
  readonly objects: AreaObjects;
};
export type { ExternalStorageSettings } from './external-storage.client.ts';
export { s3Target } from './s3/s3-gate.ts';
export { createLinkSigner } from './signed-links.rules.ts';

/** Object storage for people and programs: areas, objects, uploads in parts, signed links, deletion by age. */
export function createStorageModule(options: {
  platform: Platform;
  audit: StorageAudit;
  masterKey: Uint8Array;
  /** Origin of signed links. */
  publicUrl: string;
  queue: () => Pick<JobQueue, 'enqueue' | 'nextRun'>;
  /** A MinIO or another S3 that holds people's areas; null or absent: the platform's own storage. */
  outside?: ExternalStorageSettings | null;
  /** Accounts behind the S3 keys; absent: no account may have a key. */
  accounts?: S3Dependencies;
}): StorageModule {
  const { platform, audit, publicUrl } = options;
  const { clock } = platform;
  const repository = createStorageRepository(platform.database.for());
  const usages = createUsageRepository(platform.database.for());
  const own = createStorageService({ platform, repository, usages, audit });
  const external = options.outside == null ? null : openExternalStorage(options.outside, { platform, audit, usages });
  const contextOf = (service: StorageService, host?: string): StorageContext => {
    const links = createLinkSigner(options.masterKey, host);
    return { service, links, linkTo: (object) => linkAddress(links, publicUrl, object) };
  };
  // The platform's own objects stay in its own storage, wherever people's areas are.
  const ownContext = contextOf(own);
  const context = external === null ? ownContext : contextOf(external.service, external.host);
  const uploads = createUploads({ platform, repository, service: context.service });
  const s3 = createS3Protocol({
    platform,
    service: own,
    audit,
    vault: createCredentialVault(options.masterKey),
    accounts: options.accounts ?? noAccounts,
    publicUrl,
    external: external?.host ?? null,
  });
  return {
    name: 'storage',
    signedLink: ownContext.linkTo,
    objects: areaObjects(context.service),
    migrations: storageMigrations,
    holdings: [
      {
        id: 'uploads',
        label: 'Envios de ficheiros por terminar',
        fate: 'removed',
        note: 'O que já foi enviado é limpo com os envios abandonados. Os objetos terminados são da plataforma e ficam.',
        count: (accountId) => repository.countUploads(accountId),
      },
      {
        id: 's3-keys',
        label: 'Chaves S3',
        fate: 'removed',
        note: 'Deixam de abrir seja o que for. Os objetos que gravaram são da plataforma e ficam.',
        count: s3.countKeys,
      },
    ],
    bindings: [
      ...storageBindings({ context, own: ownContext, uploads, clock, queue: options.queue }),
      ...bucketSettingsBindings(createBucketSettings({ service: own, clock }), external === null),
      ...s3.bindings,
    ],
    jobs: [
      lifecycleJob({
        ...{ platform, repository, uploads, s3Uploads: s3.uploads, audit },
        ...{ ownVersions: own.ownVersions, expire: own.expire },
      }),
      usageJob(external === null ? [own] : [own, external.service]),
    ],
    async stop() {
      await s3.stop();
      own.stop();
      await external?.close();
    },
  };
}

type StorageSettings = Pick<Parameters<typeof createStorageModule>[0], 'masterKey' | 'publicUrl' | 'outside'>;

export const storageModule = defineModule({
  name: 'storage',
  needs: { audit: auditModule, identity: identityModule },
  settings: settingsOf<StorageSettings>(),
  offers: ['signedLink', 'objects'],
  create({ platform, jobs, settings, needs: { audit, identity } }) {
    const storage = createStorageModule({
      platform,
      audit,
      ...settings,
      queue: () => jobs,
      accounts: { accountOf: identity.activeAccount, confirmPassword: identity.confirmPassword },
    });
    return { manifest: storage, offers: storage };
  },
});
