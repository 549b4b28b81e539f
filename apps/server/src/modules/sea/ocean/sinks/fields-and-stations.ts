import type { GridSlice, StationSeries } from '@kianda/connectors';
import type { Origin, Sink } from '../../../ingestion/connectors/index.ts';
import type { CoastalStationRepository } from '../coastal-stations.repository.ts';
import { regionalMeans } from '../derived/regional-history.ts';
import type { DerivedRepository } from '../derived/repository.ts';
import type { FieldStore } from '../field-store/field-store.ts';
import type { OceanRepository } from '../ocean.repository.ts';
import type { ObservationRow, TideGaugeRow } from '../ocean.types.ts';
import type { createCellCounter } from '../quality/cell-counts.ts';
import type { TideGaugeRepository } from '../tide-gauges.repository.ts';
import { statisticsOf } from '../zee-statistics.rules.ts';

type FieldDependencies = {
  readonly repository: OceanRepository;
  readonly fields: FieldStore;
  readonly history: Pick<DerivedRepository, 'keepRegionalHistory'>;
  readonly countCells: ReturnType<typeof createCellCounter>;
};

/**
 * Stores gridded fields: chunk first, then its index row, so that the index never names an absent chunk. Of fields read for
 * a climatology only the regional means are kept.
 */
export function gridSliceSink({ repository, fields, history, countCells }: FieldDependencies): Sink<GridSlice> {
  return async (all, origin) => {
    const means = all
      .filter(({ meansOnly }) => meansOnly === true)
      .map((slice) => regionalMeans(slice, origin))
      .filter((regions) => regions.length > 0);
    const slices = all.filter(({ meansOnly }) => meansOnly !== true);
    const changed = await history.keepRegionalHistory(means.flat());
    // A day counts as one record, however many regions it has.
    let written = means.length === 0 ? 0 : Math.ceil((changed / means.flat().length) * means.length);
    let newestObservedMs: number | null = null;
    for (const slice of slices) {
      const grid = {
        west: slice.west,
        south: slice.south,
        lonStepDegrees: slice.lonStepDegrees,
        latStepDegrees: slice.latStepDegrees,
        columns: slice.columns,
        rows: slice.rows,
      };
      if (slice.values.length !== slice.columns * slice.rows) {
        throw new RangeError(
          `field ${slice.dataset}/${slice.variable}: ${slice.values.length} cells, expected ${slice.columns * slice.rows}`,
        );
      }
      const address = { ...slice, observedAtMs: slice.timeMs };
      const statistics = statisticsOf(slice.variable, grid, slice.values);
      const row = {
        dataset: slice.dataset,
        variable: slice.variable,
        depth_meters: slice.depthMeters,
        observed_at: new Date(slice.timeMs),
        unit: slice.unit,
        west: slice.west,
        south: slice.south,
        lon_step_degrees: slice.lonStepDegrees,
        lat_step_degrees: slice.latStepDegrees,
        columns: slice.columns,
        rows: slice.rows,
        ...(await fields.write(address, grid, slice.values)),
        zee_mean: statistics.mean,
        zee_median: statistics.median,
        zee_min: statistics.min,
        zee_max: statistics.max,
        coverage: statistics.coverage,
        connector_id: origin.connectorId,
        stream_id: origin.streamId,
        run_id: origin.runId,
        retrieved_at: new Date(origin.retrievedAtMs),
        simulated_seed: origin.simulatedSeed,
      };
      if (await repository.upsertSlice(row)) written += 1;
      await countCells(row, slice.values);
      // A field dated later today, or a forecast, doesn't make the stream look newer than now.
      const observedMs = Math.min(slice.timeMs, origin.retrievedAtMs);
      newestObservedMs = Math.max(newestObservedMs ?? observedMs, observedMs);
    }
    return { written, duplicates: all.length - written, newestObservedMs };
  };
}

/** Stores series at stations, with the gauges and coastal stations they are of; hours without a value leave a gap. */
export function stationSeriesSink(
  repository: OceanRepository,
  gauges: TideGaugeRepository,
  coast: Pick<CoastalStationRepository, 'upsert'>,
): Sink<StationSeries> {
  return async (records, origin) => {
    await gauges.upsert(gaugesOf(records, origin));
    await coast.upsert(records, origin);
    const rows: ObservationRow[] = records.flatMap((record) =>
      record.timesMs.flatMap((timeMs, index) => {
        const value = record.values[index];
        if (value === undefined || value === null) return [];
        return [
          {
            station_id: record.stationId,
            variable: record.variable,
            dataset: record.dataset,
            observed_at: new Date(timeMs),
            value,
            unit: record.unit,
            connector_id: origin.connectorId,
            stream_id: origin.streamId,
            run_id: origin.runId,
            retrieved_at: new Date(origin.retrievedAtMs),
            simulated_seed: origin.simulatedSeed,
          },
        ];
      }),
    );
    const written = await repository.upsertObservations(rows);
    // Forecast hours are stored but don't make the series look newer than now.
    const past = rows.map((row) => row.observed_at.getTime()).filter((timeMs) => timeMs <= origin.retrievedAtMs);
    const newestObservedMs = past.length === 0 ? null : past.reduce((a, b) => Math.max(a, b));
    return { written, duplicates: rows.length - written, newestObservedMs };
  };
}

function gaugesOf(records: readonly StationSeries[], origin: Origin): TideGaugeRow[] {
  const rows = new Map<string, TideGaugeRow>();
  for (const { stationId, gauge } of records) {
    if (gauge === undefined) continue;
    rows.set(stationId, {
      station_id: stationId,
      code: gauge.code,
      name: gauge.name,
      country: gauge.country,
      lon: gauge.lon,
      lat: gauge.lat,
      connector_id: origin.connectorId,
      updated_at: new Date(origin.retrievedAtMs),
    });
  }
  return [...rows.values()];
}
