import { type Kysely, sql, type Transaction } from 'kysely';
import { holdBucket } from './lifecycle.repository.ts';
import type { ObjectAddress } from './storage.types.ts';
import type { ObjectFacts } from './usage.repository.ts';

export type LockMode = 'GOVERNANCE' | 'COMPLIANCE';

export type VersionRow = ObjectFacts & {
  seq: string;
  bucket: string;
  key: string;
  version_id: string;
  is_latest: boolean;
  is_deleted: boolean;
  /** When another took its place; null while it is the latest. */
  noncurrent_at: Date | null;
  /** Key of the content in the storage; null where the object itself is all there is. */
  file: string | null;
  lock_mode: LockMode | null;
  lock_until: Date | null;
  legal_hold: boolean;
};

export type BucketSettingsRow = {
  bucket: string;
  versioning: 'enabled' | 'suspended' | null;
  cors: unknown;
  /** As it was written. */
  policy: string | null;
  public_block: unknown;
  tags: unknown;
  lock_enabled: boolean;
  lock_mode: LockMode | null;
  lock_days: number | null;
};

/** Settings that are written as JSON text. */
type JsonSetting = 'cors' | 'public_block' | 'tags';

export type VersionTables = {
  'storage.versions': VersionRow;
  'storage.bucket_settings': BucketSettingsRow;
};

/** A version to be added: the newest of its key. */
export type NewVersion = Omit<VersionRow, 'seq' | 'is_latest' | 'noncurrent_at'>;
export type VersionLock = Pick<VersionRow, 'lock_mode' | 'lock_until' | 'legal_hold'>;
/** Versions of one key, while nobody else may change them. */
export type HeldVersions = ReturnType<typeof heldQueries>;
/** Place in a list of versions: after this one. */
export type VersionCursor = { readonly key: string; readonly seq: string | null };
export type ListedVersion = Omit<
  VersionRow,
  'file' | 'headers' | 'metadata' | 'content_type' | 'bucket' | 'noncurrent_at'
>;

export type VersionRepository = ReturnType<typeof createVersionRepository>;

/** The only SQL on versions of objects, and on what buckets keep. */
export function createVersionRepository(db: Kysely<VersionTables>) {
  return {
    ...settingsQueries(db),

    version: (address: ObjectAddress, versionId: string): Promise<VersionRow | undefined> =>
      versionsOf(db, address).selectAll().where('version_id', '=', versionId).executeTakeFirst(),

    latest: (address: ObjectAddress): Promise<VersionRow | undefined> =>
      versionsOf(db, address).selectAll().where('is_latest', '=', true).executeTakeFirst(),

    async hasVersions(bucket: string): Promise<boolean> {
      const found = await db
        .selectFrom('storage.versions')
        .select('seq')
        .where('bucket', '=', bucket)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Works on the versions of one key, alone: whoever wants the same key waits. */
    held: <T>(address: ObjectAddress, work: (versions: HeldVersions) => Promise<T>): Promise<T> =>
      db.transaction().execute(async (trx) => {
        const name = `${address.bucket}/${address.key}`;
        await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 7205760))`.execute(trx);
        return work(heldQueries(trx, address));
      }),

    ...expiringVersions(db),

    /** Versions of keys that begin with a prefix, of each the newest first; objects without rows are their only version. */
    async list(
      bucket: string,
      prefix: string,
      { after, limit }: { after: VersionCursor; limit: number },
    ): Promise<ListedVersion[]> {
      const from =
        after.seq === null
          ? sql`key collate "C" > ${after.key}`
          : sql`(key collate "C" > ${after.key} or (key = ${after.key} and seq < ${after.seq}))`;
      const { rows } = await sql<ListedVersion>`
        select * from (
          (select seq, key, version_id, is_latest, is_deleted, size_bytes, modified_at, etag, lock_mode, lock_until, legal_hold
           from storage.versions where bucket = ${bucket} and starts_with(key, ${prefix}) and ${from}
           order by key collate "C", seq desc limit ${limit})
          union all
          (select 0, key, 'null', true, false, size_bytes, modified_at, coalesce(etag, ''), null, null, false
           from storage.objects o
           where bucket = ${bucket} and starts_with(key, ${prefix}) and key collate "C" > ${after.key}
             and not exists (select from storage.versions v where v.bucket = o.bucket and v.key = o.key)
           order by key collate "C" limit ${limit})
        ) as both_kinds order by key collate "C", seq desc limit ${limit}`.execute(db);
      return rows.map((row) => ({ ...row, seq: String(row.seq), size_bytes: Number(row.size_bytes) }));
    },
  };
}

/** A version that a rule of deletion may take. */
export type ExpiringVersion = Pick<VersionRow, 'seq' | 'key' | 'version_id' | 'headers'>;
/** Range of a search: below a prefix, after the last row of the page before. */
type ExpiringPlace = {
  readonly bucket: string;
  readonly prefix: string;
  readonly after: string;
  readonly limit: number;
};

function expiringVersions(db: Kysely<VersionTables>) {
  return {
    /** Versions that another took the place of before an instant, but for the newest so many of their keys. */
    async noncurrentVersions(
      { bucket, prefix, after, limit }: ExpiringPlace,
      { before, newer }: { before: Date; newer: number },
    ): Promise<ExpiringVersion[]> {
      const { rows } = await sql<ExpiringVersion>`
        select seq, key, version_id, headers from (
          select seq, key, version_id, headers, noncurrent_at,
            row_number() over (partition by key order by seq desc) as place
          from storage.versions where bucket = ${bucket} and starts_with(key, ${prefix}) and not is_latest
        ) as noncurrent
        where noncurrent_at < ${before} and place > ${newer} and seq > ${after} order by seq limit ${limit}`.execute(
        db,
      );
      return rows.map((row) => ({ ...row, seq: String(row.seq) }));
    },

    /** Marks of deletions of which nothing else of the object is left. */
    async loneMarkers({ bucket, prefix, after, limit }: ExpiringPlace): Promise<ExpiringVersion[]> {
      const { rows } = await sql<ExpiringVersion>`
        select seq, key, version_id, headers from storage.versions mark
        where bucket = ${bucket} and starts_with(key, ${prefix}) and is_latest and is_deleted and seq > ${after}
          and not exists (select from storage.versions other
            where other.bucket = mark.bucket and other.key = mark.key and other.seq <> mark.seq)
        order by seq limit ${limit}`.execute(db);
      return rows.map((row) => ({ ...row, seq: String(row.seq) }));
    },
  };
}

function settingsQueries(db: Kysely<VersionTables>) {
  return {
    settings: (bucket: string): Promise<BucketSettingsRow | undefined> =>
      db.selectFrom('storage.bucket_settings').selectAll().where('bucket', '=', bucket).executeTakeFirst(),

    /** Settings of every bucket that has any, by its name. */
    async allSettings(): Promise<ReadonlyMap<string, BucketSettingsRow>> {
      const rows = await db.selectFrom('storage.bucket_settings').selectAll().execute();
      return new Map(rows.map((row) => [row.bucket, row]));
    },

    /** Changes settings of a bucket, alone; `check` may throw at what they are by then. */
    saveSettings: (
      bucket: string,
      changed: Partial<Omit<BucketSettingsRow, 'bucket' | JsonSetting> & Readonly<Record<JsonSetting, string | null>>>,
      check?: (row: BucketSettingsRow | undefined) => void,
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await holdBucket(trx, bucket);
        const current = trx.selectFrom('storage.bucket_settings').selectAll().where('bucket', '=', bucket);
        check?.(await current.executeTakeFirst());
        await trx
          .insertInto('storage.bucket_settings')
          .values({
            ...{ bucket, versioning: null, cors: null, policy: null, public_block: null, tags: null },
            ...{ lock_enabled: false, lock_mode: null, lock_days: null },
            ...changed,
          })
          .onConflict((conflict) => conflict.column('bucket').doUpdateSet(changed))
          .execute();
      }),
  };
}

const versionsOf = (db: Kysely<VersionTables>, { bucket, key }: ObjectAddress) =>
  db.selectFrom('storage.versions').where('bucket', '=', bucket).where('key', '=', key);

function heldQueries(trx: Transaction<VersionTables>, address: ObjectAddress) {
  const { bucket, key } = address;
  const change = (seq: string, changed: Partial<Omit<VersionRow, 'seq'>>) =>
    trx.updateTable('storage.versions').set(changed).where('seq', '=', seq).execute();
  return {
    latest: () => versionsOf(trx, address).selectAll().where('is_latest', '=', true).executeTakeFirst(),
    version: (id: string) => versionsOf(trx, address).selectAll().where('version_id', '=', id).executeTakeFirst(),
    newest: () => versionsOf(trx, address).selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst(),
    facts: async (): Promise<ObjectFacts | undefined> => {
      const { rows } = await sql<ObjectFacts & { etag: string | null }>`
        select size_bytes, modified_at, etag, content_type, headers, metadata from storage.objects
        where bucket = ${bucket} and key = ${key} and etag is not null`.execute(trx);
      const [row] = rows;
      return row === undefined ? undefined : { ...row, size_bytes: Number(row.size_bytes) };
    },
    /** Adds the newest version of the key, in place of another from `at` on. */
    async add(row: NewVersion, at: Date): Promise<void> {
      await trx
        .updateTable('storage.versions')
        .set({ is_latest: false, noncurrent_at: at })
        .where('bucket', '=', bucket)
        .where('key', '=', key)
        .where('is_latest', '=', true)
        .execute();
      await sql`insert into storage.versions
        (bucket, key, version_id, is_latest, is_deleted, file, size_bytes, modified_at, etag, content_type, headers, metadata,
         lock_mode, lock_until, legal_hold)
        values (${row.bucket}, ${row.key}, ${row.version_id}, true, ${row.is_deleted}, ${row.file}, ${row.size_bytes},
          ${row.modified_at}, ${row.etag}, ${row.content_type}, ${JSON.stringify(row.headers)}, ${JSON.stringify(row.metadata)},
          ${row.lock_mode}, ${row.lock_until}, ${row.legal_hold})`.execute(trx);
    },
    keepAt: (seq: string, file: string) => change(seq, { file }),
    makeLatest: (seq: string) => change(seq, { is_latest: true, noncurrent_at: null }),
    describe: (seq: string, headers: Record<string, string>) => change(seq, { headers }),
    lock: (seq: string, lock: Partial<VersionLock>) => change(seq, lock),
    async remove(seq: string): Promise<void> {
      await trx.deleteFrom('storage.versions').where('seq', '=', seq).execute();
    },
  };
}
