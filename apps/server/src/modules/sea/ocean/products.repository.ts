import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { NewProductRow, OceanTables, ProductRow } from './ocean.types.ts';

const rowsPerInsert = 1_000;

/** SQL of satellite products. */
export function createProductRepository(database: Database) {
  const db = database.for<OceanTables>();
  return {
    /**
     * Inserts products or corrects them; returns how many changed. A tombstone marks its product as withdrawn and leaves
     * the columns it does not have.
     */
    upsert: (rows: readonly NewProductRow[]): Promise<number> => upsertProducts(db, rows),

    /** Products in force, the newest first. */
    async list(filter: { since: Date; type?: string | undefined; limit: number }): Promise<ProductRow[]> {
      let query = db
        .selectFrom('ocean.products')
        .selectAll()
        .where('deleted_at', 'is', null)
        .where('observed_at', '>=', filter.since)
        .orderBy('observed_at', 'desc')
        .orderBy('id')
        .limit(filter.limit);
      if (filter.type !== undefined) query = query.where('product_type', '=', filter.type);
      return query.execute();
    },

    /** Distinct passes (platform, cycle and orbit) between two instants; products that name no orbit count by their start. */
    async passes(from: Date, to: Date): Promise<number> {
      const row = await db
        .selectFrom('ocean.products')
        .select(
          sql<number>`count(DISTINCT (platform, cycle, coalesce(relative_orbit::text, observed_at::text)))`.as(
            'passes',
          ),
        )
        .where('deleted_at', 'is', null)
        .where('observed_at', '>=', from)
        .where('observed_at', '<=', to)
        .executeTakeFirst();
      return Number(row?.passes ?? 0);
    },

    newest: (): Promise<ProductRow | undefined> =>
      db
        .selectFrom('ocean.products')
        .selectAll()
        .where('deleted_at', 'is', null)
        .orderBy('observed_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
  };
}

async function upsertProducts(db: Kysely<OceanTables>, rows: readonly NewProductRow[]): Promise<number> {
  let changed = 0n;
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const result = await db
      .insertInto('ocean.products')
      .values(rows.slice(start, start + rowsPerInsert))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({
            platform: newOrStored('platform'),
            cycle: newOrStored('cycle'),
            relative_orbit: newOrStored('relative_orbit'),
            published_at: newOrStored('published_at'),
            footprint: newOrStored('footprint'),
            cloud_cover: newOrStored('cloud_cover'),
            timeliness: newOrStored('timeliness'),
            s3_path: newOrStored('s3_path'),
            size_bytes: sql`CASE WHEN excluded.deleted_at IS NULL THEN excluded.size_bytes ELSE products.size_bytes END`,
            online: eb.ref('excluded.online'),
            deleted_at: eb.ref('excluded.deleted_at'),
            content_hash: eb.ref('excluded.content_hash'),
            run_id: eb.ref('excluded.run_id'),
            retrieved_at: eb.ref('excluded.retrieved_at'),
            simulated_seed: eb.ref('excluded.simulated_seed'),
          }))
          .whereRef('ocean.products.content_hash', '<>', 'excluded.content_hash'),
      )
      .executeTakeFirst();
    changed += result.numInsertedOrUpdatedRows ?? 0n;
  }
  return Number(changed);
}

/** The new value of a column; the stored one where there is none. */
function newOrStored(column: string) {
  return sql<never>`coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`products.${column}`)})`;
}

export type ProductRepository = ReturnType<typeof createProductRepository>;
