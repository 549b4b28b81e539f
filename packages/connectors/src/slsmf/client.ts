import { ProviderError } from '../core/failures.ts';
import { ANGOLA_BOX } from '../core/grid.ts';
import type { RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext, RejectedRow } from '../core/port.ts';
import { mapStations } from './map.ts';
import { dataPageWire, readingWire, type StationWire, stationsWire } from './wire.ts';

/** Most days of one page. */
export const DAYS_PER_PAGE = 30;
/** Pages of one window: a provider that never ends its paging must not keep a run alive. */
const MOST_PAGES = 50;

/** Instants `[fromMs, toMs]`, UTC. */
export type Span = { readonly fromMs: number; readonly toMs: number };

type SlsmfClient = {
  /** Gauges in the sea of Angola and next to it. */
  stations(): Promise<{ stations: readonly StationWire[]; rejected: readonly RejectedRow[]; raw: RawBody }>;
  /** Readings of every sensor of a gauge within a span of at most 30 days. */
  readings(code: string, span: Span): Promise<{ rows: readonly unknown[]; raw: readonly RawBody[] }>;
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
      const rows: unknown[] = [];
      const bodies: RawBody[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const raw = await ask(`/v2/stations/${encodeURIComponent(code)}/data`, {
          days_per_page: String(DAYS_PER_PAGE),
          page: String(page),
          timestart: minutes(span.fromMs),
          timestop: minutes(span.toMs),
        });
        const answer = parseJson(raw, dataPageWire);
        refuseForeign(answer.data, span, code);
        rows.push(...answer.data);
        bodies.push(raw);
        if (page >= (answer.total_pages ?? 1)) return { rows, raw: bodies };
      }
      throw new ProviderError(
        'provider',
        `IOC/SLSMF: mais de ${MOST_PAGES} páginas para ${DAYS_PER_PAGE} dias de ${code}`,
      );
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
