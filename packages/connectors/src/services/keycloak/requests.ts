import { z } from 'zod';
import { ProviderError } from '../../core/failures.ts';
import type { HttpMethod, HttpResponse } from '../../core/http.ts';
import { parseJson } from '../../core/parse.ts';
import { queryText, type ServiceClient } from '../service-client.ts';
import { refusalWire, tokenWire } from './wire.ts';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export type KeycloakOptions = {
  readonly serviceClient: ServiceClient;
  /** Realm in which the client is registered. */
  readonly realm: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly nowMs: () => number;
};

/** A token is renewed this long before its end. */
const renewBeforeMs = 30_000;

/** Requests to the administration API, each with a valid token of the client's service account. */
export function createRequests(options: KeycloakOptions) {
  const { serviceClient } = options;
  const token = createToken(options);

  async function once(method: HttpMethod, path: string, body: unknown, statuses: readonly number[]) {
    return serviceClient.http.request({
      url: `${serviceClient.baseUrl}/admin/realms${path}`,
      method,
      headers: {
        authorization: `Bearer ${await token.bearer()}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      accept: [401, ...statuses],
    });
  }

  /** A token that was revoked meanwhile is renewed once: the request it came with was not done. */
  async function send(
    method: HttpMethod,
    path: string,
    body?: unknown,
    statuses: readonly number[] = [],
  ): Promise<HttpResponse> {
    let response = await once(method, path, body, statuses);
    if (response.status === 401) {
      token.forget();
      response = await once(method, path, body, statuses);
    }
    if (response.status === 401) throw new ProviderError('auth', 'a credencial foi recusada', { status: 401 });
    return response;
  }

  return {
    send,
    async get<S extends z.ZodType>(path: string, schema: S, query: Query = {}): Promise<z.output<S>> {
      return parseJson(await send('GET', `${path}${queryText(query)}`), schema);
    },
    /** A request that changes something; a refusal is thrown with Keycloak's own message. */
    async act(method: HttpMethod, path: string, body?: unknown): Promise<HttpResponse> {
      const response = await send(method, path, body, [400, 409]);
      if (response.status !== 400 && response.status !== 409) return response;
      const refusal = refusalWire.safeParse(parseJson(response, z.unknown())).data;
      const message =
        refusal?.errorMessage ?? refusal?.error_description ?? refusal?.error ?? `HTTP ${response.status}`;
      throw new ProviderError('request', message, { status: response.status });
    },
  };
}

export type KeycloakRequests = ReturnType<typeof createRequests>;

/** One token for all requests of a client; a failed sign-in is not remembered. */
function createToken({ serviceClient, realm, clientId, clientSecret, nowMs }: KeycloakOptions) {
  let token: { readonly value: Promise<string>; untilMs: number } | null = null;

  async function signIn(): Promise<string> {
    const response = await serviceClient.http.request({
      url: `${serviceClient.baseUrl}/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }).toString(),
      // A wrong secret is 401 in newer releases, 400 in older ones.
      accept: [400],
    });
    if (response.status === 400) throw new ProviderError('auth', 'o cliente foi recusado', { status: 401 });
    const { access_token: value, expires_in: seconds } = parseJson(response, tokenWire);
    if (token !== null) token.untilMs = nowMs() + (seconds ?? 60) * 1000 - renewBeforeMs;
    return value;
  }

  return {
    bearer(): Promise<string> {
      if (token !== null && token.untilMs > nowMs()) return token.value;
      const fresh = { value: Promise.resolve().then(signIn), untilMs: Number.POSITIVE_INFINITY };
      token = fresh;
      fresh.value.catch(() => {
        if (token === fresh) token = null;
      });
      return fresh.value;
    },
    forget(): void {
      token = null;
    },
  };
}

/** Path below a realm. */
export function within(realm: string, rest = ''): string {
  return `/${encodeURIComponent(realm)}${rest}`;
}

/** An identifier as part of a path. */
export function id(value: string): string {
  return encodeURIComponent(value);
}
