import { ProviderError } from '../core/failures.ts';
import { ANGOLA_BOX } from '../core/grid.ts';
import type { RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { answerWire, COLLECTION, PRODUCT_TYPES } from './wire.ts';

const { west, south, east, north } = ANGOLA_BOX;
export const AREA = `OData.CSC.Intersects(area=geography'SRID=4326;POLYGON((${[
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
  .map(([lon, lat]) => `${lon} ${lat}`)
  .join(',')}))')`;
export const TYPES = PRODUCT_TYPES.map(
  (type) =>
    `Attributes/OData.CSC.StringAttribute/any(att:att/Name eq 'productType' and att/OData.CSC.StringAttribute/Value eq '${type}')`,
).join(' or ');
/** Rows of one answer; the provider allows 1,000. */
const PAGE_ROWS = 100;

/** The date by which a listing is ordered and bounded. */
export type OrderKey = 'PublicationDate' | 'ContentDate/Start' | 'DeletionDate';

export type Listing = {
  readonly rows: readonly unknown[];
  readonly raw: RawBody;
  /** Rows of the listing, where the provider counted them. */
  readonly total: number | null;
};

type Span = { readonly fromMs: number; readonly toMs: number };

/** Rows of a listing: those whose date `key` is in the span. */
type Query = {
  readonly filter: string;
  readonly key: OrderKey;
  readonly span: Span;
  readonly expand: string;
};

type CdseClient = {
  /** Sentinel-3 water products over the box, by publication or by sensing, oldest first, page by page. */
  products(key: 'PublicationDate' | 'ContentDate/Start', span: Span): AsyncGenerator<Listing>;
  /** Withdrawn Sentinel-3 products over the box, by the date they were withdrawn. */
  deleted(span: Span): AsyncGenerator<Listing>;
};

/** Copernicus Data Space catalogue, OData. No token: only downloads need one. Throws `ProviderError`. */
export function createCdseClient(settings: ConnectorSettings, context: PullContext): CdseClient {
  const base = settings.baseUrl.replace(/\/+$/, '');

  async function ask(path: string, query: string) {
    const raw = await context.http.request({
      url: `${base}/${path}?${query}`,
      headers: { accept: 'application/json' },
      signal: context.signal,
    });
    return { raw, answer: parseJson(raw, answerWire) };
  }

  /**
   * Follows the links to the next page. Past 10,000 rows the provider gives none, although there is more: the listing
   * then begins anew at the date of the last row, whose rows come twice.
   */
  async function* list(path: string, listing: Query): AsyncGenerator<Listing> {
    const { key, span } = listing;
    let fromMs = span.fromMs;
    let query = queryOf(listing);
    for (;;) {
      const { raw, answer } = await ask(path, query);
      yield { rows: answer.value, raw, total: answer['@odata.count'] ?? null };
      const next = answer['@odata.nextLink'] ?? null;
      if (next !== null) {
        // Only its query is taken: behind a mirror the link names another host.
        query = new URL(next, `${base}/`).search.replace(/^\?/, '');
        continue;
      }
      if (answer.value.length < PAGE_ROWS) return;
      const lastMs = dateOf(answer.value.at(-1), key);
      if (lastMs === null || lastMs < fromMs || lastMs >= span.toMs) return;
      if (lastMs === fromMs)
        throw new ProviderError('provider', `CDSE: mais produtos num só instante do que o catálogo deixa listar`);
      fromMs = lastMs;
      query = queryOf({ ...listing, span: { ...span, fromMs } });
    }
  }

  return {
    products: (key, span) =>
      list('Products', {
        filter: `Collection/Name eq '${COLLECTION}' and ${AREA} and (${TYPES})`,
        key,
        span,
        expand: '&$expand=Attributes',
      }),
    deleted: (span) =>
      list('DeletedProducts', {
        filter: `Collection/Name eq '${COLLECTION}' and ${AREA}`,
        key: 'DeletionDate',
        span,
        expand: '',
      }),
  };
}

function queryOf({ filter, key, span: { fromMs, toMs }, expand }: Query): string {
  const bounded = `${filter} and ${key} ge ${iso(fromMs)} and ${key} lt ${iso(toMs)}`;
  // The provider reads a plus as a plus: blanks must be %20.
  return `$filter=${encodeURIComponent(bounded)}&$orderby=${encodeURIComponent(`${key} asc`)}&$top=${PAGE_ROWS}&$count=True${expand}`;
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** The date a row is ordered by; null when it has none. */
export function dateOf(row: unknown, key: OrderKey): number | null {
  let found: unknown = row;
  for (const part of key.split('/'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : null;
  const timeMs = typeof found === 'string' ? Date.parse(found) : Number.NaN;
  return Number.isNaN(timeMs) ? null : timeMs;
}
