import { S3Error } from './s3-error.ts';
import { createSum, digests, type Sum, type SumName, sumNames } from './sums.ts';

export type SummedPart = {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Sums that the client tells of the part, in base64. */
  readonly sums: ReadonlyMap<SumName, string>;
};

/** Sums that an element of the list of parts brings (`ChecksumCRC32C`, …). */
export function sumsOfPart(members: Readonly<Record<string, unknown>>): Map<SumName, string> {
  const found = new Map<SumName, string>();
  for (const name of sumNames) {
    const value = members[`Checksum${name.toUpperCase()}`];
    if (typeof value === 'string') found.set(name, value.trim());
  }
  return found;
}

/**
 * The content of the parts in their order, checked as it passes against the sums of each and of the object: that of its
 * bytes, or, ending in `-N`, that of its parts' sums one after the other. Throws `InvalidPart` and `BadDigest`: whoever
 * stores what came must then forget it.
 */
export async function* checkedParts(
  parts: readonly SummedPart[],
  announced: ReadonlyMap<SumName, string>,
): AsyncGenerator<Uint8Array> {
  const composite = new Set([...announced].flatMap(([name, value]) => (value.includes('-') ? [name] : [])));
  const whole = new Map<SumName, Sum>([...announced.keys()].map((name) => [name, createSum(name)]));
  for (const { bytes, sums } of parts) {
    const own = new Map([...new Set([...sums.keys(), ...composite])].map((name) => [name, createSum(name)]));
    const passing = [...own.values(), ...[...whole].flatMap(([name, sum]) => (composite.has(name) ? [] : [sum]))];
    for await (const piece of bytes) {
      for (const sum of passing) sum.update(piece);
      yield piece;
    }
    const found = await digests(own);
    for (const [name, value] of sums) if (found.get(name) !== value) throw new S3Error('InvalidPart');
    for (const name of composite) whole.get(name)?.update(Buffer.from(found.get(name) ?? '', 'base64'));
  }
  const found = await digests(whole);
  for (const [name, value] of announced) {
    const sum = composite.has(name) ? `${found.get(name)}-${parts.length}` : found.get(name);
    if (sum !== value) throw new S3Error('BadDigest');
  }
}
