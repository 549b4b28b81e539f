import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import {
  clientAttributes,
  entity,
  keycloakClientSchema,
  keycloakUserSchema,
  optionalClientScopes,
  page,
  read,
  realm,
  redirectUris,
  write,
} from './keycloak.contract.ts';
import { realmParams } from './oidc.contract.ts';

/** A permission, or one of the scopes of OpenID Connect. */
export const keycloakClientScopeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  protocol: z.literal('openid-connect'),
  attributes: z.record(z.string(), z.string()),
});

const scopes = z.array(keycloakClientScopeSchema);
const scopeOfClient = entity.extend({ scope: z.uuid() });
const found = { errors: ['not_found'] } as const;

export const realmClient = endpoint({
  ...read,
  ...found,
  id: 'realmClient',
  path: `${realm}/clients/{id}`,
  summary: 'Uma aplicação cliente, no formato do Keycloak',
  params: entity,
  response: keycloakClientSchema,
});

/** Absent fields stay. Of the others only those named can differ from what the client is. */
export const updateRealmClient = endpoint({
  ...write,
  id: 'updateRealmClient',
  method: 'PUT',
  path: `${realm}/clients/{id}`,
  summary: 'Altera uma aplicação cliente',
  params: entity,
  body: z
    .object({
      name: z.string().max(120).optional(),
      description: z.string().max(300).optional(),
      redirectUris: redirectUris.optional(),
      optionalClientScopes: optionalClientScopes.optional(),
      attributes: clientAttributes.optional(),
    })
    .loose(),
  response: z.unknown(),
  errors: ['not_found', 'conflict'],
});

export const realmClientSecret = endpoint({
  ...write,
  id: 'realmClientSecret',
  method: 'GET',
  path: `${realm}/clients/{id}/client-secret`,
  summary: 'O segredo de uma aplicação; a leitura fica na auditoria',
  params: entity,
  response: z.object({ type: z.literal('secret'), value: z.string() }),
  errors: ['not_found', 'conflict'],
});

export const realmClientServiceAccount = endpoint({
  ...read,
  ...found,
  id: 'realmClientServiceAccount',
  personal: true,
  path: `${realm}/clients/{id}/service-account-user`,
  summary: 'A conta de serviço de uma aplicação, no formato do Keycloak',
  params: entity,
  response: keycloakUserSchema,
});

export const realmClientSessionCount = endpoint({
  ...read,
  ...found,
  id: 'realmClientSessionCount',
  path: `${realm}/clients/{id}/session-count`,
  summary: 'Número de sessões abertas de uma aplicação',
  params: entity,
  response: z.object({ count: z.number().int() }),
});

export const realmClientDefaultScopes = endpoint({
  ...read,
  ...found,
  id: 'realmClientDefaultScopes',
  path: `${realm}/clients/{id}/default-client-scopes`,
  summary: 'Âmbitos que todo o token de uma aplicação leva, no formato do Keycloak',
  params: entity,
  response: scopes,
});

export const realmClientOptionalScopes = endpoint({
  ...read,
  ...found,
  id: 'realmClientOptionalScopes',
  path: `${realm}/clients/{id}/optional-client-scopes`,
  summary: 'Permissões que uma aplicação pode pedir, no formato do Keycloak',
  params: entity,
  response: scopes,
});

export const addRealmClientScope = endpoint({
  ...write,
  ...found,
  id: 'addRealmClientScope',
  method: 'PUT',
  path: `${realm}/clients/{id}/optional-client-scopes/{scope}`,
  summary: 'Deixa uma aplicação pedir mais uma permissão',
  params: scopeOfClient,
  response: z.unknown(),
});

export const removeRealmClientScope = endpoint({
  ...write,
  ...found,
  id: 'removeRealmClientScope',
  method: 'DELETE',
  path: `${realm}/clients/{id}/optional-client-scopes/{scope}`,
  summary: 'Deixa de permitir que uma aplicação peça uma permissão',
  params: scopeOfClient,
  response: z.unknown(),
});

export const realmClientScopes = endpoint({
  ...read,
  ...found,
  id: 'realmClientScopes',
  path: `${realm}/client-scopes`,
  summary: 'Âmbitos do domínio: os do OpenID Connect e as permissões',
  params: realmParams,
  response: scopes,
});

export const realmClientScope = endpoint({
  ...read,
  ...found,
  id: 'realmClientScope',
  path: `${realm}/client-scopes/{id}`,
  summary: 'Um âmbito do domínio, no formato do Keycloak',
  params: entity,
  response: keycloakClientScopeSchema,
});

export const realmDefaultScopes = endpoint({
  ...read,
  ...found,
  id: 'realmDefaultScopes',
  path: `${realm}/default-default-client-scopes`,
  summary: 'Âmbitos que toda a aplicação tem, no formato do Keycloak',
  params: realmParams,
  query: page,
  response: scopes,
});

export const keycloakClientEndpoints = [
  realmClient,
  updateRealmClient,
  realmClientSecret,
  realmClientServiceAccount,
  realmClientSessionCount,
  realmClientDefaultScopes,
  realmClientOptionalScopes,
  addRealmClientScope,
  removeRealmClientScope,
  realmClientScopes,
  realmClientScope,
  realmDefaultScopes,
] as const;
