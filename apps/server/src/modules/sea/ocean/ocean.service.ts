import type { Provenance, Sourced } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import {
  type FieldGrid,
  type FieldSlice,
  type FieldVariable,
  fieldVariables,
  type Station,
  type StationVariable,
  stationVariables,
} from '@kianda/contract/sea/ocean/ocean.contract';
import { type Grid, gridIndex, gridNearest, isInZee } from '@kianda/geo';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { FieldStore } from './field-store/field-store.ts';
import { packInt16 } from './field-store/int16.ts';
import { thin } from './grid-thinning.rules.ts';
import type { OceanRepository } from './ocean.repository.ts';
import type { ObservationRow, SliceRow, StationRow } from './ocean.types.ts';
import { type OriginColumns, originOf as originOfRow, withOrigin as withOriginOf } from './origins.service.ts';
import { zeeCurrent } from './zee-statistics.rules.ts';

const dayMs = 86_400_000;
const variableNames = Object.keys(fieldVariables) as FieldVariable[];
const stationVariableNames = Object.keys(stationVariables) as StationVariable[];

/** Why a figure over the ZEE is unknown before its first run. */
const notYet = (label: string) => `Ainda sem dados de ${label}: aguarda a primeira execução do conector.`;

/** What the platform knows of the ocean, each value with its origin. */
export function createOceanService(
  repository: OceanRepository,
  fields: FieldStore,
  provenanceOf: ProvenanceOf,
  providerOf: (connectorId: string) => string,
  clock: Clock,
) {
  const now = () => new Date(clock.nowMs());

  const originOf = (row: OriginColumns): Promise<Provenance> => originOfRow(row, provenanceOf);

  const newestRows = createCache<ObservationRow[]>({
    name: 'ocean/newest',
    clock,
    ttlMs: 5_000,
    maxStaleMs: 60_000,
    maxEntries: 1,
  });

  /** Last observation of each station and variable; every screen asks for them, so they are read at most every 5 s. */
  async function latestObservations(): Promise<readonly ObservationRow[]> {
    return (await newestRows.get('', () => repository.latestObservations(now()))).value;
  }

  const unknown = (label: string): Sourced<null> => ({
    value: null,
    provenance: { state: 'fallback', reason: notYet(label) },
    missingReason: notYet(label),
  });

  async function newestSlice(variable: FieldVariable): Promise<{ row: SliceRow; provenance: Provenance } | null> {
    const row = await repository.sliceAt(variable, now());
    return row === undefined ? null : { row, provenance: await originOf(row) };
  }

  /** Area-weighted mean (or median) of the newest field over the ZEE. */
  async function zeeFigure(variable: FieldVariable, statistic: 'mean' | 'median'): Promise<Sourced<number | null>> {
    const label = fieldVariables[variable].label;
    const slice = await newestSlice(variable);
    if (slice === null) return unknown(label);
    const value = statistic === 'mean' ? slice.row.zee_mean : slice.row.zee_median;
    const clouded = 'Sem células válidas na ZEE nesta data (nuvens ou falha do satélite).';
    return { value, provenance: slice.provenance, ...(value === null ? { missingReason: clouded } : {}) };
  }

  /** Newest eastward and northward components of one instant; null when there is no such pair. */
  async function newestCurrents(): Promise<{ east: SliceRow; north: SliceRow } | null> {
    let notAfter = now();
    // One component may have come without the other: the second look is at the older instant of the two.
    for (let look = 0; look < 2; look += 1) {
      const [east, north] = await Promise.all([
        repository.sliceAt('currentEast', notAfter),
        repository.sliceAt('currentNorth', notAfter),
      ]);
      if (east === undefined || north === undefined) return null;
      if (east.observed_at.getTime() === north.observed_at.getTime()) return { east, north };
      notAfter = new Date(Math.min(east.observed_at.getTime(), north.observed_at.getTime()));
    }
    return null;
  }

  /** Mean speed (m/s) and direction of the mean vector (degrees towards) over the ZEE. */
  async function current(): Promise<{ speed: Sourced<number | null>; direction: Sourced<number | null> }> {
    const pair = await newestCurrents();
    if (pair === null) return { speed: unknown('correntes'), direction: unknown('correntes') };
    const { east, north } = pair;
    const provenance = worstProvenance(await Promise.all([originOf(east), originOf(north)]));
    const [u, v] = await Promise.all([fields.read(east), fields.read(north)]);
    const mean = u === null || v === null ? null : zeeCurrent(gridOf(east), u, v);
    const missingReason =
      u === null || v === null
        ? 'O ficheiro do campo de correntes não está no armazenamento.'
        : 'Sem células válidas na ZEE nesta data.';
    const sourced = (value: number | null): Sourced<number | null> => ({
      value,
      provenance,
      ...(value === null ? { missingReason } : {}),
    });
    return { speed: sourced(mean?.speed ?? null), direction: sourced(mean?.directionDegrees ?? null) };
  }

  /** Mean over the stations of the last hour each of them has. */
  async function stationMean(variable: StationVariable): Promise<Sourced<number | null>> {
    const rows = (await latestObservations()).filter((row) => row.variable === variable);
    if (rows.length === 0) return unknown(stationVariables[variable].label.toLowerCase());
    const provenance = worstProvenance(await Promise.all(rows.map(originOf)));
    return { value: rows.reduce((sum, row) => sum + row.value, 0) / rows.length, provenance };
  }

  async function stations(): Promise<Sourced<Station[]>> {
    const [rows, latest] = await Promise.all([repository.stations(), latestObservations()]);
    const provenances = await Promise.all(latest.map(originOf));
    const byStation = Map.groupBy(latest, (row) => row.station_id);
    const empty: Provenance = { state: 'fallback', reason: notYet('estações') };
    return {
      value: rows.map((row) => stationOf(row, byStation.get(row.id) ?? [])),
      provenance: provenances.length === 0 ? empty : worstProvenance(provenances),
    };
  }

  return {
    zeeFigure,
    current,
    stationMean,
    stations,
    newestSlice,
    stationCount: async () => (await repository.stations()).length,

    async fieldList(query: {
      variable?: FieldVariable | undefined;
      from?: string | undefined;
      to?: string | undefined;
      limit: number;
    }) {
      const rows = await repository.slices({
        limit: query.limit,
        ...(query.variable === undefined ? {} : { variable: query.variable }),
        ...(query.from === undefined ? {} : { from: new Date(query.from) }),
        ...(query.to === undefined ? {} : { to: new Date(query.to) }),
      });
      return withOrigin(
        rows.filter(isServed).map((row) => sliceOf(row, providerOf)),
        rows,
      );
    },

    /** Grid of the newest field at or before `time`. Throws `not_found` when there is none. */
    async grid(variable: FieldVariable, time: string | undefined, stride: number): Promise<Sourced<FieldGrid>> {
      const row = await repository.sliceAt(variable, time === undefined ? now() : new Date(time));
      const values = row === undefined ? null : await fields.read(row);
      if (row === undefined || values === null) {
        throw new AppError('not_found', {
          detail: `Não há campo de ${fieldVariables[variable].label} para a data pedida.`,
        });
      }
      const thinned = thin(gridOf(row), values, stride);
      const packed = packInt16(thinned.values);
      const { scale, offset, base64 } = packed;
      return {
        value: {
          slice: sliceOf(row, providerOf),
          ...thinned.grid,
          encoding: 'int16-base64',
          scale,
          offset,
          values: base64,
        },
        provenance: await originOf(row),
      };
    },

    /** All variables at a position now, and one of them over the last days. */
    async point(lon: number, lat: number, variable: FieldVariable, days: number) {
      const newest = await Promise.all(variableNames.map(newestSlice));
      const values = await Promise.all(
        variableNames.map(async (name, index) => {
          const slice = newest[index];
          const value = slice == null ? null : await cellAt(slice.row, lon, lat);
          return {
            variable: name,
            value,
            unit: fieldVariables[name].unit,
            time: slice == null ? null : slice.row.observed_at.toISOString(),
          };
        }),
      );
      const rows = await repository.slices({ variable, from: new Date(clock.nowMs() - days * dayMs), limit: 1000 });
      const points = await Promise.all(
        rows
          .toReversed()
          .map(async (row) => ({ time: row.observed_at.toISOString(), value: await cellAt(row, lon, lat) })),
      );
      const data = {
        lon,
        lat,
        insideZee: isInZee([lon, lat]),
        values,
        series: { variable, unit: fieldVariables[variable].unit, points },
      };
      const provenances = newest.filter((slice) => slice !== null).map((slice) => slice.provenance);
      return {
        value: data,
        provenance: provenances.length === 0 ? unknown('oceano').provenance : worstProvenance(provenances),
      };
    },

    async zeeSeries(variable: FieldVariable, days: number) {
      const rows = await repository.slices({ variable, from: new Date(clock.nowMs() - days * dayMs), limit: 4000 });
      const points = rows.toReversed().map((row) => ({
        time: row.observed_at.toISOString(),
        mean: row.zee_mean,
        median: row.zee_median,
        min: row.zee_min,
        max: row.zee_max,
      }));
      return withOrigin({ variable, unit: fieldVariables[variable].unit, points }, rows);
    },

    async stationSeries(id: string, variable: StationVariable, hours: number) {
      const all = await stations();
      const station = all.value.find((candidate) => candidate.id === id);
      if (station === undefined) throw new AppError('not_found', { detail: `Não existe a estação «${id}».` });
      const rows = await repository.series(id, variable, new Date(clock.nowMs() - hours * 3_600_000), now());
      const points = rows.map((row) => ({ time: row.observed_at.toISOString(), value: row.value }));
      return withOrigin({ station, variable, unit: stationVariables[variable].unit, points }, rows);
    },

    /** Share (0–100) of the last `days` that have a field of the variable. */
    async temporalCoverage(variable: FieldVariable, days: number): Promise<number> {
      const rows = await repository.slices({ variable, from: new Date(clock.nowMs() - days * dayMs), limit: 4000 });
      const found = new Set(rows.map((row) => row.observed_at.toISOString().slice(0, 10)));
      return Math.min(100, (100 * found.size) / days);
    },
  };

  function withOrigin<T>(value: T, rows: readonly OriginColumns[]): Promise<Sourced<T>> {
    return withOriginOf(value, rows, provenanceOf, notYet('oceano'));
  }

  async function cellAt(row: SliceRow, lon: number, lat: number): Promise<number | null> {
    const grid = gridOf(row);
    const cell = gridNearest(grid, [lon, lat]);
    const index = cell === null ? null : gridIndex(grid, cell.column, cell.row);
    if (index === null) return null;
    const value = (await fields.read(row))?.[index];
    return value === undefined || Number.isNaN(value) ? null : value;
  }
}

export type OceanService = ReturnType<typeof createOceanService>;

function isServed(row: SliceRow): boolean {
  return row.variable in fieldVariables;
}

function gridOf(row: SliceRow): Grid {
  return {
    west: row.west,
    south: row.south,
    lonStepDegrees: row.lon_step_degrees,
    latStepDegrees: row.lat_step_degrees,
    columns: row.columns,
    rows: row.rows,
  };
}

function sliceOf(row: SliceRow, providerOf: (connectorId: string) => string): FieldSlice {
  return {
    variable: row.variable as FieldVariable,
    dataset: row.dataset,
    provider: providerOf(row.connector_id),
    unit: row.unit,
    time: row.observed_at.toISOString(),
    depthMeters: row.depth_meters,
    zeeMean: row.zee_mean,
    zeeMedian: row.zee_median,
    zeeMin: row.zee_min,
    zeeMax: row.zee_max,
    coverage: row.coverage,
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
      })),
  };
}
