import { z } from 'zod';
import { ProviderError } from '../../core/failures.ts';
import type { HttpMethod, HttpResponse } from '../../core/http.ts';
import { parseJson } from '../../core/parse.ts';
import { queryText, type ServiceReach } from '../reach.ts';
import {
  type KeycloakClient,
  type KeycloakRealm,
  type KeycloakSession,
  type KeycloakUser,
  mapClient,
  mapRealm,
  mapSession,
  mapUser,
  mergeSessions,
} from './map.ts';
import { clientWire, realmWire, refusalWire, sessionWire, statsWire, tokenWire, userWire } from './wire.ts';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;
type Page = { readonly first: number; readonly max: number; readonly search?: string | undefined };
type UserFields = {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly attributes?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
};

/** A token is renewed this long before its end. */
const renewBeforeMs = 30_000;
/** Clients asked at once where sessions have to be collected client by client. */
const parallel = 5;

/** The administration of a Keycloak (17 or later), signed in as a client with a service account. Throws `ProviderError`. */
export function createKeycloak(options: {
  reach: ServiceReach;
  /** Where the client is registered. */
  realm: string;
  clientId: string;
  clientSecret: string;
  nowMs: () => number;
}) {
  const { reach, nowMs } = options;
  let token: { readonly value: Promise<string>; untilMs: number } | null = null;

  async function signIn(): Promise<string> {
    const response = await reach.http.request({
      url: `${reach.baseUrl}/realms/${encodeURIComponent(options.realm)}/protocol/openid-connect/token`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: options.clientId,
        client_secret: options.clientSecret,
      }).toString(),
      // A wrong secret is 401 in newer releases, 400 in older ones.
      accept: [400],
    });
    if (response.status === 400) throw new ProviderError('auth', 'o cliente foi recusado', { status: 401 });
    const { access_token: value, expires_in: seconds } = parseJson(response, tokenWire);
    if (token !== null) token.untilMs = nowMs() + (seconds ?? 60) * 1000 - renewBeforeMs;
    return value;
  }

  /** One token for all that ask; a failed sign-in is forgotten. */
  function bearer(): Promise<string> {
    if (token !== null && token.untilMs > nowMs()) return token.value;
    const fresh = { value: Promise.resolve().then(signIn), untilMs: Number.POSITIVE_INFINITY };
    token = fresh;
    fresh.value.catch(() => {
      if (token === fresh) token = null;
    });
    return fresh.value;
  }

  async function once(method: HttpMethod, path: string, body: unknown, statuses: readonly number[]) {
    return reach.http.request({
      url: `${reach.baseUrl}/admin/realms${path}`,
      method,
      headers: {
        authorization: `Bearer ${await bearer()}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      accept: [401, ...statuses],
    });
  }

  /** A token that was revoked meanwhile is renewed once: the request it came with was not done. */
  async function ask(
    method: HttpMethod,
    path: string,
    body?: unknown,
    statuses: readonly number[] = [],
  ): Promise<HttpResponse> {
    let response = await once(method, path, body, statuses);
    if (response.status === 401) {
      token = null;
      response = await once(method, path, body, statuses);
    }
    if (response.status === 401) throw new ProviderError('auth', 'a credencial foi recusada', { status: 401 });
    return response;
  }

  const get = async <S extends z.ZodType>(path: string, schema: S, query: Query = {}): Promise<z.output<S>> =>
    parseJson(await ask('GET', `${path}${queryText(query)}`), schema);

  /** An act; what Keycloak answers against it is told in its own words. */
  async function act(method: HttpMethod, path: string, body?: unknown): Promise<HttpResponse> {
    const response = await ask(method, path, body, [400, 409]);
    if (response.status !== 400 && response.status !== 409) return response;
    const told = refusalWire.safeParse(parseJson(response, z.unknown())).data;
    const message = told?.errorMessage ?? told?.error_description ?? told?.error ?? `HTTP ${response.status}`;
    throw new ProviderError('request', message, { status: response.status });
  }

  const within = (realm: string, rest = '') => `/${encodeURIComponent(realm)}${rest}`;
  const id = (value: string) => encodeURIComponent(value);

  async function userSessionsOfClient(realm: string, clientId: string, page: Page): Promise<KeycloakSession[]> {
    const query = { first: page.first, max: page.max };
    const found = await get(within(realm, `/clients/${id(clientId)}/user-sessions`), z.array(sessionWire), query);
    return found.map(mapSession);
  }

  /** As the console of Keycloak asks; releases without that are asked client by client. */
  async function sessions(realm: string, page: Page, type: string): Promise<KeycloakSession[]> {
    const asked = { type, search: page.search, first: page.first, max: page.max };
    const response = await ask('GET', `${within(realm, '/ui-ext/sessions')}${queryText(asked)}`, undefined, [404, 405]);
    if (response.status < 300) return parseJson(response, z.array(sessionWire)).map(mapSession);
    if (type === 'OFFLINE') return [];
    const clients = (await get(within(realm, '/client-session-stats'), statsWire)).filter(
      ({ active }) => Number(active) > 0,
    );
    const lists: KeycloakSession[][] = [];
    const upTo = { first: 0, max: page.first + page.max };
    for (let next = 0; next < clients.length; next += parallel) {
      const some = clients.slice(next, next + parallel);
      lists.push(...(await Promise.all(some.map((client) => userSessionsOfClient(realm, client.id, upTo)))));
    }
    const wanted = page.search?.toLowerCase() ?? '';
    return mergeSessions(lists)
      .filter((session) => session.username.toLowerCase().includes(wanted) || session.ipAddress.includes(wanted))
      .slice(page.first, page.first + page.max);
  }

  return {
    realms: async (): Promise<KeycloakRealm[]> => (await get('', z.array(realmWire))).map(mapRealm),
    realm: async (realm: string): Promise<KeycloakRealm> => mapRealm(await get(within(realm), realmWire)),

    /** Whole representations: a brief one would pass an unknown for a no. */
    async users(realm: string, query: Query): Promise<KeycloakUser[]> {
      const whole = { ...query, briefRepresentation: false };
      return (await get(within(realm, '/users'), z.array(userWire), whole)).map(mapUser);
    },
    userCount: (realm: string, query: Query): Promise<number> =>
      get(within(realm, '/users/count'), z.number().int(), query),
    user: async (realm: string, user: string): Promise<KeycloakUser> =>
      mapUser(await get(within(realm, `/users/${id(user)}`), userWire)),
    userSessions: async (realm: string, user: string): Promise<KeycloakSession[]> =>
      (await get(within(realm, `/users/${id(user)}/sessions`), z.array(sessionWire))).map(mapSession),

    clients: async (realm: string, query: Query): Promise<KeycloakClient[]> =>
      (await get(within(realm, '/clients'), z.array(clientWire), query)).map(mapClient),
    clientSessions: userSessionsOfClient,
    clientStats: (realm: string) => get(within(realm, '/client-session-stats'), statsWire),
    sessions,

    /** Answers the id, which Keycloak tells in the header `Location` alone. */
    async createUser(realm: string, fields: UserFields): Promise<string> {
      const { headers } = await act('POST', within(realm, '/users'), fields);
      const made = headers.location?.split('/').at(-1);
      if (made === undefined || made === '') throw new ProviderError('schema', 'utilizador criado sem endereço');
      return decodeURIComponent(made);
    },

    /** What is not given stays: Keycloak takes a missing attribute for one to delete. */
    async updateUser(realm: string, user: string, fields: UserFields): Promise<void> {
      const path = within(realm, `/users/${id(user)}`);
      const now = await get(path, z.record(z.string(), z.unknown()));
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const attributes = { ...(now.attributes as object | undefined), ...fields.attributes };
      await act('PUT', path, { ...now, ...given, attributes });
    },

    async deleteUser(realm: string, user: string): Promise<void> {
      await act('DELETE', within(realm, `/users/${id(user)}`));
    },
    async logoutUser(realm: string, user: string): Promise<void> {
      await act('POST', within(realm, `/users/${id(user)}/logout`));
    },
    /** A session that is not among the online ones is looked for among the offline ones: whoever ends it sees no difference. */
    async endSession(realm: string, session: string, isOffline: boolean): Promise<void> {
      const end = (offline: boolean) =>
        act('DELETE', `${within(realm, `/sessions/${id(session)}`)}${queryText({ isOffline: offline || undefined })}`);
      if (isOffline) await end(true);
      else
        await end(false).catch((error: unknown) => {
          if (error instanceof ProviderError && error.status === 404) return end(true);
          throw error;
        });
    },
  };
}
