import type { ObjectStorage } from '../../platform/storage/storage.ts';

export type Bucket = { name: string; size: number; objects: number; lastModified: string | null };

/** First path segment of each stored key, with the space and the number of objects below it. */
export async function bucketsOf(storage: ObjectStorage): Promise<Bucket[]> {
  const buckets = new Map<string, Bucket>();
  for await (const { key, sizeBytes, modifiedAt } of storage.list('')) {
    const name = key.split('/')[0] ?? key;
    const bucket = buckets.get(name) ?? { name, size: 0, objects: 0, lastModified: null };
    buckets.set(name, {
      name,
      size: bucket.size + sizeBytes,
      objects: bucket.objects + 1,
      lastModified: bucket.lastModified === null || modifiedAt > bucket.lastModified ? modifiedAt : bucket.lastModified,
    });
  }
  return [...buckets.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}
