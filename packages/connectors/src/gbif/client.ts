import { ProviderError } from '../core/failures.ts';
import type { RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { type Band, bandWkt } from './area.ts';
import { MAX_SEARCH_OFFSET, MOST_ROWS, type SearchWire, searchWire } from './wire.ts';

/** Filter of a request: a band of the sea, and dates (YYYY-MM-DD, both inclusive) of interpretation or of the event. */
export type GbifFilter = {
  readonly band: Band;
  readonly interpreted: { readonly from: string; readonly to: string } | null;
  readonly observed: { readonly from: string; readonly to: string } | null;
};

export type GbifClient = {
  /** Number of records that the filter selects. */
  count(filter: GbifFilter): Promise<number>;
  /** Records from `offset` on, at most 300. Throws `request` beyond the search's last offset. */
  search(filter: GbifFilter, offset: number): Promise<{ readonly page: SearchWire; readonly raw: RawBody }>;
};

/**
 * GBIF occurrence search v1, without an account; the HTTP client sends our user agent, as GBIF demands. Throws
 * `ProviderError`.
 */
export function createGbifClient(settings: ConnectorSettings, context: PullContext): GbifClient {
  const base = settings.baseUrl.replace(/\/+$/, '');

  async function ask(filter: GbifFilter, paging: Readonly<Record<string, string>>) {
    const query = new URLSearchParams({ ...queryOf(filter), ...paging });
    const raw = await context.http.request({
      url: `${base}/occurrence/search?${query}`,
      headers: { accept: 'application/json' },
      signal: context.signal,
    });
    return { page: parseJson(raw, searchWire), raw };
  }

  return {
    async count(filter) {
      return (await ask(filter, { limit: '0' })).page.count;
    },
    async search(filter, offset) {
      if (offset + MOST_ROWS > MAX_SEARCH_OFFSET)
        throw new ProviderError(
          'request',
          `GBIF: a pesquisa só alcança ${MAX_SEARCH_OFFSET} registos; pedido ${offset}`,
        );
      return ask(filter, { limit: String(MOST_ROWS), offset: String(offset) });
    },
  };
}

function queryOf({ band, interpreted, observed }: GbifFilter): Record<string, string> {
  return {
    geometry: bandWkt(band),
    hasCoordinate: 'true',
    hasGeospatialIssue: 'false',
    ...(interpreted === null ? {} : { lastInterpreted: `${interpreted.from},${interpreted.to}` }),
    ...(observed === null ? {} : { eventDate: `${observed.from},${observed.to}` }),
  };
}
