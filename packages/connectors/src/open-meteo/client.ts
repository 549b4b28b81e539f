import { dayMs, startOfUtcDay } from '@kianda/geo';
import { ProviderError } from '../core/failures.ts';
import type { HttpResponse, RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { errorWire, HOURLY, type PointWire, pointsWire, WIND } from './wire.ts';

/** More points than this in one request and a single bad one costs too much to ask again. */
export const BATCH_POINTS = 20;

export type Point = { readonly lon: number; readonly lat: number };

/** Days back and ahead of the provider's day, or inclusive dates (YYYY-MM-DD). */
export type Span =
  | { readonly pastDays: number; readonly forecastDays: number }
  | { readonly startDate: string; readonly endDate: string };

type PointsAnswer = { readonly points: readonly PointWire[]; readonly raw: RawBody };

/** A service of the provider: where it answers, and what is asked of it. */
export type Service = 'marine' | 'forecast';

const asked = {
  marine: { path: '/v1/marine', query: { hourly: HOURLY.join(',') } },
  forecast: { path: '/v1/forecast', query: { hourly: WIND.join(','), wind_speed_unit: 'ms' } },
} as const satisfies Record<Service, { path: string; query: Record<string, string> }>;

export type OpenMeteoClient = {
  /** Hourly series at each point, in the order asked. Null when the provider has no data for one of the points. */
  hourly(points: readonly Point[], span: Span): Promise<PointsAnswer | null>;
};

const NO_DATA = 'No data is available for this location';

/**
 * A service of Open-Meteo. Throws `ProviderError`: `quota` with how long to wait, `request` for a refusal that will not
 * pass.
 */
export function createOpenMeteoClient(
  settings: ConnectorSettings,
  context: PullContext,
  service: Service,
): OpenMeteoClient {
  const host = service === 'marine' ? settings.baseUrl : (settings.extraBaseUrls?.forecast ?? settings.baseUrl);
  const { path, query: wanted } = asked[service];
  return {
    async hourly(points, span) {
      const query = new URLSearchParams({
        latitude: points.map(({ lat }) => String(lat)).join(','),
        longitude: points.map(({ lon }) => String(lon)).join(','),
        ...wanted,
        timezone: 'UTC',
        timeformat: 'unixtime',
        cell_selection: 'sea',
        ...spanQuery(span),
      });
      const raw = await context.http.request({
        url: `${host.replace(/\/+$/, '')}${path}?${query}`,
        headers: { accept: 'application/json' },
        signal: context.signal,
        classify: (response) => (isSpokenRefusal(response) ? 'answer' : null),
      });
      if (raw.status !== 200) {
        const { reason } = parseJson(raw, errorWire);
        if (raw.status === 400 && reason.startsWith(NO_DATA)) return null;
        throw refusal(raw.status, reason, context.nowMs());
      }
      const parsed = parseJson(raw, pointsWire);
      const found = Array.isArray(parsed) ? parsed : [parsed];
      // One point too few and every later station would get its neighbour's sea.
      if (found.length !== points.length)
        throw new ProviderError('schema', `Open-Meteo: pedidos ${points.length} pontos, recebidos ${found.length}`);
      for (const [index, point] of points.entries()) refuseFarCell(point, found[index]);
      return { points: found, raw };
    },
  };
}

/** Model cells are at most half a degree wide, and the nearest at sea is asked for. */
const FAR_DEGREES = 1;

/** A cache in between may answer with other points: their sea must not pass for that of our stations. */
function refuseFarCell(point: Point, found: PointWire | undefined): void {
  if (found === undefined) return;
  const far = Math.max(Math.abs(found.latitude - point.lat), Math.abs(found.longitude - point.lon)) > FAR_DEGREES;
  if (far)
    throw new ProviderError(
      'provider',
      `Open-Meteo: pedido o ponto ${point.lat}, ${point.lon}, recebido ${found.latitude}, ${found.longitude}`,
    );
}

function spanQuery(span: Span): Record<string, string> {
  if ('startDate' in span) return { start_date: span.startDate, end_date: span.endDate };
  return { past_days: String(span.pastDays), forecast_days: String(span.forecastDays) };
}

/**
 * A 400 always states why. A 429 states in words how long to wait, unless it has a `Retry-After` for the shared client
 * to obey.
 */
function isSpokenRefusal(response: HttpResponse): boolean {
  return response.status === 400 || (response.status === 429 && response.headers['retry-after'] === undefined);
}

function refusal(status: number, reason: string, nowMs: number): ProviderError {
  if (status === 400) return new ProviderError('request', `Open-Meteo recusou: ${reason}`, { status, permanent: true });
  return new ProviderError('quota', `Open-Meteo: ${reason}`, { status, retryAfterSeconds: waitSeconds(reason, nowMs) });
}

/** The limits count by clock minute, hour and UTC day. */
export function waitSeconds(reason: string, nowMs: number): number {
  if (reason.startsWith('Minutely')) return 60;
  if (reason.startsWith('Hourly')) return 3600;
  if (reason.startsWith('Daily')) return Math.ceil((startOfUtcDay(nowMs) + dayMs - nowMs) / 1000);
  return 5;
}
