import { type Kysely, sql, type Transaction } from 'kysely';
import type { ObjectInfo } from '../../../platform/storage/object-storage.ts';
import { type Count, emptyHistogram, type Histogram, nothing, withObject, withoutObject } from './usage.rules.ts';

/** `external`: an area of a storage elsewhere, named after its host. */
export type UsageKind = 'system' | 'user' | 'external';

export type UsageRow = {
  kind: UsageKind;
  area: string;
  objects: number;
  size_bytes: number;
  last_modified: Date | null;
  histogram: Histogram;
  /** When all its objects were read, and how long that took; null where only changes were counted since it began. */
  counted_at: Date | null;
  took_ms: number | null;
  /** Whether there are more objects than were read. */
  is_partial: boolean;
};

/** An object of an area of people that was counted. */
type CountedRow = Omit<ObjectFacts, 'etag'> & {
  bucket: string;
  key: string;
  /** Null where no facts are known of it beyond its size and date. */
  etag: string | null;
};

export type UsageTables = { 'storage.usage': UsageRow; 'storage.objects': CountedRow };

export type Counted = Count & {
  readonly kind: UsageKind;
  readonly area: string;
  readonly countedAtMs: number | null;
  readonly tookMs: number | null;
  readonly isPartial: boolean;
};

/** Facts about an object that its readers get back. They hold only for the object of that size and date. */
export type ObjectFacts = {
  readonly size_bytes: number;
  readonly modified_at: Date;
  readonly etag: string;
  readonly content_type: string;
  readonly headers: Record<string, string>;
  readonly metadata: Record<string, string>;
};

/** Facts by which a list tells the ETag of an object. */
export type ObjectTag = Pick<ObjectFacts, 'size_bytes' | 'modified_at' | 'etag'>;

export type Settling = {
  readonly bucket: string;
  readonly key: string;
  /** Looks at the object as it is now. */
  readonly stat: () => Promise<ObjectInfo | null>;
  readonly facts?: ObjectFacts;
};

export type UsageRepository = ReturnType<typeof createUsageRepository>;

/** The only SQL on the space that areas take. Every object of an area of people that was counted has its row. */
export function createUsageRepository(db: Kysely<UsageTables>) {
  return { ...totalQueries(db), ...countedQueries(db) };
}

function totalQueries(db: Kysely<UsageTables>) {
  return {
    async usages(...kinds: readonly UsageKind[]): Promise<Counted[]> {
      const rows = await db.selectFrom('storage.usage').selectAll().where('kind', 'in', kinds).execute();
      return rows.map(countedOf);
    },

    /** Makes the counts of the platform's areas what was read, and removes those of areas that are no more. */
    async replaceSystem(counts: readonly Omit<Counted, 'kind'>[]): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('storage.usage').where('kind', '=', 'system').execute();
        const rows = counts.map((count) => rowOf({ ...count, kind: 'system' }));
        if (rows.length > 0) await trx.insertInto('storage.usage').values(rows).execute();
      });
    },

    /** Makes the count of an area elsewhere what was read. */
    async saveExternal(count: Omit<Counted, 'kind'>): Promise<void> {
      const row = rowOf({ ...count, kind: 'external' });
      const { kind: _kind, area: _area, ...rest } = row;
      await db
        .insertInto('storage.usage')
        .values(row)
        .onConflict((conflict) => conflict.columns(['kind', 'area']).doUpdateSet(rest))
        .execute();
    },

    /** Counts a change that was made in an area elsewhere; nothing where that area was never counted. */
    async changeExternal(area: string, change: (count: Count) => Count): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const before = await lockedUsage(trx, 'external', area);
        if (before !== null) await saveUsage(trx, { ...before, ...change(before) });
      });
    },

    /** Notes that all objects of an area of people were read. */
    async noteCounted(area: string, countedAtMs: number, tookMs: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const before = await beginUsage(trx, area);
        await saveUsage(trx, { ...before, countedAtMs, tookMs: Math.round(tookMs) });
      });
    },
  };
}

function countedQueries(db: Kysely<UsageTables>) {
  return {
    /**
     * Makes the row of an object, and the total of its area, agree with the object as it is: stored, replaced or removed.
     * Of two at once the second looks again, so that the last one is right whichever it is.
     */
    async settle({ bucket, key, stat, facts }: Settling): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${bucket}/${key}`}, 7205759))`.execute(trx);
        const found = await stat();
        const known = await trx
          .selectFrom('storage.objects')
          .select(['size_bytes'])
          .where('bucket', '=', bucket)
          .where('key', '=', key)
          .executeTakeFirst();
        if (known === undefined && found === null) return;
        const before = await beginUsage(trx, bucket);
        let after: Count = known === undefined ? before : withoutObject(before, known.size_bytes);
        if (found === null) await removeRow(trx, bucket, key);
        else {
          await saveRow(trx, { bucket, key, ...rowFactsOf(found, facts) });
          after = withObject(after, found);
        }
        await saveUsage(trx, { ...before, ...after, lastModified: await newestOf(trx, bucket) });
      });
    },

    /** Sizes and dates of the counted objects of a bucket, of keys after one up to another in the order of their bytes. */
    async countedObjects(bucket: string, after: string, upTo: string | null) {
      const byBytes = sql<string>`key collate "C"`;
      const all = db
        .selectFrom('storage.objects')
        .select(['key', 'size_bytes', 'modified_at'])
        .where('bucket', '=', bucket)
        .where(byBytes, '>', after);
      return (upTo === null ? all : all.where(byBytes, '<=', upTo)).execute();
    },
  };
}

type Trx = Transaction<UsageTables>;

/** The class that a listed object counts as; reported facts belong to it only where they were reported of this very object. */
function rowFactsOf({ sizeBytes, modifiedAt }: ObjectInfo, facts: ObjectFacts | undefined) {
  const found = { size_bytes: sizeBytes, modified_at: new Date(modifiedAt) };
  const isOfThisObject = facts?.size_bytes === sizeBytes && facts.modified_at.getTime() === found.modified_at.getTime();
  return isOfThisObject ? facts : { ...found, etag: null, content_type: '', headers: {}, metadata: {} };
}

async function saveRow(trx: Trx, row: CountedRow): Promise<void> {
  const { bucket: _bucket, key: _key, ...rest } = row;
  await trx
    .insertInto('storage.objects')
    .values(row)
    .onConflict((conflict) => conflict.columns(['bucket', 'key']).doUpdateSet(rest))
    .execute();
}

async function removeRow(trx: Trx, bucket: string, key: string): Promise<void> {
  await trx.deleteFrom('storage.objects').where('bucket', '=', bucket).where('key', '=', key).execute();
}

async function newestOf(trx: Trx, bucket: string): Promise<string | null> {
  const found = await trx
    .selectFrom('storage.objects')
    .select('modified_at')
    .where('bucket', '=', bucket)
    .orderBy('modified_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.modified_at.toISOString() ?? null;
}

/** The total of an area of people, held until the transaction ends. */
async function beginUsage(trx: Trx, area: string): Promise<Counted> {
  const empty = { kind: 'user' as const, area, countedAtMs: null, tookMs: null, isPartial: false };
  await trx
    .insertInto('storage.usage')
    .values(rowOf({ ...nothing, ...empty }))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await lockedUsage(trx, 'user', area)) ?? { ...nothing, ...empty };
}

async function lockedUsage(trx: Trx, kind: UsageKind, area: string): Promise<Counted | null> {
  const row = await trx
    .selectFrom('storage.usage')
    .selectAll()
    .where('kind', '=', kind)
    .where('area', '=', area)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : countedOf(row);
}

async function saveUsage(trx: Trx, counted: Counted): Promise<void> {
  const { kind, area, ...rest } = rowOf(counted);
  await trx.updateTable('storage.usage').set(rest).where('kind', '=', kind).where('area', '=', area).execute();
}

function rowOf({ kind, area, ...count }: Counted): UsageRow {
  return {
    ...{ kind, area, objects: count.objects, size_bytes: count.size, histogram: count.histogram },
    last_modified: count.lastModified === null ? null : new Date(count.lastModified),
    counted_at: count.countedAtMs === null ? null : new Date(count.countedAtMs),
    ...{ took_ms: count.tookMs, is_partial: count.isPartial },
  };
}

function countedOf(row: UsageRow): Counted {
  return {
    ...{ kind: row.kind, area: row.area, objects: row.objects, size: row.size_bytes, tookMs: row.took_ms },
    lastModified: row.last_modified?.toISOString() ?? null,
    histogram: { ...emptyHistogram(), ...row.histogram },
    ...{ countedAtMs: row.counted_at?.getTime() ?? null, isPartial: row.is_partial },
  };
}
