import { type Kysely, sql } from 'kysely';
import type { ItemTables } from './items.types.ts';
import type { StoredCollection } from './published-collection.types.ts';

const columnsOf = (row: StoredCollection) => ({ ...row, document: JSON.stringify(row.document) });

/** Outcome of the wish to remove a collection: gone, changed meanwhile, or the number of items that nobody confirmed. */
type Removal = { readonly removed: boolean; readonly items: number };

/** Collections that people and programs publish. */
export function publishedCollectionRows(db: Kysely<ItemTables>) {
  return {
    collections: (): Promise<readonly StoredCollection[]> =>
      db.selectFrom('catalogue.collections').selectAll().orderBy('id').execute(),

    /** Publishes all the collections, or none and returns false when one of them exists already. */
    async publishCollections(rows: readonly StoredCollection[]): Promise<boolean> {
      // One statement: where one of them exists, none is written.
      const result = await sql<{ id: string }>`
        with given as (
          select * from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ document }) => JSON.stringify(document))}::text[],
            ${rows.map((row) => row.content_hash)}::text[], ${rows.map((row) => row.created_at)}::timestamptz[])
            as g(id, document, content_hash, at))
        insert into catalogue.collections (id, document, content_hash, created_at, updated_at)
        select id, document::jsonb, content_hash, at, at from given
        where not exists (select 1 from catalogue.collections c join given using (id))
        returning id`
        .execute(db)
        .catch((error: unknown) => {
          // Another one published it at the same moment.
          if (isUniqueViolation(error)) return { rows: [] };
          throw error;
        });
      return result.rows.length === rows.length;
    },

    /** Replaces a collection as it was read; false when it was changed or removed in the meantime. */
    async replaceCollection(row: StoredCollection, contentHash: string): Promise<boolean> {
      const { document, content_hash, updated_at } = columnsOf(row);
      const result = await db
        .updateTable('catalogue.collections')
        .set({ document, content_hash, updated_at })
        .where('id', '=', row.id)
        .where('content_hash', '=', contentHash)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Removes a collection as it was read with its items, where they are as many as `confirmed`. */
    removeCollection: (id: string, contentHash: string, confirmed: number): Promise<Removal> =>
      db
        .transaction()
        .execute(async (trx) => {
          const gone = await trx
            .deleteFrom('catalogue.collections')
            .where('id', '=', id)
            .where('content_hash', '=', contentHash)
            .executeTakeFirst();
          if (gone.numDeletedRows === 0n) return { removed: false, items: 0 };
          const removed = await trx.deleteFrom('catalogue.items').where('collection', '=', id).executeTakeFirst();
          const items = Number(removed.numDeletedRows);
          if (items !== confirmed) throw new Unconfirmed(items);
          return { removed: true, items };
        })
        .catch((error: unknown) => {
          if (error instanceof Unconfirmed) return { removed: false, items: error.items };
          throw error;
        }),
  };
}

/** Rolls the removal back: the collection has other items than was confirmed. */
class Unconfirmed extends Error {
  readonly items: number;
  constructor(items: number) {
    super('unconfirmed');
    this.items = items;
  }
}

function isUniqueViolation(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}
