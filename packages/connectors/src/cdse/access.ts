import { ProviderError } from '../core/failures.ts';
import { ANGOLA_BOX } from '../core/grid.ts';
import type { HttpClient, HttpRequest } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import { AREA, TYPES } from './client.ts';
import { answerWire, COLLECTION, restoAnswerWire, stacAnswerWire, tokenWire, userInfoWire } from './wire.ts';

const { west, south, east, north } = ANGOLA_BOX;
const BOX = [west, south, east, north].join(',');
const STAC_COLLECTIONS = [
  'sentinel-3-olci-2-wfr-nrt',
  'sentinel-3-olci-2-wfr-ntc',
  'sentinel-3-sl-2-wst-nrt',
  'sentinel-3-sl-2-wst-ntc',
  'sentinel-3-sr-2-wat-nrt',
  'sentinel-3-sr-2-wat-stc',
  'sentinel-3-sr-2-wat-ntc',
];

/** Sensed between these instants, over the sea of Angola. */
export type ProbeSpan = { readonly fromMs: number; readonly toMs: number };
export type ProbeOptions = Pick<HttpRequest, 'timeoutMs' | 'signal'>;

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** Sentinel-3 water products that OData counts. Throws `ProviderError`. */
export async function countByOData(
  http: HttpClient,
  baseUrl: string,
  span: ProbeSpan,
  options: ProbeOptions,
): Promise<number> {
  const filter = `Collection/Name eq '${COLLECTION}' and ${AREA} and (${TYPES}) and ContentDate/Start ge ${iso(span.fromMs)} and ContentDate/Start lt ${iso(span.toMs)}`;
  const raw = await http.request({
    ...options,
    url: `${baseUrl}/Products?$filter=${encodeURIComponent(filter)}&$top=5&$count=True`,
    headers: { accept: 'application/json' },
  });
  const answer = parseJson(raw, answerWire);
  return answer['@odata.count'] ?? answer.value.length;
}

/** Items that the STAC search matches; where it does not count them, those of the first page. Throws `ProviderError`. */
export async function countByStac(
  http: HttpClient,
  baseUrl: string,
  span: ProbeSpan,
  options: ProbeOptions,
): Promise<number> {
  const search = new URLSearchParams({
    collections: STAC_COLLECTIONS.join(','),
    bbox: BOX,
    datetime: `${iso(span.fromMs)}/${iso(span.toMs)}`,
    limit: '5',
  });
  const raw = await http.request({
    ...options,
    url: `${baseUrl}/search?${search}`,
    headers: { accept: 'application/geo+json' },
  });
  const answer = parseJson(raw, stacAnswerWire);
  return answer.numberMatched ?? answer.features.length;
}

/** Products that OpenSearch (resto) counts: withdrawn by its source in March 2026. Throws `ProviderError`. */
export async function countByOpenSearch(
  http: HttpClient,
  baseUrl: string,
  span: ProbeSpan,
  options: ProbeOptions,
): Promise<number> {
  const search = new URLSearchParams({
    maxRecords: '3',
    box: BOX,
    startDate: iso(span.fromMs),
    completionDate: iso(span.toMs),
  });
  const raw = await http.request({
    ...options,
    url: `${baseUrl}/collections/Sentinel3/search.json?${search}`,
    headers: { accept: 'application/json' },
  });
  return parseJson(raw, restoAnswerWire).properties.totalResults;
}

/** Checks that the identity service answers its discovery document. Throws `ProviderError`. */
export async function askIdentity(http: HttpClient, baseUrl: string, options: ProbeOptions): Promise<void> {
  await http.request({
    ...options,
    url: `${baseUrl}/.well-known/openid-configuration`,
    headers: { accept: 'application/json' },
  });
}

export type CdseAccount = { readonly username: string; readonly password: string };
export type CdseSession = {
  /** User name of a token that the service accepts now. Throws `ProviderError`: `auth` for a bad account. */
  check(http: HttpClient, options: ProbeOptions): Promise<string | null>;
  /** When the token in hand ends; null before the first. */
  expiresAtMs(): number | null;
  /** When it can no longer be renewed without the password; null before the first. */
  refreshUntilMs(): number | null;
};

/**
 * A session of Copernicus Data Space: tokens last 600 s. One that is over, or that the service refuses with 401, is
 * renewed with its refresh token, and where that is over too, with the password. Tokens stay in memory.
 */
export function createCdseSession(baseUrl: string, account: CdseAccount, nowMs: () => number): CdseSession {
  let held: { access: string; untilMs: number; refresh: string | null; refreshUntilMs: number } | null = null;

  async function ask(http: HttpClient, form: Readonly<Record<string, string>>, options: ProbeOptions): Promise<string> {
    const raw = await http.request({
      ...options,
      url: `${baseUrl}/protocol/openid-connect/token`,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: 'cdse-public', ...form }).toString(),
    });
    const answer = parseJson(raw, tokenWire);
    held = {
      access: answer.access_token,
      untilMs: nowMs() + answer.expires_in * 1000,
      refresh: answer.refresh_token ?? null,
      refreshUntilMs: nowMs() + (answer.refresh_expires_in ?? 0) * 1000,
    };
    return held.access;
  }

  const login = (http: HttpClient, options: ProbeOptions) =>
    ask(http, { grant_type: 'password', username: account.username, password: account.password }, options);

  async function renew(http: HttpClient, options: ProbeOptions): Promise<string> {
    const before = held;
    held = null;
    if (before?.refresh == null || before.refreshUntilMs <= nowMs()) return login(http, options);
    try {
      return await ask(http, { grant_type: 'refresh_token', refresh_token: before.refresh }, options);
    } catch (error) {
      // A refresh token that was revoked meanwhile answers 400 or 401: the password still opens.
      if (error instanceof ProviderError && (error.status === 400 || error.status === 401)) return login(http, options);
      throw error;
    }
  }

  async function whose(http: HttpClient, token: string, options: ProbeOptions): Promise<string | null> {
    const raw = await http.request({
      ...options,
      url: `${baseUrl}/protocol/openid-connect/userinfo`,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    });
    return parseJson(raw, userInfoWire).preferred_username ?? null;
  }

  return {
    expiresAtMs: () => held?.untilMs ?? null,
    refreshUntilMs: () => held?.refreshUntilMs ?? null,
    async check(http, options) {
      const isFresh = held !== null && held.untilMs > nowMs();
      const token = held !== null && isFresh ? held.access : await renew(http, options);
      try {
        return await whose(http, token, options);
      } catch (error) {
        if (!isFresh || !(error instanceof ProviderError) || error.status !== 401) throw error;
        return whose(http, await renew(http, options), options);
      }
    },
  };
}
