import { ProviderError } from '../core/failures.ts';
import type { RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { SITES_PER_PAGE, sitesWire } from './wire.ts';

export type SitePage = {
  readonly rows: readonly unknown[];
  /** Sites of the whole search; null where the answer does not state it. */
  readonly total: number | null;
  readonly raw: RawBody;
};

/** A page of the protected areas of Angola, with geometry; pages count from 1. Throws `ProviderError`: `auth` without a token. */
export async function fetchSites(settings: ConnectorSettings, context: PullContext, page: number): Promise<SitePage> {
  const token = settings.credentials?.token?.trim() ?? '';
  if (token === '') throw new ProviderError('auth', 'Protected Planet: falta a credencial «token»');
  const path = `${settings.baseUrl.replace(/\/+$/, '')}/v4/protected_areas/search`;
  const query = new URLSearchParams({
    country: 'AGO',
    with_geometry: 'true',
    page: String(page),
    per_page: String(SITES_PER_PAGE),
  });
  const response = await context.http.request({
    url: `${path}?${query}`,
    // A token in the address is deprecated, and would be stored with the body.
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    signal: context.signal,
  });
  const received = count(response.headers['x-page']);
  if (received !== null && received !== page)
    throw new ProviderError('provider', `Protected Planet: pedida a página ${page}, recebida a ${received}`);
  return {
    rows: parseJson(response, sitesWire).protected_areas,
    total: count(response.headers['x-total']),
    raw: response,
  };
}

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}
