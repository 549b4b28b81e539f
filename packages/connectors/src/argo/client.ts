import { ProviderError } from '../core/failures.ts';
import { ANGOLA_BOX } from '../core/grid.ts';
import type { HttpResponse, RawBody } from '../core/http.ts';
import { decodeText, parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { COLUMNS, errorWire, profilesWire } from './wire.ts';

const { west, south, east, north } = ANGOLA_BOX;
const POLYGON = JSON.stringify([
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]);
/** No registration needed: the key that everyone may use. One of one's own has more tokens a day. */
const GUEST_KEY = 'guest';

/** Instants `[fromMs, toMs)`. */
export type Span = { readonly fromMs: number; readonly toMs: number };

type Found = {
  readonly rows: readonly unknown[];
  readonly raw: RawBody;
};

type ArgoClient = {
  /** Profiles in the box whose time lies in a span; null when the provider finds the span too large to serve. */
  profiles(span: Span): Promise<Found | null>;
};

/** Client of Argovis. A 404 means "none"; the body of a 429 states how long to wait. Throws `ProviderError`. */
export function createArgoClient(settings: ConnectorSettings, context: PullContext): ArgoClient {
  const base = settings.baseUrl.replace(/\/+$/, '');
  const key = settings.credentials?.key?.trim() || GUEST_KEY;
  return {
    async profiles({ fromMs, toMs }) {
      const query = new URLSearchParams({
        startDate: seconds(fromMs),
        endDate: seconds(toMs),
        polygon: POLYGON,
        data: COLUMNS.join(','),
      });
      const raw = await context.http.request({
        url: `${base}/argo?${query}`,
        headers: { accept: 'application/json', 'x-argokey': key },
        signal: context.signal,
        classify: (response) => (isEmpty(response) || response.status === 413 ? 'answer' : null),
        retryAfter: delaySeconds,
      });
      if (raw.status === 413) return null;
      if (raw.status === 404) return { rows: [], raw };
      const rows = parseJson(raw, profilesWire);
      refuseForeign(rows, { fromMs, toMs });
      return { rows, raw };
    },
  };
}

function seconds(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

/** True for the 404 of a search without results, which states so in words; the 404 of a wrong path is a fault. */
function isEmpty(response: HttpResponse): boolean {
  return response.status === 404 && decodeText(response).includes('No matching results');
}

/** `delay` is [seconds to wait, tokens the request would cost]. */
function delaySeconds(response: HttpResponse): number | null {
  if (response.status !== 429) return null;
  try {
    const parsed = errorWire.safeParse(JSON.parse(decodeText(response)));
    const wait = parsed.success ? parsed.data.delay?.[0] : undefined;
    return wait === undefined ? null : Math.ceil(wait);
  } catch (error) {
    // A front server's 429 is no JSON: then the usual backoff decides.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A cache in between may answer with another span: the cursor must not pass over days that were not read. */
function refuseForeign(rows: readonly unknown[], { fromMs, toMs }: Span): void {
  for (const row of rows) {
    const text = typeof row === 'object' && row !== null && 'timestamp' in row ? String(row.timestamp) : '';
    const timeMs = Date.parse(text);
    if (timeMs < fromMs || timeMs > toMs)
      throw new ProviderError(
        'provider',
        `Argovis: pedidos perfis de ${seconds(fromMs)} a ${seconds(toMs)}, recebido um de ${text}`,
      );
  }
}
