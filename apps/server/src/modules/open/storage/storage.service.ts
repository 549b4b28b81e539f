import { allows, type Provenance } from '@kianda/contract';
import type { BucketView, LifecycleRule } from '@kianda/contract/open/storage/storage.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { Platform } from '../../../platform/module.ts';
import { checkedKey, checkedPrefix, compareKeys } from '../../../platform/storage/keys.ts';
import { isSystemArea, systemArea, uploadRoot, userRoot } from './areas.rules.ts';
import { summed } from './content/md5.ts';
import { mediaTypeOf } from './content/media-types.ts';
import { stored } from './content/name-taken.ts';
import { lifecyclePreview } from './lifecycle-preview.service.ts';
import type { BucketRow, StorageRepository } from './storage.repository.ts';
import type { Actor, StorageAudit } from './storage.types.ts';
import { recorder } from './storage-audit.service.ts';
import { emptyHistogram, measure, type Usage } from './usage.service.ts';
import { createVersionDesk } from './versions.service.ts';

type Place = { readonly kind: 'system' | 'user'; readonly root: string; readonly description: string };

/** Runs a request to the storage; a service elsewhere tells its faults by `what` and by the `right` that is missing. */
export type StorageAsk = <T>(what: string, work: () => Promise<T>, right?: string) => Promise<T>;
/** The platform's own storage, with what S3 clients need besides. */
export type OwnStorage = ReturnType<typeof createStorageService>;
export type StorageService = Omit<OwnStorage, 'writable' | 'names' | 'opened' | 'store' | 'kept'> & {
  writable(name: string): Promise<{ readonly root: string }>;
};

/** Buckets and objects over the platform's object storage. What the platform stores itself is read only here. */
export function createStorageService(options: {
  platform: Platform;
  repository: StorageRepository;
  audit: StorageAudit;
}) {
  const { repository } = options;
  const record = recorder(options.audit);
  const { storage, clock } = options.platform;
  // Measuring means listing every object there is.
  const usage = createCache<readonly Usage[]>({
    name: 'storage/usage',
    clock,
    ttlMs: 30_000,
    maxStaleMs: 300_000,
    maxEntries: 1,
  });

  const measured = () => usage.get('', () => measure(storage));

  async function view(found: Usage | undefined, row: BucketRow | undefined, name: string): Promise<BucketView> {
    return {
      name,
      size: found?.size ?? 0,
      objects: found?.objects ?? 0,
      lastModified: found?.lastModified ?? null,
      kind: row === undefined ? 'system' : 'user',
      description: row?.description ?? systemArea(name).description,
      createdAt: row?.created_at.toISOString() ?? null,
    };
  }

  async function buckets(): Promise<{ buckets: BucketView[]; measuredAtMs: number }> {
    const [{ value, storedAtMs }, rows] = await Promise.all([measured(), repository.buckets()]);
    const system = value.filter(({ kind }) => kind === 'system');
    const views = [
      ...rows.map((row) => {
        const found = value.find((entry) => entry.kind === 'user' && entry.name === row.name);
        return view(found, row, row.name);
      }),
      ...system.map((entry) => view(entry, undefined, entry.name)),
    ];
    const all = (await Promise.all(views)).toSorted((a, b) => a.name.localeCompare(b.name));
    return { buckets: all, measuredAtMs: storedAtMs };
  }

  async function place(name: string): Promise<Place> {
    const row = await repository.bucket(name);
    if (row !== undefined) return { kind: 'user', root: `${userRoot}/${name}/`, description: row.description };
    const reserved = name === userRoot || name === uploadRoot || !/^[\w.-]+$/.test(name) || name.startsWith('.');
    const level = reserved ? null : await storage.listLevel(`${name}/`, { limit: 1 });
    if (level === null || level.objects.length + level.prefixes.length === 0) {
      throw new AppError('not_found', { detail: `Não existe a área «${name.slice(0, 80)}».` });
    }
    return { kind: 'system', root: `${name}/`, description: systemArea(name).description };
  }

  async function writable(name: string): Promise<Place> {
    const found = await place(name);
    if (found.kind === 'system') throw new AppError('read_only');
    return found;
  }

  /** The key in the storage. Throws `validation_failed` for one that no object can have. */
  function whole(root: string, key: string): string {
    return usable(() => checkedKey(root + key));
  }

  const exists = async (fullKey: string): Promise<boolean> => (await storage.stat(fullKey)) !== null;

  function mayRead(name: string, found: Place, principal: Principal | null): boolean {
    if (found.kind === 'user' || systemArea(name).open) return true;
    const mayManage = principal?.scopes === undefined || principal.scopes.includes('storage:manage');
    return mayManage && allows('storage:manage', principal?.role ?? null);
  }

  const ask: StorageAsk = (_what, work) => work();

  /** Writes an object, and keeps with it what S3 clients ask for later; `etag` where it is no MD5 of the content. */
  async function store(
    at: { name: string; key: string },
    bytes: AsyncIterable<Uint8Array>,
    given: Given,
    actor: Actor,
  ) {
    const { name, key } = at;
    const { root } = await writable(name);
    const fullKey = whole(root, key);
    const replaced = await exists(fullKey);
    const sum = summed(bytes);
    const size = await stored(() => storage.putStream(fullKey, sum.bytes, given.contentType));
    const etag = given.etag ?? sum.digest();
    const info = await storage.stat(fullKey);
    const modifiedAt = new Date(info?.modifiedAt ?? clock.nowMs());
    const { contentType, headers = {}, metadata = {} } = given;
    await repository.keepObject({
      ...{ bucket: name, key, size_bytes: size, modified_at: modifiedAt, etag },
      ...{ content_type: contentType, headers, metadata },
    });
    usage.clear();
    await record(actor, 'data.import', `${name}/${key}`, { size, replaced });
    return { key, size, replaced, etag, modifiedAt: modifiedAt.toISOString() };
  }

  return {
    record,
    storage,
    ask,
    versions: createVersionDesk({ storage, ask, record, place, writable, whole }),
    /** Where what is told comes from, as measured at an instant. */
    provenance: (measuredAtMs?: number): Provenance =>
      ownProvenance(clock, measuredAtMs === undefined ? undefined : new Date(measuredAtMs).toISOString()),
    buckets,
    writable,
    whole,
    forget: () => usage.clear(),

    async info(name: string, principal: Principal) {
      const found = await place(name);
      const [{ value, storedAtMs }, row, rules] = await Promise.all([
        measured(),
        repository.bucket(name),
        repository.rules(name),
      ]);
      const used = value.find((entry) => entry.kind === found.kind && entry.name === name);
      return {
        measuredAtMs: storedAtMs,
        info: {
          ...(await view(used, row, name)),
          writable: found.kind === 'user',
          readable: mayRead(name, found, principal),
          lifecycle: rules.map(({ prefix, days }) => ({ prefix, days })),
          histogram: Object.entries(used?.histogram ?? emptyHistogram()).map(([label, objects]) => ({
            label,
            objects,
          })),
        },
      };
    },

    async objects(name: string, query: { prefix: string; after?: string | undefined; limit: number }) {
      const { root } = await place(name);
      const prefix = usable(() => checkedPrefix(root + query.prefix));
      const after = query.after === undefined ? undefined : root + query.after;
      const level = await storage.listLevel(prefix, { limit: query.limit, after });
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
      const rows = await repository.buckets();
      const system = value.filter(({ kind }) => kind === 'system').length;
      const largest = value.toSorted((a, b) => b.size - a.size).slice(0, 5);
      return {
        measuredAtMs: storedAtMs,
        stats: {
          backend: storage.kind,
          totalSize: value.reduce((sum, { size }) => sum + size, 0),
          totalObjects: value.reduce((sum, { objects }) => sum + objects, 0),
          totalBuckets: system + rows.length,
          largest: largest.map(({ name, size, objects }) => ({ name, size, objects })),
        },
      };
    },

    /** MinIO's own figures need every histogram. */
    usage: async () => (await measured()).value,

    async create(given: { name: string; description: string }, actor: Actor): Promise<void> {
      const taken = await storage.listLevel(`${given.name}/`, { limit: 1 });
      const reserved = given.name === userRoot || given.name === uploadRoot || isSystemArea(given.name);
      const row = { ...given, created_at: new Date(clock.nowMs()), created_by: actor.principal.accountId };
      const isFree = !reserved && taken.objects.length + taken.prefixes.length === 0;
      if (!isFree || !(await repository.addBucket(row))) {
        throw new AppError('conflict', { detail: `Já existe uma área «${given.name}».` });
      }
      await record(actor, 'data.modify', given.name, { act: 'create-bucket' });
    },

    async remove(name: string, actor: Actor): Promise<void> {
      const { root } = await writable(name);
      const level = await storage.listLevel(root, { limit: 1 });
      if (level.objects.length + level.prefixes.length > 0) {
        throw new AppError('conflict', { detail: 'A área ainda tem objetos. Elimine-os primeiro.' });
      }
      await repository.removeBucket(name);
      usage.clear();
      await record(actor, 'data.delete', name, { act: 'delete-bucket' });
    },

    async previewRules(name: string, rules: readonly LifecycleRule[], signal: AbortSignal) {
      const { root } = await writable(name);
      for (const { prefix } of rules) usable(() => checkedPrefix(prefix));
      return lifecyclePreview(storage, root, { rules, nowMs: clock.nowMs(), signal });
    },

    async setRules(name: string, rules: readonly LifecycleRule[], actor: Actor): Promise<LifecycleRule[]> {
      await writable(name);
      const unique = [...new Map(rules.map((rule) => [rule.prefix, rule])).values()];
      for (const { prefix } of unique) usable(() => checkedPrefix(prefix));
      await repository.replaceRules(name, unique);
      await record(actor, 'system.config.change', name, { act: 'lifecycle', rules: unique.length });
      return unique;
    },

    /** The key of an object that the principal may read; null: whoever holds a signed link. */
    async readable(name: string, key: string, principal: Principal | null): Promise<string> {
      const found = await place(name);
      if (principal !== null && !mayRead(name, found, principal)) {
        throw new AppError('forbidden', { detail: 'O conteúdo desta área só se abre a quem gere o armazenamento.' });
      }
      return whole(found.root, key);
    },

    async write(name: string, key: string, bytes: AsyncIterable<Uint8Array>, contentType: string, actor: Actor) {
      const { size, replaced } = await store({ name, key }, bytes, { contentType }, actor);
      return { key, size, replaced };
    },

    async removeObject(name: string, key: string, actor: Actor): Promise<void> {
      const { root } = await writable(name);
      const fullKey = whole(root, key);
      if (!(await exists(fullKey))) throw unknownObject();
      await storage.delete(fullKey);
      await repository.forgetObject(name, key);
      usage.clear();
      await record(actor, 'data.delete', `${name}/${key}`);
    },

    exists,
    store,
    kept: repository.objects,

    /** Areas whose contents the principal may read, with when people made them. */
    async names(principal: Principal): Promise<{ name: string; createdAt: string | null }[]> {
      const [rows, top] = await Promise.all([repository.buckets(), storage.listLevel('', { limit: 1000 })]);
      const system = top.prefixes
        .map((prefix) => prefix.slice(0, -1))
        .filter((name) => name !== userRoot && name !== uploadRoot && !rows.some((row) => row.name === name));
      return [
        ...rows.map(({ name, created_at }) => ({ name, createdAt: created_at.toISOString() })),
        ...system
          .filter((name) => mayRead(name, { kind: 'system', root: `${name}/`, description: '' }, principal))
          .map((name) => ({ name, createdAt: null })),
      ].toSorted((a, b) => compareKeys(a.name, b.name));
    },

    /** Where an area lies, for whoever may read it. Throws `not_found` or `forbidden`. */
    async opened(name: string, principal: Principal): Promise<{ readonly root: string; readonly kind: Place['kind'] }> {
      const found = await place(name);
      if (!mayRead(name, found, principal)) throw new AppError('forbidden');
      return found;
    },
  };
}

/** What an S3 client sends with an object. */
type Given = {
  readonly contentType: string;
  readonly headers?: Record<string, string>;
  readonly metadata?: Record<string, string>;
  readonly etag?: string;
};

export function unknownObject(): AppError {
  return new AppError('not_found', { detail: 'Esse objeto não existe.' });
}

/** A key or prefix that the storage refuses is the client's mistake. */
function usable(check: () => string): string {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('validation_failed', {
      issues: [{ path: 'key', message: 'Nome de objeto não permitido: pastas separadas por «/», sem «..» nem «:».' }],
      cause: error,
    });
  }
}
