import { servicePrefixes } from '@kianda/contract';
import { s3Path } from '@kianda/contract/storage/s3.contract';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { Platform } from '../../../platform/module.ts';
import type { CredentialVault } from '../../connectors/index.ts';
import type { OwnStorage, StorageAudit } from '../storage.service.ts';
import { recorder } from '../trail.ts';
import { createS3Repository } from './s3.repository.ts';
import { s3Bindings } from './s3.routes.ts';
import { createS3Buckets } from './s3-buckets.ts';
import { createS3Gate } from './s3-gate.ts';
import { type AccountOf, type ConfirmPassword, createS3Keys } from './s3-keys.ts';
import { createS3Multipart } from './s3-multipart.ts';
import { createS3Objects } from './s3-objects.ts';

export type S3Lent = {
  readonly accountOf: AccountOf;
  /** Throws where the password is not the account's. */
  readonly confirmPassword: ConfirmPassword;
};

/** The S3 protocol over the platform's own storage, and the keys that open it. */
export function createS3Protocol(options: {
  platform: Platform;
  service: OwnStorage;
  audit: StorageAudit;
  vault: CredentialVault;
  lent: S3Lent;
  publicUrl: string;
  /** Host of the S3 where people's areas are, if they are not here: clients go there. */
  elsewhere: string | null;
}) {
  const { platform, service, vault, publicUrl, elsewhere } = options;
  const { clock } = platform;
  const repository = createS3Repository(platform.database.for());
  const keys = createS3Keys({ repository, vault, record: recorder(options.audit), clock, ...options.lent });
  const objects = createS3Objects(service);
  const multipart = createS3Multipart({ service, objects, repository, clock });
  const { host } = new URL(publicUrl);
  const reason =
    elsewhere === null ? null : `As áreas estão num S3 próprio: ligue-se a ${elsewhere}, com as chaves dele.`;
  const gate = createS3Gate({
    ...{ keys, buckets: createS3Buckets(service), objects, multipart },
    ...{ clock, publicHost: host, reason },
  });
  return {
    uploads: multipart,
    countKeys: (accountId: string) => repository.countKeys(accountId),
    bindings: s3Bindings({
      ...{ keys, gate, reason },
      address: { endpoint: publicUrl + servicePrefixes.storage + s3Path, host },
      provenance: () => ownProvenance(clock),
    }),
  };
}
