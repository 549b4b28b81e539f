import { readMinioAccount } from '@kianda/connectors/services/minio/client';
import type { ServiceClient } from '@kianda/connectors/services/service-client';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { S3Account } from '../../../platform/storage/s3-account.ts';
import type { StorageAsk } from './storage.types.ts';
import type { Counted, UsageRepository } from './usage.repository.ts';
import { type Count, type Usage, validForMs } from './usage.rules.ts';
import { countBelow } from './usage.service.ts';

/** Most objects counted where the server itself does not count; a count beyond them is marked as partial. */
export const countedObjects = 100_000;

export type ExternalArea = Usage & {
  readonly createdAt: string | null;
  readonly writable: boolean;
  readonly isPartial: boolean;
  /** When its objects were counted; null where the server counts them itself. */
  readonly countedAtMs: number | null;
};

/** Buckets that the configured key may see, with the space they take. */
export function createExternalAreas(options: {
  account: S3Account;
  serviceClient: ServiceClient;
  clock: Clock;
  ask: StorageAsk;
  usages: UsageRepository;
  /** Names the counts of this storage. */
  host: string;
}) {
  const { account, serviceClient, clock, ask } = options;
  const counts = createExternalCounts(options);
  const cache = createCache<readonly ExternalArea[]>({
    name: 'storage/elsewhere',
    clock,
    ttlMs: 15_000,
    maxStaleMs: 120_000,
    maxEntries: 1,
  });

  /** MinIO counts its own buckets; those of another S3 are counted here. */
  async function measure(): Promise<readonly ExternalArea[]> {
    const minio = await readMinioAccount(serviceClient, account.signedHeaders);
    if (minio !== null) return minio.buckets.map(ofMinio);
    const known = await counts.known();
    const areas: ExternalArea[] = [];
    for (const bucket of await account.buckets()) {
      const counted = known.get(bucket.name) ?? (await counts.count(bucket.name));
      areas.push({ ...usageOf(bucket.name, counted), createdAt: bucket.createdAt });
    }
    return areas;
  }

  const measured = () =>
    ask('carregar informações de armazenamento', () => cache.get('', measure), 's3:ListAllMyBuckets');

  async function area(name: string): Promise<ExternalArea> {
    const found = (await measured()).value.find((bucket) => bucket.name === name);
    if (found === undefined) throw new AppError('not_found', { detail: `Não existe a área «${name.slice(0, 80)}».` });
    return found;
  }

  return {
    measured,
    area,
    async writable(name: string): Promise<{ readonly root: string }> {
      if (!(await area(name)).writable) {
        throw new AppError('read_only', { detail: 'A chave configurada só pode ler esta área.' });
      }
      return { root: `${name}/` };
    },
    clear: () => cache.clear(),

    /** Counts a change that was made here; what others change is seen by the next count. */
    async changed(bucket: string, change: (count: Count) => Count): Promise<void> {
      await counts.change(bucket, change);
      cache.clear();
    },

    /** Counts again the areas whose count no longer stands; how many. MinIO counts its own. */
    async recountDue(signal: AbortSignal): Promise<number> {
      const known = await counts.known();
      const nowMs = clock.nowMs();
      let recounted = 0;
      for (const { name, countedAtMs } of (await measured()).value) {
        const before = known.get(name);
        if (countedAtMs === null || before === undefined) continue;
        if (nowMs - countedAtMs < validForMs(before.tookMs ?? 0)) continue;
        await ask('contar os objetos', () => counts.count(name, signal), 's3:ListBucket');
        recounted += 1;
      }
      if (recounted > 0) cache.clear();
      return recounted;
    },
  };
}

export type ExternalAreas = ReturnType<typeof createExternalAreas>;

/** Counts of the areas of another S3, by their names there. */
function createExternalCounts({
  account,
  clock,
  usages,
  host,
}: Pick<Parameters<typeof createExternalAreas>[0], 'account' | 'clock' | 'usages' | 'host'>) {
  const prefix = `${host}/`;
  return {
    async known(): Promise<ReadonlyMap<string, Counted>> {
      const counted = (await usages.usages('external')).filter(({ area }) => area.startsWith(prefix));
      return new Map(counted.map((each) => [each.area.slice(prefix.length), each]));
    },

    async count(bucket: string, signal?: AbortSignal): Promise<Omit<Counted, 'kind'>> {
      const startedMs = performance.now();
      const countedAtMs = clock.nowMs();
      const found = await countBelow(account.objects, `${bucket}/`, { signal, most: countedObjects });
      const tookMs = Math.round(performance.now() - startedMs);
      const counted = { ...found, area: prefix + bucket, countedAtMs, tookMs };
      await usages.saveExternal(counted);
      return counted;
    },

    change: (bucket: string, change: (count: Count) => Count) => usages.changeExternal(prefix + bucket, change),
  };
}

type MinioBucket = NonNullable<Awaited<ReturnType<typeof readMinioAccount>>>['buckets'][number];

function ofMinio({ mayWrite, ...bucket }: MinioBucket): ExternalArea {
  return { ...bucket, kind: 'user', lastModified: null, writable: mayWrite, isPartial: false, countedAtMs: null };
}

function usageOf(name: string, { area: _area, tookMs: _tookMs, ...counted }: Omit<Counted, 'kind'>) {
  return { ...counted, name, kind: 'user' as const, writable: true };
}
