import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { uploadRoot, userRoot } from './areas.rules.ts';

/** Sizes as MinIO groups them: upper bound in bytes, exclusive. */
const sizes = [
  { label: 'LESS_THAN_1024_B', below: 1024 },
  { label: 'BETWEEN_1024_B_AND_1_MB', below: 1_048_576 },
  { label: 'BETWEEN_1_MB_AND_10_MB', below: 10_485_760 },
  { label: 'BETWEEN_10_MB_AND_64_MB', below: 67_108_864 },
  { label: 'BETWEEN_64_MB_AND_128_MB', below: 134_217_728 },
  { label: 'BETWEEN_128_MB_AND_512_MB', below: 536_870_912 },
  { label: 'GREATER_THAN_512_MB', below: Number.POSITIVE_INFINITY },
] as const;

export type Usage = {
  readonly name: string;
  readonly kind: 'system' | 'user';
  readonly size: number;
  readonly objects: number;
  readonly lastModified: string | null;
  readonly histogram: Readonly<Record<string, number>>;
  /** Whether earlier contents stay; absent where it was not read. */
  readonly versioning?: 'enabled' | 'suspended' | 'off';
};

/** The usage of every area, measured again after 30 s at the earliest because a measurement lists every object. */
export function createUsageCache(storage: ObjectStorage, clock: Clock) {
  const cache = createCache<readonly Usage[]>({
    name: 'storage/usage',
    clock,
    ttlMs: 30_000,
    maxStaleMs: 300_000,
    maxEntries: 1,
  });
  return { measured: () => cache.get('', () => measure(storage)), clear: () => cache.clear() };
}

export type UsageCache = ReturnType<typeof createUsageCache>;

/** Space, number and sizes of the objects of every bucket, by reading the whole listing. */
async function measure(storage: ObjectStorage): Promise<readonly Usage[]> {
  const found = new Map<string, Usage & { histogram: Record<string, number> }>();
  for await (const { key, sizeBytes, modifiedAt } of storage.list('')) {
    const [first = key, second = ''] = key.split('/');
    if (first === uploadRoot) continue;
    const kind = first === userRoot ? 'user' : 'system';
    const name = kind === 'user' ? second : first;
    const id = `${kind}/${name}`;
    const known = found.get(id) ?? { name, kind, size: 0, objects: 0, lastModified: null, histogram: emptyHistogram() };
    const label = sizeLabel(sizeBytes);
    known.histogram[label] = (known.histogram[label] ?? 0) + 1;
    found.set(id, {
      ...known,
      size: known.size + sizeBytes,
      objects: known.objects + 1,
      lastModified: known.lastModified === null || modifiedAt > known.lastModified ? modifiedAt : known.lastModified,
    });
  }
  return [...found.values()];
}

/** The group of sizes that an object is counted in. */
export function sizeLabel(sizeBytes: number): string {
  return sizes.find(({ below }) => sizeBytes < below)?.label ?? 'GREATER_THAN_512_MB';
}

export function emptyHistogram(): Record<string, number> {
  return Object.fromEntries(sizes.map(({ label }) => [label, 0]));
}
