import type { GridSlice } from '@kianda/connectors';
import { startOfUtcDay } from '@kianda/geo';
import { areaStatistics } from '@kianda/science/spatial/area-statistics';
import type { Origin } from '../../../ingestion/connectors/index.ts';
import { regionCells } from './series.ts';
import type { RegionalHistoryRow } from './tables.ts';

/**
 * The means of a field over each region it reaches, as the history keeps them: of the others it says nothing, not even that
 * a day has no value. The cells are not kept.
 */
export function regionalMeans(slice: GridSlice, origin: Origin): RegionalHistoryRow[] {
  const { west, south, lonStepDegrees, latStepDegrees, columns, rows } = slice;
  const cells = regionCells({ west, south, lonStepDegrees, latStepDegrees, columns, rows });
  return [...cells].flatMap(([region, weighted]) => {
    if (weighted.cells.length === 0) return [];
    const { mean, coverage } = areaStatistics(slice.values, weighted);
    return {
      region,
      observed_at: new Date(startOfUtcDay(slice.timeMs)),
      celsius: mean,
      coverage,
      connector_id: origin.connectorId,
      stream_id: origin.streamId,
      run_id: origin.runId,
      retrieved_at: new Date(origin.retrievedAtMs),
      simulated_seed: origin.simulatedSeed,
    };
  });
}
