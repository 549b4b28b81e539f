import type { BucketView } from '@kianda/contract/open/storage/storage.contract';
import * as contract from '@kianda/contract/open/storage/storage.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import type { StorageService } from './storage.service.ts';
import type { Usage } from './usage.rules.ts';

const listHead =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ListAllMyBucketsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">';

/** Lists of areas in the forms of MinIO's console and administration, and of S3. */
export function minioBindings(service: StorageService): Bindings {
  return [
    bind(contract.minioListBuckets, async () => {
      const { buckets, measuredAtMs } = await service.buckets();
      const listed = buckets.map(({ name, createdAt, size, objects }) => ({
        name,
        creationDate: createdAt,
        size,
        objects,
      }));
      return { body: { buckets: listed }, provenance: service.provenance(measuredAtMs) };
    }),
    bind(contract.minioAccountInfo, async ({ principal }) => {
      const [{ buckets, measuredAtMs }, usages] = await Promise.all([service.buckets(), service.usage()]);
      const Buckets = buckets.map((bucket) => {
        const used = usages.find((entry) => entry.name === bucket.name && entry.kind === bucket.kind);
        return accountBucket(bucket, used);
      });
      return {
        body: { AccountName: principal.email, Server: { Type: service.storage.kind }, Policy: {}, Buckets },
        provenance: service.provenance(measuredAtMs),
      };
    }),
    bind(contract.s3ListBuckets, async ({ principal }) => {
      const { buckets, measuredAtMs } = await service.buckets();
      const entries = buckets.map(({ name, createdAt, lastModified }) => {
        const date = createdAt ?? lastModified ?? new Date(0).toISOString();
        return `<Bucket><Name>${xml(name)}</Name><CreationDate>${date}</CreationDate></Bucket>`;
      });
      const owner = `<Owner><ID>${principal.accountId}</ID><DisplayName>${xml(principal.email)}</DisplayName></Owner>`;
      return {
        contentType: 'application/xml',
        provenance: service.provenance(measuredAtMs),
        body: `${listHead}${owner}<Buckets>${entries.join('')}</Buckets></ListAllMyBucketsResult>`,
      };
    }),
  ];
}

/** A bucket as MinIO's account information gives it. */
function accountBucket({ name, kind, size, objects, createdAt }: BucketView, used: Usage | undefined) {
  return {
    name,
    size,
    objects,
    objectHistogram: used?.histogram ?? {},
    objectsVersionsHistogram: {},
    details: {
      versioning: used?.versioning === 'enabled',
      versioningSuspended: used?.versioning === 'suspended',
      locking: false,
      replication: false,
      tags: null,
      quota: null,
    },
    prefixUsage: {},
    created: createdAt,
    access: { read: true, write: kind === 'user' },
  };
}

function xml(text: string): string {
  return text.replaceAll(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
