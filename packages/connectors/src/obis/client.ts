import { ProviderError } from '../core/failures.ts';
import { ANGOLA_BOX } from '../core/grid.ts';
import type { HttpResponse, RawBody } from '../core/http.ts';
import { decodeText, parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { type PageWire, pageWire, type StatisticsWire, statisticsWire } from './wire.ts';

/** Filter of a request: the whole box, or one dataset of it, or one span of dates (YYYY-MM-DD, inclusive). */
export type ObisFilter = {
  readonly datasetId?: string;
  readonly startDate?: string;
  readonly endDate?: string;
};

const { west, south, east, north } = ANGOLA_BOX;
/** Angola's EEZ with a margin, as the provider wants it: closed and anticlockwise. */
const BOX_WKT = `POLYGON((${west} ${south},${east} ${south},${east} ${north},${west} ${north},${west} ${south}))`;
/** Records that can't be placed at sea are left with the provider. */
const EXCLUDED_FLAGS = 'ON_LAND,NO_COORD,ZERO_COORD';
/** The provider allows 10,000; 2,000 limits a page to about 3 MB. */
const PAGE_SIZE = 2000;

/** 500s that will be 500 for ever: the request itself is wrong. */
const PERMANENT_FAULT = /Invalid date format|illegal_argument_exception/;

export type ObisClient = {
  /** Counts of the filter's results, without fetching them. */
  statistics(filter: ObisFilter): Promise<StatisticsWire>;
  /** All datasets with records in the box, raw rows. */
  datasets(): Promise<{ readonly rows: readonly unknown[]; readonly raw: readonly RawBody[] }>;
  /** Rows after `after` (exclusive), ordered by id; empty at the end. */
  occurrences(filter: ObisFilter, after: string | null): Promise<{ readonly page: PageWire; readonly raw: RawBody }>;
};

/** OBIS v3. Requests run one after the other: the provider asks clients not to parallelise. Throws `ProviderError`. */
export function createObisClient(settings: ConnectorSettings, context: PullContext): ObisClient {
  const base = settings.baseUrl.replace(/\/+$/, '');

  async function get(path: string, query: Readonly<Record<string, string>>): Promise<HttpResponse> {
    return context.http.request({
      url: `${base}${path}?${new URLSearchParams({ geometry: BOX_WKT, ...query })}`,
      headers: { accept: 'application/json' },
      signal: context.signal,
      classify: (response) => (response.status >= 500 && PERMANENT_FAULT.test(decodeText(response)) ? 'fail' : null),
    });
  }

  async function getPage(path: string, query: Readonly<Record<string, string>>) {
    const raw = await get(path, query);
    const page = parseJson(raw, pageWire);
    refuseError(page.error, path);
    return { page, raw };
  }

  return {
    async statistics(filter) {
      const counted = parseJson(await get('/statistics', queryOf(filter)), statisticsWire);
      refuseError(counted.error, '/statistics');
      return counted;
    },
    async datasets() {
      const rows: unknown[] = [];
      const raw: RawBody[] = [];
      const seen = new Set<string>();
      // The end is a page that brings nothing new: some deployments ignore `offset` and always answer with everything.
      for (;;) {
        const answer = await getPage('/dataset', {
          exclude: EXCLUDED_FLAGS,
          size: '1000',
          offset: String(rows.length),
        });
        const fresh = answer.page.results.filter((row) => !seen.has(JSON.stringify(row)));
        for (const row of fresh) seen.add(JSON.stringify(row));
        rows.push(...fresh);
        raw.push(answer.raw);
        if (fresh.length === 0 || rows.length >= (answer.page.total ?? 0)) return { rows, raw };
      }
    },
    occurrences(filter, after) {
      const query = { ...queryOf(filter), size: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
      return getPage('/occurrence', query);
    },
  };
}

function queryOf(filter: ObisFilter): Record<string, string> {
  return {
    exclude: EXCLUDED_FLAGS,
    ...(filter.datasetId === undefined ? {} : { datasetid: filter.datasetId }),
    ...(filter.startDate === undefined ? {} : { startdate: filter.startDate }),
    ...(filter.endDate === undefined ? {} : { enddate: filter.endDate }),
  };
}

/** An error inside a 200 is an error: taken for "no results", a full read would end early and look complete. */
function refuseError(error: string | null | undefined, path: string): void {
  if (error != null && error !== '')
    throw new ProviderError('request', `OBIS ${path} recusou o pedido: ${error}`, { status: 200, permanent: true });
}
