import { type Kysely, sql } from 'kysely';
import { createLifecycleRepository, type LifecycleTables } from './lifecycle.repository.ts';
import { createVersionRepository, type VersionTables } from './object-versions.repository.ts';
import type { S3Tables } from './s3/s3.repository.ts';
import type { ObjectFacts, ObjectTag, UsageTables } from './usage.repository.ts';

export type UploadRow = {
  id: string;
  bucket: string;
  key: string;
  content_type: string | null;
  size_bytes: number;
  part_bytes: number;
  account_id: string;
  created_at: Date;
};

export type BucketRow = { name: string; description: string; created_at: Date; created_by: string };

export type StorageTables = S3Tables &
  LifecycleTables &
  UsageTables &
  VersionTables & {
    'storage.buckets': BucketRow;
    'storage.uploads': UploadRow;
  };

export type StorageRepository = ReturnType<typeof createStorageRepository>;

/** The only SQL on buckets made by people, their rules, what is known about objects, and uploads under way. */
export function createStorageRepository(db: Kysely<StorageTables>) {
  return {
    ...bucketQueries(db),
    ...objectQueries(db),
    ...uploadQueries(db),
    ...createLifecycleRepository(db),
    ...createVersionRepository(db),
  };
}

function bucketQueries(db: Kysely<StorageTables>) {
  return {
    buckets: (): Promise<BucketRow[]> => db.selectFrom('storage.buckets').selectAll().orderBy('name').execute(),

    bucket: (name: string): Promise<BucketRow | undefined> =>
      db.selectFrom('storage.buckets').selectAll().where('name', '=', name).executeTakeFirst(),

    /** Adds a bucket; false when one of that name exists. */
    async addBucket(row: BucketRow): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('storage.buckets')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async removeBucket(name: string): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('storage.buckets').where('name', '=', name).execute();
        await transaction.deleteFrom('storage.usage').where('kind', '=', 'user').where('area', '=', name).execute();
      });
    },
  };
}

function objectQueries(db: Kysely<StorageTables>) {
  const named = (bucket: string, keys: readonly string[]) =>
    db
      .selectFrom('storage.objects')
      .where('bucket', '=', bucket)
      // One parameter for all of them: a thousand of their own take longer to write than to look up.
      .where(({ eb, ref, val }) => eb(ref('key'), '=', sql<string>`any(${val([...keys])}::text[])`));
  return {
    /** Known facts about objects of a bucket, by their keys. */
    async objects(bucket: string, keys: readonly string[]): Promise<Map<string, ObjectFacts>> {
      if (keys.length === 0) return new Map();
      const rows = await named(bucket, keys).selectAll().execute();
      return new Map(rows.flatMap(({ key, etag, ...row }) => (etag === null ? [] : [[key, { ...row, etag }]])));
    },

    /** As `objects`, what a list tells: a thousand rows with their headers take longer to read than to look up. */
    async objectTags(bucket: string, keys: readonly string[]): Promise<Map<string, ObjectTag>> {
      if (keys.length === 0) return new Map();
      const rows = await named(bucket, keys).select(['key', 'size_bytes', 'modified_at', 'etag']).execute();
      return new Map(rows.flatMap(({ key, etag, ...row }) => (etag === null ? [] : [[key, { ...row, etag }]])));
    },
  };
}

function uploadQueries(db: Kysely<StorageTables>) {
  return {
    async addUpload(row: UploadRow): Promise<void> {
      await db.insertInto('storage.uploads').values(row).execute();
    },

    upload: (id: string): Promise<UploadRow | undefined> =>
      db.selectFrom('storage.uploads').selectAll().where('id', '=', id).executeTakeFirst(),

    async countUploads(accountId: string): Promise<number> {
      const { total } = await db
        .selectFrom('storage.uploads')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    uploadsBefore: (before: Date): Promise<UploadRow[]> =>
      db.selectFrom('storage.uploads').selectAll().where('created_at', '<', before).limit(500).execute(),

    async removeUpload(id: string): Promise<void> {
      await db.deleteFrom('storage.uploads').where('id', '=', id).execute();
    },
  };
}
