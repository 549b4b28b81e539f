import type { Clock } from '../../../platform/clock/clock.ts';
import type { ObjectInfo, ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { fullKeyOf } from './area-lookup.service.ts';
import { uploadRoot, userRoot } from './areas.rules.ts';
import type { StorageRepository } from './storage.repository.ts';
import type { ObjectAddress } from './storage.types.ts';
import type { Counted, ObjectFacts, UsageRepository } from './usage.repository.ts';
import { type Count, nothing, type Usage, validForMs, withObject } from './usage.rules.ts';

const pageObjects = 500;

/** Totals of areas, and since when they stand. */
export type Totals = { readonly value: readonly Usage[]; readonly countedAtMs: number };

/**
 * The space that the areas of the platform's own storage take. Those of people are kept with every change; those that the
 * platform fills are counted from time to time, by a job. Nobody who asks waits for a count, except the first.
 */
export function createUsage(options: {
  storage: ObjectStorage;
  clock: Clock;
  repository: UsageRepository;
  buckets: Pick<StorageRepository, 'buckets'>;
}) {
  const { storage, clock, repository, buckets } = options;
  let counting: Promise<void> | null = null;

  function settle({ bucket, key }: ObjectAddress, facts?: ObjectFacts): Promise<void> {
    const stat = () => storage.stat(fullKeyOf(`${userRoot}/${bucket}/`, key));
    return repository.settle({ bucket, key, stat, ...(facts === undefined ? {} : { facts }) });
  }

  async function countAll(signal?: AbortSignal): Promise<void> {
    await countSystem(storage, { clock, repository, signal });
    for (const { name } of await buckets.buckets()) await recount(name, signal);
  }

  const recount = (bucket: string, signal?: AbortSignal) =>
    recountArea(bucket, { storage, clock, repository, settle: (key) => settle({ bucket, key }), signal });

  return {
    settle,

    async measured(): Promise<Totals> {
      let counted = await repository.usages('system', 'user');
      if (!counted.some(({ countedAtMs }) => countedAtMs !== null)) {
        counting ??= countAll().finally(() => {
          counting = null;
        });
        await counting;
        counted = await repository.usages('system', 'user');
      }
      return { value: counted.map(usageOf), countedAtMs: oldestOf(counted) ?? clock.nowMs() };
    },

    /** Counts again what no longer stands; how many areas were. */
    async recountDue(signal: AbortSignal): Promise<number> {
      const counted = await repository.usages('system', 'user');
      const nowMs = clock.nowMs();
      const isDue = (countedAtMs: number | null, tookMs: number) =>
        countedAtMs === null || nowMs - countedAtMs >= validForMs(tookMs);
      const system = counted.filter(({ kind }) => kind === 'system');
      let recounted = 0;
      if (
        isDue(
          oldestOf(system),
          system.reduce((sum, { tookMs }) => sum + (tookMs ?? 0), 0),
        )
      ) {
        await countSystem(storage, { clock, repository, signal });
        recounted += 1;
      }
      for (const { name } of await buckets.buckets()) {
        const known = counted.find(({ kind, area }) => kind === 'user' && area === name);
        if (!isDue(known?.countedAtMs ?? null, known?.tookMs ?? 0)) continue;
        await recount(name, signal);
        recounted += 1;
      }
      return recounted;
    },
  };
}

export type OwnUsage = ReturnType<typeof createUsage>;

/** Finds what changed in an area of people without this program, or while it was killed. */
async function recountArea(
  bucket: string,
  options: {
    readonly storage: ObjectStorage;
    readonly clock: Clock;
    readonly repository: UsageRepository;
    readonly settle: (key: string) => Promise<void>;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const { storage, clock, repository, settle, signal } = options;
  const startedMs = performance.now();
  const countedAtMs = clock.nowMs();
  const root = `${userRoot}/${bucket}/`;
  let after = '';
  const compare = async (page: readonly ObjectInfo[], isLast: boolean) => {
    signal?.throwIfAborted();
    const upTo = page.at(-1)?.key.slice(root.length) ?? after;
    const known = await repository.countedObjects(bucket, after, isLast ? null : upTo);
    for (const key of differing(known, page, root)) await settle(key);
    after = upTo;
  };
  let page: ObjectInfo[] = [];
  for await (const info of storage.list(root)) {
    page.push(info);
    if (page.length < pageObjects) continue;
    await compare(page, false);
    page = [];
  }
  await compare(page, true);
  await repository.noteCounted(bucket, countedAtMs, performance.now() - startedMs);
}

async function countSystem(
  storage: ObjectStorage,
  { clock, repository, signal }: { clock: Clock; repository: UsageRepository; signal: AbortSignal | undefined },
): Promise<void> {
  const countedAtMs = clock.nowMs();
  const counts: Omit<Counted, 'kind'>[] = [];
  for (const area of await systemAreas(storage)) {
    const startedMs = performance.now();
    const count = await countBelow(storage, `${area}/`, { signal });
    const tookMs = Math.round(performance.now() - startedMs);
    counts.push({ ...count, area, countedAtMs, tookMs, isPartial: false });
  }
  await repository.replaceSystem(counts);
}

async function systemAreas(storage: ObjectStorage): Promise<readonly string[]> {
  const names: string[] = [];
  let after: string | undefined;
  do {
    const level = await storage.listLevel('', { limit: 1_000, after });
    names.push(...level.prefixes.map((prefix) => prefix.slice(0, -1)));
    after = level.next ?? undefined;
  } while (after !== undefined);
  return names.filter((name) => name !== userRoot && name !== uploadRoot);
}

/** Counts the objects below a prefix, at most so many of them. */
export async function countBelow(
  storage: ObjectStorage,
  prefix: string,
  { signal, most = Number.POSITIVE_INFINITY }: { readonly signal?: AbortSignal | undefined; readonly most?: number },
): Promise<Count & { readonly isPartial: boolean }> {
  let count: Count = nothing;
  for await (const info of storage.list(prefix)) {
    signal?.throwIfAborted();
    if (count.objects >= most) return { ...count, isPartial: true };
    count = withObject(count, info);
  }
  return { ...count, isPartial: false };
}

type KnownObject = { readonly key: string; readonly size_bytes: number; readonly modified_at: Date };

/** Keys whose rows are not what the storage holds. */
function differing(known: readonly KnownObject[], page: readonly ObjectInfo[], root: string): readonly string[] {
  const rows = new Map(known.map((row) => [row.key, row]));
  const changed = page.flatMap(({ key, sizeBytes, modifiedAt }) => {
    const short = key.slice(root.length);
    const row = rows.get(short);
    rows.delete(short);
    const isSame = row?.size_bytes === sizeBytes && row.modified_at.getTime() === Date.parse(modifiedAt);
    return isSame ? [] : [short];
  });
  return [...changed, ...rows.keys()];
}

function oldestOf(counted: readonly Counted[]): number | null {
  const instants = counted.flatMap(({ countedAtMs }) => countedAtMs ?? []);
  return instants.length === 0 ? null : Math.min(...instants);
}

function usageOf({ kind, area, size, objects, lastModified, histogram }: Counted): Usage {
  return { name: area, kind: kind === 'system' ? 'system' : 'user', size, objects, lastModified, histogram };
}
