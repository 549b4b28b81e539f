import { ProviderError } from '../core/failures.ts';
import { ANGOLA_BOX } from '../core/grid.ts';
import type { RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext, RejectedRow } from '../core/port.ts';
import type { CoastalStation } from '../core/records.ts';
import { mapStations } from './map.ts';
import { collectionWire } from './wire.ts';

const pageSize = 500;
/** Pages of one window: a provider that never ends its paging must not keep a run alive. */
const mostPages = 200;
/** Stations on the coast stand somewhat inland of the sea's box. */
const inlandDegrees = 0.5;

export const stationCollection = 'stations';
export const synopCollection = 'urn:wmo:md:ao-inamet:synop';

export type Span = { readonly fromMs: number; readonly toMs: number };

type InametClient = {
  /** Stations at the coast of Angola. */
  stations(): Promise<{
    stations: ReadonlyMap<string, CoastalStation>;
    rejected: readonly RejectedRow[];
    raw: readonly RawBody[];
  }>;
  /** Observations of a span, page by page. */
  observations(span: Span): AsyncGenerator<{ rows: readonly unknown[]; raw: RawBody; share: number | null }>;
};

/** INAMET's node of WIS 2.0: OGC API Features over its observations. Throws `ProviderError`. */
export function createInametClient(settings: ConnectorSettings, context: PullContext): InametClient {
  const base = settings.baseUrl.replace(/\/+$/, '');

  async function* pages(collection: string, query: Readonly<Record<string, string>>) {
    let url = `${base}/collections/${encodeURIComponent(collection)}/items?${new URLSearchParams({ f: 'json', limit: String(pageSize), ...query })}`;
    const requested = new Set<string>();
    let read = 0;
    for (let page = 0; page < mostPages; page += 1) {
      requested.add(url);
      const raw = await context.http.request({
        url,
        headers: { accept: 'application/geo+json, application/json' },
        signal: context.signal,
      });
      const answer = parseJson(raw, collectionWire);
      read += answer.features.length;
      const matched = answer.numberMatched ?? null;
      yield {
        rows: answer.features,
        raw,
        share: matched === null || matched === 0 ? null : Math.min(1, read / matched),
      };
      const next = answer.links.find(({ rel }) => rel === 'next');
      // Some servers link to a next page for ever: an empty one is the last.
      if (next === undefined || answer.features.length === 0) return;
      url = new URL(next.href, url).toString();
      if (requested.has(url))
        throw new ProviderError('provider', `INAMET: a página seguinte é uma já lida (${collection})`);
    }
    throw new ProviderError('provider', `INAMET: mais de ${mostPages} páginas de ${collection}`);
  }

  return {
    async stations() {
      const rows: unknown[] = [];
      const raw: RawBody[] = [];
      for await (const page of pages(stationCollection, {})) {
        rows.push(...page.rows);
        raw.push(page.raw);
      }
      const { west, south, east, north } = ANGOLA_BOX;
      const box = { west, south, east: east + inlandDegrees, north };
      const { stations, rejected, drifted } = mapStations(rows, box);
      if (drifted)
        throw new ProviderError('schema', `A lista de estações do INAMET mudou de forma: ${rejected[0]?.reason}`);
      return { stations, rejected, raw };
    },
    observations: ({ fromMs, toMs }) => pages(synopCollection, { datetime: `${iso(fromMs)}/${iso(toMs)}` }),
  };
}

function iso(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}
