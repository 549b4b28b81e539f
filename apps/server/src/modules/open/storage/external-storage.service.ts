import { type MinioAccount, readMinioAccount } from '@kianda/connectors/services/minio/client';
import type { ServiceReach } from '@kianda/connectors/services/reach';
import { allows } from '@kianda/contract';
import type { BucketView, LifecycleRule } from '@kianda/contract/open/storage/storage.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { S3Account } from '../../../platform/storage/s3-account.ts';
import type { RemoteService } from '../external-services/index.ts';
import { mediaTypeOf } from './content/media-types.ts';
import { s3Fault } from './external-storage.rules.ts';
import { lifecyclePreview } from './lifecycle-preview.service.ts';
import { type StorageService, unknownObject } from './storage.service.ts';
import type { Actor, StorageAudit } from './storage.types.ts';
import { recorder } from './storage-audit.service.ts';
import { emptyHistogram, sizeLabel, type Usage } from './usage.service.ts';
import { createVersionDesk } from './versions.service.ts';

/** Objects counted at most where the server itself does not count: beyond them a count says that it is not whole. */
const countedObjects = 100_000;

type Bucket = Usage & { readonly createdAt: string | null; readonly writable: boolean; readonly isPartial: boolean };

/** Buckets and objects of a MinIO, or of another S3, elsewhere. What the key may see is what people see. */
export function createExternalStorageService(options: {
  account: S3Account;
  reach: ServiceReach;
  outside: RemoteService;
  audit: StorageAudit;
  clock: Clock;
}): StorageService {
  const { account, reach, outside, clock } = options;
  const storage = account.objects;
  const record = recorder(options.audit, outside.host);
  const known = createCache<readonly Bucket[]>({
    name: 'storage/elsewhere',
    clock,
    ttlMs: 15_000,
    maxStaleMs: 120_000,
    maxEntries: 1,
  });

  const ask = <T>(what: string, work: () => Promise<T>, right?: string): Promise<T> =>
    outside.ask(
      what,
      async () => {
        try {
          return await work();
        } catch (error) {
          throw s3Fault(error) ?? error;
        }
      },
      right,
    );

  /** As the console's client would: MinIO's own account, else the buckets of S3, counted here. */
  async function measure(): Promise<readonly Bucket[]> {
    const told: MinioAccount | null = await readMinioAccount(reach, account.signedHeaders);
    if (told !== null) {
      return told.buckets.map(({ mayWrite, ...bucket }) => ({
        ...bucket,
        kind: 'user' as const,
        lastModified: null,
        writable: mayWrite,
        isPartial: false,
      }));
    }
    const buckets: Bucket[] = [];
    for (const bucket of await account.buckets()) buckets.push({ ...(await counted(bucket.name)), ...bucket });
    return buckets;
  }

  async function counted(name: string): Promise<Omit<Bucket, 'createdAt'>> {
    const histogram = emptyHistogram();
    let [size, objects] = [0, 0];
    let lastModified: string | null = null;
    for await (const { sizeBytes, modifiedAt } of storage.list(`${name}/`)) {
      if (objects >= countedObjects) return { ...total(), isPartial: true };
      const label = sizeLabel(sizeBytes);
      histogram[label] = (histogram[label] ?? 0) + 1;
      size += sizeBytes;
      objects += 1;
      if (lastModified === null || modifiedAt > lastModified) lastModified = modifiedAt;
    }
    return { ...total(), isPartial: false };

    function total() {
      return { name, kind: 'user' as const, size, objects, lastModified, histogram, writable: true };
    }
  }

  const measured = () =>
    ask('carregar informações de armazenamento', () => known.get('', measure), 's3:ListAllMyBuckets');

  function view(bucket: Bucket): BucketView {
    const { name, size, objects, lastModified, createdAt, isPartial } = bucket;
    const description = isPartial ? `Contagem parcial: tem mais de ${countedObjects} objetos` : '';
    return { name, size, objects, lastModified, kind: 'user', description, createdAt };
  }

  async function place(name: string): Promise<Bucket> {
    const found = (await measured()).value.find((bucket) => bucket.name === name);
    if (found === undefined) throw new AppError('not_found', { detail: `Não existe a área «${name.slice(0, 80)}».` });
    return found;
  }

  async function writable(name: string) {
    if (!(await place(name)).writable) {
      throw new AppError('read_only', { detail: 'A chave configurada só pode ler esta área.' });
    }
    return { root: `${name}/` };
  }

  function whole(root: string, key: string): string {
    return root + key;
  }

  async function exists(fullKey: string): Promise<boolean> {
    const level = await ask('carregar o objeto', () => storage.listLevel(fullKey, { limit: 1 }), 's3:ListBucket');
    return level.objects[0]?.key === fullKey;
  }

  return {
    record,
    storage,
    ask,
    writable,
    whole,
    exists,
    forget: () => known.clear(),
    provenance: () => outside.provenance(),
    versions: createVersionDesk({
      storage,
      ask,
      record,
      writable,
      whole,
      place: async (name) => ({ root: `${(await place(name)).name}/` }),
    }),

    async buckets() {
      const { value, storedAtMs } = await measured();
      return { buckets: value.map(view).toSorted((a, b) => a.name.localeCompare(b.name)), measuredAtMs: storedAtMs };
    },
    usage: async () => (await measured()).value,

    async info(name: string, _principal: Principal) {
      const found = await place(name);
      const { storedAtMs } = await measured();
      const lifecycle = await ask('carregar as regras', () => account.rules(name), 's3:GetLifecycleConfiguration');
      return {
        measuredAtMs: storedAtMs,
        info: {
          ...view(found),
          writable: found.writable,
          readable: true,
          lifecycle,
          histogram: Object.entries(found.histogram).map(([label, objects]) => ({ label, objects })),
        },
      };
    },

    async objects(name, query) {
      await place(name);
      const root = `${name}/`;
      const after = query.after === undefined ? undefined : root + query.after;
      const read = () => storage.listLevel(root + query.prefix, { limit: query.limit, after });
      const level = await ask('carregar objetos', read, 's3:ListBucket');
      const short = (key: string) => key.slice(root.length);
      return {
        prefix: query.prefix,
        objects: level.objects.map(({ key, sizeBytes, modifiedAt }) => ({
          key: short(key),
          size: sizeBytes,
          lastModified: modifiedAt,
          contentType: mediaTypeOf(key),
        })),
        prefixes: level.prefixes.map(short),
        next: level.next === null ? null : short(level.next),
      };
    },

    async stats() {
      const { value, storedAtMs } = await measured();
      const largest = value.toSorted((a, b) => b.size - a.size).slice(0, 5);
      return {
        measuredAtMs: storedAtMs,
        stats: {
          backend: 's3' as const,
          totalSize: value.reduce((sum, { size }) => sum + size, 0),
          totalObjects: value.reduce((sum, { objects }) => sum + objects, 0),
          totalBuckets: value.length,
          largest: largest.map(({ name, size, objects }) => ({ name, size, objects })),
        },
      };
    },

    async create(given: { name: string }, actor: Actor) {
      await ask('criar a área', () => account.createBucket(given.name), 's3:CreateBucket');
      known.clear();
      await record(actor, 'data.modify', given.name, { act: 'create-bucket' });
    },
    async remove(name: string, actor: Actor) {
      await writable(name);
      await ask('eliminar a área', () => account.removeBucket(name), 's3:DeleteBucket');
      known.clear();
      await record(actor, 'data.delete', name, { act: 'delete-bucket' });
    },

    async previewRules(name: string, rules: readonly LifecycleRule[], signal: AbortSignal) {
      const { root } = await writable(name);
      const look = () => lifecyclePreview(storage, root, { rules, nowMs: clock.nowMs(), signal });
      return ask('carregar objetos', look, 's3:ListBucket');
    },

    async setRules(name: string, rules: readonly LifecycleRule[], actor: Actor) {
      await writable(name);
      const unique = [...new Map(rules.map((rule) => [rule.prefix, rule])).values()];
      await ask('guardar as regras', () => account.replaceRules(name, unique), 's3:PutLifecycleConfiguration');
      await record(actor, 'system.config.change', name, { act: 'lifecycle', rules: unique.length });
      return unique;
    },

    async readable(name: string, key: string, principal: Principal | null) {
      await place(name);
      // A signed link was given by somebody who might read it.
      if (principal !== null && !allows('storage:read', principal.role)) throw new AppError('forbidden');
      return whole(`${name}/`, key);
    },

    async write(name, key, bytes, contentType, actor) {
      const { root } = await writable(name);
      const fullKey = whole(root, key);
      const replaced = await exists(fullKey);
      const size = await ask('gravar o objeto', () => storage.putStream(fullKey, bytes, contentType), 's3:PutObject');
      known.clear();
      await record(actor, 'data.import', `${name}/${key}`, { size, replaced });
      return { key, size, replaced };
    },

    async removeObject(name, key, actor) {
      const { root } = await writable(name);
      const fullKey = whole(root, key);
      if (!(await exists(fullKey))) throw unknownObject();
      await ask('eliminar o objeto', () => storage.delete(fullKey), 's3:DeleteObject');
      known.clear();
      await record(actor, 'data.delete', `${name}/${key}`);
    },
  };
}
