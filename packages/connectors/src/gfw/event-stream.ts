import { ProviderError } from '../core/failures.ts';
import { type AnyStream, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { createGfwClient } from './client.ts';
import { mapEvents } from './map-events.ts';
import { type Cursor, cursorSchema, lastDayOf, windowsOf } from './windows.ts';

/** Rows a page: an encounter takes two. */
const pageRows = 500;

/** The provider's events in the EEZ: fishing, encounters, loitering, gaps and port visits. */
export function eventStream(): AnyStream {
  return stream<Cursor>({
    id: 'events',
    recordKind: 'vessel-event',
    cursorSchema,
    replayRow: replayThrough(mapEvents),
    async *pull(input, settings, context) {
      const client = createGfwClient(settings, context);
      let before = input.cursor ?? { lastDate: null };
      const windows = windowsOf(input, context.nowMs());
      for (const [index, range] of windows.entries()) {
        let offset: number | null = 0;
        while (offset !== null) {
          const requestedOffset: number = offset;
          const { rows, raw, nextOffset, total } = await client.events({
            range,
            limit: pageRows,
            offset: requestedOffset,
          });
          const { records, rejected, drifted } = mapEvents(rows);
          if (drifted) throw new ProviderError('schema', 'Os eventos da Global Fishing Watch mudaram de forma');
          if (nextOffset !== null && nextOffset <= requestedOffset)
            throw new ProviderError('provider', `Página repetida: depois de ${requestedOffset} viria ${nextOffset}`, {
              permanent: false,
            });
          const done = nextOffset === null || total === 0 ? 1 : Math.min(1, nextOffset / total);
          yield {
            records,
            rejected,
            raw: [raw],
            progress: (index + done) / windows.length,
            // Only a window that was read to its end is behind us.
            cursor: input.mode === 'backfill' || nextOffset !== null ? before : { lastDate: lastDayOf(range) },
          };
          offset = nextOffset;
        }
        if (input.mode !== 'backfill') before = { lastDate: lastDayOf(range) };
      }
    },
  });
}
