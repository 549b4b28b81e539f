import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { AppError } from '../../../../platform/http/errors.ts';

/** A body as it came, compressed, with its size, digest and encoding. */
export type Received = {
  readonly sizeBytes: number;
  readonly sha256: string;
  /** First bytes, uncompressed. */
  readonly head: Buffer;
  readonly isUtf8: boolean;
  readonly gzipped: Buffer;
};

const headBytes = 64 * 1024;

/**
 * Reads a body to its end in one pass, keeping only its compressed form in memory. Throws `payload_too_large` as soon as
 * it is longer than `limitBytes`. `tap` sees every byte (a signature).
 */
export async function receive(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
  tap: (chunk: Uint8Array) => void = () => undefined,
): Promise<Received> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const head: Buffer[] = [];
  const packed: Buffer[] = [];
  let headLength = 0;
  let sizeBytes = 0;
  let isUtf8 = true;
  const decode = (chunk?: Uint8Array) => {
    if (!isUtf8) return;
    try {
      if (chunk === undefined) decoder.decode();
      else decoder.decode(chunk, { stream: true });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      isUtf8 = false;
    }
  };
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limitBytes) {
        const megabytes = Math.floor(limitBytes / 1_048_576);
        throw new AppError('payload_too_large', { detail: `O ficheiro excede o limite de ${megabytes} MB.` });
      }
      hash.update(chunk);
      tap(chunk);
      decode(chunk);
      if (headLength < headBytes) {
        const part = Buffer.from(chunk.subarray(0, headBytes - headLength));
        head.push(part);
        headLength += part.length;
      }
      yield chunk;
    }
  }
  await pipeline(counted, createGzip(), async (zipped: AsyncIterable<Buffer>) => {
    for await (const chunk of zipped) packed.push(chunk);
  });
  decode();
  return { sizeBytes, sha256: hash.digest('hex'), head: Buffer.concat(head), isUtf8, gzipped: Buffer.concat(packed) };
}
