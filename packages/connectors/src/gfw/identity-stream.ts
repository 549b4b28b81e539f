import { ProviderError } from '../core/failures.ts';
import { type AnyStream, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { createGfwClient, defaultPolling, PRESENCE_DATASET } from './client.ts';
import { mapPresence } from './map.ts';
import { mapIdentities } from './map-vessels.ts';
import type { Polling } from './reports.ts';
import { type Cursor, cursorSchema, lastDayOf, windowsOf } from './windows.ts';

/** Vessels asked for at once: their ids stand in the address. */
const idsPerRequest = 50;

/** Present and past identities of the vessels seen in the EEZ, by their own transmissions and by registries. */
export function identityStream(polling: Polling = defaultPolling): AnyStream {
  return stream<Cursor>({
    id: 'identities',
    recordKind: 'vessel-identity',
    cursorSchema,
    replayRow: replayThrough(mapIdentities),
    async *pull(input, settings, context) {
      const client = createGfwClient(settings, context, polling);
      let before = input.cursor ?? { lastDate: null };
      const windows = windowsOf(input, context.nowMs());
      for (const [index, range] of windows.entries()) {
        const { rows: seen } = await client.report({
          dataset: PRESENCE_DATASET,
          range,
          temporal: 'ENTIRE',
          spatial: 'LOW',
          groupBy: 'VESSEL_ID',
        });
        const presence = mapPresence(seen);
        if (presence.drifted) throw new ProviderError('schema', 'O relatório da Global Fishing Watch mudou de forma');
        const ids = [...new Set(presence.records.map(({ vesselId }) => vesselId))].toSorted();
        for (let first = 0; first < ids.length; first += idsPerRequest) {
          const last = first + idsPerRequest >= ids.length;
          const { rows, raw, notFound } = await client.vesselsById(ids.slice(first, first + idsPerRequest));
          if (notFound.length > 0)
            context.log('warn', 'Embarcações sem identidade na Global Fishing Watch', { ids: notFound });
          const { records, rejected, drifted } = mapIdentities(rows);
          if (drifted) throw new ProviderError('schema', 'As identidades da Global Fishing Watch mudaram de forma');
          const part = Math.min(1, (first + idsPerRequest) / ids.length);
          yield {
            records,
            rejected,
            raw: [raw],
            progress: (index + part) / windows.length,
            cursor: input.mode === 'backfill' || !last ? before : { lastDate: lastDayOf(range) },
          };
        }
        if (input.mode !== 'backfill') before = { lastDate: lastDayOf(range) };
      }
    },
  });
}
