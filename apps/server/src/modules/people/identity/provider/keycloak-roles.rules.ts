import { type Permission, permissions, type Role, roleNames, roles } from '@kianda/contract';
import type { keycloakRoleSchema } from '@kianda/contract/people/identity/keycloak-roles.contract';
import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import type { z } from 'zod';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ClientRow } from '../identity.types.ts';
import { permissionsOf } from '../users/account-view.ts';
import { consoleClient } from './clients.ts';
import { idOf } from './keycloak-ids.rules.ts';

type KeycloakRole = z.output<typeof keycloakRoleSchema>;

/** Role that stays when an account's is taken away: no account is without one. */
export const leastRole: Role = 'cliente';

const allPermissions = Object.keys(permissions) as Permission[];

/** A role of the platform: for Keycloak a composite of permissions, each a role of the console's client. */
export function roleRepresentation(role: Role): KeycloakRole {
  return {
    id: idOf('role', role),
    name: role,
    description: roleNames[role],
    composite: true,
    clientRole: false,
    containerId: realmName,
  };
}

export function permissionRepresentation(permission: Permission, clientId: string): KeycloakRole {
  return {
    id: idOf('permission', clientId, permission),
    name: permission,
    description: permissions[permission].label,
    composite: false,
    clientRole: true,
    containerId: clientId,
  };
}

/** Permissions that a program can have: the console every one, any other those it is registered for. */
export function permissionsOfClient(client: ClientRow): Permission[] {
  if (client.id === consoleClient.id) return allPermissions;
  return allPermissions.filter((permission) => client.permissions.includes(permission));
}

/** Permissions of a role that a program can have. */
export function compositesOf(role: Role, client: ClientRow = consoleClient): KeycloakRole[] {
  const held = permissionsOf(role);
  return permissionsOfClient(client)
    .filter((permission) => held.includes(permission))
    .map((permission) => permissionRepresentation(permission, client.id));
}

/** Throws `not_found`. */
export function roleNamed(name: string): Role {
  const role = roles.find((known) => known === name);
  if (role === undefined) throw new AppError('not_found', { detail: 'Could not find role' });
  return role;
}

export const roleWithId = (id: string): Role | undefined => roles.find((role) => idOf('role', role) === id);

/** The permission of the console with that identifier. */
export const permissionWithId = (id: string): Permission | undefined =>
  allPermissions.find((permission) => idOf('permission', consoleClient.id, permission) === id);

/** The roles that a list of representations names, each once. Throws `not_found`. */
export function chosenRoles(
  chosen: readonly { readonly id?: string | undefined; readonly name?: string | undefined }[],
) {
  const named = chosen.map(({ id = '', name }) => (name === undefined ? roleWithId(id) : roleNamed(name)));
  if (named.includes(undefined)) throw new AppError('not_found', { detail: 'Could not find role' });
  return [...new Set(named)] as Role[];
}
