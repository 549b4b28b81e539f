import type { FastifyCorsOptions, FastifyCorsOptionsDelegateCallback } from '@fastify/cors';
import { servicePrefixes } from '@kianda/contract';

/** Any page (`*`), those of the origins named, or none may read the open services without a session. */
export type OpenOrigins = '*' | readonly string[];

/** Services whose public collections pages of others read: maps, notebooks, STAC Browser. */
const openPrefixes = [servicePrefixes.stac, servicePrefixes.features];
/** Objects by the S3 protocol: the rules of each area say which pages read it. */
const areasPrefix = `${servicePrefixes.storage}/s3/`;
const exposedHeaders = [
  'etag',
  'link',
  'location',
  'content-crs',
  'retry-after',
  'x-request-id',
  'x-kianda-provenance',
];
const common = { exposedHeaders, maxAge: 600 };

/**
 * Access for pages of another origin. The platform's own interfaces: everything. Others: the open services, to
 * read; cookies are never sent, and a token only by pages of an origin that was named.
 */
export function crossOrigin(
  ownOrigins: readonly string[],
  openOrigins: OpenOrigins,
): FastifyCorsOptionsDelegateCallback {
  const own: FastifyCorsOptions = {
    ...common,
    origin: [...ownOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      ...['authorization', 'content-type', 'x-client-version', 'x-platform', 'x-request-id', 'x-source'],
      ...['idempotency-key', 'if-none-match'],
    ],
  };
  const read = { ...common, methods: ['GET', 'HEAD', 'POST'], credentials: false };
  const reading = ['content-type', 'if-none-match', 'range'];
  const open: FastifyCorsOptions =
    openOrigins === '*'
      ? { ...read, origin: '*', allowedHeaders: reading }
      : { ...read, origin: [...openOrigins], allowedHeaders: [...reading, 'authorization'] };
  return ({ method, url, headers }, callback) => {
    const path = url.split('?')[0] ?? '';
    // No browser's question for a page: whoever asks what an address takes hears its methods.
    const isPreflight = headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
    if (method === 'OPTIONS' && !isPreflight) return callback(null, { origin: false });
    if (path.startsWith(areasPrefix)) return callback(null, { origin: false });
    const isOpen = openPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
    callback(null, isOpen && !ownOrigins.includes(headers.origin ?? '') ? open : own);
  };
}
