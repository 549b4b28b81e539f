import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { OceanTables } from './ocean.types.ts';

/** Figures of the sea at one station. */
export type StationFigure = {
  readonly name: string;
  readonly lon: number;
  readonly lat: number;
  readonly value: number;
  /** Readings, or days, that it is taken of. */
  readonly count: number;
  readonly from: Date;
  readonly to: Date;
  readonly connectorId: string;
  readonly simulatedSeed: number | null;
};

/** Readings a day from which on its greatest and least level tell the tide. */
const fewestReadings = 48;

/** SQL of what the sea does at the coast, over all that is stored. */
export function createCoastFigureRepository(database: Database) {
  const db = database.for<OceanTables>();
  return {
    /** Mean significant wave height of each station. */
    async waves(): Promise<readonly StationFigure[]> {
      const { rows } = await sql<StationFigure>`
        select s.name, s.lon, s.lat, avg(o.value) as value, count(*)::int as count, min(o.observed_at) as "from",
               max(o.observed_at) as "to", min(o.connector_id) as "connectorId",
               max(o.simulated_seed) as "simulatedSeed"
        from ocean.observations o join ocean.stations s on s.id = o.station_id
        where o.variable = 'waveHeight' group by s.id`.execute(db);
      return rows;
    },

    /** Mean daily range of the sea level of each gauge, of the sensor with most whole days. */
    async tides(): Promise<readonly StationFigure[]> {
      const { rows } = await sql<StationFigure>`
        with days as (
          select o.station_id, o.dataset, date_trunc('day', o.observed_at) as day, max(o.value) - min(o.value) as range,
                 min(o.observed_at) as first, max(o.observed_at) as last, min(o.connector_id) as connector_id,
                 max(o.simulated_seed) as simulated_seed
          from ocean.observations o where o.variable = 'seaLevel'
          group by 1, 2, 3 having count(*) >= ${fewestReadings}::int
        ), sensors as (
          select station_id, dataset, avg(range) as value, count(*)::int as count, min(first) as first, max(last) as last,
                 min(connector_id) as connector_id, max(simulated_seed) as simulated_seed
          from days group by 1, 2
        )
        select distinct on (g.station_id) g.name, g.lon, g.lat, s.value, s.count, s.first as "from", s.last as "to",
               s.connector_id as "connectorId", s.simulated_seed as "simulatedSeed"
        from sensors s join ocean.tide_gauges g on g.station_id = s.station_id
        order by g.station_id, s.count desc, s.dataset`.execute(db);
      return rows;
    },

    /** Monthly means of each gauge and sensor, the oldest first. */
    async levels(): Promise<readonly (StationFigure & { readonly gauge: string; readonly month: Date })[]> {
      const { rows } = await sql<StationFigure & { gauge: string; month: Date }>`
        select g.station_id || '/' || o.dataset as gauge, g.name, g.lon, g.lat,
               date_trunc('month', o.observed_at) as month, avg(o.value) as value, count(*)::int as count,
               min(o.observed_at) as "from", max(o.observed_at) as "to", min(o.connector_id) as "connectorId",
               max(o.simulated_seed) as "simulatedSeed"
        from ocean.observations o join ocean.tide_gauges g on g.station_id = o.station_id
        where o.variable = 'seaLevel' group by g.station_id, o.dataset, date_trunc('month', o.observed_at)
        order by 1, month`.execute(db);
      return rows;
    },
  };
}

export type CoastFigures = ReturnType<typeof createCoastFigureRepository>;
