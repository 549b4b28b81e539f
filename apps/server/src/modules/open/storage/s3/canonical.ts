import { createHash } from 'node:crypto';
import { S3Error } from './s3-error.ts';

/** A request as it came: the target unread, so that what was signed can be told from it. */
export type S3Request = {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

export type Query = readonly (readonly [name: string, value: string])[];

/** The path as sent, without the query. */
export const pathOf = ({ target }: S3Request): string => target.split('?', 1)[0] ?? target;

/** Names and values of the query, decoded. Throws `InvalidURI`. */
export function queryOf({ target }: S3Request): Query {
  const cut = target.indexOf('?');
  if (cut < 0) return [];
  const pairs = target.slice(cut + 1).split('&');
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      const read = (text: string) => decoded(text.replaceAll('+', ' '));
      return at < 0 ? [read(pair), ''] : [read(pair.slice(0, at)), read(pair.slice(at + 1))];
    });
}

export const headerOf = ({ headers }: S3Request, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(',');
};

/** Text of a percent-encoded one. Throws `InvalidURI`. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new S3Error('InvalidURI', undefined, { cause: error });
  }
}

/** As AWS encodes: everything but letters, digits and `-._~`. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The canonical request of AWS Signature Version 4, as S3 makes it: the path encoded once, and not normalised.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function canonicalRequest(
  request: S3Request,
  signed: { readonly headers: readonly string[]; readonly query: Query; readonly payloadHash: string },
): string {
  const query = signed.query
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join('='))
    .join('&');
  const headers = signed.headers.map((name) => {
    const value = headerOf(request, name);
    if (value === undefined) throw new S3Error('SignatureDoesNotMatch', `Falta o cabeçalho assinado «${name}».`);
    return `${name}:${value.trim().replace(/\s+/g, ' ')}\n`;
  });
  const path = pathOf(request).split('/').map(decoded).map(encoded).join('/');
  return [request.method, path, query, headers.join(''), signed.headers.join(';'), signed.payloadHash].join('\n');
}

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
