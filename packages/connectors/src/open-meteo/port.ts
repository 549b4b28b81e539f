import { dayMs, isoDate, startOfUtcDay } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import type { RawBody } from '../core/http.ts';
import { type Connector, type Page, type PullContext, type PullInput, type RejectedRow, stream } from '../core/port.ts';
import { recordedBy } from '../core/witness.ts';
import { BATCH_POINTS, createOpenMeteoClient, type OpenMeteoClient, type Service, type Span } from './client.ts';
import { mapPoint, type Series, waveSeries, windSeries } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

const FORECAST_DAYS = 2;
const FIRST_PAST_DAYS = 7;
/** Recent hours are rewritten by each model run, so they are always asked for again. */
const REDO_PAST_DAYS = 2;
/** The provider stores no more. */
const MOST_PAST_DAYS = 92;

const cursorSchema = z.object({
  /** When the last complete run asked; null before the first. */
  lastRunMs: z.number().nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;
type Station = PullContext['stations'][number];

/** Hourly series of a service at the stations, from some days back to two days ahead. */
function hourlyStream(id: string, service: Service, series: Series) {
  return stream<Cursor>({
    id,
    recordKind: 'station-series',
    cursorSchema,
    async *pull(input, settings, context) {
      if (context.stations.length === 0) {
        context.log('warn', 'Sem estações: nada a pedir ao Open-Meteo');
        return;
      }
      const client = createOpenMeteoClient(settings, context, service);
      const startedMs = context.nowMs();
      const before = input.cursor ?? { lastRunMs: null };
      const spans = spansOf(input, startedMs);
      const batches = inBatches(context.stations, BATCH_POINTS);
      const steps = spans.flatMap((span) => batches.map((batch) => ({ span, batch })));
      for (const [index, { span, batch }] of steps.entries()) {
        const page = await askBatch({ client, series }, batch, span);
        // Only the last page moves the cursor: an interrupted run must ask all its stations again.
        const complete = index === steps.length - 1 && input.mode !== 'backfill';
        yield { ...page, progress: (index + 1) / steps.length, cursor: complete ? { lastRunMs: startedMs } : before };
      }
    },
  });
}

/** Waves and surface temperature at the stations. */
export const waves = hourlyStream('waves', 'marine', waveSeries);
/** Speed and direction of the wind at 10 m at the stations. */
export const wind = hourlyStream('wind', 'forecast', windSeries);

/** Throws `request` for a backfill beyond the provider's archive. */
function spansOf(input: PullInput<Cursor>, nowMs: number): Span[] {
  if (input.mode !== 'backfill') {
    const elapsed = input.cursor?.lastRunMs == null ? null : Math.ceil((nowMs - input.cursor.lastRunMs) / dayMs);
    const first = elapsed === null || input.mode === 'full';
    const pastDays = first ? FIRST_PAST_DAYS : Math.min(MOST_PAST_DAYS, Math.max(REDO_PAST_DAYS, elapsed + 1));
    return [{ pastDays, forecastDays: FORECAST_DAYS }];
  }
  if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
  const { fromMs, toMs } = input.window;
  const oldestMs = startOfUtcDay(nowMs) - MOST_PAST_DAYS * dayMs;
  if (fromMs < oldestMs)
    throw new ProviderError(
      'request',
      `O Open-Meteo guarda ${MOST_PAST_DAYS} dias: pedido desde ${isoDate(fromMs)}, possível desde ${isoDate(oldestMs)}`,
    );
  const endMs = Math.min(toMs, nowMs + FORECAST_DAYS * dayMs);
  return [{ startDate: isoDate(fromMs), endDate: isoDate(endMs) }];
}

type Answer = Omit<Page<Cursor>, 'cursor' | 'progress'>;

type Asking = { readonly client: OpenMeteoClient; readonly series: Series };

/** One point without data makes the provider refuse the whole batch: halves are asked until that point stands alone. */
async function askBatch(asking: Asking, stations: readonly Station[], span: Span): Promise<Answer> {
  const { client, series } = asking;
  const answer = await client.hourly(stations, span);
  if (answer !== null) {
    const mapped = stations.map((station, index) => {
      const point = answer.points[index];
      if (point === undefined) throw new ProviderError('schema', `Open-Meteo: falta o ponto ${station.id}`);
      return mapPoint(point, station.id, series);
    });
    return join(mapped, [answer.raw]);
  }
  const [only, ...others] = stations;
  if (only !== undefined && others.length === 0) {
    const reason = `${only.id}: o Open-Meteo não tem dados neste ponto (${only.lat}, ${only.lon})`;
    return { records: [], rejected: [{ reason, raw: only }], raw: [] };
  }
  const middle = Math.ceil(stations.length / 2);
  const halves = [
    await askBatch(asking, stations.slice(0, middle), span),
    await askBatch(asking, stations.slice(middle), span),
  ];
  return join(
    halves,
    halves.flatMap(({ raw }) => raw),
  );
}

function join(
  parts: readonly { readonly records: Answer['records']; readonly rejected: readonly RejectedRow[] }[],
  raw: readonly RawBody[],
): Answer {
  return {
    records: parts.flatMap(({ records }) => records),
    rejected: parts.flatMap(({ rejected }) => rejected),
    raw,
  };
}

function inBatches<T>(items: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let from = 0; from < items.length; from += size) batches.push(items.slice(from, from + size));
  return batches;
}

export const openMeteoMarine: Connector = {
  id: 'open-meteo-marine',
  name: 'Open-Meteo Marine (ondas)',
  provider: 'Open-Meteo',
  description:
    'Ondas, ondulação, temperatura da superfície do mar e vento a 10 m, hora a hora, nas estações costeiras.',
  category: 'international',
  source: 'others',
  defaultBaseUrl: 'https://marine-api.open-meteo.com',
  defaultExtraBaseUrls: { forecast: 'https://api.open-meteo.com' },
  credentialNames: [],
  licence: 'CC BY 4.0 (uso não comercial do serviço gratuito)',
  citation: 'Open-Meteo.com, Marine Weather API e Weather Forecast API (CC BY 4.0)',
  homepage: 'https://open-meteo.com',
  formatWitness: recordedBy(recorded),
  cron: '10 * * * *',
  timeoutSeconds: 120,
  freshnessLimitHours: 3,
  streams: [waves, wind],
};
