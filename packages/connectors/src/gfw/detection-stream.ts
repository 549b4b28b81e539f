import { ProviderError } from '../core/failures.ts';
import { type AnyStream, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { createGfwClient, defaultPolling, RADAR_DATASET } from './client.ts';
import { mapDetections } from './map-detections.ts';
import type { Polling } from './reports.ts';
import { type Cursor, cursorSchema, lastDayOf, RADAR_DELAY_MS, windowsOf } from './windows.ts';

/** Vessels seen by radar in the EEZ that no AIS position explains, by day and 0.01° cell; since 2017, five days late. */
export function detectionStream(polling: Polling = defaultPolling): AnyStream {
  return stream<Cursor>({
    id: 'radar',
    recordKind: 'vessel-detection',
    // Published after five days, of a radar that comes back to the same sea every twelve.
    freshnessLimitHours: 18 * 24,
    cursorSchema,
    replayRow: replayThrough(mapDetections),
    async *pull(input, settings, context) {
      const client = createGfwClient(settings, context, polling);
      const before = input.cursor ?? { lastDate: null };
      const windows = windowsOf(input, context.nowMs(), RADAR_DELAY_MS);
      for (const [index, range] of windows.entries()) {
        const { rows, raw } = await client.report({
          dataset: RADAR_DATASET,
          range,
          temporal: 'DAILY',
          spatial: 'HIGH',
          // A report must be grouped; what no AIS position matches has no vessel, and is one row a cell.
          groupBy: 'VESSEL_ID',
          filter: "matched='false'",
        });
        const { records, rejected, drifted } = mapDetections(rows);
        if (drifted)
          throw new ProviderError('schema', 'As deteções por radar da Global Fishing Watch mudaram de forma');
        yield {
          records,
          rejected,
          raw: [raw],
          progress: (index + 1) / windows.length,
          cursor: input.mode === 'backfill' ? before : { lastDate: lastDayOf(range) },
        };
      }
    },
  });
}
