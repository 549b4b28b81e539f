import { reachService } from '@kianda/connectors/services/reach';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { createS3Account } from '../../platform/storage/s3-account.ts';
import { createCredentialVault } from '../connectors/index.ts';
import { createOutside, outsideTimeoutMs } from '../outside/index.ts';
import { lifecycleJob } from './lifecycle.ts';
import { createLinkSigner, linkAddress, type SharedLink } from './links.ts';
import { createOutsideStorageService } from './outside.service.ts';
import { createS3Protocol, type S3Lent } from './s3/index.ts';
import { storageMigrations } from './storage.migrations.ts';
import { createStorageRepository } from './storage.repository.ts';
import { type StorageDesk, storageBindings } from './storage.routes.ts';
import { createStorageService, type StorageAudit, type StorageService } from './storage.service.ts';
import { createUploads } from './uploads.ts';

export type StorageModule = Module & {
  /** A link that opens one object without a session until an instant (s since 1970). */
  signedLink(object: SharedLink): string;
};
export { createLinkSigner } from './links.ts';
export { s3Target } from './s3/s3-gate.ts';

/** Object storage for people and programs: areas, objects, uploads in parts, signed links, deletion by age. */
export function createStorageModule(options: {
  platform: Platform;
  audit: StorageAudit;
  masterKey: Uint8Array;
  /** Origin of signed links. */
  publicUrl: string;
  queue: () => Pick<JobQueue, 'enqueue' | 'nextRun'>;
  /** A MinIO, or another S3, for the areas that people see; null or absent: the platform's own storage. */
  outside?: StorageElsewhere | null;
  /** What S3 keys need to know of accounts; absent: nobody has any. */
  accounts?: S3Lent;
}): StorageModule {
  const { platform, audit, publicUrl } = options;
  const { clock } = platform;
  const repository = createStorageRepository(platform.database.for());
  const own = createStorageService({ platform, repository, audit });
  const elsewhere = options.outside == null ? null : openElsewhere(options.outside, { platform, audit });
  const deskOf = (service: StorageService, place?: string): StorageDesk => {
    const links = createLinkSigner(options.masterKey, place);
    return { service, links, linkTo: (object) => linkAddress(links, publicUrl, object) };
  };
  // What the platform itself stores and hands out stays its own, wherever people's areas are.
  const ownDesk = deskOf(own);
  const desk = elsewhere === null ? ownDesk : deskOf(elsewhere.service, elsewhere.host);
  const uploads = createUploads({ platform, repository, service: desk.service });
  const s3 = createS3Protocol({
    platform,
    service: own,
    audit,
    vault: createCredentialVault(options.masterKey),
    lent: options.accounts ?? nobody,
    publicUrl,
    elsewhere: elsewhere?.host ?? null,
  });
  return {
    name: 'storage',
    signedLink: ownDesk.linkTo,
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
    bindings: [...storageBindings({ desk, own: ownDesk, uploads, clock, queue: options.queue }), ...s3.bindings],
    jobs: [lifecycleJob({ platform, repository, uploads, s3Uploads: s3.uploads, audit, changed: own.forget })],
    async stop() {
      await elsewhere?.close();
    },
  };
}

const nobody: S3Lent = { accountOf: async () => null, confirmPassword: async () => undefined };

export type StorageElsewhere = {
  readonly baseUrl: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly userAgent: () => string;
  /** Longest wait for an answer, in ms. */
  readonly timeoutMs?: number;
};

function openElsewhere(
  { baseUrl, region, accessKey, secretKey, userAgent, timeoutMs = outsideTimeoutMs }: StorageElsewhere,
  { platform, audit }: { platform: Platform; audit: StorageAudit },
) {
  const { clock, log, random } = platform;
  const reach = reachService({ baseUrl, userAgent, timeoutMs, nowMs: () => clock.nowMs(), random });
  const account = createS3Account({
    endpoint: baseUrl,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    forcePathStyle: true,
    timeoutMs,
  });
  const variable = 'KIANDA_SERVICE_STORAGE';
  const outside = createOutside(
    {
      name: 'S3',
      baseUrl,
      setting: `${variable}_URL`,
      credentials: `${variable}_ACCESS_KEY e ${variable}_SECRET_KEY`,
      timeoutMs,
    },
    { clock, log },
  );
  return {
    host: outside.host,
    service: createOutsideStorageService({ account, reach, outside, audit, clock }),
    close: () => reach.close(),
  };
}
