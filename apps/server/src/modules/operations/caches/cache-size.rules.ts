import { serialize } from 'node:v8';
import type { CacheReader } from '../../../platform/cache/registry.ts';

/** Values measured of each cache: serialising every value of a large one would block the event loop. */
const sampleSize = 64;

type CacheEntry = ReturnType<CacheReader['entries']>[number];

/** Bytes of a value as V8 serialises it; 0 for values that cannot be serialised (functions, streams). */
function bytesOf({ value, byteLength }: CacheEntry): number {
  if (byteLength !== undefined) return byteLength;
  if (value instanceof Uint8Array) return value.byteLength;
  try {
    return serialize(value).byteLength;
  } catch (error) {
    if (error instanceof Error && error.name === 'DataCloneError') return 0;
    throw error;
  }
}

/** Bytes that a cache's entries take, keys included; estimated from evenly spread entries where there are many. */
export function sizeOf(entries: readonly CacheEntry[]): { bytes: number; isEstimated: boolean } {
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
