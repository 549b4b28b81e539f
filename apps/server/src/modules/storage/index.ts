import type { Module, Platform } from '../../platform/module.ts';
import { lifecycleJob } from './lifecycle.ts';
import { createLinkSigner, linkAddress, type SharedLink } from './links.ts';
import { storageMigrations } from './storage.migrations.ts';
import { createStorageRepository } from './storage.repository.ts';
import { storageBindings } from './storage.routes.ts';
import { createStorageService, type StorageAudit } from './storage.service.ts';
import { createUploads } from './uploads.ts';

export type StorageModule = Module & {
  /** A link that opens one object without a session until an instant (s since 1970). */
  signedLink(object: SharedLink): string;
};

/** Object storage for people and programs: areas, objects, uploads in parts, signed links, deletion by age. */
export function createStorageModule(options: {
  platform: Platform;
  audit: StorageAudit;
  masterKey: Uint8Array;
  /** Origin of signed links. */
  publicUrl: string;
}): StorageModule {
  const { platform, audit, publicUrl } = options;
  const { storage, clock } = platform;
  const repository = createStorageRepository(platform.database.for());
  const service = createStorageService({ platform, repository, audit });
  const uploads = createUploads({ platform, repository, service });
  const links = createLinkSigner(options.masterKey);
  const signedLink = (object: SharedLink) => linkAddress(links, publicUrl, object);
  return {
    name: 'storage',
    signedLink,
    migrations: storageMigrations,
    holdings: [
      {
        id: 'uploads',
        label: 'Envios de ficheiros por terminar',
        fate: 'removed',
        note: 'O que já foi enviado é limpo com os envios abandonados. Os objetos terminados são da plataforma e ficam.',
        count: (accountId) => repository.countUploads(accountId),
      },
    ],
    bindings: storageBindings({ service, uploads, links, signedLink, storage, clock }),
    jobs: [lifecycleJob({ platform, repository, uploads, audit, changed: service.forget })],
  };
}
