import type { Sourced } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import { type Station, type StationVariable, stationVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { missing, type OceanContext, unknownFigure } from './ocean.context.ts';
import type { ObservationRow, StationRow } from './ocean.types.ts';
import { originOf, withOrigin } from './origins.service.ts';
import { stationSource } from './sources.rules.ts';

const stationVariableNames = Object.keys(stationVariables) as StationVariable[];

/** Connectors that compute what the sea is like at a position; all others hand on what was measured there. */
const modelConnectors: ReadonlySet<string> = new Set(['open-meteo-marine']);

/** The platform's stations and their observations. */
export function stationReading({ repository, provenanceOf, absenceOf, clock }: OceanContext) {
  const reason = (what: string) => absenceOf({ subject: `Sem ${what} nas estações`, sources: [stationSource] });
  const newestRows = createCache<ObservationRow[]>({
    name: 'ocean/newest',
    clock,
    ttlMs: 5_000,
    maxStaleMs: 60_000,
    maxEntries: 1,
  });

  /** Last observation of each station and variable; every screen asks for them, so they are read at most every 5 s. */
  async function latestObservations(): Promise<readonly ObservationRow[]> {
    return (await newestRows.get('', () => repository.latestObservations(new Date(clock.nowMs())))).value;
  }

  /** Mean over the stations of the last hour each of them has. */
  async function stationMean(variable: StationVariable): Promise<Sourced<number | null>> {
    const rows = (await latestObservations()).filter((row) => row.variable === variable);
    if (rows.length === 0) return unknownFigure(await reason(stationVariables[variable].label.toLowerCase()));
    const provenance = worstProvenance(await Promise.all(rows.map((row) => originOf(row, provenanceOf))));
    return { value: rows.reduce((sum, row) => sum + row.value, 0) / rows.length, provenance };
  }

  async function stations(): Promise<Sourced<Station[]>> {
    const [rows, latest] = await Promise.all([repository.stations(), latestObservations()]);
    const provenances = await Promise.all(latest.map((row) => originOf(row, provenanceOf)));
    const byStation = Map.groupBy(latest, (row) => row.station_id);
    return {
      value: rows.map((row) => stationOf(row, byStation.get(row.id) ?? [])),
      provenance: provenances.length === 0 ? missing(await reason('observações')) : worstProvenance(provenances),
    };
  }

  return {
    stationMean,
    stations,
    stationCount: async () => (await repository.stations()).length,

    async stationSeries(id: string, variable: StationVariable, hours: number) {
      const all = await stations();
      const station = all.value.find((candidate) => candidate.id === id);
      if (station === undefined) throw new AppError('not_found', { detail: `Não existe a estação «${id}».` });
      const rows = await repository.series(
        id,
        variable,
        new Date(clock.nowMs() - hours * 3_600_000),
        new Date(clock.nowMs()),
      );
      const points = rows.map((row) => ({ time: row.observed_at.toISOString(), value: row.value }));
      return withOrigin({ station, variable, unit: stationVariables[variable].unit, points }, rows, provenanceOf, () =>
        reason('observações'),
      );
    },
  };
}

function stationOf(row: StationRow, latest: readonly ObservationRow[]): Station {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as Station['kind'],
    lon: row.lon,
    lat: row.lat,
    depthMeters: row.depth_meters,
    latest: latest
      .filter((observation) => stationVariableNames.includes(observation.variable as StationVariable))
      .map((observation) => ({
        variable: observation.variable as StationVariable,
        value: observation.value,
        unit: observation.unit,
        time: observation.observed_at.toISOString(),
        basis: modelConnectors.has(observation.connector_id) ? ('model' as const) : ('station' as const),
      })),
  };
}
