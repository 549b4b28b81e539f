import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { servicePrefixes } from '@kianda/contract';
import { s3Path } from '@kianda/contract/open/storage/s3.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { decoded, headerOf, pathOf, queryOf, type S3Request } from './canonical.ts';
import { readPayload } from './payload.ts';
import type { createS3Buckets } from './s3-buckets.ts';
import type { S3Call } from './s3-call.ts';
import { xmlAnswer } from './s3-call.ts';
import { S3Error, toS3Error } from './s3-error.ts';
import type { S3Caller, S3Keys } from './s3-keys.ts';
import type { createS3Multipart } from './s3-multipart.ts';
import type { createS3Objects } from './s3-objects.ts';
import { xmlOf } from './s3-xml.ts';
import { verifySignature } from './signature.ts';
import { announcedSums } from './sums.ts';

const prefix = servicePrefixes.storage + s3Path;
const maxKeyBytes = 1024;
/** What S3 has besides, and is not here. */
const unsupported = [
  ...['accelerate', 'acl', 'analytics', 'attributes', 'cors', 'encryption', 'intelligent-tiering', 'inventory'],
  ...['legal-hold', 'lifecycle', 'logging', 'metrics', 'notification', 'object-lock', 'ownershipControls', 'policy'],
  ...['policyStatus', 'publicAccessBlock', 'replication', 'requestPayment', 'restore', 'retention', 'select'],
  ...['tagging', 'torrent', 'versions', 'website'],
];

/**
 * Where a request is answered: at the protocol's path, also where a client knows hosts only and asks at the root. What
 * is signed by AWS Signature V4 is nobody else's.
 */
export function s3Target({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const path = url.split('?', 1)[0] ?? '';
  if (path === prefix || path.startsWith(`${prefix}/`)) return url;
  const isSigned =
    headers.authorization?.startsWith('AWS4-HMAC-SHA256') === true || /[?&]X-Amz-Signature=[0-9a-f]/.test(url);
  return isSigned ? prefix + url : url;
}

export type S3Context = S3Request & {
  readonly stream: AsyncIterable<Uint8Array> | undefined;
  readonly requestId: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

/** Answers the S3 protocol: the signature first, then the operation. */
export function createS3Gate(options: {
  keys: S3Keys;
  buckets: ReturnType<typeof createS3Buckets>;
  objects: ReturnType<typeof createS3Objects>;
  multipart: ReturnType<typeof createS3Multipart>;
  clock: Clock;
  /** Host under which people know the platform: what clients sign where a proxy passes another on. */
  publicHost: string;
  /** Why no client is let in; null where they are. */
  reason: string | null;
}) {
  const { keys, buckets, objects, multipart, clock, publicHost } = options;

  async function signed(context: S3Context) {
    const known = new Map<string, S3Caller>();
    const secretOf = async (accessKey: string) => {
      const found = await keys.find(accessKey);
      if (found === null) return null;
      known.set(accessKey, found.caller);
      return found.secret;
    };
    const check = (request: S3Request) => verifySignature(request, { nowMs: clock.nowMs(), secretOf });
    const outcome = await check(context).catch((error: unknown) => {
      const isOther = error instanceof S3Error && error.code === 'SignatureDoesNotMatch';
      if (!isOther || context.headers.host === publicHost) throw error;
      return check({ ...context, headers: { ...context.headers, host: publicHost } });
    });
    const caller = known.get(outcome.accessKey);
    if (caller === undefined) throw new S3Error('InvalidAccessKeyId');
    await keys.touch(outcome.accessKey, context.ipAddress);
    return { caller, payload: outcome.payload };
  }

  async function answer(context: S3Context): Promise<StandardAnswer> {
    if (options.reason !== null) throw new S3Error('NotImplemented', options.reason);
    const { caller, payload } = await signed(context);
    const { bucket, key } = placeOf(context);
    const query = new Map(queryOf(context).toReversed());
    const header = (name: string) => headerOf(context, name);
    const sums = announcedSums(Object.keys(context.headers), header);
    // Of an upload in parts that ends, the header is the sum of the object, not of the list of parts that is the body.
    const isWhole = context.method === 'POST' && query.has('uploadId');
    const { ipAddress, userAgent } = context;
    return operation({
      method: context.method,
      bucket,
      key,
      query: (name) => query.get(name),
      header,
      headers: context.headers,
      caller,
      actor: { principal: caller.principal, ipAddress, userAgent },
      sums,
      body: readPayload(context.stream ?? Readable.from([]), payload, header, isWhole ? new Map() : sums),
      signal: context.signal,
    });
  }

  function operation(call: S3Call): Promise<StandardAnswer> {
    const { method, bucket, key, query } = call;
    const has = (name: string) => query(name) !== undefined;
    if (bucket === '') {
      if (method === 'GET' || method === 'HEAD') return buckets.all(call);
      throw new S3Error('MethodNotAllowed');
    }
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && key !== '' && has('tagging')) return tags(call);
    const more = unsupported.find(has);
    if (more !== undefined) throw new S3Error('NotImplemented', `«?${more}» não é suportado aqui.`);
    if (key === '') return ofBucket(call, has);
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

  function ofBucket(call: S3Call, has: (name: string) => boolean): Promise<StandardAnswer> {
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

  /** Nothing here has tags, which is what a client that copies asks. */
  async function tags(call: S3Call): Promise<StandardAnswer> {
    const { body, ...read } = await objects.read({ ...call, method: 'HEAD' });
    if (body instanceof Readable) body.destroy();
    return read.status === 200 ? xmlAnswer('Tagging', { TagSet: {} }) : read;
  }

  return async (context: S3Context): Promise<StandardAnswer> => {
    try {
      const found = await answer(context);
      return { ...found, headers: { ...found.headers, 'x-amz-request-id': context.requestId } };
    } catch (thrown) {
      const error = toS3Error(thrown);
      if (error.status >= 500 && error.code !== 'NotImplemented')
        context.log.error({ err: thrown }, 'pedido S3 falhou');
      else context.log.info({ code: error.code, detail: error.message }, 'pedido S3 recusado');
      return {
        status: error.status,
        contentType: 'application/xml',
        headers: { 'x-amz-request-id': context.requestId },
        body: xmlOf('Error', {
          ...{ Code: error.code, Message: error.message, Resource: pathOf(context), RequestId: context.requestId },
        }),
      };
    }
  };
}

/** Bucket and key of a request. Throws `InvalidURI` or `KeyTooLongError`. */
function placeOf(request: S3Request): { readonly bucket: string; readonly key: string } {
  const path = pathOf(request);
  const inner = path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  const [, first = '', ...rest] = inner.split('/');
  const key = rest.map(decoded).join('/');
  if (Buffer.byteLength(key) > maxKeyBytes) throw new S3Error('KeyTooLongError');
  if (key.includes('\0')) throw new S3Error('InvalidURI');
  return { bucket: decoded(first), key };
}
