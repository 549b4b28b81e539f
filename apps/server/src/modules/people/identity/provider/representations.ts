import type { DataOf } from '@kianda/contract';
import type {
  keycloakClientSchema,
  keycloakSessionSchema,
  keycloakUserSchema,
} from '@kianda/contract/people/identity/keycloak.contract';
import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import type { z } from 'zod';
import type { AccountRow, ClientRow } from '../identity.types.ts';
import { accessTokenSeconds } from '../sessions/access-tokens.ts';
import { shownAttributes } from './client-attributes.rules.ts';
import type { OpenSession } from './provider.repository.ts';

type KeycloakUser = z.output<typeof keycloakUserSchema>;
type KeycloakClient = z.output<typeof keycloakClientSchema>;
type KeycloakSession = z.output<typeof keycloakSessionSchema>;
export type RealmRepresentation = DataOf<typeof import('@kianda/contract/people/identity/keycloak.contract').getRealm>;

/** The realm as Keycloak's administration tells it, with the limits that hold here. */
export function realmRepresentation(operatorName: string): RealmRepresentation {
  return {
    id: realmName,
    realm: realmName,
    displayName: operatorName,
    enabled: true,
    sslRequired: 'external',
    registrationAllowed: false,
    loginWithEmailAllowed: true,
    bruteForceProtected: true,
    failureFactor: 5,
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
    accessTokenLifespan: accessTokenSeconds,
    ssoSessionIdleTimeout: 12 * 3600,
    ssoSessionMaxLifespan: 7 * 86_400,
    offlineSessionIdleTimeout: 0,
    defaultLocale: 'pt',
    supportedLocales: ['pt'],
    internationalizationEnabled: false,
    eventsEnabled: true,
    adminEventsEnabled: true,
    passwordPolicy: 'length(12)',
    otpPolicyType: 'totp',
    attributes: {},
  };
}

export function userRepresentation(row: AccountRow, mayManage: boolean): KeycloakUser {
  const [firstName = '', ...rest] = row.name.split(' ');
  return {
    id: row.id,
    username: row.email,
    firstName,
    lastName: rest.join(' '),
    email: row.email,
    emailVerified: true,
    enabled: row.status === 'active',
    totp: row.totp_enabled,
    createdTimestamp: row.created_at.getTime(),
    requiredActions:
      row.must_change_password || (row.password_hash === null && row.status === 'inactive') ? ['UPDATE_PASSWORD'] : [],
    disableableCredentialTypes: [],
    notBefore: 0,
    attributes: { role: [row.role] },
    access: { manage: mayManage, view: true, mapRoles: mayManage, impersonate: false, manageGroupMembership: false },
  };
}

export function clientRepresentation(row: ClientRow, mayManage: boolean): KeycloakClient {
  const origins = row.redirect_uris.filter((uri) => uri.startsWith('http')).map((uri) => new URL(uri).origin);
  return {
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    description: row.description,
    enabled: true,
    protocol: 'openid-connect',
    publicClient: row.secret_hash === null,
    bearerOnly: false,
    standardFlowEnabled: row.redirect_uris.length > 0,
    directAccessGrantsEnabled: false,
    implicitFlowEnabled: false,
    clientAuthenticatorType: 'client-secret',
    serviceAccountsEnabled: row.service_account_id !== null,
    redirectUris: [...row.redirect_uris],
    webOrigins: [...new Set(origins)],
    rootUrl: '',
    baseUrl: '',
    attributes: shownAttributes(row),
    defaultClientScopes: ['openid', 'profile', 'email'],
    optionalClientScopes: [...row.permissions],
    fullScopeAllowed: false,
    consentRequired: true,
    access: { view: true, configure: mayManage, manage: mayManage },
  };
}

export function sessionRepresentation(row: OpenSession, client: ClientRow): KeycloakSession {
  return {
    id: row.id,
    username: row.email,
    userId: row.account_id,
    ipAddress: row.ip_address,
    start: row.created_at.getTime(),
    lastAccess: row.last_used_at.getTime(),
    rememberMe: false,
    clients: { [client.id]: client.client_id },
    userAgent: row.user_agent,
  };
}
