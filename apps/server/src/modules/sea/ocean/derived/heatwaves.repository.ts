import type { Kysely } from 'kysely';
import type { BaselineRow, DerivedTables, HeatwaveRow } from './tables.ts';

/** SQL of marine heatwaves and of the baselines they were found with. */
export function heatwaveSql(db: Kysely<DerivedTables>) {
  return {
    async replaceHeatwaves(events: readonly HeatwaveRow[], baselines: readonly BaselineRow[]): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('ocean.heatwaves').execute();
        await trx.deleteFrom('ocean.heatwave_baselines').execute();
        if (events.length > 0)
          await trx
            .insertInto('ocean.heatwaves')
            .values([...events])
            .execute();
        if (baselines.length > 0)
          await trx
            .insertInto('ocean.heatwave_baselines')
            .values([...baselines])
            .execute();
      });
    },

    async heatwaves(region: string | undefined, limit: number): Promise<HeatwaveRow[]> {
      let query = db
        .selectFrom('ocean.heatwaves')
        .selectAll()
        .orderBy('started_at', 'desc')
        .orderBy('region')
        .limit(limit);
      if (region !== undefined) query = query.where('region', '=', region);
      return query.execute();
    },

    baselines: (): Promise<BaselineRow[]> =>
      db.selectFrom('ocean.heatwave_baselines').selectAll().orderBy('region').execute(),
  };
}
