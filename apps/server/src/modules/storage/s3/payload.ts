import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { decodeChunks } from './chunked.ts';
import { S3Error } from './s3-error.ts';
import type { Payload } from './signature.ts';

/** Largest object of a single request, as in S3; larger ones come in parts. */
const maxObjectBytes = 5 * 1024 ** 3;

type Sum = { update(bytes: Uint8Array): void; digest(): string };

/** Sums that are checked, by their name in `x-amz-checksum-…`; of the others the signature, or MD5, must do. */
const sums: Readonly<Record<string, () => Sum>> = {
  sha256: () => hashed('sha256'),
  sha1: () => hashed('sha1'),
  crc32: () => {
    let value = 0;
    return {
      update(bytes) {
        value = crc32(bytes, value);
      },
      digest() {
        const four = Buffer.alloc(4);
        four.writeUInt32BE(value);
        return four.toString('base64');
      },
    };
  },
};

function hashed(algorithm: string): Sum {
  const hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('base64') };
}

/**
 * The content of a request's body, checked as it passes against its signature, its announced length and its sums.
 * Throws at the end of what does not agree: whoever stores it must then forget it.
 */
export async function* readPayload(
  stream: AsyncIterable<Uint8Array>,
  payload: Payload,
  header: (name: string) => string | undefined,
): AsyncGenerator<Uint8Array> {
  const expected = new Map<string, string>();
  const running = new Map<string, Sum>();
  const watch = (name: string): void => {
    const make = sums[name];
    if (make !== undefined && !running.has(name)) running.set(name, make());
  };
  for (const name of Object.keys(sums)) {
    const value = header(`x-amz-checksum-${name}`);
    if (value === undefined) continue;
    expected.set(name, value);
    watch(name);
  }
  // Which sum the trailer will bring is told beforehand.
  for (const name of (header('x-amz-trailer') ?? '').split(',')) watch(sumName(name) ?? '');
  const md5 = header('content-md5');
  if (md5 !== undefined && Buffer.from(md5, 'base64').byteLength !== 16) throw new S3Error('InvalidDigest');
  const whole = payload.kind === 'hashed' ? createHash('sha256') : null;
  const digest = md5 === undefined ? null : createHash('md5');
  const content =
    payload.kind === 'chunked'
      ? decodeChunks(stream, payload, (name, value) => {
          const sum = sumName(name);
          if (sum !== null) expected.set(sum, value);
        })
      : stream;
  const announced = header(payload.kind === 'chunked' ? 'x-amz-decoded-content-length' : 'content-length');
  if (announced !== undefined && Number(announced) > maxObjectBytes) throw new S3Error('EntityTooLarge');
  let size = 0;
  for await (const bytes of content) {
    size += bytes.byteLength;
    if (size > maxObjectBytes) throw new S3Error('EntityTooLarge');
    whole?.update(bytes);
    digest?.update(bytes);
    for (const sum of running.values()) sum.update(bytes);
    yield bytes;
  }
  if (announced !== undefined && Number(announced) !== size) throw new S3Error('IncompleteBody');
  if (payload.kind === 'hashed' && whole?.digest('hex') !== payload.sha256)
    throw new S3Error('XAmzContentSHA256Mismatch');
  if (digest !== null && digest.digest('base64') !== md5) throw new S3Error('BadDigest');
  for (const [name, value] of expected) {
    const sum = running.get(name);
    if (sum !== undefined && sum.digest() !== value) throw new S3Error('BadDigest');
  }
}

function sumName(header: string): string | null {
  const name = header.trim().toLowerCase();
  return name.startsWith('x-amz-checksum-') ? name.slice('x-amz-checksum-'.length) : null;
}
