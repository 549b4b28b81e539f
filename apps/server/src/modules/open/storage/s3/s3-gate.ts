import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { servicePrefixes } from '@kianda/contract';
import type { CorsRule } from '@kianda/contract/open/storage/bucket-settings.contract';
import { isBucketName, s3Path } from '@kianda/contract/open/storage/s3.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { corsHeaders, preflightHeaders } from '../bucket-cors.rules.ts';
import type { AnonymousReads } from './anonymous-reads.ts';
import { decoded, headerOf, pathOf, queryOf, type S3Request } from './canonical.ts';
import { readPayload } from './payload.ts';
import { S3Error, toS3Error } from './s3-error.ts';
import { anonymousCaller, type S3Caller, type S3Keys } from './s3-keys.ts';
import { runOperation, type S3Operations } from './s3-operations.ts';
import { xmlOf } from './s3-xml.ts';
import { verifySignature } from './signature.ts';
import { announcedSums } from './sums.ts';

const prefix = servicePrefixes.storage + s3Path;
const maxKeyBytes = 1024;
/**
 * Address that answers a request: the protocol's path, also for clients that know only hosts and ask at the root. No
 * other interface takes requests signed by AWS Signature V4.
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

/** Answers the S3 protocol: checks the signature, or takes the caller for anyone, then runs the operation. */
export function createS3Gate(options: {
  keys: S3Keys;
  operations: S3Operations;
  clock: Clock;
  /** Public host of the platform, which clients sign where a proxy passes another one on. */
  publicHost: string;
  /** Reason for refusing every client; null where clients are served. */
  reason: string | null;
  /** Rules by which pages of other origins read an area. Throws where there is none of the name. */
  corsOf: (bucket: string) => Promise<readonly CorsRule[]>;
  anonymousReads: AnonymousReads;
}) {
  const { keys, operations, clock, publicHost } = options;
  const { preflight, readable } = crossOriginAnswers(options);

  /** Who asks: the account of the key that signs, or nobody in particular. */
  async function callerOf(context: S3Context) {
    return isSigned(context) ? signed(context) : { caller: anonymousCaller, payload: { kind: 'unsigned' } as const };
  }

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
    if (context.method === 'OPTIONS') return preflight(context);
    const { caller, payload } = await callerOf(context);
    const { bucket, key } = addressOf(context);
    const query = new Map(queryOf(context).toReversed());
    const header = (name: string) => headerOf(context, name);
    const sums = announcedSums(Object.keys(context.headers), header);
    // A call that completes an upload names the sum of the object, while its body is the list of parts.
    const completes = context.method === 'POST' && query.has('uploadId');
    const { ipAddress, userAgent } = context;
    const answered = await runOperation(operations, {
      method: context.method,
      bucket,
      key,
      query: (name) => query.get(name),
      header,
      headers: context.headers,
      caller,
      actor: { principal: caller.principal, ipAddress, userAgent },
      sums,
      body: readPayload(context.stream ?? Readable.from([]), payload, header, completes ? new Map() : sums),
      signal: context.signal,
    });
    if (caller.isAnonymous === true) options.anonymousReads.count({ ipAddress, userAgent, bucket, key });
    return answered;
  }

  return async (context: S3Context): Promise<StandardAnswer> => {
    try {
      const found = await answer(context);
      const headers = { ...found.headers, ...(await readable(context)), 'x-amz-request-id': context.requestId };
      return { ...found, headers };
    } catch (thrown) {
      return refused(context, thrown, await readable(context));
    }
  };
}

/** The answer to a request that failed, in the protocol's own words. */
function refused(context: S3Context, thrown: unknown, more: Readonly<Record<string, string>>): StandardAnswer {
  const error = toS3Error(thrown);
  if (error.status >= 500 && error.code !== 'NotImplemented') context.log.error({ err: thrown }, 'pedido S3 falhou');
  else context.log.info({ code: error.code, detail: error.message }, 'pedido S3 recusado');
  const { requestId } = context;
  return {
    status: error.status,
    contentType: 'application/xml',
    headers: { ...error.headers, ...more, 'x-amz-request-id': requestId },
    body: xmlOf('Error', {
      ...{ Code: error.code, Message: error.message, Resource: pathOf(context), RequestId: requestId },
    }),
  };
}

/** Answers to browsers that ask before they send, and headers by which pages of other origins read what is answered. */
function crossOriginAnswers({
  corsOf,
  reason,
}: {
  readonly corsOf: (bucket: string) => Promise<readonly CorsRule[]>;
  readonly reason: string | null;
}) {
  /** Rules of the area that a request names; none where there is no such area, so that nobody learns which there are. */
  async function rulesOf(context: S3Context): Promise<readonly CorsRule[]> {
    const { bucket } = addressOf(context);
    return isBucketName(bucket) ? corsOf(bucket).catch(noRules) : [];
  }

  /** Answers a browser that asks before it sends. */
  async function preflight(context: S3Context): Promise<StandardAnswer> {
    const [origin, method] = ['origin', 'access-control-request-method'].map((name) => headerOf(context, name));
    if (origin === undefined || method === undefined) throw new S3Error('BadRequest');
    const headers = (headerOf(context, 'access-control-request-headers') ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '');
    const allowed = preflightHeaders(await rulesOf(context), { origin, method, headers });
    if (allowed === null) throw new S3Error('AccessForbidden');
    return { headers: allowed };
  }

  /** Headers by which a page of another origin may read the answer. */
  async function readable(context: S3Context): Promise<Readonly<Record<string, string>>> {
    const origin = headerOf(context, 'origin');
    if (origin === undefined || context.method === 'OPTIONS' || reason !== null) return {};
    return corsHeaders(await rulesOf(context).catch(noRules), { origin, method: context.method });
  }

  return { preflight, readable };
}

const noRules = (): readonly CorsRule[] => [];

/** Whether a request claims to be signed, well or badly. */
function isSigned({ headers, target }: S3Context): boolean {
  return headers.authorization !== undefined || /[?&]X-Amz-(Signature|Algorithm|Credential)=/.test(target);
}

/** Bucket and key of a request. Throws `InvalidURI` or `KeyTooLongError`. */
function addressOf(request: S3Request): { readonly bucket: string; readonly key: string } {
  const path = pathOf(request);
  const inner = path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  const [, first = '', ...rest] = inner.split('/');
  const key = rest.map(decoded).join('/');
  if (Buffer.byteLength(key) > maxKeyBytes) throw new S3Error('KeyTooLongError');
  if (key.includes('\0')) throw new S3Error('InvalidURI');
  return { bucket: decoded(first), key };
}
