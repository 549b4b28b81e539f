import { z } from 'zod';
import { ProviderError } from '../../core/failures.ts';
import { parseJson } from '../../core/parse.ts';
import { queryText } from '../service-client.ts';
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
import { createRequests, id, type KeycloakOptions, type KeycloakRequests, type Query, within } from './requests.ts';
import { clientWire, realmWire, sessionWire, statsWire, userWire } from './wire.ts';

type Page = { readonly first: number; readonly max: number; readonly search?: string | undefined };
type UserFields = {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly attributes?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
};

/** Clients asked at once where sessions have to be collected client by client. */
const parallel = 5;

/** The administration of a Keycloak (17 or later), signed in as a client with a service account. Throws `ProviderError`. */
export function createKeycloak(options: KeycloakOptions) {
  const requests = createRequests(options);
  return { ...realmQueries(requests), ...userOperations(requests), ...sessionOperations(requests) };
}

function realmQueries({ get }: KeycloakRequests) {
  return {
    realms: async (): Promise<KeycloakRealm[]> => (await get('', z.array(realmWire))).map(mapRealm),
    realm: async (realm: string): Promise<KeycloakRealm> => mapRealm(await get(within(realm), realmWire)),

    clients: async (realm: string, query: Query): Promise<KeycloakClient[]> =>
      (await get(within(realm, '/clients'), z.array(clientWire), query)).map(mapClient),
    clientStats: (realm: string) => get(within(realm, '/client-session-stats'), statsWire),
  };
}

function userOperations({ get, act }: KeycloakRequests) {
  return {
    /** Asks for whole representations, because a brief one gives an unknown value as false. */
    async users(realm: string, query: Query): Promise<KeycloakUser[]> {
      const fullQuery = { ...query, briefRepresentation: false };
      return (await get(within(realm, '/users'), z.array(userWire), fullQuery)).map(mapUser);
    },
    userCount: (realm: string, query: Query): Promise<number> =>
      get(within(realm, '/users/count'), z.number().int(), query),
    user: async (realm: string, user: string): Promise<KeycloakUser> =>
      mapUser(await get(within(realm, `/users/${id(user)}`), userWire)),

    /** Resolves with the new id, which Keycloak gives in the header `Location` alone. */
    async createUser(realm: string, fields: UserFields): Promise<string> {
      const { headers } = await act('POST', within(realm, '/users'), fields);
      const userId = headers.location?.split('/').at(-1);
      if (userId === undefined || userId === '') throw new ProviderError('schema', 'utilizador criado sem endereço');
      return decodeURIComponent(userId);
    },

    /** Sends all fields, changed or not, because Keycloak deletes an attribute that is missing. */
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
  };
}

function sessionOperations(requests: KeycloakRequests) {
  const { get, act } = requests;
  return {
    sessions: (realm: string, page: Page, type: string) => sessionsOfRealm(requests, { realm, page, type }),
    clientSessions: (realm: string, clientId: string, page: Page) =>
      sessionsOfClient(requests, { realm, clientId, page }),
    userSessions: async (realm: string, user: string): Promise<KeycloakSession[]> =>
      (await get(within(realm, `/users/${id(user)}/sessions`), z.array(sessionWire))).map(mapSession),

    async logoutUser(realm: string, user: string): Promise<void> {
      await act('POST', within(realm, `/users/${id(user)}/logout`));
    },
    /** Ends a session; one that is not found online is ended offline, because the caller sees no difference. */
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

async function sessionsOfClient(
  { get }: KeycloakRequests,
  { realm, clientId, page }: { realm: string; clientId: string; page: Page },
): Promise<KeycloakSession[]> {
  const query = { first: page.first, max: page.max };
  const found = await get(within(realm, `/clients/${id(clientId)}/user-sessions`), z.array(sessionWire), query);
  return found.map(mapSession);
}

/** Sessions by the request of Keycloak's own console; client by client in releases that lack it. */
async function sessionsOfRealm(
  requests: KeycloakRequests,
  { realm, page, type }: { realm: string; page: Page; type: string },
): Promise<KeycloakSession[]> {
  const { send, get } = requests;
  const query = { type, search: page.search, first: page.first, max: page.max };
  const response = await send('GET', `${within(realm, '/ui-ext/sessions')}${queryText(query)}`, undefined, [404, 405]);
  if (response.status < 300) return parseJson(response, z.array(sessionWire)).map(mapSession);
  if (type === 'OFFLINE') return [];
  const clients = (await get(within(realm, '/client-session-stats'), statsWire)).filter(
    ({ active }) => Number(active) > 0,
  );
  const lists: KeycloakSession[][] = [];
  const upTo = { first: 0, max: page.first + page.max };
  for (let next = 0; next < clients.length; next += parallel) {
    const batch = clients.slice(next, next + parallel);
    lists.push(
      ...(await Promise.all(
        batch.map((client) => sessionsOfClient(requests, { realm, clientId: client.id, page: upTo })),
      )),
    );
  }
  const wanted = page.search?.toLowerCase() ?? '';
  return mergeSessions(lists)
    .filter((session) => session.username.toLowerCase().includes(wanted) || session.ipAddress.includes(wanted))
    .slice(page.first, page.first + page.max);
}
