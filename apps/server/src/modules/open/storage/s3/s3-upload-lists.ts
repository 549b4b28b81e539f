import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { S3PartRow, S3UploadRow } from './s3.repository.ts';
import { numberOf, quoted, type S3Call, xmlAnswer } from './s3-call.ts';
import { maxParts } from './s3-upload-parts.ts';

/** A page of an upload's parts. */
export function partsAnswer(
  call: S3Call,
  { id, bucket, key }: S3UploadRow,
  parts: readonly S3PartRow[],
): StandardAnswer {
  const limit = numberOf(call, 'max-parts', { min: 0, max: 1000, fallback: 1000 });
  const after = numberOf(call, 'part-number-marker', { min: 0, max: maxParts, fallback: 0 });
  const left = parts.filter(({ part }) => part > after);
  const page = left.slice(0, limit);
  return xmlAnswer('ListPartsResult', {
    ...{ Bucket: bucket, Key: key, UploadId: id, PartNumberMarker: after },
    ...{ NextPartNumberMarker: page.at(-1)?.part ?? after, MaxParts: limit, IsTruncated: left.length > page.length },
    Part: page.map(({ part, size_bytes, etag, stored_at }) => ({
      ...{ PartNumber: part, LastModified: stored_at.toISOString(), ETag: quoted(etag), Size: size_bytes },
    })),
    StorageClass: 'STANDARD',
  });
}

/** The caller's own uploads under way among those of a bucket. */
export function uploadsAnswer({ bucket, query, caller }: S3Call, uploads: readonly S3UploadRow[]): StandardAnswer {
  const own = uploads.filter(({ account_id }) => account_id === caller.principal.accountId);
  return xmlAnswer('ListMultipartUploadsResult', {
    ...{ Bucket: bucket, Prefix: query('prefix') ?? '', MaxUploads: 1000, IsTruncated: false },
    Upload: own.map(({ id, key, created_at }) => ({
      ...{ Key: key, UploadId: id, StorageClass: 'STANDARD', Initiated: created_at.toISOString() },
    })),
  });
}
