import { createHash } from 'node:crypto';
import { decodeChunks } from './chunked.ts';
import { S3Error } from './s3-error.ts';
import type { Payload } from './signature.ts';
import { createSum, digests, type Sum, type SumName, sumOfHeader } from './sums.ts';

/** Largest object of a single request, as in S3; larger ones come in parts. */
const maxObjectBytes = 5 * 1024 ** 3;

/**
 * The content of a request's body, checked as it passes against its signature, its announced length and its sums.
 * Throws at the end of what does not agree: whoever stores it must then forget it.
 */
export async function* readPayload(
  stream: AsyncIterable<Uint8Array>,
  payload: Payload,
  header: (name: string) => string | undefined,
  announced: ReadonlyMap<SumName, string>,
): AsyncGenerator<Uint8Array> {
  const expected = new Map(announced);
  const running = new Map<SumName, Sum>([...expected.keys()].map((name) => [name, createSum(name)]));
  // A header announces the sums that the trailer will bring.
  const awaited = new Set<SumName>();
  for (const trailer of (header('x-amz-trailer') ?? '').split(',')) {
    const name = sumOfHeader(trailer);
    if (name === null) continue;
    awaited.add(name);
    if (!running.has(name)) running.set(name, createSum(name));
  }
  const md5 = header('content-md5');
  if (md5 !== undefined && Buffer.from(md5, 'base64').byteLength !== 16) throw new S3Error('InvalidDigest');
  const whole = payload.kind === 'hashed' ? createHash('sha256') : null;
  const digest = md5 === undefined ? null : createHash('md5');
  const content =
    payload.kind === 'chunked'
      ? decodeChunks(stream, payload, (name, value) => {
          const sum = sumOfHeader(name);
          if (sum === null) return;
          if (!awaited.delete(sum)) throw new S3Error('MalformedTrailerError');
          expected.set(sum, value);
        })
      : stream;
  const length = header(payload.kind === 'chunked' ? 'x-amz-decoded-content-length' : 'content-length');
  if (length !== undefined && Number(length) > maxObjectBytes) throw new S3Error('EntityTooLarge');
  let size = 0;
  for await (const bytes of content) {
    size += bytes.byteLength;
    if (size > maxObjectBytes) throw new S3Error('EntityTooLarge');
    whole?.update(bytes);
    digest?.update(bytes);
    for (const sum of running.values()) sum.update(bytes);
    yield bytes;
  }
  if (length !== undefined && Number(length) !== size) throw new S3Error('IncompleteBody');
  if (payload.kind === 'hashed' && whole?.digest('hex') !== payload.sha256)
    throw new S3Error('XAmzContentSHA256Mismatch');
  if (digest !== null && digest.digest('base64') !== md5) throw new S3Error('BadDigest');
  if (awaited.size > 0) throw new S3Error('MalformedTrailerError');
  const found = await digests(running);
  for (const [name, value] of expected) if (found.get(name) !== value) throw new S3Error('BadDigest');
}
