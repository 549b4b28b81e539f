import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Condition, ItemRow, ItemTables, Page, PageOfFew } from './items.types.ts';
import type { SortKey } from './search/sorting.ts';

/** Beyond this number a count costs more than the page it stands on. */
const countedAtMost = 10_000;

export type PageQuery = {
  readonly conditions: readonly Condition[];
  readonly sort: readonly SortKey[];
  /** Condition that only the items after the last one of the page before meet; null for the first page. */
  readonly after: Condition | null;
  readonly limit: number;
};

/** Pages of items in an order. */
export function itemPages(db: Kysely<ItemTables>) {
  return {
    /** The page after `after`. The keys are read first, so that the sort carries no documents. */
    async page({ conditions, sort, after, limit }: PageQuery): Promise<Page> {
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
     * The same page and the number of matches, or null where more than `most` match. The keys are read first, from an
     * index where it has them, and then only the items of the page.
     */
    async pageOfFew(
      { conditions, sort, after, limit }: PageQuery,
      most: number = countedAtMost,
    ): Promise<PageOfFew | null> {
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
  };
}

function orderOf(sort: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(sort.map((key) => sql`${key.expression} ${sql.raw(key.descending ? 'desc' : 'asc')}`));
}
