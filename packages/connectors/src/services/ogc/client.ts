import { z } from 'zod';
import { ProviderError } from '../../core/failures.ts';
import type { HttpResponse } from '../../core/http.ts';
import { parseJson } from '../../core/parse.ts';
import { basicAuthorization, queryText, type ServiceClient } from '../service-client.ts';
import { ownAddress, queryOfToken, withLinksTo, withSelection } from './links.ts';

/** Content types besides JSON that a service may send through our address; none that a browser would run. */
const passed =
  /^(application\/(octet-stream|vnd\.mapbox-vector-tile|x-netcdf|pdf)|image\/(png|jpeg|webp|tiff)|text\/(csv|plain))/;
const isJson = (contentType: string) => /^[\w.+-]+\/(?:[\w.+-]+\+)?json/.test(contentType);

export type GatewayAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON document, its links pointing at the public address, or bytes. */
  readonly body: unknown;
};

/** Reads a STAC API or an OGC API (pygeoapi) so that its answers look as if given here. Throws `ProviderError`. */
export function createGateway(options: {
  serviceClient: ServiceClient;
  /** Base address of the links in its answers, without a final slash. */
  publicUrl: string;
  username?: string | undefined;
  password?: string | undefined;
  /** True when the links to other pages carry one parameter `token` in place of the service's own. */
  tokens: boolean;
}) {
  const { serviceClient, publicUrl, tokens } = options;
  const authorization = basicAuthorization(options.username, options.password);

  function answerOf(response: HttpResponse, path: string, search = ''): GatewayAnswer {
    const { status, headers, contentType, bytes } = response;
    if (bytes.length === 0) return { status, contentType, headers, body: undefined };
    if (isJson(contentType)) {
      const document = parseJson(response, z.unknown());
      const said = ownAddress(document, path);
      const addresses = [serviceClient.baseUrl, ...(said === null || said === '' ? [] : [said])];
      const body = withLinksTo(withSelection(document, search), { addresses, publicUrl, tokens });
      return { status, contentType, headers, body };
    }
    if (!passed.test(contentType)) {
      throw new ProviderError('schema', `respondeu ${contentType === '' ? 'sem tipo de conteúdo' : contentType}`);
    }
    return { status, contentType, headers, body: bytes };
  }

  return {
    /** `path` below the service's address, already encoded. */
    async get(
      path: string,
      query: Readonly<Record<string, string | number | boolean | undefined>>,
    ): Promise<GatewayAnswer> {
      const { token, ...rest } = query;
      const carried = queryOfToken(token === undefined ? undefined : String(token));
      const search = carried === null ? queryText(query) : carried === '' ? '' : `?${carried}`;
      // Without it pygeoapi answers in the format that the caller's browser prefers.
      const accept = rest.f === undefined ? 'application/json, application/geo+json, */*;q=0.5' : '*/*';
      const response = await serviceClient.http.request({
        url: `${serviceClient.baseUrl}${path}${search}`,
        headers: { accept, ...authorization },
      });
      return answerOf(response, path, search);
    },

    async send(
      method: 'POST' | 'DELETE',
      path: string,
      body: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<GatewayAnswer> {
      const response = await serviceClient.http.request({
        url: `${serviceClient.baseUrl}${path}`,
        method,
        headers: {
          accept: 'application/json, */*;q=0.5',
          'content-type': 'application/json',
          ...authorization,
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answerOf(response, path);
    },
  };
}
