import { serialize } from 'node:v8';
import type { CacheReader } from '../../platform/cache/registry.ts';

/** Values measured of each cache: a large one would hold the event loop for as long as it takes to write them all. */
const sampleSize = 64;

type KeptEntry = ReturnType<CacheReader['entries']>[number];

/** Bytes of a value as V8 writes it; 0 for what cannot be written (functions, streams). */
function bytesOf({ value, byteLength }: KeptEntry): number {
  if (byteLength !== undefined) return byteLength;
  if (value instanceof Uint8Array) return value.byteLength;
  try {
    return serialize(value).byteLength;
  } catch (error) {
    if (error instanceof Error && error.name === 'DataCloneError') return 0;
    throw error;
  }
}

/** Bytes that a cache's values take, keys included; estimated from evenly spread ones where there are many. */
export function sizeOf(entries: readonly KeptEntry[]): { bytes: number; isEstimated: boolean } {
  const isKnown = entries.every(({ byteLength }) => byteLength !== undefined);
  const isEstimated = !isKnown && entries.length > sampleSize;
  const step = isEstimated ? entries.length / sampleSize : 1;
  const sampled = isEstimated
    ? Array.from({ length: sampleSize }, (_, index) => entries[Math.floor(index * step)]).filter(
        (entry) => entry != null,
      )
    : entries;
  const bytes = sampled.reduce((sum, entry) => sum + bytesOf(entry) + entry.key.length * 2, 0);
  return { bytes: Math.round(bytes * step), isEstimated };
}
