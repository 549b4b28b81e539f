import type { Kysely } from 'kysely';

export type S3KeyRow = {
  access_key: string;
  account_id: string;
  name: string;
  sealed_secret: Buffer;
  may_write: boolean;
  /** Null: every bucket that the account may open. */
  buckets: string[] | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  last_used_address: string | null;
  revoked_at: Date | null;
};

export type S3UploadRow = {
  id: string;
  bucket: string;
  key: string;
  content_type: string;
  headers: Record<string, string>;
  metadata: Record<string, string>;
  account_id: string;
  created_at: Date;
};

export type S3PartRow = { upload_id: string; part: number; size_bytes: number; etag: string; stored_at: Date };

export type S3Tables = {
  'storage.s3_keys': S3KeyRow;
  'storage.s3_uploads': S3UploadRow;
  'storage.s3_parts': S3PartRow;
};

export type S3Repository = ReturnType<typeof createS3Repository>;

/** The only SQL on S3 keys, and on uploads in parts by S3 clients. */
export function createS3Repository(db: Kysely<S3Tables>) {
  return { ...keyQueries(db), ...uploadQueries(db) };
}

function keyQueries(db: Kysely<S3Tables>) {
  return {
    async addKey(row: Omit<S3KeyRow, 'last_used_at' | 'last_used_address' | 'revoked_at'>): Promise<void> {
      await db.insertInto('storage.s3_keys').values(row).execute();
    },

    key: (accessKey: string): Promise<S3KeyRow | undefined> =>
      db.selectFrom('storage.s3_keys').selectAll().where('access_key', '=', accessKey).executeTakeFirst(),

    /** Keys of one account or of all, the newest first. */
    keys(accountId?: string): Promise<S3KeyRow[]> {
      const all = db.selectFrom('storage.s3_keys').selectAll().orderBy('created_at', 'desc').orderBy('access_key');
      return (accountId === undefined ? all : all.where('account_id', '=', accountId)).limit(1000).execute();
    },

    async countKeys(accountId: string, usableAt?: Date): Promise<number> {
      let query = db
        .selectFrom('storage.s3_keys')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId);
      if (usableAt !== undefined) query = query.where('revoked_at', 'is', null).where('expires_at', '>', usableAt);
      return Number((await query.executeTakeFirstOrThrow()).total);
    },

    /** Revokes a key; false where it was revoked before. */
    async revokeKey(accessKey: string, at: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('storage.s3_keys')
        .set({ revoked_at: at })
        .where('access_key', '=', accessKey)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async touchKey(accessKey: string, at: Date, address: string): Promise<void> {
      await db
        .updateTable('storage.s3_keys')
        .set({ last_used_at: at, last_used_address: address })
        .where('access_key', '=', accessKey)
        .execute();
    },
  };
}

function uploadQueries(db: Kysely<S3Tables>) {
  return {
    async addUpload(row: S3UploadRow): Promise<void> {
      await db.insertInto('storage.s3_uploads').values(row).execute();
    },

    upload: (id: string): Promise<S3UploadRow | undefined> =>
      db.selectFrom('storage.s3_uploads').selectAll().where('id', '=', id).executeTakeFirst(),

    uploads: (bucket: string, prefix: string): Promise<S3UploadRow[]> =>
      db
        .selectFrom('storage.s3_uploads')
        .selectAll()
        .where('bucket', '=', bucket)
        .where(({ fn, val }) => fn<boolean>('starts_with', ['key', val(prefix)]))
        .orderBy('key')
        .orderBy('id')
        .limit(1000)
        .execute(),

    uploadsBefore: (before: Date): Promise<S3UploadRow[]> =>
      db.selectFrom('storage.s3_uploads').selectAll().where('created_at', '<', before).limit(500).execute(),

    /** As `uploadsBefore`, of an area and a prefix. */
    uploadsOfBefore: (bucket: string, prefix: string, before: Date): Promise<S3UploadRow[]> =>
      db
        .selectFrom('storage.s3_uploads')
        .selectAll()
        .where('bucket', '=', bucket)
        .where(({ fn, val }) => fn<boolean>('starts_with', ['key', val(prefix)]))
        .where('created_at', '<', before)
        .limit(500)
        .execute(),

    async removeUpload(id: string): Promise<void> {
      await db.deleteFrom('storage.s3_uploads').where('id', '=', id).execute();
    },

    async savePart(row: S3PartRow): Promise<void> {
      const { size_bytes, etag, stored_at } = row;
      await db
        .insertInto('storage.s3_parts')
        .values(row)
        .onConflict((conflict) => conflict.columns(['upload_id', 'part']).doUpdateSet({ size_bytes, etag, stored_at }))
        .execute();
    },

    async parts(uploadId: string): Promise<S3PartRow[]> {
      const rows = await db
        .selectFrom('storage.s3_parts')
        .selectAll()
        .where('upload_id', '=', uploadId)
        .orderBy('part')
        .execute();
      return rows.map((row) => ({ ...row, size_bytes: Number(row.size_bytes) }));
    },
  };
}
