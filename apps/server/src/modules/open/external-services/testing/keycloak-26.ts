import type { Recording } from '../../../../testing/replay.ts';

/**
 * Answers of Keycloak 26 (admin REST API, `services/…/admin`, and its console's `ui-ext`), for a confidential client with
 * a service account in the realm `mar`. Its quirks: counts as texts or bare numbers, identifiers in `Location` alone,
 * values that are not set left out, secrets told to whoever may manage.
 */
const users = [
  {
    id: '8a1f0f5e-1111-4000-8000-000000000001',
    username: 'ana',
    firstName: 'Ana',
    lastName: 'Neto',
    email: 'ana@mar.ao',
    emailVerified: true,
    attributes: { departamento: ['Frota'] },
    userProfileMetadata: { attributes: [] },
    enabled: true,
    createdTimestamp: 1_725_000_000_000,
    totp: true,
    disableableCredentialTypes: ['otp'],
    requiredActions: [],
    notBefore: 0,
    access: { manageGroupMembership: true, view: true, mapRoles: true, impersonate: false, manage: true },
  },
  // As a federated user without a name comes.
  {
    id: '8a1f0f5e-1111-4000-8000-000000000002',
    username: 'bento',
    emailVerified: false,
    enabled: false,
    createdTimestamp: 1_725_000_100_000,
    federationLink: 'ldap-1',
    access: { view: true },
  },
];

const client = {
  id: 'b5c2a1de-2222-4000-8000-000000000001',
  clientId: 'portal',
  name: 'Portal',
  secret: 'segredo-do-portal',
  surrogateAuthRequired: false,
  enabled: true,
  alwaysDisplayInConsole: false,
  clientAuthenticatorType: 'client-secret',
  redirectUris: ['https://portal.mar.ao/*'],
  webOrigins: ['https://portal.mar.ao'],
  notBefore: 0,
  bearerOnly: false,
  consentRequired: false,
  standardFlowEnabled: true,
  directAccessGrantsEnabled: false,
  serviceAccountsEnabled: true,
  publicClient: false,
  frontchannelLogout: true,
  protocol: 'openid-connect',
  attributes: { 'client.secret.creation.time': '1725000000', 'post.logout.redirect.uris': '+' },
  fullScopeAllowed: true,
  defaultClientScopes: ['web-origins', 'acr', 'profile', 'roles', 'basic', 'email'],
  optionalClientScopes: ['address', 'phone', 'offline_access', 'microprofile-jwt'],
  access: { view: true, configure: true, manage: true },
};
const other = { ...client, id: 'b5c2a1de-2222-4000-8000-000000000002', clientId: 'mapas', protocol: undefined };

const session = (number: number, username: string, lastAccess: number, of: { id: string; clientId: string }) => ({
  id: `0b7c0000-3333-4000-8000-00000000000${number}`,
  username,
  userId: users[0]?.id,
  ipAddress: '10.0.0.1',
  start: 1_725_000_000_000,
  lastAccess,
  rememberMe: false,
  clients: { [of.id]: of.clientId },
  transientUser: false,
});

const realm = '/admin/realms/mar';

export const keycloak26: Recording = {
  'POST /realms/mar/protocol/openid-connect/token': ({ body }) => {
    const form = new URLSearchParams(body);
    return form.get('client_secret') === 'certo'
      ? {
          body: {
            access_token: 'eyJ.chave.1',
            expires_in: 300,
            refresh_expires_in: 0,
            token_type: 'Bearer',
            'not-before-policy': 0,
            scope: 'profile email',
          },
        }
      : {
          status: 401,
          body: { error: 'unauthorized_client', error_description: 'Invalid client or Invalid client credentials' },
        };
  },
  'GET /admin/realms': {
    body: [
      {
        id: '1c9d7a50-0000-4000-8000-000000000000',
        realm: 'mar',
        displayName: 'Mar de Angola',
        enabled: true,
        sslRequired: 'external',
        bruteForceProtected: true,
        smtpServer: { host: 'smtp.mar.ao', user: 'correio', password: '**********' },
        identityProviders: [{ alias: 'gov', config: { clientSecret: '**********' } }],
      },
    ],
  },
  [`GET ${realm}`]: { body: { realm: 'mar' } },
  [`GET ${realm}/users`]: ({ url }) => {
    const first = Number(url.searchParams.get('first') ?? 0);
    return { body: users.slice(first, first + Number(url.searchParams.get('max') ?? 100)) };
  },
  [`GET ${realm}/users/count`]: { body: '2', headers: { 'content-type': 'application/json' } },
  [`GET ${realm}/users/${users[0]?.id}`]: { body: users[0] },
  [`POST ${realm}/users`]: ({ body }) =>
    JSON.parse(body).username === 'ana@mar.ao'
      ? { status: 409, body: { errorMessage: 'User exists with same username' } }
      : {
          status: 201,
          headers: { location: 'http://sso:8080/admin/realms/mar/users/8a1f0f5e-1111-4000-8000-000000000009' },
        },
  [`PUT ${realm}/users/${users[0]?.id}`]: { status: 204 },
  [`DELETE ${realm}/users/${users[0]?.id}`]: { status: 204 },
  [`POST ${realm}/users/${users[0]?.id}/logout`]: { status: 204 },
  [`GET ${realm}/clients`]: { body: [client, other] },
  [`GET ${realm}/ui-ext/sessions`]: {
    body: [
      { ...session(1, 'ana', 1_725_000_060_000, client), type: 'REGULAR' },
      { ...session(2, 'bento', 1_725_000_050_000, client), type: 'OFFLINE' },
    ],
  },
  [`GET ${realm}/client-session-stats`]: {
    body: [
      { id: client.id, clientId: 'portal', active: '2', offline: '1' },
      { id: other.id, clientId: 'mapas', active: '1', offline: '0' },
    ],
  },
  [`GET ${realm}/clients/${client.id}/user-sessions`]: {
    body: [session(1, 'ana', 1_725_000_060_000, client), session(3, 'carla', 1_725_000_070_000, client)],
  },
  [`GET ${realm}/clients/${other.id}/user-sessions`]: { body: [session(1, 'ana', 1_725_000_060_000, other)] },
  [`DELETE ${realm}/sessions/0b7c0000-3333-4000-8000-000000000001`]: { status: 204 },
  [`DELETE ${realm}/sessions/0b7c0000-3333-4000-8000-000000000002?isOffline=true`]: { status: 204 },
};

/** Releases before the console's own paths. */
export const withoutUiExt: Recording = {
  [`GET ${realm}/ui-ext/sessions`]: { status: 404, body: { error: 'HTTP 404 Not Found' } },
};
