import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { type AreaLookup, fullKeyOf } from './area-lookup.service.ts';
import { summed } from './content/md5.ts';
import { stored } from './content/name-taken.ts';
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
};

/** Writes and removes objects in the areas of people. */
export function createOwnObjects(options: {
  storage: ObjectStorage;
  clock: Clock;
  repository: StorageRepository;
  lookup: AreaLookup;
  usage: OwnUsage;
  record: AuditRecorder;
}) {
  const { storage, clock, repository, lookup, usage, record } = options;
  const exists = async (fullKey: string): Promise<boolean> => (await storage.stat(fullKey)) !== null;

  /** Writes an object, and saves beside it the facts that S3 clients ask for later. */
  async function store({ bucket, key }: ObjectAddress, object: NewObject, actor: Actor) {
    const { contentType, headers = {}, metadata = {} } = object;
    const { root } = await lookup.writable(bucket);
    const fullKey = fullKeyOf(root, key);
    const replaced = await exists(fullKey);
    const sum = summed(object.bytes);
    const size = await stored(() => storage.putStream(fullKey, sum.bytes, contentType));
    const etag = object.etag ?? sum.digest();
    const info = await storage.stat(fullKey);
    const modifiedAt = new Date(info?.modifiedAt ?? clock.nowMs());
    const facts = { size_bytes: size, modified_at: modifiedAt, etag, content_type: contentType, headers, metadata };
    await usage.settle({ bucket, key }, facts);
    await record(actor, 'data.import', `${bucket}/${key}`, { size, replaced });
    return { key, size, replaced, etag, modifiedAt: modifiedAt.toISOString() };
  }

  return {
    exists,
    store,

    /** Replaces the headers that readers of an object get back; the object stays as it is. */
    async setHeaders(address: ObjectAddress, facts: ObjectFacts, actor: Actor): Promise<void> {
      await usage.settle(address, facts);
      await record(actor, 'data.modify', `${address.bucket}/${address.key}`, { act: 'tags' });
    },

    async write(address: ObjectAddress, content: NewContent, actor: Actor) {
      const { key, size, replaced } = await store(address, content, actor);
      return { key, size, replaced };
    },

    async removeObject({ bucket, key }: ObjectAddress, actor: Actor): Promise<void> {
      const { root } = await lookup.writable(bucket);
      const fullKey = fullKeyOf(root, key);
      if (!(await exists(fullKey))) throw unknownObject();
      await storage.delete(fullKey);
      await usage.settle({ bucket, key });
      await record(actor, 'data.delete', `${bucket}/${key}`);
    },

    /** Facts saved about objects of a bucket, by key. */
    objectRows: repository.objects,
  };
}

export function unknownObject(): AppError {
  return new AppError('not_found', { detail: 'Esse objeto não existe.' });
}
