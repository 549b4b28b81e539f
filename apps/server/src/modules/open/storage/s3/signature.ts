import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { getSigningKey } from '@smithy/signature-v4';
import { SignerHash } from '../../../../platform/crypto/signer-hash.ts';
import { canonicalRequest, headerOf, type Query, queryOf, type S3Request, sha256Hex } from './canonical.ts';
import { S3Error } from './s3-error.ts';

const algorithm = 'AWS4-HMAC-SHA256';
const maxSkewMs = 15 * 60_000;
const maxLinkSeconds = 604_800;
const unsignedPayload = 'UNSIGNED-PAYLOAD';

/** The body as the signature describes it. */
export type Payload =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'hashed'; readonly sha256: string }
  /** In chunks of AWS's own framing; `signer` where each is signed. */
  | { readonly kind: 'chunked'; readonly hasTrailer: boolean; readonly signer: ChunkSigner | null };

/** Signs the chunks of one request, the first from the signature of its head. */
export type ChunkSigner = {
  readonly seed: string;
  /** Signature of a chunk, or of the trailer, after that of the one before. */
  sign(what: 'PAYLOAD' | 'TRAILER', previous: string, sha256: string): Promise<string>;
};

type Claim = {
  readonly accessKey: string;
  readonly scope: string;
  readonly region: string;
  readonly day: string;
  readonly date: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly query: Query;
  readonly payloadHash: string;
};

/**
 * Checks the signature of a request, in its header or in its address. `secretOf` answers null for a key that is none.
 * Throws `AccessDenied`, `InvalidAccessKeyId`, `SignatureDoesNotMatch`, `RequestTimeTooSkewed` and what else S3 names.
 */
export async function verifySignature(
  request: S3Request,
  options: { readonly nowMs: number; readonly secretOf: (accessKey: string) => Promise<string | null> },
): Promise<{ readonly accessKey: string; readonly payload: Payload }> {
  const query = queryOf(request);
  const isLink = query.some(([name]) => name === 'X-Amz-Algorithm' || name === 'X-Amz-Signature');
  const claim = isLink ? claimOfLink(request, query, options.nowMs) : claimOfHeader(request, query, options.nowMs);
  if (!claim.signedHeaders.includes('host')) throw new S3Error('AccessDenied', 'O cabeçalho Host tem de ser assinado.');
  // A header added on the way must not change the request; the source of a copy is such a header.
  const loose = Object.keys(request.headers).find(
    (name) => name.startsWith('x-amz-') && name !== 'x-amz-content-sha256' && !claim.signedHeaders.includes(name),
  );
  if (loose !== undefined) throw new S3Error('AccessDenied', `O cabeçalho «${loose}» não foi assinado.`);

  const secret = await options.secretOf(claim.accessKey);
  if (secret === null) throw new S3Error('InvalidAccessKeyId');
  const sign = signerOf(claim, secret);
  const canonical = canonicalRequest(request, {
    headers: claim.signedHeaders,
    query: claim.query,
    payloadHash: claim.payloadHash,
  });
  const expected = await sign([algorithm, claim.date, claim.scope, sha256Hex(canonical)].join('\n'));
  if (!isSame(expected, claim.signature)) throw new S3Error('SignatureDoesNotMatch');
  return { accessKey: claim.accessKey, payload: payloadOf(claim, expected, sign) };
}

/** Whether two signatures are the same, without telling how far they agree. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function claimOfHeader(request: S3Request, query: Query, nowMs: number): Claim {
  const header = headerOf(request, 'authorization');
  if (header === undefined) throw new S3Error('AccessDenied', 'O pedido tem de vir assinado com uma chave S3.');
  if (!header.startsWith(algorithm)) throw new S3Error('InvalidRequest', `Assine com ${algorithm}.`);
  const malformed = () => new S3Error('AuthorizationHeaderMalformed');
  const fields = new Map(
    header
      .slice(algorithm.length)
      .split(',')
      .map((field) => {
        const at = field.indexOf('=');
        return [field.slice(0, at).trim(), field.slice(at + 1).trim()] as const;
      }),
  );
  const credential = credentialOf(fields.get('Credential'));
  const signedHeaders = fields.get('SignedHeaders');
  const signature = fields.get('Signature');
  if (credential === null || signedHeaders === undefined || signature === undefined) throw malformed();
  const date = headerOf(request, 'x-amz-date');
  const sentMs = instantMs(date);
  if (date === undefined || sentMs === null) throw new S3Error('AccessDenied', 'Falta um x-amz-date válido.');
  if (Math.abs(nowMs - sentMs) > maxSkewMs) throw new S3Error('RequestTimeTooSkewed');
  if (credential.day !== date.slice(0, 8)) throw malformed();
  const payloadHash = headerOf(request, 'x-amz-content-sha256');
  if (payloadHash === undefined) throw new S3Error('InvalidRequest', 'Falta o cabeçalho x-amz-content-sha256.');
  return { ...credential, date, signature, query, payloadHash, signedHeaders: signedHeaders.split(';') };
}

function claimOfLink(request: S3Request, query: Query, nowMs: number): Claim {
  const one = (name: string) => query.find(([given]) => given === name)?.[1];
  const malformed = (message?: string) => new S3Error('AuthorizationQueryParametersError', message);
  const credential = credentialOf(one('X-Amz-Credential'));
  const [date, signedHeaders, signature] = [one('X-Amz-Date'), one('X-Amz-SignedHeaders'), one('X-Amz-Signature')];
  const sentMs = instantMs(date);
  const seconds = Number(one('X-Amz-Expires') ?? Number.NaN);
  if (one('X-Amz-Algorithm') !== algorithm) throw malformed(`Assine com ${algorithm}.`);
  if (credential === null || date === undefined || sentMs === null) throw malformed();
  if (signedHeaders === undefined || signature === undefined || credential.day !== date.slice(0, 8)) throw malformed();
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxLinkSeconds)
    throw malformed(`Uma ligação serve de 1 a ${maxLinkSeconds} segundos.`);
  if (sentMs - nowMs > maxSkewMs) throw new S3Error('AccessDenied', 'A ligação ainda não é válida.');
  if (nowMs > sentMs + seconds * 1000) throw new S3Error('AccessDenied', 'A ligação expirou.');
  return {
    ...credential,
    date,
    signature,
    query: query.filter(([name]) => name !== 'X-Amz-Signature'),
    payloadHash: one('X-Amz-Content-Sha256') ?? headerOf(request, 'x-amz-content-sha256') ?? unsignedPayload,
    signedHeaders: signedHeaders.split(';'),
  };
}

/** `key/20261122/region/s3/aws4_request`; null when it is none. */
function credentialOf(text: string | undefined) {
  const parts = /^([\w-]{1,64})\/((\d{8})\/([\w-]{0,64})\/s3\/aws4_request)$/.exec(text ?? '');
  if (parts === null) return null;
  const [, accessKey = '', scope = '', day = '', region = ''] = parts;
  return { accessKey, scope, day, region };
}

/** ms since 1970 of `20261122T010203Z`; null when it is none. */
function instantMs(text: string | undefined): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '');
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? null : ms;
}

type Sign = (text: string) => Promise<string>;

/** Signing keys, by what they are made of: one serves every request of a key, a day and a region. */
const signingKeys = new Map<string, Promise<KeyObject>>();
const signingKeysMax = 1_000;

function signingKey({ accessKey, day, region }: Claim, secret: string): Promise<KeyObject> {
  const name = [accessKey, secret, day, region].join('/');
  const known = signingKeys.get(name);
  if (known !== undefined) return known;
  if (signingKeys.size >= signingKeysMax) signingKeys.clear();
  const credentials = { accessKeyId: accessKey, secretAccessKey: secret };
  // Made into a key once: from its bytes every signature would make it anew.
  const made = getSigningKey(SignerHash, credentials, day, region, 's3').then(createSecretKey);
  signingKeys.set(name, made);
  return made;
}

function signerOf(claim: Claim, secret: string): Sign {
  const key = signingKey(claim, secret);
  return async (text) =>
    createHmac('sha256', await key)
      .update(text)
      .digest('hex');
}

function payloadOf({ payloadHash, date, scope }: Claim, seed: string, sign: Sign): Payload {
  const signer: ChunkSigner = {
    seed,
    sign(what, previous, sha256) {
      const head = [`${algorithm}-${what}`, date, scope, previous];
      // The hash of a chunk's (absent) headers comes first.
      return sign([...head, ...(what === 'PAYLOAD' ? [sha256Hex('')] : []), sha256].join('\n'));
    },
  };
  switch (payloadHash) {
    case unsignedPayload:
      return { kind: 'unsigned' };
    case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
      return { kind: 'chunked', hasTrailer: true, signer: null };
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
      return { kind: 'chunked', hasTrailer: false, signer };
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER':
      return { kind: 'chunked', hasTrailer: true, signer };
    default:
      if (!/^[0-9a-f]{64}$/i.test(payloadHash))
        throw new S3Error('InvalidArgument', 'x-amz-content-sha256 não é uma soma nem uma forma conhecida.');
      return { kind: 'hashed', sha256: payloadHash.toLowerCase() };
  }
}
