import type { StationSeries } from '@kianda/connectors';
import type { Provenance } from '@kianda/contract';
import {
  type CoastalStationView,
  coastalStationSeries,
  coastalVariables,
  listCoastalStations,
} from '@kianda/contract/sea/ocean/coastal.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Migration } from '../../../platform/db/database.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Origin, ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { ObservationRow, OceanTables } from './ocean.types.ts';
import { withOrigin } from './origins.service.ts';

const hourMs = 3_600_000;
const dataset = 'inamet';
const none = 'Ainda sem observações da costa: aguarda a primeira execução do conector INAMET.';

export const coastalMigrations: readonly Migration[] = [
  {
    id: '0007-coastal-stations',
    sql: `
      -- Weather stations on the coast; what they observe is in ocean.observations.
      CREATE TABLE ocean.coastal_stations (
        station_id text PRIMARY KEY,
        code text NOT NULL,
        name text NOT NULL,
        lon double precision,
        lat double precision,
        connector_id text NOT NULL,
        updated_at timestamptz NOT NULL
      );
    `,
  },
  {
    id: '0008-cast-chemistry',
    sql: `
      ALTER TABLE ocean.profile_levels
        ADD COLUMN oxygen_ml_l double precision[],
        ADD COLUMN chlorophyll_mg_m3 double precision[];
    `,
  },
];

type CoastalRow = {
  station_id: string;
  code: string;
  name: string;
  lon: number | null;
  lat: number | null;
  connector_id: string;
  updated_at: Date;
};
type Tables = OceanTables & { 'ocean.coastal_stations': CoastalRow };

/** Coastal weather stations: kept as their series come, shown with their last values. */
export function createCoastalStations(database: Database, provenanceOf: ProvenanceOf, clock: Clock) {
  const db = database.for<Tables>();
  const back = (hours: number) => new Date(clock.nowMs() - hours * hourMs);

  const latestOf = (from: Date, to: Date): Promise<ObservationRow[]> =>
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
      .execute();

  async function stations(): Promise<{ views: CoastalStationView[]; latest: readonly ObservationRow[] }> {
    const [rows, latest] = await Promise.all([
      db.selectFrom('ocean.coastal_stations').selectAll().orderBy('lat', 'desc').orderBy('station_id').execute(),
      latestOf(back(7 * 24), back(0)),
    ]);
    const byStation = Map.groupBy(latest, (row) => row.station_id);
    return { views: rows.map((row) => viewOf(row, byStation.get(row.station_id) ?? [])), latest };
  }

  const bindings: Bindings = [
    bind(listCoastalStations, async () => {
      const { views, latest } = await stations();
      const { value, provenance } = await withOrigin({ stations: views }, latest, provenanceOf, none);
      return { data: value, provenance };
    }),
    bind(coastalStationSeries, async ({ params, query }) => {
      const station = (await stations()).views.find(({ id }) => id === params.id);
      if (station === undefined) throw new AppError('not_found', { detail: `Não existe a estação «${params.id}».` });
      const rows = await db
        .selectFrom('ocean.observations')
        .selectAll()
        .where('station_id', '=', params.id)
        .where('variable', '=', query.variable)
        .where('dataset', '=', dataset)
        .where('observed_at', '>=', back(query.hours))
        .where('observed_at', '<=', back(0))
        .orderBy('observed_at')
        .execute();
      const points = rows.map((row) => ({ time: row.observed_at.toISOString(), value: row.value }));
      const data = { station, variable: query.variable, unit: rows[0]?.unit ?? null, points };
      const { provenance }: { provenance: Provenance } = await withOrigin(data, rows, provenanceOf, none);
      return { data, provenance };
    }),
  ];

  return {
    bindings,
    /** Keeps the stations that series are of. What a file does not say of one never replaces what is known. */
    async keep(records: readonly StationSeries[], origin: Origin): Promise<void> {
      const rows = new Map<string, CoastalRow>();
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
  };
}

export type CoastalStations = ReturnType<typeof createCoastalStations>;

function viewOf(row: CoastalRow, latest: readonly ObservationRow[]): CoastalStationView {
  return {
    id: row.station_id,
    code: row.code,
    name: row.name,
    lon: row.lon,
    lat: row.lat,
    latest: latest.flatMap(({ variable, value, unit, observed_at: observedAt }) => {
      const known = coastalVariables.find((each) => each === variable);
      return known === undefined ? [] : [{ variable: known, value, unit, time: observedAt.toISOString() }];
    }),
  };
}
