import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { createS3Buckets } from './s3-buckets.ts';
import type { S3Call } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import type { createS3Lifecycle } from './s3-lifecycle.ts';
import type { createS3Multipart } from './s3-multipart.ts';
import type { createS3Objects } from './s3-objects.ts';
import type { createS3Tags } from './s3-tags.ts';

export type S3Operations = {
  readonly buckets: ReturnType<typeof createS3Buckets>;
  readonly objects: ReturnType<typeof createS3Objects>;
  readonly multipart: ReturnType<typeof createS3Multipart>;
  readonly tags: ReturnType<typeof createS3Tags>;
  readonly lifecycle: ReturnType<typeof createS3Lifecycle>;
};

/** Subresources that S3 has and this storage has not. */
const unsupported = [
  ...['accelerate', 'acl', 'analytics', 'attributes', 'cors', 'encryption', 'intelligent-tiering', 'inventory'],
  ...['legal-hold', 'logging', 'metrics', 'notification', 'object-lock', 'ownershipControls', 'policy'],
  ...['policyStatus', 'publicAccessBlock', 'replication', 'requestPayment', 'restore', 'retention', 'select'],
  ...['tagging', 'torrent', 'versions', 'website'],
];

/** Runs the operation that method, key and query of a call name. */
export function runOperation(operations: S3Operations, call: S3Call): Promise<StandardAnswer> {
  const { buckets, objects, multipart } = operations;
  const { method, bucket, key, query } = call;
  const has = (name: string) => query(name) !== undefined;
  if (bucket === '') {
    if (method === 'GET' || method === 'HEAD') return buckets.all(call);
    throw new S3Error('MethodNotAllowed');
  }
  const described = key === '' ? has('lifecycle') && operations.lifecycle : has('tagging') && operations.tags;
  if (described !== false) return onDescription(described, call);
  const subresource = unsupported.find(has);
  if (subresource !== undefined) throw new S3Error('NotImplemented', `«?${subresource}» não é suportado aqui.`);
  if (key === '') return onBucket(operations, call, has);
  switch (method) {
    case 'GET':
    case 'HEAD':
      return has('uploadId') ? multipart.parts(call) : objects.read(call);
    case 'PUT':
      if (has('uploadId'))
        return call.header('x-amz-copy-source') === undefined ? multipart.part(call) : multipart.copiedPart(call);
      return call.header('x-amz-copy-source') === undefined ? objects.put(call) : objects.copy(call);
    case 'POST':
      if (has('uploads')) return multipart.begin(call);
      if (has('uploadId')) return multipart.complete(call);
      throw new S3Error('MethodNotAllowed');
    default:
      if (has('versionId')) throw new S3Error('NotImplemented', 'Uma versão elimina-se na consola.');
      return has('uploadId') ? multipart.abort(call) : objects.remove(call);
  }
}

function onBucket(
  { buckets, objects, multipart }: S3Operations,
  call: S3Call,
  has: (name: string) => boolean,
): Promise<StandardAnswer> {
  switch (call.method) {
    case 'HEAD':
      return buckets.head(call);
    case 'GET':
      if (has('location')) return buckets.location(call);
      if (has('versioning')) return buckets.versioning(call);
      return has('uploads') ? multipart.uploads(call) : buckets.list(call);
    case 'PUT':
      if (has('versioning')) throw new S3Error('NotImplemented', 'As versões ligam-se no armazenamento, não aqui.');
      return buckets.create(call);
    case 'POST':
      if (has('delete')) return objects.removeMany(call);
      throw new S3Error('MethodNotAllowed');
    default:
      return buckets.remove(call);
  }
}

/** Reads, writes or removes what describes a bucket or an object. */
function onDescription(described: S3Operations['tags'], call: S3Call): Promise<StandardAnswer> {
  switch (call.method) {
    case 'GET':
      return described.read(call);
    case 'PUT':
      return described.put(call);
    case 'DELETE':
      return described.remove(call);
    default:
      throw new S3Error('MethodNotAllowed');
  }
}
