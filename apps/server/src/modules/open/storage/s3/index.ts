import { servicePrefixes } from '@kianda/contract';
import { s3Path } from '@kianda/contract/open/storage/s3.contract';
import type { CredentialVault } from '../../../../platform/crypto/credential-vault.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { Platform } from '../../../../platform/module.ts';
import type { OwnStorage } from '../storage.service.ts';
import type { StorageAudit } from '../storage.types.ts';
import { recorder } from '../storage-audit.service.ts';
import { createAnonymousReads } from './anonymous-reads.ts';
import { createS3Repository } from './s3.repository.ts';
import { s3Bindings } from './s3.routes.ts';
import { createS3Buckets } from './s3-buckets.ts';
import { createS3Cors } from './s3-cors.ts';
import { createS3Gate } from './s3-gate.ts';
import { type AccountOf, type ConfirmPassword, createS3Keys } from './s3-keys.ts';
import { createS3Lifecycle } from './s3-lifecycle.ts';
import { createS3Lock } from './s3-lock.ts';
import { createS3Multipart } from './s3-multipart.ts';
import { createS3Objects } from './s3-objects.ts';
import { createS3Policy, createS3PublicBlock } from './s3-policy.ts';
import { createS3BucketTags, createS3Tags } from './s3-tags.ts';
import { createS3Versioning } from './s3-versions.ts';

export type S3Dependencies = {
  readonly accountOf: AccountOf;
  /** Throws where the password is not the account's. */
  readonly confirmPassword: ConfirmPassword;
};

/** Without accounts there are no keys, and every request is refused. */
export const noAccounts: S3Dependencies = { accountOf: async () => null, confirmPassword: async () => undefined };

/** The S3 protocol over the platform's own storage, and the keys that open it. */
export function createS3Protocol(options: {
  platform: Platform;
  service: OwnStorage;
  audit: StorageAudit;
  vault: CredentialVault;
  accounts: S3Dependencies;
  publicUrl: string;
  /** Host of the external S3 that holds people's areas, to which clients are sent; null where this storage holds them. */
  external: string | null;
}) {
  const { platform, service, vault, publicUrl, external } = options;
  const { clock, events } = platform;
  const repository = createS3Repository(platform.database.for());
  const keys = createS3Keys({ repository, vault, record: recorder(options.audit), clock, events, ...options.accounts });
  const objects = createS3Objects(service, clock);
  const multipart = createS3Multipart({ service, objects, repository, clock });
  const { host } = new URL(publicUrl);
  const reason =
    external === null ? null : `As áreas estão num S3 próprio: ligue-se a ${external}, com as chaves dele.`;
  const anonymousReads = createAnonymousReads({ audit: options.audit, clock, log: platform.log });
  const gate = createS3Gate({
    operations: {
      ...{ buckets: createS3Buckets(service), objects, multipart },
      ...{ tags: createS3Tags(service), lifecycle: createS3Lifecycle(service) },
      ...{ versioning: createS3Versioning(service), lock: createS3Lock(service, clock) },
      ...{ cors: createS3Cors(service), policy: createS3Policy(service), publicBlock: createS3PublicBlock(service) },
      bucketTags: createS3BucketTags(service),
    },
    ...{ keys, clock, publicHost: host, reason, anonymousReads },
    corsOf: async (bucket) => (await service.access(bucket))?.cors ?? [],
  });
  return {
    uploads: multipart,
    async stop() {
      keys.stop();
      await anonymousReads.stop();
    },
    countKeys: (accountId: string) => repository.countKeys(accountId),
    bindings: s3Bindings({
      ...{ keys, gate, reason },
      address: { endpoint: publicUrl + servicePrefixes.storage + s3Path, host },
      provenance: () => ownProvenance(clock),
    }),
  };
}
