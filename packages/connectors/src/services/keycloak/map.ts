import type {
  keycloakClientSchema,
  keycloakSessionSchema,
  keycloakUserSchema,
  realmSchema,
} from '@kianda/contract/people/identity/keycloak.contract';
import type { z } from 'zod';
import type { clientWire, realmWire, sessionWire, userWire } from './wire.ts';

export type KeycloakRealm = z.output<typeof realmSchema>;
export type KeycloakUser = z.output<typeof keycloakUserSchema>;
export type KeycloakClient = z.output<typeof keycloakClientSchema>;
export type KeycloakSession = z.output<typeof keycloakSessionSchema>;

/** Settings of a realm without secrets: the others may contain mail servers, keys and identity providers. */
const openSettings = [
  'sslRequired',
  'registrationAllowed',
  'loginWithEmailAllowed',
  'bruteForceProtected',
  'failureFactor',
  'revokeRefreshToken',
  'refreshTokenMaxReuse',
  'accessTokenLifespan',
  'ssoSessionIdleTimeout',
  'ssoSessionMaxLifespan',
  'offlineSessionIdleTimeout',
  'defaultLocale',
  'supportedLocales',
  'internationalizationEnabled',
  'eventsEnabled',
  'adminEventsEnabled',
  'passwordPolicy',
  'otpPolicyType',
];

/** A realm; a brief one has little more than its names. */
export function mapRealm(wire: z.output<typeof realmWire>): KeycloakRealm {
  const open = openSettings.filter((name) => wire[name] !== undefined).map((name) => [name, wire[name]] as const);
  return {
    ...Object.fromEntries(open),
    id: wire.id ?? wire.realm,
    realm: wire.realm,
    displayName: wire.displayName == null || wire.displayName === '' ? wire.realm : wire.displayName,
    enabled: wire.enabled ?? true,
  };
}

export function mapUser(wire: z.output<typeof userWire>): KeycloakUser {
  return {
    id: wire.id,
    username: wire.username,
    ...present('firstName', wire.firstName),
    ...present('lastName', wire.lastName),
    ...present('email', wire.email),
    emailVerified: wire.emailVerified ?? false,
    enabled: wire.enabled ?? false,
    totp: wire.totp ?? false,
    createdTimestamp: wire.createdTimestamp ?? 0,
    requiredActions: wire.requiredActions ?? [],
    disableableCredentialTypes: wire.disableableCredentialTypes ?? [],
    notBefore: wire.notBefore ?? 0,
    ...present('attributes', wire.attributes),
    access: wire.access ?? {},
  };
}

/** A client without its secret, which Keycloak reveals to every manager of the client. */
export function mapClient(wire: z.output<typeof clientWire>): KeycloakClient {
  const attributes = Object.entries(wire.attributes ?? {}).flatMap(([name, value]) =>
    value === null || /secret|password|private/i.test(name) ? [] : [[name, value] as const],
  );
  return {
    id: wire.id,
    clientId: wire.clientId,
    ...present('name', wire.name),
    ...present('description', wire.description),
    enabled: wire.enabled ?? false,
    protocol: wire.protocol ?? 'openid-connect',
    publicClient: wire.publicClient ?? false,
    bearerOnly: wire.bearerOnly ?? false,
    standardFlowEnabled: wire.standardFlowEnabled ?? false,
    directAccessGrantsEnabled: wire.directAccessGrantsEnabled ?? false,
    serviceAccountsEnabled: wire.serviceAccountsEnabled ?? false,
    redirectUris: wire.redirectUris ?? [],
    webOrigins: wire.webOrigins ?? [],
    ...present('rootUrl', wire.rootUrl),
    ...present('baseUrl', wire.baseUrl),
    attributes: Object.fromEntries(attributes),
    defaultClientScopes: wire.defaultClientScopes ?? [],
    optionalClientScopes: wire.optionalClientScopes ?? [],
    fullScopeAllowed: wire.fullScopeAllowed ?? false,
    consentRequired: wire.consentRequired ?? false,
    access: wire.access ?? {},
  };
}

export function mapSession(wire: z.output<typeof sessionWire>): KeycloakSession {
  return {
    id: wire.id,
    username: wire.username ?? '',
    userId: wire.userId ?? '',
    ipAddress: wire.ipAddress ?? '',
    start: wire.start,
    lastAccess: wire.lastAccess,
    ...present('rememberMe', wire.rememberMe),
    clients: wire.clients ?? {},
    ...(wire.type === 'REGULAR' || wire.type === 'OFFLINE' ? { type: wire.type } : {}),
  };
}

/** One list of the sessions of several clients; a session of two clients comes once, with both. */
export function mergeSessions(lists: readonly (readonly KeycloakSession[])[]): KeycloakSession[] {
  const merged = new Map<string, KeycloakSession>();
  for (const session of lists.flat()) {
    const known = merged.get(session.id);
    merged.set(
      session.id,
      known === undefined ? session : { ...known, clients: { ...known.clients, ...session.clients } },
    );
  }
  return [...merged.values()].toSorted((a, b) => b.lastAccess - a.lastAccess);
}

function present<K extends string, T>(name: K, value: T | null | undefined): { [P in K]?: T } {
  return (value == null ? {} : { [name]: value }) as { [P in K]?: T };
}
