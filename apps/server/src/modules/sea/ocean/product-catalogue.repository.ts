import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { OceanTables, ProductRow } from './ocean.types.ts';

export type { ProductRow } from './ocean.types.ts';

export type ProductSearch = {
  readonly sensedFrom?: Date | undefined;
  readonly sensedTo?: Date | undefined;
  readonly publishedFrom?: Date | undefined;
  readonly publishedTo?: Date | undefined;
  readonly type?: string | undefined;
  readonly order: 'observed_at' | 'ended_at' | 'published_at';
  readonly direction: 'asc' | 'desc';
};

export type DayCount = { readonly date: string; readonly type: string; readonly products: number };
export type TypeSummary = {
  readonly type: string;
  readonly total: number;
  readonly newest_sensed: Date;
  readonly newest_published: Date | null;
  readonly latency_hours: number | null;
};

/** Searches and counts over the satellite products in force. */
export function createProductCatalogue(database: Database) {
  const db = database.for<OceanTables>();
  const inForce = () => db.selectFrom('ocean.products').where('deleted_at', 'is', null);

  function matching(search: ProductSearch) {
    let query = inForce();
    if (search.sensedFrom !== undefined) query = query.where('observed_at', '>=', search.sensedFrom);
    if (search.sensedTo !== undefined) query = query.where('ended_at', '<=', search.sensedTo);
    if (search.publishedFrom !== undefined) query = query.where('published_at', '>=', search.publishedFrom);
    if (search.publishedTo !== undefined) query = query.where('published_at', '<=', search.publishedTo);
    if (search.type !== undefined) query = query.where('product_type', '=', search.type);
    return query;
  }

  return {
    /** Number of products that match. */
    async count(search: ProductSearch): Promise<number> {
      const row = await matching(search).select(sql<string>`count(*)`.as('products')).executeTakeFirst();
      return Number(row?.products ?? 0);
    },

    /** Products that match, in the requested order. */
    find: (search: ProductSearch, window: { readonly limit: number; readonly offset: number }): Promise<ProductRow[]> =>
      matching(search)
        .selectAll()
        .orderBy(search.order, search.direction)
        .orderBy('id')
        .limit(window.limit)
        .offset(window.offset)
        .execute(),

    /** Products of each type and UTC day of sensing since `from`. */
    async perDay(from: Date): Promise<DayCount[]> {
      const rows = await inForce()
        .where('observed_at', '>=', from)
        .select([
          sql<string>`to_char(observed_at at time zone 'UTC', 'YYYY-MM-DD')`.as('date'),
          'product_type as type',
          sql<string>`count(*)`.as('products'),
        ])
        .groupBy(['date', 'product_type'])
        .orderBy('date')
        .orderBy('product_type')
        .execute();
      return rows.map((row) => ({ ...row, products: Number(row.products) }));
    },

    /** Each type's total since `from`, newest product and median delay (hours) between sensing and publication. */
    async perType(from: Date): Promise<TypeSummary[]> {
      const rows = await inForce()
        .where('observed_at', '>=', from)
        .select([
          'product_type as type',
          sql<string>`count(*)`.as('total'),
          sql<Date>`max(ended_at)`.as('newest_sensed'),
          sql<Date | null>`max(published_at)`.as('newest_published'),
          sql<
            number | null
          >`percentile_cont(0.5) within group (order by extract(epoch from published_at - ended_at)::double precision) / 3600`.as(
            'latency_hours',
          ),
        ])
        .groupBy('product_type')
        .orderBy('product_type')
        .execute();
      return rows.map((row) => ({ ...row, total: Number(row.total) }));
    },

    /** The product sensed last; undefined before the first. */
    newest: (): Promise<ProductRow | undefined> =>
      inForce().selectAll().orderBy('observed_at', 'desc').limit(1).executeTakeFirst(),
  };
}

export type ProductCatalogue = ReturnType<typeof createProductCatalogue>;
