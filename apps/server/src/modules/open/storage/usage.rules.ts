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

export type Histogram = Readonly<Record<string, number>>;

/** Objects counted together, with the space they take. */
export type Count = {
  readonly size: number;
  readonly objects: number;
  readonly lastModified: string | null;
  readonly histogram: Histogram;
};

export type Usage = Count & {
  readonly name: string;
  readonly kind: 'system' | 'user';
  /** Whether earlier contents stay; absent where it was not read. */
  readonly versioning?: 'enabled' | 'suspended' | 'off';
};

export const nothing: Count = { size: 0, objects: 0, lastModified: null, histogram: emptyHistogram() };

/** The group of sizes that an object is counted in. */
export function sizeLabel(sizeBytes: number): string {
  return sizes.find(({ below }) => sizeBytes < below)?.label ?? 'GREATER_THAN_512_MB';
}

export function emptyHistogram(): Record<string, number> {
  return Object.fromEntries(sizes.map(({ label }) => [label, 0]));
}

/** A count with one object more. */
export function withObject(count: Count, { sizeBytes, modifiedAt }: { sizeBytes: number; modifiedAt: string }): Count {
  const { lastModified } = count;
  return {
    ...changed(count, sizeBytes, 1),
    lastModified: lastModified === null || modifiedAt > lastModified ? modifiedAt : lastModified,
  };
}

/** A count with one object of a size less. Its newest date is the caller's to find. */
export const withoutObject = (count: Count, sizeBytes: number): Count => changed(count, sizeBytes, -1);

function changed(count: Count, sizeBytes: number, by: 1 | -1): Count {
  const label = sizeLabel(sizeBytes);
  return {
    ...count,
    size: count.size + by * sizeBytes,
    objects: count.objects + by,
    histogram: { ...count.histogram, [label]: (count.histogram[label] ?? 0) + by },
  };
}

const shortestMs = 60_000;
const longestMs = 86_400_000;
/** A count may take one part in so many of the time. */
const share = 50;

/** How long a count stands: the longer it took, the longer, so that counting never becomes most of the work. */
export function validForMs(tookMs: number): number {
  return Math.min(longestMs, Math.max(shortestMs, tookMs * share));
}
