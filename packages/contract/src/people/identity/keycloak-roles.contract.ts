import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { entity, keycloakUserSchema, page, read, realm, write } from './keycloak.contract.ts';
import { realmParams } from './oidc.contract.ts';

/** A role of the platform, or one of the permissions that it is made of. */
export const keycloakRoleSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  composite: z.boolean(),
  /** Whether it is a permission, which Keycloak knows as a role of a client. */
  clientRole: z.boolean(),
  /** The realm, or the client. */
  containerId: z.string(),
});

const roles = z.array(keycloakRoleSchema);
const named = realmParams.extend({ name: z.string().max(64) });
const ofClient = entity.extend({ client: z.uuid() });
/** Clients send whole representations: the name decides, or the id where there is none. */
const chosen = z
  .array(z.object({ id: z.string().max(64).optional(), name: z.string().max(64).optional() }))
  .min(1)
  .max(20);
const found = { errors: ['not_found'] } as const;

export const realmRoles = endpoint({
  ...read,
  ...found,
  id: 'realmRoles',
  path: `${realm}/roles`,
  summary: 'Perfis da plataforma, no formato do Keycloak',
  params: realmParams,
  query: page,
  response: roles,
});

export const realmRole = endpoint({
  ...read,
  ...found,
  id: 'realmRole',
  path: `${realm}/roles/{name}`,
  summary: 'Um perfil pelo nome, no formato do Keycloak',
  params: named,
  response: keycloakRoleSchema,
});

export const realmRoleUsers = endpoint({
  ...read,
  ...found,
  id: 'realmRoleUsers',
  personal: true,
  path: `${realm}/roles/{name}/users`,
  summary: 'Utilizadores com um perfil, no formato do Keycloak',
  params: named,
  query: page,
  response: z.array(keycloakUserSchema),
});

export const realmRoleNamedComposites = endpoint({
  ...read,
  ...found,
  id: 'realmRoleNamedComposites',
  path: `${realm}/roles/{name}/composites`,
  summary: 'Permissões de um perfil pelo nome, no formato do Keycloak',
  params: named,
  response: roles,
});

export const realmRoleById = endpoint({
  ...read,
  ...found,
  id: 'realmRoleById',
  path: `${realm}/roles-by-id/{id}`,
  summary: 'Um perfil ou uma permissão pelo identificador, no formato do Keycloak',
  params: entity,
  response: keycloakRoleSchema,
});

export const realmRoleComposites = endpoint({
  ...read,
  ...found,
  id: 'realmRoleComposites',
  path: `${realm}/roles-by-id/{id}/composites`,
  summary: 'Permissões de um perfil, no formato do Keycloak',
  params: entity,
  response: roles,
});

export const realmRoleRealmComposites = endpoint({
  ...read,
  ...found,
  id: 'realmRoleRealmComposites',
  path: `${realm}/roles-by-id/{id}/composites/realm`,
  summary: 'Perfis contidos num perfil: nenhum, no formato do Keycloak',
  params: entity,
  response: roles,
});

export const realmRoleClientComposites = endpoint({
  ...read,
  ...found,
  id: 'realmRoleClientComposites',
  path: `${realm}/roles-by-id/{id}/composites/clients/{client}`,
  summary: 'Permissões de um perfil numa aplicação, no formato do Keycloak',
  params: ofClient,
  response: roles,
});

export const realmClientRoles = endpoint({
  ...read,
  ...found,
  id: 'realmClientRoles',
  path: `${realm}/clients/{id}/roles`,
  summary: 'Permissões que uma aplicação pode ter, no formato do Keycloak',
  params: entity,
  response: roles,
});

export const realmClientRole = endpoint({
  ...read,
  ...found,
  id: 'realmClientRole',
  path: `${realm}/clients/{id}/roles/{name}`,
  summary: 'Uma permissão de uma aplicação, no formato do Keycloak',
  params: entity.extend({ name: z.string().max(64) }),
  response: keycloakRoleSchema,
});

export const userRoleMappings = endpoint({
  ...read,
  ...found,
  id: 'userRoleMappings',
  personal: true,
  path: `${realm}/users/{id}/role-mappings`,
  summary: 'O perfil de um utilizador, no formato do Keycloak',
  params: entity,
  response: z.object({ realmMappings: roles }),
});

export const userRealmRoles = endpoint({
  ...read,
  ...found,
  id: 'userRealmRoles',
  personal: true,
  path: `${realm}/users/{id}/role-mappings/realm`,
  summary: 'O perfil de um utilizador, como lista do Keycloak',
  params: entity,
  response: roles,
});

export const userAvailableRoles = endpoint({
  ...read,
  ...found,
  id: 'userAvailableRoles',
  personal: true,
  path: `${realm}/users/{id}/role-mappings/realm/available`,
  summary: 'Perfis que um utilizador não tem, no formato do Keycloak',
  params: entity,
  response: roles,
});

export const userEffectiveRoles = endpoint({
  ...read,
  ...found,
  id: 'userEffectiveRoles',
  personal: true,
  path: `${realm}/users/{id}/role-mappings/realm/composite`,
  summary: 'Perfis de que um utilizador dispõe, no formato do Keycloak',
  params: entity,
  response: roles,
});

export const userEffectiveClientRoles = endpoint({
  ...read,
  ...found,
  id: 'userEffectiveClientRoles',
  personal: true,
  path: `${realm}/users/{id}/role-mappings/clients/{client}/composite`,
  summary: 'Permissões de que um utilizador dispõe numa aplicação, no formato do Keycloak',
  params: ofClient,
  response: roles,
});

export const addUserRealmRoles = endpoint({
  ...write,
  id: 'addUserRealmRoles',
  method: 'POST',
  path: `${realm}/users/{id}/role-mappings/realm`,
  summary: 'Dá um perfil a um utilizador, em lugar do que tinha',
  params: entity,
  body: chosen,
  response: z.unknown(),
  errors: ['not_found', 'conflict'],
});

export const removeUserRealmRoles = endpoint({
  ...write,
  id: 'removeUserRealmRoles',
  method: 'DELETE',
  path: `${realm}/users/{id}/role-mappings/realm`,
  summary: 'Retira o perfil a um utilizador, que fica com o menor',
  params: entity,
  body: chosen,
  response: z.unknown(),
  errors: ['not_found', 'conflict'],
});

export const keycloakRoleEndpoints = [
  realmRoles,
  realmRole,
  realmRoleUsers,
  realmRoleNamedComposites,
  realmRoleById,
  realmRoleComposites,
  realmRoleRealmComposites,
  realmRoleClientComposites,
  realmClientRoles,
  realmClientRole,
  userRoleMappings,
  userRealmRoles,
  userAvailableRoles,
  userEffectiveRoles,
  userEffectiveClientRoles,
  addUserRealmRoles,
  removeUserRealmRoles,
] as const;
