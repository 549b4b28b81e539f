import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Crc32c, Crc64Nvme } from '@aws-sdk/checksums/crc';
import { Xxh3_64, Xxh3_128, Xxh64 } from '@aws-sdk/checksums/xxh';
import { S3Error } from './s3-error.ts';

/** A running sum. `digest` once, at the end. */
export type Sum = { update(bytes: Uint8Array): void; digest(): Uint8Array | Promise<Uint8Array> };

/** Every sum that S3 knows, by its name in `x-amz-checksum-…`: what a client sends is checked or refused. */
const makers = {
  crc32: runningCrc32,
  crc32c: () => new Crc32c(),
  crc64nvme: () => new Crc64Nvme(),
  md5: () => createHash('md5'),
  sha1: () => createHash('sha1'),
  sha256: () => createHash('sha256'),
  sha512: () => createHash('sha512'),
  xxhash3: () => new Xxh3_64(),
  xxhash64: () => new Xxh64(),
  xxhash128: () => new Xxh3_128(),
} as const satisfies Record<string, () => Sum>;
export type SumName = keyof typeof makers;
export const sumNames = Object.keys(makers) as readonly SumName[];

const isSumName = (name: string): name is SumName => Object.hasOwn(makers, name);
const prefix = 'x-amz-checksum-';
/** Headers with the prefix of the sums that describe how they are made, and are no sums. */
const about: ReadonlySet<string> = new Set(['algorithm', 'mode', 'type']);

export const createSum = (name: SumName): Sum => makers[name]();

function runningCrc32(): Sum {
  let value = 0;
  return {
    update(bytes) {
      value = crc32(bytes, value);
    },
    digest() {
      const four = Buffer.alloc(4);
      four.writeUInt32BE(value);
      return four;
    },
  };
}

/** Which sum a header or a trailer brings; null for other headers. Throws `InvalidRequest` of a sum nobody knows. */
export function sumOfHeader(header: string): SumName | null {
  const name = header.trim().toLowerCase();
  if (!name.startsWith(prefix)) return null;
  const sum = name.slice(prefix.length);
  if (about.has(sum)) return null;
  if (!isSumName(sum)) throw new S3Error('InvalidRequest', `A soma «${sum.slice(0, 40)}» não é conhecida.`);
  return sum;
}

/** Sums that a request's headers announce, each in base64. */
export function announcedSums(
  names: Iterable<string>,
  header: (name: string) => string | undefined,
): Map<SumName, string> {
  const found = new Map<SumName, string>();
  for (const name of names) {
    const sum = sumOfHeader(name);
    const value = sum === null ? undefined : header(name);
    if (sum !== null && value !== undefined) found.set(sum, value.trim());
  }
  return found;
}

/** The base64 of every running sum. */
export async function digests(running: ReadonlyMap<SumName, Sum>): Promise<Map<SumName, string>> {
  const all = new Map<SumName, string>();
  for (const [name, sum] of running) all.set(name, Buffer.from(await sum.digest()).toString('base64'));
  return all;
}
