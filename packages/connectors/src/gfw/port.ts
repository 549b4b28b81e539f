import { dayMs, isoDate, startOfUtcDay } from '@kianda/geo';
import { z } from 'zod';
import { type AnyStream, type Connector, ProviderError, type PullInput, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { createGfwClient, type DateRange, type Polling } from './client.ts';
import { mapPresence } from './map.ts';

/** AIS of the last 96 hours is not published. */
const DELAY_MS = 4 * dayMs;
const FIRST_DAYS = 7;
/** Longer windows run into the provider's 100 s limit. */
const WINDOW_DAYS = 7;
/** Satellite messages come late: the newest days are asked for once more. */
const REDO_DAYS = 2;
const OLDEST_MS = Date.UTC(2012, 0, 1);

const cursorSchema = z.object({
  /** Last day stored (YYYY-MM-DD); null before the first. */
  lastDate: z.iso.date().nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Hours of presence of each vessel in the EEZ by day and 0.1° cell. `polling` is for tests of the waits. */
export function presenceStream(polling: Polling = { pollMs: 10_000, maxPolls: 40 }): AnyStream {
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
        const lastDate = isoDate(Date.parse(range.endDate) - dayMs);
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

/** Windows of at most seven days, oldest first, none of them beyond the last complete day published. */
function windowsOf(input: PullInput<Cursor>, nowMs: number): DateRange[] {
  const endMs = startOfUtcDay(nowMs - DELAY_MS);
  if (input.mode === 'backfill') {
    if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
    const fromMs = Math.max(OLDEST_MS, startOfUtcDay(input.window.fromMs));
    return split(fromMs, Math.min(endMs, startOfUtcDay(input.window.toMs) + dayMs));
  }
  const lastDate = input.mode === 'full' ? null : (input.cursor?.lastDate ?? null);
  if (lastDate === null) return split(endMs - FIRST_DAYS * dayMs, endMs);
  const nextMs = Date.parse(lastDate) + dayMs;
  return nextMs >= endMs ? [] : split(nextMs - REDO_DAYS * dayMs, endMs);
}

function split(fromMs: number, endMs: number): DateRange[] {
  const windows: DateRange[] = [];
  for (let startMs = fromMs; startMs < endMs; startMs += WINDOW_DAYS * dayMs) {
    const stopMs = Math.min(endMs, startMs + WINDOW_DAYS * dayMs);
    windows.push({ startDate: isoDate(startMs), endDate: isoDate(stopMs) });
  }
  return windows;
}

export const gfw: Connector = {
  id: 'gfw',
  name: 'Global Fishing Watch',
  provider: 'Global Fishing Watch',
  description: 'Presença de embarcações na ZEE de Angola (MRGID 8478), por dia e célula de 0,1°, a partir do AIS.',
  category: 'international',
  source: 'others',
  defaultBaseUrl: 'https://gateway.api.globalfishingwatch.org/v3',
  credentialNames: ['token'],
  licence: 'CC BY-NC 4.0',
  citation: 'Powered by Global Fishing Watch. https://globalfishingwatch.org',
  homepage: 'https://globalfishingwatch.org',
  cron: '40 */6 * * *',
  timeoutSeconds: 600,
  // Four days of delay at the source, one until the day is complete, one for our own schedule.
  freshnessLimitHours: 6 * 24,
  streams: [presenceStream()],
};
