import { allows } from '@kianda/contract';
import { createRowCache } from '../../../platform/cache/row-cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { EventBus } from '../../../platform/events/events.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { checkedKey, checkedPrefix, compareKeys, RefusedKey } from '../../../platform/storage/keys.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { systemArea, uploadRoot, userRoot } from './areas.rules.ts';
import { type AreaAccess, accessOf } from './bucket-settings.rules.ts';
import type { BucketSettingsRow } from './object-versions.repository.ts';
import type { StorageRepository } from './storage.repository.ts';

export type Area = {
  readonly kind: 'system' | 'user';
  readonly root: string;
  readonly description: string;
  /** Choices of the people who manage an area. */
  readonly settings?: BucketSettingsRow | undefined;
  /** Whom it opens to besides those who have a key; of areas of people only. */
  readonly access?: AreaAccess;
};

type Options = {
  storage: ObjectStorage;
  repository: StorageRepository;
  clock: Clock;
  events: EventBus;
};

/** Finds areas and decides who may read or write them. */
export function createAreaLookup(options: Options) {
  const { known, ...finding } = areaFinding(options);
  return { ...finding, ...areaReading(options, known) };
}

export type AreaLookup = ReturnType<typeof createAreaLookup>;

/** Areas as they are, and as they were when they were asked for before. */
function areaFinding({ storage, repository, clock, events }: Options) {
  const remembered = createRowCache<Area>(clock);
  const unsubscribe = events.subscribe(({ channel, payload }) => {
    if (channel === 'storage' && typeof payload.area === 'string') remembered.delete(payload.area);
  });
  const unsubscribeGap = events.onGap?.(() => remembered.clear());

  async function area(name: string): Promise<Area> {
    const row = await repository.bucket(name);
    if (row !== undefined) {
      const settings = await repository.settings(name);
      const access = accessOf(name, settings);
      return { kind: 'user', root: `${userRoot}/${name}/`, description: row.description, settings, access };
    }
    const reserved = name === userRoot || name === uploadRoot || !/^[\w.-]+$/.test(name) || name.startsWith('.');
    const level = reserved ? null : await storage.listLevel(`${name}/`, { limit: 1 });
    if (level === null || level.objects.length + level.prefixes.length === 0) {
      throw new AppError('not_found', { detail: `Não existe a área «${name.slice(0, 80)}».` });
    }
    return { kind: 'system', root: `${name}/`, description: systemArea(name).description };
  }

  /** As `area`, from memory where it was asked for before: for those who only read. */
  async function known(name: string): Promise<Area> {
    return (await remembered.get(name, () => area(name))) ?? area(name);
  }

  return {
    area,
    known,

    /** Forgets an area that changed, here and in the other processes. Call after commit. */
    announce(name: string): void {
      remembered.delete(name);
      events.publish({ channel: 'storage', type: 'storage.area', payload: { area: name } });
    },

    stop(): void {
      unsubscribe();
      unsubscribeGap?.();
    },

    async writable(name: string): Promise<Area> {
      const found = await area(name);
      if (found.kind === 'system') throw new AppError('read_only');
      return found;
    },
  };
}

/** Areas and objects that a principal may read. */
function areaReading({ storage, repository }: Options, known: (name: string) => Promise<Area>) {
  return {
    /** An area that the principal may read. Throws `not_found` or `forbidden`. */
    async opened(name: string, principal: Principal): Promise<Area> {
      const found = await known(name);
      if (!mayRead(name, found, principal)) throw new AppError('forbidden');
      return found;
    },

    /** Whom an area opens to besides those who have a key; undefined for the platform's own. Throws `not_found`. */
    access: async (name: string): Promise<AreaAccess | undefined> => (await known(name)).access,

    /** Full key of an object that the principal may read; a null principal holds a signed link. */
    async readable(name: string, key: string, principal: Principal | null): Promise<string> {
      const found = await known(name);
      if (principal !== null && !mayRead(name, found, principal)) {
        throw new AppError('forbidden', { detail: 'O conteúdo desta área só se abre a quem gere o armazenamento.' });
      }
      return fullKeyOf(found.root, key);
    },

    /** Areas whose contents the principal may read, with the day on which people made them. */
    async names(principal: Principal): Promise<{ name: string; createdAt: string | null }[]> {
      const [rows, top] = await Promise.all([repository.buckets(), storage.listLevel('', { limit: 1000 })]);
      const system = top.prefixes
        .map((prefix) => prefix.slice(0, -1))
        .filter((name) => name !== userRoot && name !== uploadRoot && !rows.some((row) => row.name === name));
      return [
        ...rows.map(({ name, created_at }) => ({ name, createdAt: created_at.toISOString() })),
        ...system
          .filter((name) => mayRead(name, { kind: 'system' }, principal))
          .map((name) => ({ name, createdAt: null })),
      ].toSorted((a, b) => compareKeys(a.name, b.name));
    },
  };
}

export function mayRead(name: string, { kind }: Pick<Area, 'kind'>, principal: Principal | null): boolean {
  if (kind === 'user' || systemArea(name).open) return true;
  const mayManage = principal?.scopes === undefined || principal.scopes.includes('storage:manage');
  return mayManage && allows('storage:manage', principal?.role ?? null);
}

/** Key of an area's object in the storage. Throws `validation_failed` for a key that no object can have. */
export function fullKeyOf(root: string, key: string): string {
  return validated(() => checkedKey(root + key));
}

/** Prefix of keys in the storage. Throws `validation_failed` for a prefix that no key can have. */
export function fullPrefixOf(root: string, prefix: string): string {
  return validated(() => checkedPrefix(root + prefix));
}

/** A key or prefix that the storage refuses is the client's mistake. */
function validated(check: () => string): string {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof RefusedKey)) throw error;
    throw new AppError('validation_failed', {
      issues: [{ path: 'key', message: `Este nome de objeto não se pode guardar: ${error.reason}.` }],
      cause: error,
    });
  }
}
