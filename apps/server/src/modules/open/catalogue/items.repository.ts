import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { batched } from '../../../platform/batched.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Condition, ItemColumns, ItemRow, NewItem, Page } from './items.types.ts';
import type { SortKey } from './search/sorting.ts';

type Tables = { 'catalogue.items': ItemColumns; 'catalogue.sweeps': { collection: string; swept_at: Date } };

/** Columns that another version of an item changes. */
const revised = [
  'datetime',
  'start_at',
  'end_at',
  'footprint',
  'is_box',
  'item',
  'content_hash',
  'connector_id',
  'stream_id',
  'retrieved_at',
  'simulated_seed',
  'updated_at',
];
const rowsPerInsert = 500;
/** Beyond this a count costs more than the page it stands on. */
const countedAtMost = 10_000;

/** The only SQL that touches the `catalogue` schema. */
export function createItemRepository(database: Database) {
  const db = database.for<Tables>();
  const matching = (conditions: readonly Condition[]) =>
    conditions.reduce((query, condition) => query.where(condition), db.selectFrom('catalogue.items'));
  let kept: { readonly revision: string; readonly extents: Awaited<ReturnType<typeof readExtents>> } | null = null;

  async function revisionNow(): Promise<string> {
    const { rows } = await sql<{ revision: string }>`
      select coalesce(string_agg(mark::text, ' ' order by mark), '') as revision from catalogue.item_changes`.execute(
      db,
    );
    return rows[0]?.revision ?? '';
  }

  async function readExtents() {
    const rows = await db
      .selectFrom('catalogue.items')
      .select([
        'collection',
        sql<string>`count(*)`.as('items'),
        sql<Date>`min(start_at)`.as('first'),
        sql<Date>`max(end_at)`.as('last'),
        sql<Date>`max(updated_at)`.as('updated'),
        sql<number | null>`min(least((footprint[0])[0], (footprint[1])[0]))`.as('west'),
        sql<number | null>`min(least((footprint[0])[1], (footprint[1])[1]))`.as('south'),
        sql<number | null>`max(greatest((footprint[0])[0], (footprint[1])[0]))`.as('east'),
        sql<number | null>`max(greatest((footprint[0])[1], (footprint[1])[1]))`.as('north'),
      ])
      .groupBy('collection')
      .execute();
    return rows.map((row) => ({ ...row, items: Number(row.items) }));
  }

  return {
    /** Inserts a module's items or replaces those whose content is another. */
    async offer(items: readonly NewItem[]): Promise<void> {
      for (let start = 0; start < items.length; start += rowsPerInsert) {
        await db
          .insertInto('catalogue.items')
          .values(items.slice(start, start + rowsPerInsert).map((row) => ({ ...row, item: JSON.stringify(row.item) })))
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

    /** Hash of every item that a module offered of a collection, by id. */
    async offered(collection: string): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom('catalogue.items')
        .select(['id', 'content_hash'])
        .where('collection', '=', collection)
        .where('own', '=', true)
        .execute();
      return new Map(rows.map((row) => [row.id, row.content_hash]));
    },

    /** Publishes items all together; false, and nothing is changed, when one of them is there already. */
    publish: (items: readonly NewItem[]): Promise<boolean> =>
      db
        .transaction()
        .execute(async (trx) => {
          for (let start = 0; start < items.length; start += rowsPerInsert) {
            const part = items.slice(start, start + rowsPerInsert);
            const result = await trx
              .insertInto('catalogue.items')
              .values(part.map((row) => ({ ...row, item: JSON.stringify(row.item) })))
              .onConflict((conflict) => conflict.doNothing())
              .executeTakeFirst();
            if (Number(result.numInsertedOrUpdatedRows ?? 0n) !== part.length) return await rollBack();
          }
          return true;
        })
        .catch((error: unknown) => {
          if (error instanceof RolledBack) return false;
          throw error;
        }),

    /** Replaces a published item as it was read; false when it is another meanwhile, or gone. */
    async replace(row: NewItem, contentHash: string): Promise<boolean> {
      const { collection: _collection, id: _id, created_at: _created, own: _own, ...values } = row;
      const result = await db
        .updateTable('catalogue.items')
        .set({ ...values, item: JSON.stringify(row.item) })
        .where('collection', '=', row.collection)
        .where('id', '=', row.id)
        .where('own', '=', false)
        .where('content_hash', '=', contentHash)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Notes what is known of an asset once its file is made, unless the item is another meanwhile. */
    async describeAsset(
      row: Pick<ItemRow, 'collection' | 'id' | 'content_hash'>,
      key: string,
      fields: Readonly<Record<string, unknown>>,
      extension: string,
    ): Promise<void> {
      await db
        .updateTable('catalogue.items')
        .set({
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

    /** Items that match, in the order of `sort`, from just after the one whose keys are `after`; the keys alone first. */
    async page(
      conditions: readonly Condition[],
      sort: readonly SortKey[],
      after: Condition | null,
      limit: number,
    ): Promise<Page> {
      const order = orderOf(sort);
      const { rows } = await sql<ItemRow>`
        select items.* from (
          select collection as of, id as named from catalogue.items
          where ${sql.join(after === null ? conditions : [...conditions, after], sql` and `)}
          order by ${order} limit ${limit + 1}
        ) as keys join catalogue.items on collection = keys.of and id = keys.named order by ${order}`.execute(db);
      return { rows: rows.slice(0, limit), more: rows.length > limit };
    },

    /**
     * The same page and how many match, where those are at most `most`; null where they are more. Their keys are read
     * first, from an index where it has them, and only the items of the page themselves.
     */
    async pageOfFew(
      conditions: readonly Condition[],
      sort: readonly SortKey[],
      after: Condition | null,
      limit: number,
      most: number = countedAtMost,
    ): Promise<(Page & { readonly matched: number }) | null> {
      const order = orderOf(sort);
      const names = [...new Set(['collection', 'id', ...sort.map(({ column }) => column ?? 'item')])];
      const { rows } = await sql<ItemRow & { matched: number; id: string | null }>`
        with few as materialized (
          select ${sql.join(names.map((name) => sql.ref(name)))} from catalogue.items
          where ${sql.join(conditions, sql` and `)} limit ${most + 1}
        )
        select counted.matched, i.* from (select count(*)::integer as matched from few) as counted
        left join lateral (
          select collection, id, row_number() over (order by ${order}) as place from few
          ${after === null ? sql`` : sql`where ${after}`} order by place limit ${limit + 1}
        ) as keys on counted.matched <= ${most}
        left join catalogue.items i on i.collection = keys.collection and i.id = keys.id
        order by keys.place`.execute(db);
      const matched = rows[0]?.matched ?? 0;
      if (matched > most) return null;
      const found = rows.filter(({ id }) => id !== null);
      return { rows: found.slice(0, limit), more: found.length > limit, matched };
    },

    /** Items, their extent in time and space, and the last change, by collection; read anew after each change alone. */
    extents: batched(async () => {
      const revision = await revisionNow();
      if (kept?.revision === revision) return kept.extents;
      const extents = await readExtents();
      // What was read while others wrote is of no one revision.
      kept = (await revisionNow()) === revision ? { revision, extents } : null;
      return extents;
    }),

    /** Origins of a collection's items, the newest of each. */
    origins: (collections: readonly string[]) =>
      collections.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('catalogue.items')
            .distinctOn(['connector_id', 'stream_id', 'simulated_seed'])
            .select(['connector_id', 'stream_id', 'simulated_seed', 'end_at', 'retrieved_at'])
            .where('collection', 'in', [...collections])
            .orderBy('connector_id')
            .orderBy('stream_id')
            .orderBy('simulated_seed')
            .orderBy('end_at', 'desc')
            .execute(),

    /** Total, first and last instant of what matches. */
    async totals(conditions: readonly Condition[]) {
      const row = await matching(conditions)
        .select([
          sql<string>`count(*)`.as('total'),
          sql<Date | null>`min(datetime)`.as('first'),
          sql<Date | null>`max(datetime)`.as('last'),
        ])
        .executeTakeFirstOrThrow();
      return { ...row, total: Number(row.total) };
    },

    /** What matches, by month or by collection. */
    async frequencies(conditions: readonly Condition[], by: 'month' | 'collection') {
      const key =
        by === 'collection'
          ? sql<string>`collection`
          : sql<string>`to_char(date_trunc('month', datetime at time zone 'UTC'), 'YYYY-MM-DD"T00:00:00.000Z"')`;
      const rows = await matching(conditions)
        .select([key.as('key'), sql<string>`count(*)`.as('frequency')])
        .groupBy(key)
        .orderBy(key)
        .execute();
      return rows.map((row) => ({ key: row.key, frequency: Number(row.frequency) }));
    },

    async noteSweep(collection: string, at: Date): Promise<void> {
      await db
        .insertInto('catalogue.sweeps')
        .values({ collection, swept_at: at })
        .onConflict((conflict) => conflict.column('collection').doUpdateSet({ swept_at: at }))
        .execute();
    },

    async lastSweep(): Promise<Date | null> {
      const row = await db
        .selectFrom('catalogue.sweeps')
        .select((eb) => eb.fn.max('swept_at').as('at'))
        .executeTakeFirst();
      return row?.at ?? null;
    },
  };
}

function orderOf(sort: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(sort.map((key) => sql`${key.expression} ${sql.raw(key.descending ? 'desc' : 'asc')}`));
}

/** Ends a transaction without an error to tell of. */
class RolledBack extends Error {}
async function rollBack(): Promise<never> {
  throw new RolledBack('rolled back');
}

export type ItemRepository = ReturnType<typeof createItemRepository>;
