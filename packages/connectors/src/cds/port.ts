import { dayMs, hourMs, startOfUtcDay } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import { readGridsHere } from '../core/grid-reader.ts';
import { type AnyStream, type Connector, type PullInput, stream } from '../core/port.ts';
import { recordedBy } from '../core/witness.ts';
import { createCdsClient, type Pending, type Polling, pendingSchema } from './client.ts';
import { windsReader } from './nc4.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

/** A day is complete at the provider so long after its beginning. */
const DELAY_MS = 5 * dayMs + 12 * hourMs;
const OLDEST_MS = Date.UTC(1940, 0, 1);
const FIRST_DAYS = 3;
const FULL_DAYS = 60;
/** Days of one request: it names days of one month, and a small request waits less. */
const DAYS_PER_REQUEST = 10;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const STEP_HOURS = 24 / HOURS.length;
/** As the provider's own client, only more eager at first. */
const POLLING: Polling = { firstMs: 100, factor: 1.6, mostMs: 30_000 };

const cursorSchema = z.object({
  /** Instant of the newest field stored; null before the first. */
  lastTimeMs: z.number().int().nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Wind at 10 m at each hour: its components and its speed. `polling` is for tests of the waits. */
export function windStream(polling: Polling = POLLING): AnyStream {
  return stream<Cursor>({
    id: 'wind',
    recordKind: 'grid-slice',
    cursorSchema,
    async *pull(input, settings, context) {
      const client = createCdsClient(settings, context, polling);
      const before = input.cursor ?? { lastTimeMs: null };
      const pending = pendingSchema.safeParse(input.pending).data ?? null;
      const requests = resumed(requestsOf(input, context.nowMs()), pending);
      if (requests.length === 0) context.log('debug', 'Ainda sem dias novos no ERA5');
      for (const [index, daysMs] of requests.entries()) {
        const file = await client.winds(daysMs, HOURS, index === 0 ? pending?.jobId : undefined);
        if (file === null) return context.log('info', 'O ERA5 ainda não tem estes dias', { daysMs });
        const found = await (context.readGrids ?? readGridsHere)(windsReader, file, STEP_HOURS);
        // Another request's file must not pass for these days: the cursor would skip them.
        const requestedDays = new Set(daysMs);
        const records = found.filter(({ timeMs }) => requestedDays.has(startOfUtcDay(timeMs)) && isKept(timeMs));
        if (records.length === 0) throw new ProviderError('schema', 'O ficheiro do ERA5 não tem os dias pedidos');
        const newestMs = records.reduce((newest, { timeMs }) => Math.max(newest, timeMs), before.lastTimeMs ?? 0);
        yield {
          records,
          rejected: [],
          raw: [file],
          progress: (index + 1) / requests.length,
          cursor: input.mode === 'backfill' ? before : { lastTimeMs: newestMs },
        };
      }
    },
  });
}

function isKept(timeMs: number): boolean {
  return timeMs % (STEP_HOURS * hourMs) === 0;
}

/** Days of each request, oldest first, none not yet published. Throws `request` for a backfill without a window. */
function requestsOf(input: PullInput<Cursor>, nowMs: number): number[][] {
  const newestMs = startOfUtcDay(nowMs - DELAY_MS);
  if (input.mode === 'backfill') {
    if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
    const fromMs = Math.max(OLDEST_MS, startOfUtcDay(input.window.fromMs));
    return split(fromMs, Math.min(newestMs, startOfUtcDay(input.window.toMs)));
  }
  if (input.mode === 'full') return split(newestMs - (FULL_DAYS - 1) * dayMs, newestMs);
  const lastTimeMs = input.cursor?.lastTimeMs ?? null;
  return split(lastTimeMs === null ? newestMs - (FIRST_DAYS - 1) * dayMs : startOfUtcDay(lastTimeMs) + dayMs, newestMs);
}

/** The request that the provider works on, then the days after it: those before are stored. */
function resumed(requests: number[][], pending: Pending | null): number[][] {
  const lastMs = pending?.daysMs.at(-1);
  if (pending === null || lastMs === undefined) return requests;
  const newestMs = requests.at(-1)?.at(-1) ?? lastMs;
  return [pending.daysMs, ...split(lastMs + dayMs, newestMs)];
}

function split(fromMs: number, toMs: number): number[][] {
  const requests: number[][] = [];
  let current: number[] = [];
  for (let timeMs = fromMs; timeMs <= toMs; timeMs += dayMs) {
    const [first] = current;
    const another = first !== undefined && new Date(first).getUTCMonth() !== new Date(timeMs).getUTCMonth();
    if (another || current.length >= DAYS_PER_REQUEST) {
      requests.push(current);
      current = [];
    }
    current.push(timeMs);
  }
  return current.length === 0 ? requests : [...requests, current];
}

export const cdsEra5: Connector = {
  id: 'cds-era5',
  name: 'CDS ERA5 (vento)',
  provider: 'Copernicus Climate Change Service (ECMWF)',
  description: 'Vento a 10 m da reanálise ERA5, a 0,25°, de hora a hora, com cinco dias de atraso.',
  category: 'international',
  source: 'others',
  defaultBaseUrl: 'https://cds.climate.copernicus.eu/api',
  defaultExtraBaseUrls: { results: 'https://object-store.os-api.cci2.ecmwf.int' },
  credentialNames: ['token'],
  licence: 'CC BY 4.0 (produtos do Copernicus Climate Change Service)',
  citation:
    'Hersbach et al. (2023): ERA5 hourly data on single levels from 1940 to present. Copernicus Climate Change Service (C3S) Climate Data Store (CDS), doi:10.24381/cds.adbb2d47',
  homepage: 'https://cds.climate.copernicus.eu/datasets/reanalysis-era5-single-levels',
  formatWitness: recordedBy(recorded),
  cron: '0 6 * * *',
  timeoutSeconds: 1800,
  freshnessLimitHours: 8 * 24,
  async checkAccess(settings, context) {
    await createCdsClient(settings, context, POLLING).checkAccess();
  },
  streams: [windStream()],
};
