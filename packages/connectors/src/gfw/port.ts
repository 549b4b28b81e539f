import { ProviderError } from '../core/failures.ts';
import { type AnyStream, type Connector, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { recordedBy } from '../core/witness.ts';
import { createGfwClient, defaultPolling } from './client.ts';
import { detectionStream } from './detection-stream.ts';
import { eventStream } from './event-stream.ts';
import { identityStream } from './identity-stream.ts';
import { mapPresence } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };
import type { Polling } from './reports.ts';
import { structureStream } from './structure-stream.ts';
import { type Cursor, cursorSchema, lastDayOf, windowsOf } from './windows.ts';

/** Hours of presence of each vessel in the EEZ by day and 0.1° cell. `polling` is for tests of the waits. */
export function presenceStream(polling: Polling = defaultPolling): AnyStream {
  return stream<Cursor>({
    id: 'presence',
    recordKind: 'vessel-presence',
    cursorSchema,
    replayRow: replayThrough(mapPresence),
    async *pull(input, settings, context) {
      const client = createGfwClient(settings, context, polling);
      const before = input.cursor ?? { lastDate: null };
      const windows = windowsOf(input, context.nowMs());
      if (windows.length === 0) context.log('debug', 'Ainda sem dias novos na Global Fishing Watch');
      for (const [index, range] of windows.entries()) {
        const { rows, raw } = await client.presence(range);
        const { records, rejected, drifted } = mapPresence(rows);
        if (drifted) throw new ProviderError('schema', 'O relatório da Global Fishing Watch mudou de forma');
        const lastDate = lastDayOf(range);
        yield {
          records,
          rejected,
          raw: [raw],
          progress: (index + 1) / windows.length,
          cursor: input.mode === 'backfill' ? before : { lastDate },
        };
      }
    },
  });
}

export const gfw: Connector = {
  id: 'gfw',
  name: 'Global Fishing Watch',
  provider: 'Global Fishing Watch',
  description:
    'Presença de embarcações na ZEE de Angola (MRGID 8478), por dia e célula de 0,1°, a partir do AIS; os seus eventos e as suas identidades; deteções por radar sem AIS, por dia e célula de 0,01°; e estruturas fixas no mar.',
  category: 'international',
  source: 'others',
  defaultBaseUrl: 'https://gateway.api.globalfishingwatch.org/v3',
  credentialNames: ['token'],
  licence: 'CC BY-NC 4.0',
  citation: 'Powered by Global Fishing Watch. https://globalfishingwatch.org',
  homepage: 'https://globalfishingwatch.org',
  formatWitness: recordedBy(recorded),
  cron: '40 */6 * * *',
  timeoutSeconds: 600,
  // Four days of delay at the source, one until the day is complete, one for our own schedule.
  freshnessLimitHours: 6 * 24,
  async checkAccess(settings, context) {
    await createGfwClient(settings, context).searchVessels({ query: 'angola', limit: 1 });
  },
  streams: [presenceStream(), eventStream(), identityStream(), detectionStream(), structureStream()],
};
