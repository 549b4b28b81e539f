import { ProviderError } from '../core/failures.ts';
import type { RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { SITES_PER_PAGE, sitesWire } from './wire.ts';

export type SitePage = {
  readonly rows: readonly unknown[];
  /** Sites of the whole search; null where the answer does not say. */
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
    url: `${path}?${query}&token=${encodeURIComponent(token)}`,
    headers: { accept: 'application/json' },
    signal: context.signal,
  });
  // The body is kept with its address, which anybody may read later: the token must not be in it.
  const raw = { ...response, url: `${path}?${query}` };
  const asked = whole(response.headers['x-page']);
  if (asked !== null && asked !== page)
    throw new ProviderError('provider', `Protected Planet: pedida a página ${page}, recebida a ${asked}`);
  return { rows: parseJson(raw, sitesWire).protected_areas, total: whole(response.headers['x-total']), raw };
}

function whole(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}
