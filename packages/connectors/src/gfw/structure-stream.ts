import { angolaBbox, isoDate } from '@kianda/geo';
import { ProviderError } from '../core/failures.ts';
import type { RawBody } from '../core/http.ts';
import { type AnyStream, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { tilesOf } from '../core/vector-tile.ts';
import { createGfwClient } from './client.ts';
import { mapStructures } from './map-structures.ts';
import { type Cursor, cursorSchema } from './windows.ts';

/** Four tiles cover the zone of Angola; each is a day's worth of requests only once. */
const ZOOM = 5;
/** No detection is older. */
const FIRST_MS = Date.UTC(2017, 0, 1);

const isNear = ({ lon, lat }: { readonly lon: number; readonly lat: number }): boolean => {
  const [west, south, east, north] = angolaBbox;
  return lon >= west && lon <= east && lat >= south && lat <= north;
};

/** Structures that stand in the sea off Angola, all of them once a day; published some three months late. */
export function structureStream(): AnyStream {
  return stream<Cursor>({
    id: 'structures',
    recordKind: 'fixed-structure',
    // Published some three months after the images, by months.
    freshnessLimitHours: 150 * 24,
    cursorSchema,
    replayRow: replayThrough(mapStructures),
    async *pull(input, settings, context) {
      const today = isoDate(context.nowMs());
      if (input.mode === 'incremental' && input.cursor?.lastDate === today) return;
      if (input.mode === 'backfill' && (input.window?.toMs ?? 0) < FIRST_MS) return;
      const client = createGfwClient(settings, context);
      const rows: unknown[] = [];
      const raw: RawBody[] = [];
      for (const tile of tilesOf(angolaBbox, ZOOM)) {
        const answer = await client.structures(tile);
        rows.push(...answer.rows);
        raw.push(answer.raw);
      }
      const { records, rejected, drifted } = mapStructures(rows);
      if (drifted) throw new ProviderError('schema', 'As estruturas fixas da Global Fishing Watch mudaram de forma');
      const cursor = input.mode === 'backfill' ? (input.cursor ?? { lastDate: null }) : { lastDate: today };
      // One page: what is not in it is no longer published.
      yield { records: records.filter(isNear), rejected, raw, progress: 1, cursor };
    },
  });
}
