import type { Database } from '../../../platform/db/database.ts';
import type { ObservationRow, OceanTables, TideGaugeRow } from './ocean.types.ts';

const variable = 'seaLevel';

/** The SQL of tide gauges and their levels. */
export function createTideGaugeRepository(database: Database) {
  const db = database.for<OceanTables>();
  return {
    async upsert(rows: readonly TideGaugeRow[]): Promise<void> {
      if (rows.length === 0) return;
      await db
        .insertInto('ocean.tide_gauges')
        .values([...rows])
        .onConflict((conflict) =>
          conflict.column('station_id').doUpdateSet((eb) => ({
            name: eb.ref('excluded.name'),
            country: eb.ref('excluded.country'),
            lon: eb.ref('excluded.lon'),
            lat: eb.ref('excluded.lat'),
            connector_id: eb.ref('excluded.connector_id'),
            updated_at: eb.ref('excluded.updated_at'),
          })),
        )
        .execute();
    },

    list: (): Promise<TideGaugeRow[]> =>
      db.selectFrom('ocean.tide_gauges').selectAll().orderBy('lat', 'desc').orderBy('station_id').execute(),

    /** Last level of each gauge and sensor between two instants. */
    latest: (from: Date, to: Date): Promise<ObservationRow[]> =>
      db
        .selectFrom('ocean.observations')
        .distinctOn(['station_id', 'dataset'])
        .selectAll()
        .where('variable', '=', variable)
        .where('station_id', 'in', (eb) => eb.selectFrom('ocean.tide_gauges').select('station_id'))
        .where('observed_at', '>=', from)
        .where('observed_at', '<=', to)
        .orderBy('station_id')
        .orderBy('dataset')
        .orderBy('observed_at', 'desc')
        .execute(),

    /** Levels of every sensor of a gauge between two instants, oldest first. */
    levels: (stationId: string, from: Date, to: Date): Promise<ObservationRow[]> =>
      db
        .selectFrom('ocean.observations')
        .selectAll()
        .where('station_id', '=', stationId)
        .where('variable', '=', variable)
        .where('observed_at', '>=', from)
        .where('observed_at', '<=', to)
        .orderBy('observed_at')
        .execute(),
  };
}

export type TideGaugeRepository = ReturnType<typeof createTideGaugeRepository>;
