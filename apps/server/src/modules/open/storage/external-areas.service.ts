import { readMinioAccount } from '@kianda/connectors/services/minio/client';
import type { ServiceReach } from '@kianda/connectors/services/reach';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { S3Account } from '../../../platform/storage/s3-account.ts';
import type { StorageAsk } from './storage.types.ts';
import { emptyHistogram, sizeLabel, type Usage } from './usage.service.ts';

/** Most objects counted where the server itself does not count; a count beyond them is marked as partial. */
export const countedObjects = 100_000;

export type ExternalArea = Usage & {
  readonly createdAt: string | null;
  readonly writable: boolean;
  readonly isPartial: boolean;
};

/** Buckets that the configured key may see, with the space they take. */
export function createExternalAreas(options: {
  account: S3Account;
  reach: ServiceReach;
  clock: Clock;
  ask: StorageAsk;
}) {
  const { account, reach, clock, ask } = options;
  const cache = createCache<readonly ExternalArea[]>({
    name: 'storage/elsewhere',
    clock,
    ttlMs: 15_000,
    maxStaleMs: 120_000,
    maxEntries: 1,
  });

  /** MinIO counts its own buckets; those of another S3 are counted here. */
  async function measure(): Promise<readonly ExternalArea[]> {
    const minio = await readMinioAccount(reach, account.signedHeaders);
    if (minio !== null) {
      return minio.buckets.map(({ mayWrite, ...bucket }) => ({
        ...bucket,
        kind: 'user' as const,
        lastModified: null,
        writable: mayWrite,
        isPartial: false,
      }));
    }
    const areas: ExternalArea[] = [];
    for (const bucket of await account.buckets()) areas.push({ ...(await countArea(account, bucket.name)), ...bucket });
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
  };
}

export type ExternalAreas = ReturnType<typeof createExternalAreas>;

async function countArea({ objects: storage }: S3Account, name: string): Promise<Omit<ExternalArea, 'createdAt'>> {
  const histogram = emptyHistogram();
  let [size, objects, isPartial] = [0, 0, false];
  let lastModified: string | null = null;
  for await (const { sizeBytes, modifiedAt } of storage.list(`${name}/`)) {
    isPartial = objects >= countedObjects;
    if (isPartial) break;
    const label = sizeLabel(sizeBytes);
    histogram[label] = (histogram[label] ?? 0) + 1;
    size += sizeBytes;
    objects += 1;
    if (lastModified === null || modifiedAt > lastModified) lastModified = modifiedAt;
  }
  return { name, kind: 'user', size, objects, lastModified, histogram, writable: true, isPartial };
}
