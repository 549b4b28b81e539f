import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { permissions, roles } from '../../core/permissions.ts';
import { realmParams } from './oidc.contract.ts';

/** Answers and refusals as Keycloak's administration gives them. */
const keycloak = { service: 'identity', format: 'standard', faults: 'keycloak' } as const;
export const read = { ...keycloak, access: 'users:read', method: 'GET' } as const;
export const write = { ...keycloak, access: 'users:write', neverStored: true } as const;
export const realm = '/admin/realms/{realm}';
export const entity = realmParams.extend({ id: z.uuid() });
export const page = z.object({
  first: z.coerce.number().int().min(0).max(1_000_000).default(0),
  max: z.coerce.number().int().min(1).max(1000).default(100),
  search: z.string().max(120).optional(),
});

export const realmSchema = z
  .object({ id: z.string(), realm: z.string(), displayName: z.string(), enabled: z.boolean() })
  .loose();

/** Fields that Keycloak omits from brief answers are optional; the platform always sends them. */
export const keycloakUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  emailVerified: z.boolean(),
  enabled: z.boolean(),
  totp: z.boolean(),
  createdTimestamp: z.number(),
  requiredActions: z.array(z.string()),
  disableableCredentialTypes: z.array(z.string()),
  notBefore: z.number(),
  attributes: z.record(z.string(), z.array(z.string())).optional(),
  access: z.record(z.string(), z.boolean()),
});

export const keycloakClientSchema = z.object({
  id: z.string(),
  clientId: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  enabled: z.boolean(),
  protocol: z.string(),
  publicClient: z.boolean(),
  bearerOnly: z.boolean(),
  standardFlowEnabled: z.boolean(),
  directAccessGrantsEnabled: z.boolean(),
  implicitFlowEnabled: z.boolean().optional(),
  clientAuthenticatorType: z.string().optional(),
  serviceAccountsEnabled: z.boolean(),
  redirectUris: z.array(z.string()),
  webOrigins: z.array(z.string()),
  rootUrl: z.string().optional(),
  baseUrl: z.string().optional(),
  attributes: z.record(z.string(), z.string()),
  defaultClientScopes: z.array(z.string()),
  optionalClientScopes: z.array(z.string()),
  fullScopeAllowed: z.boolean(),
  consentRequired: z.boolean(),
  access: z.record(z.string(), z.boolean()),
});

export const keycloakSessionSchema = z.object({
  id: z.string(),
  username: z.string(),
  userId: z.string(),
  ipAddress: z.string(),
  /** ms since 1970. */
  start: z.number(),
  lastAccess: z.number(),
  rememberMe: z.boolean().optional(),
  /** Client's id → its clientId. */
  clients: z.record(z.string(), z.string()),
  /** Kianda's addition, which Keycloak lacks: the user agent of the session's last request. */
  userAgent: z.string().optional(),
  type: z.enum(['REGULAR', 'OFFLINE']).optional(),
});

const sessions = z.array(keycloakSessionSchema);

export const listRealms = endpoint({
  ...read,
  id: 'listRealms',
  path: '/admin/realms',
  summary: 'Domínios de identidade, no formato do Keycloak',
  query: z.object({ briefRepresentation: z.string().max(8).optional() }),
  response: z.array(realmSchema),
});

export const getRealm = endpoint({
  ...read,
  id: 'getRealm',
  path: realm,
  summary: 'Um domínio de identidade, no formato do Keycloak',
  params: realmParams,
  response: realmSchema,
  errors: ['not_found'],
});

export const realmUsers = endpoint({
  ...read,
  id: 'realmUsers',
  personal: true,
  path: `${realm}/users`,
  summary: 'Utilizadores, no formato do Keycloak',
  params: realmParams,
  query: page.extend({
    username: z.string().max(254).optional(),
    email: z.string().max(254).optional(),
    enabled: z.enum(['true', 'false']).optional(),
    firstName: z.string().max(100).optional(),
    lastName: z.string().max(100).optional(),
    exact: z.string().max(8).optional(),
    /** `role:cientista`: the one attribute of users here. */
    q: z.string().max(254).optional(),
    briefRepresentation: z.string().max(8).optional(),
  }),
  response: z.array(keycloakUserSchema),
  errors: ['not_found'],
});

export const realmUserCount = endpoint({
  ...read,
  id: 'realmUserCount',
  path: `${realm}/users/count`,
  summary: 'Número de utilizadores, no formato do Keycloak',
  params: realmParams,
  query: z.object({
    search: z.string().max(120).optional(),
    username: z.string().max(254).optional(),
    email: z.string().max(254).optional(),
    enabled: z.enum(['true', 'false']).optional(),
  }),
  response: z.number().int(),
  errors: ['not_found'],
});

export const realmUser = endpoint({
  ...read,
  id: 'realmUser',
  personal: true,
  path: `${realm}/users/{id}`,
  summary: 'Um utilizador, no formato do Keycloak',
  params: entity,
  response: keycloakUserSchema,
  errors: ['not_found'],
});

const userBody = z.object({
  username: z.string().max(254).optional(),
  email: z.email().max(254).optional(),
  firstName: z.string().max(100).optional(),
  lastName: z.string().max(100).optional(),
  enabled: z.boolean().optional(),
  /** `role`: one of the platform's. */
  attributes: z.object({ role: z.array(z.enum(roles)).length(1).optional() }).optional(),
  /** `UPDATE_PASSWORD`: a new password at the next sign-in. */
  requiredActions: z.array(z.string().max(64)).max(20).optional(),
});

export const keycloakPasswordSchema = z.object({
  type: z.literal('password').default('password'),
  value: z.string().min(1).max(256),
  /** A password that someone else chose is always a temporary one here: false is refused. */
  temporary: z.boolean().default(true),
});

export const createRealmUser = endpoint({
  ...write,
  id: 'createRealmUser',
  method: 'POST',
  path: `${realm}/users`,
  summary: 'Cria um utilizador, no formato do Keycloak',
  params: realmParams,
  body: userBody.extend({ credentials: z.array(keycloakPasswordSchema).max(1).optional() }),
  response: z.unknown(),
  errors: ['not_found', 'conflict', 'password_weak'],
});

export const updateRealmUser = endpoint({
  ...write,
  id: 'updateRealmUser',
  method: 'PUT',
  path: `${realm}/users/{id}`,
  summary: 'Altera um utilizador, no formato do Keycloak',
  params: entity,
  body: userBody,
  response: z.unknown(),
  errors: ['not_found', 'conflict'],
});

export const deleteRealmUser = endpoint({
  ...write,
  id: 'deleteRealmUser',
  method: 'DELETE',
  path: `${realm}/users/{id}`,
  summary: 'Elimina um utilizador, no formato do Keycloak',
  params: entity,
  response: z.unknown(),
  errors: ['not_found', 'conflict'],
});

export const logoutRealmUser = endpoint({
  ...write,
  id: 'logoutRealmUser',
  method: 'POST',
  path: `${realm}/users/{id}/logout`,
  summary: 'Termina todas as sessões de um utilizador',
  params: entity,
  response: z.unknown(),
  errors: ['not_found'],
});

export const realmUserSessions = endpoint({
  ...read,
  id: 'realmUserSessions',
  personal: true,
  path: `${realm}/users/{id}/sessions`,
  summary: 'Sessões de um utilizador, no formato do Keycloak',
  params: entity,
  response: sessions,
  errors: ['not_found'],
});

export const realmClients = endpoint({
  ...read,
  id: 'realmClients',
  path: `${realm}/clients`,
  summary: 'Aplicações clientes, no formato do Keycloak',
  params: realmParams,
  query: page.extend({ clientId: z.string().max(255).optional() }),
  response: z.array(keycloakClientSchema),
  errors: ['not_found'],
});

export const redirectUris = z.array(z.url().max(2_048)).max(20);
/** Permissions that a client's tokens may carry. */
export const optionalClientScopes = z
  .array(z.enum(Object.keys(permissions) as [keyof typeof permissions, ...(keyof typeof permissions)[]]))
  .max(100);
/** By Keycloak's names; several addresses in one value stand between `##`. */
export const clientAttributes = z.record(z.string().max(100), z.string().max(20_000));

export const createRealmClient = endpoint({
  ...write,
  id: 'createRealmClient',
  method: 'POST',
  path: `${realm}/clients`,
  summary: 'Regista uma aplicação cliente; o segredo vem uma só vez',
  params: realmParams,
  body: z.object({
    clientId: z.string().regex(/^[\w.-]{3,100}$/),
    name: z.string().max(120).default(''),
    description: z.string().max(300).default(''),
    publicClient: z.boolean().default(false),
    serviceAccountsEnabled: z.boolean().default(false),
    /** Role of the service account; never an administrator. */
    serviceAccountRole: z.enum(['operador', 'cientista', 'investigador', 'cliente']).default('cliente'),
    /** A secret of the caller's choice; random when absent. */
    secret: z.string().min(32).max(255).optional(),
    redirectUris: redirectUris.default([]),
    optionalClientScopes: optionalClientScopes.default([]),
    attributes: clientAttributes.default({}),
    // Options that the platform lacks are refused, not ignored.
    enabled: z.literal(true).optional(),
    protocol: z.literal('openid-connect').optional(),
    bearerOnly: z.literal(false).optional(),
    implicitFlowEnabled: z.literal(false).optional(),
    directAccessGrantsEnabled: z.literal(false).optional(),
  }),
  response: z.object({ id: z.string(), clientId: z.string(), secret: z.string().nullable() }),
  errors: ['not_found', 'conflict'],
});

export const deleteRealmClient = endpoint({
  ...write,
  id: 'deleteRealmClient',
  method: 'DELETE',
  path: `${realm}/clients/{id}`,
  summary: 'Elimina uma aplicação cliente e termina as suas sessões',
  params: entity,
  response: z.unknown(),
  errors: ['not_found'],
});

export const renewClientSecret = endpoint({
  ...write,
  id: 'renewClientSecret',
  method: 'POST',
  path: `${realm}/clients/{id}/client-secret`,
  summary: 'Dá a uma aplicação um segredo novo; o anterior deixa de servir',
  params: entity,
  response: z.object({ type: z.literal('secret'), value: z.string() }),
  errors: ['not_found', 'conflict'],
});

export const realmClientSessions = endpoint({
  ...read,
  id: 'realmClientSessions',
  personal: true,
  path: `${realm}/clients/{id}/user-sessions`,
  summary: 'Sessões de uma aplicação, no formato do Keycloak',
  params: entity,
  query: page,
  response: sessions,
  errors: ['not_found'],
});

export const realmClientStats = endpoint({
  ...read,
  id: 'realmClientStats',
  path: `${realm}/client-session-stats`,
  summary: 'Sessões ativas por aplicação, no formato do Keycloak',
  params: realmParams,
  /** Counts are texts, as Keycloak gives them. */
  response: z.array(z.object({ id: z.string(), clientId: z.string(), active: z.string(), offline: z.string() })),
  errors: ['not_found'],
});

export const realmSessions = endpoint({
  ...read,
  id: 'realmSessions',
  personal: true,
  path: `${realm}/sessions`,
  summary: 'Sessões abertas, as últimas usadas primeiro',
  params: realmParams,
  query: page,
  response: sessions,
  errors: ['not_found'],
});

export const realmUiSessions = endpoint({
  ...read,
  id: 'realmUiSessions',
  personal: true,
  path: `${realm}/ui-ext/sessions`,
  summary: 'Sessões abertas, como a consola do Keycloak as pede',
  params: realmParams,
  query: page.extend({ type: z.enum(['ALL', 'REGULAR', 'OFFLINE']).default('ALL') }),
  response: sessions,
  errors: ['not_found'],
});

export const endRealmSession = endpoint({
  ...write,
  id: 'endRealmSession',
  method: 'DELETE',
  path: `${realm}/sessions/{id}`,
  summary: 'Termina uma sessão',
  params: entity,
  query: z.object({ isOffline: z.string().max(8).optional() }),
  response: z.unknown(),
  errors: ['not_found'],
});

export const keycloakEndpoints = [
  listRealms,
  getRealm,
  realmUsers,
  realmUserCount,
  realmUser,
  createRealmUser,
  updateRealmUser,
  deleteRealmUser,
  logoutRealmUser,
  realmUserSessions,
  realmClients,
  createRealmClient,
  deleteRealmClient,
  renewClientSecret,
  realmClientSessions,
  realmClientStats,
  realmSessions,
  realmUiSessions,
  endRealmSession,
] as const;
