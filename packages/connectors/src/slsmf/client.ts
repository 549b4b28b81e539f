import { ProviderError } from '../core/failures.ts';
import { ANGOLA_BOX } from '../core/grid.ts';
import type { RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext, RejectedRow } from '../core/port.ts';
import { mapStations, type Station } from './map.ts';
import { readingsWire, readingWire, stationsWire } from './wire.ts';

/** Most days of one question. */
export const MOST_DAYS = 30;

/** Instants `[fromMs, toMs]`, UTC. */
export type Span = { readonly fromMs: number; readonly toMs: number };

type SlsmfClient = {
  /** Gauges in the sea of Angola and next to it. */
  stations(): Promise<{ stations: readonly Station[]; rejected: readonly RejectedRow[]; raw: RawBody }>;
  /** Readings of every sensor of a gauge within a span of at most 30 days. */
  readings(code: string, span: Span): Promise<{ rows: readonly unknown[]; raw: RawBody }>;
};

/** IOC Sea Level Station Monitoring Facility, v2. Throws `ProviderError`: `auth` without a key. */
export function createSlsmfClient(settings: ConnectorSettings, context: PullContext): SlsmfClient {
  const base = settings.baseUrl.replace(/\/+$/, '');
  const apiKey = settings.credentials?.apiKey?.trim() ?? '';
  if (apiKey === '') throw new ProviderError('auth', 'IOC/SLSMF: falta a credencial «apiKey»');
  const ask = (path: string, query: Readonly<Record<string, string>>) =>
    context.http.request({
      url: `${base}${path}?${new URLSearchParams(query)}`,
      headers: { accept: 'application/json', 'x-api-key': apiKey },
      signal: context.signal,
    });

  return {
    async stations() {
      const raw = await ask('/v2/stations', { showall: 'all', order: 'code', dir: 'asc', limit: '2000' });
      const { records, rejected, drifted } = mapStations(parseJson(raw, stationsWire), ANGOLA_BOX);
      if (drifted) throw new ProviderError('schema', `A lista de estações mudou de forma: ${rejected[0]?.reason}`);
      return { stations: records, rejected, raw };
    },

    async readings(code, span) {
      const raw = await ask(`/v2/stations/${encodeURIComponent(code)}/data`, {
        timestart: minutes(span.fromMs),
        timestop: minutes(span.toMs),
      });
      const rows = parseJson(raw, readingsWire);
      refuseForeign(rows, span, code);
      return { rows, raw };
    },
  };
}

/** `YYYY-MM-DDTHH:MM`, as the API reads instants. */
function minutes(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16);
}

/** A cache in between may answer with other days: the cursor must not pass over those that were not read. */
function refuseForeign(rows: readonly unknown[], { fromMs, toMs }: Span, code: string): void {
  const dayMs = 86_400_000;
  for (const row of rows) {
    const parsed = readingWire.safeParse(row);
    const timeMs = parsed.success ? Date.parse(`${parsed.data.stime.trim().replace(' ', 'T')}Z`) : Number.NaN;
    if (timeMs < fromMs - dayMs || timeMs > toMs + dayMs)
      throw new ProviderError(
        'provider',
        `IOC/SLSMF: pedidas leituras de ${code} de ${minutes(fromMs)} a ${minutes(toMs)}, recebida uma de ${new Date(timeMs).toISOString()}`,
      );
  }
}
