import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { createS3Buckets } from './s3-buckets.ts';
import type { S3Call } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import type { createS3Lifecycle } from './s3-lifecycle.ts';
import type { createS3Lock } from './s3-lock.ts';
import type { createS3Multipart } from './s3-multipart.ts';
import type { createS3Objects } from './s3-objects.ts';
import type { createS3Policy } from './s3-policy.ts';
import type { createS3Tags } from './s3-tags.ts';

export type S3Operations = {
  readonly buckets: ReturnType<typeof createS3Buckets>;
  readonly objects: ReturnType<typeof createS3Objects>;
  readonly multipart: ReturnType<typeof createS3Multipart>;
  readonly tags: ReturnType<typeof createS3Tags>;
  readonly lifecycle: ReturnType<typeof createS3Lifecycle>;
  readonly versioning: Described;
  readonly lock: ReturnType<typeof createS3Lock>;
  readonly cors: Described;
  readonly policy: ReturnType<typeof createS3Policy>;
  readonly publicBlock: Described;
  readonly bucketTags: Described;
};

type Described = ReturnType<typeof createS3Tags>;

/** Subresources that S3 has and this storage has not. */
const unsupported = [
  ...['accelerate', 'acl', 'analytics', 'attributes', 'encryption', 'intelligent-tiering', 'inventory'],
  ...['logging', 'metrics', 'notification', 'ownershipControls'],
  ...['replication', 'requestPayment', 'restore', 'select'],
  ...['torrent', 'website'],
];

/** Runs the operation that method, key and query of a call name. */
export function runOperation(operations: S3Operations, call: S3Call): Promise<StandardAnswer> {
  const { buckets, objects, multipart } = operations;
  const { method, bucket, key, query } = call;
  const has = (name: string) => query(name) !== undefined;
  // A request without a signature may at most read; anything else is refused before it is looked at, so that refusals tell nothing.
  if (call.caller.isAnonymous === true && (bucket === '' || (method !== 'GET' && method !== 'HEAD')))
    throw new S3Error('AccessDenied', 'O pedido tem de vir assinado com uma chave S3.');
  if (bucket === '') {
    if (method === 'GET' || method === 'HEAD') return buckets.all(call);
    throw new S3Error('MethodNotAllowed');
  }
  const described = key === '' ? bucketDescription(operations, has) : objectDescription(operations, has);
  if (described !== null) return onDescription(described, call);
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
      if (has('versions')) return buckets.versions(call);
      return has('uploads') ? multipart.uploads(call) : buckets.list(call);
    case 'PUT':
      return buckets.create(call);
    case 'POST':
      if (has('delete')) return objects.removeMany(call);
      throw new S3Error('MethodNotAllowed');
    default:
      return buckets.remove(call);
  }
}

function bucketDescription(operations: S3Operations, has: (name: string) => boolean): Described | null {
  const { lifecycle, versioning, lock, cors, policy, publicBlock, bucketTags } = operations;
  const described: Readonly<Record<string, Described>> = {
    ...{ lifecycle, versioning, 'object-lock': lock.area, cors, policy: policy.policy, policyStatus: policy.status },
    ...{ publicAccessBlock: publicBlock, tagging: bucketTags },
  };
  const name = Object.keys(described).find(has);
  return name === undefined ? null : (described[name] ?? null);
}

function objectDescription({ tags, lock }: S3Operations, has: (name: string) => boolean) {
  if (has('tagging')) return tags;
  if (has('retention')) return lock.retention;
  return has('legal-hold') ? lock.hold : null;
}

/** Reads, writes or removes what describes a bucket or an object. */
function onDescription(described: Described, call: S3Call): Promise<StandardAnswer> {
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
