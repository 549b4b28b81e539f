import { dayMs } from '@kianda/geo';
import { createRowCache } from '../../../platform/cache/row-cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { EventBus } from '../../../platform/events/events.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ObjectInfo, ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { type AreaLookup, fullKeyOf } from './area-lookup.service.ts';
import { summed } from './content/md5.ts';
import { stored } from './content/name-taken.ts';
import type { BucketSettingsRow, VersionLock } from './object-versions.repository.ts';
import type { OwnVersions } from './own-versions.service.ts';
import type { StorageRepository } from './storage.repository.ts';
import type { Actor, NewContent, ObjectAddress } from './storage.types.ts';
import type { AuditRecorder } from './storage-audit.service.ts';
import type { ObjectFacts } from './usage.repository.ts';
import type { OwnUsage } from './usage.service.ts';

/** Content of an object, and the facts about it that S3 clients send and expect back. */
export type NewObject = NewContent & {
  readonly headers?: Record<string, string>;
  readonly metadata?: Record<string, string>;
  /** ETag where it is not the MD5 of the content. */
  readonly etag?: string;
  /** Lock that keeps it from being deleted, where the area's own rule does not say. */
  readonly lock?: VersionLock;
};

type Options = {
  storage: ObjectStorage;
  clock: Clock;
  events: EventBus;
  repository: StorageRepository;
  lookup: AreaLookup;
  usage: OwnUsage;
  record: AuditRecorder;
  ownVersions: OwnVersions | null;
};

/** Writes and removes objects in the areas of people. */
export function createOwnObjects(options: Options) {
  const { storage, repository, usage, record } = options;
  const facts = createFacts(options);
  const exists = async (fullKey: string): Promise<boolean> => (await storage.stat(fullKey)) !== null;
  const store = objectStore({ ...options, facts, exists });

  return {
    exists,
    store,

    /** Replaces the headers that readers of an object get back; the object stays as it is. */
    async setHeaders(address: ObjectAddress, changed: ObjectFacts, actor: Actor): Promise<void> {
      await usage.settle(address, changed);
      facts.announce(address);
      await record(actor, 'data.modify', `${address.bucket}/${address.key}`, { act: 'tags' });
    },

    async write(address: ObjectAddress, content: NewContent, actor: Actor) {
      const { key, size, replaced } = await store(address, content, actor);
      return { key, size, replaced };
    },

    ...objectRemoval({ ...options, exists }),

    /** ETags saved of objects of a bucket, by key. */
    objectTags: repository.objectTags,
    /** Facts saved about one object as it is now, from memory where it was asked for before. */
    factsOf: facts.of,
    stopFacts: facts.stop,
  };
}

type Exists = (fullKey: string) => Promise<boolean>;

/** Writes an object, and saves beside it the facts that S3 clients ask for later. */
function objectStore(context: Options & { readonly facts: ReturnType<typeof createFacts>; readonly exists: Exists }) {
  const { storage, clock, lookup, usage, record, ownVersions, facts, exists } = context;
  return async ({ bucket, key }: ObjectAddress, object: NewObject, actor: Actor) => {
    const { contentType, headers = {}, metadata = {} } = object;
    const { root, settings } = await lookup.writable(bucket);
    const fullKey = fullKeyOf(root, key);
    const versioning = ownVersions === null ? null : (settings?.versioning ?? null);
    const replaced = await exists(fullKey);
    const sum = summed(object.bytes);
    const draft = ownVersions === null || versioning === null ? fullKey : ownVersions.draftOf(bucket);
    const size = await stored(() => storage.putStream(draft, sum.bytes, contentType));
    const etag = object.etag ?? sum.digest();
    const versionId =
      ownVersions === null || versioning === null
        ? null
        : await stored(() =>
            ownVersions.replace({ bucket, key }, draft, {
              facts: { size_bytes: size, etag, content_type: contentType, headers, metadata },
              ...{ versioning, lock: object.lock ?? defaultLock(settings, clock.nowMs()) },
            }),
          ).catch(async (error: unknown) => {
            await storage.delete(draft);
            throw error;
          });
    const info = await storage.stat(fullKey);
    const modifiedAt = new Date(info?.modifiedAt ?? clock.nowMs());
    const told = { size_bytes: size, modified_at: modifiedAt, etag, content_type: contentType, headers, metadata };
    await usage.settle({ bucket, key }, told);
    facts.forget({ bucket, key });
    await record(actor, 'data.import', `${bucket}/${key}`, { size, replaced });
    return { key, size, replaced, etag, modifiedAt: modifiedAt.toISOString(), versionId };
  };
}

/** The ways in which an object leaves its area. */
function objectRemoval(context: Options & { readonly exists: Exists }) {
  const { storage, lookup, usage, record, ownVersions, exists } = context;
  return {
    /** Removes an object; where its area keeps versions, it stays as one. Resolves to the id of the deletion's mark. */
    async removeObject({ bucket, key }: ObjectAddress, actor: Actor): Promise<string | null> {
      const { root, settings } = await lookup.writable(bucket);
      const fullKey = fullKeyOf(root, key);
      if (!(await exists(fullKey))) throw unknownObject();
      const versioning = settings?.versioning ?? null;
      const mark =
        ownVersions === null || versioning === null ? null : await ownVersions.mark({ bucket, key }, versioning);
      if (mark === null) await storage.delete(fullKey);
      await usage.settle({ bucket, key });
      await record(actor, 'data.delete', `${bucket}/${key}`, mark === null ? {} : { versionId: mark });
      return mark;
    },

    /** Removes an object that no version stands for, for good, though its area keeps versions by now. */
    async removeWithoutVersion({ bucket, key }: ObjectAddress, actor: Actor): Promise<void> {
      const { root } = await lookup.writable(bucket);
      await storage.delete(fullKeyOf(root, key));
      await usage.settle({ bucket, key });
      await record(actor, 'data.delete', `${bucket}/${key}`, { act: 'delete-version', versionId: 'null' });
    },

    /** Deletes an object whose time is over. */
    async expire(address: ObjectAddress): Promise<void> {
      const { root, settings } = await lookup.writable(address.bucket);
      if (ownVersions === null || settings?.versioning == null) await storage.delete(fullKeyOf(root, address.key));
      else await ownVersions.mark(address, settings.versioning);
      await usage.settle(address);
    },
  };
}

/**
 * Facts about objects that were asked for lately. Facts belong to an object of one size and date, so that those of an object
 * that another took the place of are never answered; only new headers of the same object must be announced.
 */
function createFacts({ clock, events, repository }: { clock: Clock; events: EventBus; repository: StorageRepository }) {
  const remembered = createRowCache<ObjectFacts>(clock);
  const nameOf = ({ bucket, key }: ObjectAddress) => `${bucket}/${key}`;
  const unsubscribe = events.subscribe(({ channel, payload }) => {
    if (channel === 'storage' && typeof payload.object === 'string') remembered.delete(payload.object);
  });
  const unsubscribeGap = events.onGap?.(() => remembered.clear());
  const isOf = (row: ObjectFacts | undefined | null, { sizeBytes, modifiedAt }: ObjectInfo) =>
    row?.size_bytes === sizeBytes && row.modified_at.toISOString() === modifiedAt;
  return {
    async of(address: ObjectAddress, info: ObjectInfo): Promise<ObjectFacts | undefined> {
      const name = nameOf(address);
      const read = async () => (await repository.objects(address.bucket, [address.key])).get(address.key);
      const row = await remembered.get(name, read);
      if (isOf(row, info)) return row ?? undefined;
      // Perhaps the object is newer than what is remembered, and its facts are about to be saved.
      remembered.delete(name);
      return read();
    },
    forget: (address: ObjectAddress) => remembered.delete(nameOf(address)),
    announce(address: ObjectAddress): void {
      remembered.delete(nameOf(address));
      events.publish({ channel: 'storage', type: 'storage.object', payload: { object: nameOf(address) } });
    },
    stop(): void {
      unsubscribe();
      unsubscribeGap?.();
    },
  };
}

/** Lock by an area's rule of an object that comes without one of its own. */
function defaultLock(settings: BucketSettingsRow | undefined, nowMs: number): VersionLock {
  const { lock_mode = null, lock_days = null } = settings ?? {};
  const lock_until = lock_days === null ? null : new Date(nowMs + lock_days * dayMs);
  return { lock_mode: lock_until === null ? null : lock_mode, lock_until, legal_hold: false };
}

export function unknownObject(): AppError {
  return new AppError('not_found', { detail: 'Esse objeto não existe.' });
}
