import { isBucketName } from '@kianda/contract/open/storage/s3.contract';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { OwnStorage } from '../storage.service.ts';
import { assertManages, isYes, openedArea, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { listBucket } from './s3-listing.ts';
import { listVersions, versionsOf } from './s3-versions.ts';

/** Operations on areas, which S3 calls buckets. */
export function createS3Buckets(service: OwnStorage) {
  return {
    async all({ caller }: S3Call): Promise<StandardAnswer> {
      const { principal, buckets } = caller;
      if (principal.scopes?.includes('storage:read') !== true) throw new S3Error('AccessDenied');
      const names = (await service.names(principal)).filter(({ name }) => buckets === null || buckets.includes(name));
      return xmlAnswer('ListAllMyBucketsResult', {
        Owner: { ID: principal.accountId, DisplayName: principal.email },
        Buckets: {
          // The platform's own areas have no day of creation.
          Bucket: names.map(({ name, createdAt }) => ({
            Name: name,
            CreationDate: createdAt ?? new Date(0).toISOString(),
          })),
        },
      });
    },

    async head(call: S3Call): Promise<StandardAnswer> {
      await openedArea(service, call, 's3:ListBucket');
      return { headers: { 'x-amz-bucket-region': 'us-east-1' } };
    },

    async location(call: S3Call): Promise<StandardAnswer> {
      await openedArea(service, call, 's3:GetBucketLocation');
      return xmlAnswer('LocationConstraint', {});
    },

    versions: (call: S3Call) => listVersions(service, call),

    list: (call: S3Call) => listBucket(service, call),

    async create(call: S3Call): Promise<StandardAnswer> {
      const { caller, bucket, actor } = call;
      // Clients create the bucket they write to without asking whether it exists.
      const isKnown = (await service.names(caller.principal)).some(({ name }) => name === bucket);
      if (isKnown) throw new S3Error('BucketAlreadyOwnedByYou');
      if (!isBucketName(bucket)) throw new S3Error('InvalidBucketName');
      assertManages(call);
      try {
        await service.create({ name: bucket, description: '' }, actor);
      } catch (error) {
        if (error instanceof AppError && error.code === 'conflict') throw new S3Error('BucketAlreadyExists');
        throw error;
      }
      // A client that asks for locks means them from the first object on.
      if (isYes(call.header('x-amz-bucket-object-lock-enabled'))) {
        versionsOf(service);
        await service.setSettings(bucket, { versioning: 'enabled', lock_enabled: true }, actor);
      }
      return { headers: { location: `/${bucket}` } };
    },

    async remove(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      assertManages(call);
      try {
        await service.remove(call.bucket, call.actor);
      } catch (error) {
        if (error instanceof AppError && error.code === 'conflict') throw new S3Error('BucketNotEmpty');
        throw error;
      }
      return { status: 204 };
    },
  };
}
