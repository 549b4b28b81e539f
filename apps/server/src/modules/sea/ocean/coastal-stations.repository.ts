import type { StationSeries } from '@kianda/connectors';
import type { Database } from '../../../platform/db/database.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';
import type { ObservationRow, OceanTables } from './ocean.types.ts';

const dataset = 'inamet';

export type CoastalStationRow = {
  station_id: string;
  code: string;
  name: string;
  lon: number | null;
  lat: number | null;
  connector_id: string;
  updated_at: Date;
};
type Tables = OceanTables & { 'ocean.coastal_stations': CoastalStationRow };

export type CoastalStationRepository = ReturnType<typeof createCoastalStationRepository>;

/** SQL of the weather stations on the coast and of what they observe. */
export function createCoastalStationRepository(database: Database) {
  const db = database.for<Tables>();

  return {
    /** Inserts the stations of series or corrects them. A file that names a station without its place leaves the stored row. */
    async upsert(records: readonly StationSeries[], origin: Origin): Promise<void> {
      const rows = new Map<string, CoastalStationRow>();
      for (const { stationId, coastalStation } of records) {
        if (coastalStation === undefined) continue;
        rows.set(stationId, {
          station_id: stationId,
          ...coastalStation,
          connector_id: origin.connectorId,
          updated_at: new Date(origin.retrievedAtMs),
        });
      }
      if (rows.size === 0) return;
      await db
        .insertInto('ocean.coastal_stations')
        .values([...rows.values()])
        .onConflict((conflict) =>
          conflict
            .column('station_id')
            .doUpdateSet((eb) => ({
              code: eb.ref('excluded.code'),
              name: eb.ref('excluded.name'),
              lon: eb.ref('excluded.lon'),
              lat: eb.ref('excluded.lat'),
              updated_at: eb.ref('excluded.updated_at'),
            }))
            .where('excluded.lon', 'is not', null),
        )
        .execute();
    },

    stations: (): Promise<CoastalStationRow[]> =>
      db.selectFrom('ocean.coastal_stations').selectAll().orderBy('lat', 'desc').orderBy('station_id').execute(),

    /** Last observation of each station and variable between two instants. */
    latest: (from: Date, to: Date): Promise<ObservationRow[]> =>
      db
        .selectFrom('ocean.observations')
        .distinctOn(['station_id', 'variable'])
        .selectAll()
        .where('dataset', '=', dataset)
        .where('observed_at', '>=', from)
        .where('observed_at', '<=', to)
        .orderBy('station_id')
        .orderBy('variable')
        .orderBy('observed_at', 'desc')
        .execute(),

    /** Observations of one variable at one station between two instants, oldest first. */
    series: (
      station: { readonly id: string; readonly variable: string },
      from: Date,
      to: Date,
    ): Promise<ObservationRow[]> =>
      db
        .selectFrom('ocean.observations')
        .selectAll()
        .where('station_id', '=', station.id)
        .where('variable', '=', station.variable)
        .where('dataset', '=', dataset)
        .where('observed_at', '>=', from)
        .where('observed_at', '<=', to)
        .orderBy('observed_at')
        .execute(),
  };
}
