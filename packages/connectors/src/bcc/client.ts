import { ProviderError } from '../core/failures.ts';
import type { HttpRequest, RawBody } from '../core/http.ts';
import { decodeText, parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { featuresWire, resourcesWire } from './wire.ts';

const LAYERS_PER_PAGE = 50;
const FEATURES_PER_PAGE = 2_000;
/** A server that never ends its paging must not keep a run alive. */
const MOST_PAGES = 100;

type BccClient = {
  /** Every entry of the list. */
  layers(): Promise<{ readonly rows: readonly unknown[]; readonly raw: readonly RawBody[] }>;
  /** Every feature of a layer (name with workspace), WGS84; null where the map server does not hand it out. */
  features(name: string): Promise<{ readonly rows: readonly unknown[]; readonly raw: readonly RawBody[] } | null>;
};

/** GeoNode of the Benguela Current Convention: its list of layers and its WFS. Throws `ProviderError`. */
export function createBccClient(settings: ConnectorSettings, context: PullContext): BccClient {
  const base = settings.baseUrl.replace(/\/+$/, '');
  const ask = (
    path: string,
    query: Readonly<Record<string, string>>,
    how: Pick<HttpRequest, 'accept' | 'resource'> = {},
  ) =>
    context.http.request({
      url: `${base}${path}?${new URLSearchParams(query)}`,
      headers: { accept: 'application/json' },
      signal: context.signal,
      ...how,
    });

  /** The list under its present path, or the one of older versions. */
  async function listPage(page: number): Promise<RawBody> {
    const query = { page: String(page), page_size: String(LAYERS_PER_PAGE) };
    const answer = await ask('/api/v2/resources', query, { accept: [404] });
    return answer.status === 404 ? ask('/api/v2/datasets', query) : answer;
  }

  return {
    async layers() {
      const rows: unknown[] = [];
      const bodies: RawBody[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const raw = await listPage(page);
        const answer = parseJson(raw, resourcesWire);
        if (answer.page !== page)
          throw new ProviderError(
            'provider',
            `BCC GeoData: pedida a página ${page} da lista, recebida a ${answer.page}`,
          );
        const found = 'resources' in answer ? answer.resources : answer.datasets;
        rows.push(...found);
        bodies.push(raw);
        if (page * answer.page_size >= answer.total || found.length === 0) return { rows, raw: bodies };
      }
      throw new ProviderError('provider', `BCC GeoData: mais de ${MOST_PAGES} páginas de camadas`);
    },

    async features(name) {
      const rows: unknown[] = [];
      const bodies: RawBody[] = [];
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const raw = await ask(
          '/geoserver/ows',
          {
            service: 'WFS',
            version: '2.0.0',
            request: 'GetFeature',
            typeNames: name,
            outputFormat: 'application/json',
            // In this short form GeoServer keeps longitude first; by its URN the axes would be swapped.
            srsName: 'EPSG:4326',
            count: String(FEATURES_PER_PAGE),
            // Layers without a primary key refuse any startIndex: the first page must not name one.
            ...(rows.length === 0 ? {} : { startIndex: String(rows.length) }),
          },
          // Each layer has attributes of its own.
          { accept: [400, 403, 404], resource: `wfs:${name}` },
        );
        if (isException(raw)) return null;
        const { features, numberMatched } = parseJson(raw, featuresWire);
        rows.push(...features);
        bodies.push(raw);
        const more =
          typeof numberMatched === 'number' ? rows.length < numberMatched : features.length === FEATURES_PER_PAGE;
        if (!more || features.length === 0) return { rows, raw: bodies };
      }
      throw new ProviderError('provider', `BCC GeoData: mais de ${MOST_PAGES} páginas de ${name}`);
    },
  };
}

/** Whatever its status, an exception is a report in XML: a layer withheld, or one that is no set of features. */
function isException(body: RawBody): boolean {
  return (
    body.status !== 200 || /<(ows:|ogc:)?(ExceptionReport|ServiceExceptionReport)/.test(decodeText(body).slice(0, 600))
  );
}
