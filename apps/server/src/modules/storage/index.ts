import type { Module, Platform } from '../../platform/module.ts';
import { lifecycleJob } from './lifecycle.ts';
import { createLinkSigner } from './links.ts';
import { storageMigrations } from './storage.migrations.ts';
import { createStorageRepository } from './storage.repository.ts';
import { storageBindings } from './storage.routes.ts';
import { createStorageService, type StorageAudit } from './storage.service.ts';
import { createUploads } from './uploads.ts';

/** Object storage for people and programs: areas, objects, uploads in parts, signed links, deletion by age. */
export function createStorageModule(options: {
  platform: Platform;
  audit: StorageAudit;
  masterKey: Uint8Array;
  /** Origin of signed links. */
  publicUrl: string;
}): Module {
  const { platform, audit, publicUrl } = options;
  const { storage, clock } = platform;
  const repository = createStorageRepository(platform.database.for());
  const service = createStorageService({ platform, repository, audit });
  const uploads = createUploads({ platform, repository, service });
  const links = createLinkSigner(options.masterKey);
  return {
    name: 'storage',
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
    bindings: storageBindings({ service, uploads, links, storage, clock, publicUrl }),
    jobs: [lifecycleJob({ platform, repository, uploads, audit, changed: service.forget })],
  };
}
