import { type Kysely, sql } from 'kysely';
import { documentOf } from './item-text.rules.ts';
import type { ItemRow, ItemTables, NewItem } from './items.types.ts';

/** Columns that another version of an item changes. */
const revised = [
  'datetime',
  'start_at',
  'end_at',
  'footprint',
  'is_box',
  'item',
  'document',
  'content_hash',
  'connector_id',
  'stream_id',
  'retrieved_at',
  'simulated_seed',
  'updated_at',
];
const rowsPerInsert = 500;

/** Columns of an item as it is written. */
const columnsOf = (row: NewItem) => ({ ...row, item: JSON.stringify(row.item), document: documentOf(row) });

/** Writes for the platform's own items, which its modules offer, and the record of the index job. */
export function offeredItems(db: Kysely<ItemTables>) {
  return {
    /** Inserts a module's items, and replaces those whose content has changed. */
    async offer(items: readonly NewItem[]): Promise<void> {
      for (let start = 0; start < items.length; start += rowsPerInsert) {
        await db
          .insertInto('catalogue.items')
          .values(items.slice(start, start + rowsPerInsert).map(columnsOf))
          .onConflict((conflict) =>
            conflict
              .columns(['collection', 'id'])
              .doUpdateSet(Object.fromEntries(revised.map((name) => [name, sql.ref(`excluded.${name}`)])))
              .whereRef('catalogue.items.content_hash', '<>', 'excluded.content_hash')
              .where('catalogue.items.own', '=', true),
          )
          .execute();
      }
    },

    /** Content hash of every item offered for a collection, by id. */
    async offered(collection: string): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom('catalogue.items')
        .select(['id', 'content_hash'])
        .where('collection', '=', collection)
        .where('own', '=', true)
        .execute();
      return new Map(rows.map((row) => [row.id, row.content_hash]));
    },

    /** Adds size and checksum to an asset once its file is made, unless the item has changed in the meantime. */
    async describeAsset(
      row: Pick<ItemRow, 'collection' | 'id' | 'content_hash'>,
      key: string,
      fields: Readonly<Record<string, unknown>>,
      extension: string,
    ): Promise<void> {
      await db
        .updateTable('catalogue.items')
        .set({
          document: null,
          item: sql`jsonb_set(
            jsonb_set(item, array['assets', ${key}], (item->'assets'->${key}) || ${JSON.stringify(fields)}::jsonb),
            '{stac_extensions}',
            case when item->'stac_extensions' ? ${extension} then item->'stac_extensions'
              else (item->'stac_extensions') || to_jsonb(${extension}::text) end)`,
        })
        .where('collection', '=', row.collection)
        .where('id', '=', row.id)
        .where('content_hash', '=', row.content_hash)
        .where(sql<boolean>`jsonb_exists(item->'assets', ${key})`)
        .execute();
      await completeDocuments(db, [row]);
    },

    async recordIndexed(collection: string, at: Date): Promise<void> {
      await db
        .insertInto('catalogue.sweeps')
        .values({ collection, swept_at: at })
        .onConflict((conflict) => conflict.column('collection').doUpdateSet({ swept_at: at }))
        .execute();
    },

    async lastIndexedAt(): Promise<Date | null> {
      const row = await db
        .selectFrom('catalogue.sweeps')
        .select((eb) => eb.fn.max('swept_at').as('at'))
        .executeTakeFirst();
      return row?.at ?? null;
    },
  };
}

/** The texts ready to send of items that lack one. */
export function storedDocuments(db: Kysely<ItemTables>) {
  return {
    /** Writes the texts that are missing, some at a time, until none is. */
    async completeDocuments(signal: AbortSignal): Promise<void> {
      // Each read goes on where the last one ended: from the beginning it would pass by all that were written meanwhile.
      for (let last: Pick<ItemRow, 'collection' | 'id'> | null = null; ; ) {
        signal.throwIfAborted();
        const rows: Pick<ItemRow, 'collection' | 'id'>[] = await withoutDocument(db, last);
        // Those that came before the place reached are found from the beginning.
        if (rows.length === 0 && last === null) return;
        if (rows.length > 0) await completeDocuments(db, rows);
        last = rows.at(-1) ?? null;
      }
    },
  };
}

/** The next items that have no text, in the order of their names. */
function withoutDocument(db: Kysely<ItemTables>, after: Pick<ItemRow, 'collection' | 'id'> | null) {
  const query = db.selectFrom('catalogue.items').select(['collection', 'id']).where('document', 'is', null);
  const rest =
    after === null
      ? query
      : query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('collection', 'id'), '>', tuple(after.collection, after.id)),
        );
  return rest.orderBy('collection').orderBy('id').limit(rowsPerInsert).execute();
}

/** Writes the texts of items that have none; the rows are held meanwhile, so that no newer item gets an older text. */
function completeDocuments(
  db: Kysely<ItemTables>,
  items: readonly Pick<ItemRow, 'collection' | 'id'>[],
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('catalogue.items')
      .select(['collection', 'id', 'own', 'item'])
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('collection', 'id'),
          'in',
          items.map(({ collection, id }) => tuple(collection, id)),
        ),
      )
      .where('document', 'is', null)
      .orderBy('collection')
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length === 0) return;
    await sql`
      update catalogue.items as i set document = t.document
      from unnest(${rows.map((row) => row.collection)}::text[], ${rows.map((row) => row.id)}::text[],
        ${rows.map(documentOf)}::text[]) as t(collection, id, document)
      where i.collection = t.collection and i.id = t.id`.execute(trx);
  });
}

/** Writes of people and programs that publish items, and reads of one item. */
export function publishedItems(db: Kysely<ItemTables>) {
  return {
    /** Publishes all the items, or none when one of them exists already or their published collection is gone. */
    publish: (items: readonly NewItem[], isPublished: boolean): Promise<'stored' | 'exists' | 'gone'> =>
      db
        .transaction()
        .execute(async (trx) => {
          if (isPublished && !(await holdsCollection(trx, items[0]?.collection ?? ''))) return 'gone' as const;
          for (let start = 0; start < items.length; start += rowsPerInsert) {
            const part = items.slice(start, start + rowsPerInsert);
            const result = await trx
              .insertInto('catalogue.items')
              .values(part.map(columnsOf))
              .onConflict((conflict) => conflict.doNothing())
              .executeTakeFirst();
            if (Number(result.numInsertedOrUpdatedRows ?? 0n) !== part.length) return await rollBack();
          }
          return 'stored' as const;
        })
        .catch((error: unknown) => {
          if (error instanceof RolledBack) return 'exists' as const;
          throw error;
        }),

    /** Replaces a published item as it was read; false when it was changed or removed in the meantime. */
    async replace(row: NewItem, contentHash: string): Promise<boolean> {
      const { collection: _collection, id: _id, created_at: _created, own: _own, ...values } = row;
      const result = await db
        .updateTable('catalogue.items')
        .set({ ...values, item: JSON.stringify(row.item), document: documentOf(row) })
        .where('collection', '=', row.collection)
        .where('id', '=', row.id)
        .where('own', '=', false)
        .where('content_hash', '=', contentHash)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async remove(collection: string, ids: readonly string[], own: boolean, contentHash?: string): Promise<number> {
      if (ids.length === 0) return 0;
      let query = db
        .deleteFrom('catalogue.items')
        .where('collection', '=', collection)
        .where('id', 'in', [...ids])
        .where('own', '=', own);
      if (contentHash !== undefined) query = query.where('content_hash', '=', contentHash);
      return Number((await query.executeTakeFirst()).numDeletedRows);
    },

    find: (collection: string, id: string): Promise<ItemRow | undefined> =>
      db
        .selectFrom('catalogue.items')
        .selectAll()
        .where('collection', '=', collection)
        .where('id', '=', id)
        .executeTakeFirst(),
  };
}

/** Holds a published collection until the transaction ends, so that none removes it meanwhile; false where it is gone. */
export async function holdsCollection(trx: Kysely<ItemTables>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('catalogue.collections')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Rolls a transaction back without a fault to report. */
class RolledBack extends Error {}
async function rollBack(): Promise<never> {
  throw new RolledBack('rolled back');
}
