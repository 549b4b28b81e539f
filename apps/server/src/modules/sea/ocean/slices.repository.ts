import type { Database } from '../../../platform/db/database.ts';
import type { OceanTables, SliceRow } from './ocean.types.ts';

/** SQL of the index of gridded fields. */
export function createSliceRepository(database: Database) {
  const db = database.for<OceanTables>();

  return {
    /** Inserts or replaces one slice; false when the same content was already there. */
    async upsertSlice(row: SliceRow): Promise<boolean> {
      const result = await db
        .insertInto('ocean.field_slices')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['dataset', 'variable', 'depth_meters', 'observed_at'])
            .doUpdateSet({
              unit: row.unit,
              storage_key: row.storage_key,
              content_hash: row.content_hash,
              zee_mean: row.zee_mean,
              zee_median: row.zee_median,
              zee_min: row.zee_min,
              zee_max: row.zee_max,
              coverage: row.coverage,
              run_id: row.run_id,
              retrieved_at: row.retrieved_at,
              simulated_seed: row.simulated_seed,
            })
            .where('ocean.field_slices.content_hash', '<>', row.content_hash),
        )
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Newest slice of a variable at the surface, at or before an instant. */
    sliceAt: (variable: string, notAfter: Date) =>
      db
        .selectFrom('ocean.field_slices')
        .selectAll()
        .where('variable', '=', variable)
        .where('depth_meters', '<', 2)
        .where('observed_at', '<=', notAfter)
        .orderBy('observed_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async slices(filter: { variable?: string; from?: Date; to?: Date; limit: number }): Promise<SliceRow[]> {
      let query = db
        .selectFrom('ocean.field_slices')
        .selectAll()
        .where('depth_meters', '<', 2)
        .orderBy('observed_at', 'desc')
        .limit(filter.limit);
      if (filter.variable !== undefined) query = query.where('variable', '=', filter.variable);
      if (filter.from !== undefined) query = query.where('observed_at', '>=', filter.from);
      if (filter.to !== undefined) query = query.where('observed_at', '<=', filter.to);
      return query.execute();
    },
  };
}
