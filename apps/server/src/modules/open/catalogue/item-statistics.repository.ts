import { type Kysely, sql } from 'kysely';
import { batched } from '../../../platform/batched.ts';
import type { Condition, ItemTables } from './items.types.ts';

type Extents = Awaited<ReturnType<typeof readExtents>>;

/** Extents, origins and counts over many items. */
export function itemStatistics(db: Kysely<ItemTables>) {
  const matching = (conditions: readonly Condition[]) =>
    conditions.reduce((query, condition) => query.where(condition), db.selectFrom('catalogue.items'));
  let cached: { readonly revision: string; readonly extents: Extents } | null = null;

  return {
    /** Items, their extent in time and space, and the last change, by collection; read again only after a change. */
    extents: batched(async () => {
      const revision = await readRevision(db);
      if (cached?.revision === revision) return cached.extents;
      const extents = await readExtents(db);
      // Extents read while others wrote belong to no single revision.
      cached = (await readRevision(db)) === revision ? { revision, extents } : null;
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

    /** Number, first and last instant of the matches. */
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

    /** Matches by month or by collection. */
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
  };
}

export async function readRevision(db: Kysely<ItemTables>): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    select coalesce(string_agg(mark::text, ' ' order by mark), '') as revision from catalogue.item_changes`.execute(db);
  return rows[0]?.revision ?? '';
}

async function readExtents(db: Kysely<ItemTables>) {
  const rows = await db
    .selectFrom('catalogue.items')
    .select([
      'collection',
      sql<string>`count(*)`.as('items'),
      sql<Date>`min(start_at)`.as('first'),
      sql<Date>`max(end_at)`.as('last'),
      sql<Date>`max(updated_at)`.as('updated'),
      sql<boolean>`bool_or(not is_box)`.as('shapes'),
      sql<number | null>`min(least((footprint[0])[0], (footprint[1])[0]))`.as('west'),
      sql<number | null>`min(least((footprint[0])[1], (footprint[1])[1]))`.as('south'),
      sql<number | null>`max(greatest((footprint[0])[0], (footprint[1])[0]))`.as('east'),
      sql<number | null>`max(greatest((footprint[0])[1], (footprint[1])[1]))`.as('north'),
    ])
    .groupBy('collection')
    .execute();
  return rows.map((row) => ({ ...row, items: Number(row.items) }));
}
