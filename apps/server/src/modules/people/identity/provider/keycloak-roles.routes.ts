import { roles } from '@kianda/contract';
import * as contract from '@kianda/contract/people/identity/keycloak-roles.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { IdentityContext } from '../core/identity-context.ts';
import { accountPage } from '../users/users.repository.ts';
import * as users from '../users/users.service.ts';
import { consoleClient } from './clients.ts';
import { createAnswer, done, managesUsers, requiredAccount, requiredClient } from './keycloak-answers.ts';
import * as rules from './keycloak-roles.rules.ts';
import { checkRealm, originOf } from './oidc-realm.ts';
import { userRepresentation } from './representations.ts';

/** Roles and permissions as Keycloak's administration knows them: roles of the realm, and their composites. */
export function keycloakRoleBindings(context: IdentityContext): Bindings {
  return [...realmRoleBindings(context), ...compositeBindings(context), ...mappingBindings(context)];
}

function realmRoleBindings(context: IdentityContext): Bindings {
  const { store } = context;
  const answer = createAnswer(context);
  return [
    bind(contract.realmRoles, async ({ params, query }) => {
      checkRealm(params);
      const search = query.search?.toLowerCase() ?? '';
      const wanted = roles.map(rules.roleRepresentation).filter(({ name }) => name.includes(search));
      return answer(wanted.slice(query.first, query.first + query.max));
    }),
    bind(contract.realmRole, async ({ params }) => {
      checkRealm(params);
      return answer(rules.roleRepresentation(rules.roleNamed(params.name)));
    }),
    bind(contract.realmRoleUsers, async ({ params, query, principal }) => {
      checkRealm(params);
      const filters = { role: rules.roleNamed(params.name), search: query.search };
      const page = { filters, sort: 'name', order: 'asc', offset: query.first, limit: query.max } as const;
      const { rows } = await accountPage(store, users.termsOf(context), page);
      return answer(rows.map((row) => userRepresentation(row, managesUsers(principal))));
    }),
    bind(contract.realmClientRoles, async ({ params }) => {
      checkRealm(params);
      const client = await requiredClient(store, params.id);
      const held = rules.permissionsOfClient(client);
      return answer(held.map((permission) => rules.permissionRepresentation(permission, client.id)));
    }),
    bind(contract.realmClientRole, async ({ params }) => {
      checkRealm(params);
      const client = await requiredClient(store, params.id);
      const permission = rules.permissionsOfClient(client).find((held) => held === params.name);
      if (permission === undefined) throw new AppError('not_found', { detail: 'Could not find role' });
      return answer(rules.permissionRepresentation(permission, client.id));
    }),
  ];
}

function compositeBindings(context: IdentityContext): Bindings {
  const answer = createAnswer(context);
  /** Permissions of the role with that identifier; none of a permission, which is made of nothing else. */
  const compositesAt = (id: string, client = consoleClient) => {
    const role = rules.roleWithId(id);
    if (role !== undefined) return rules.compositesOf(role, client);
    if (rules.permissionWithId(id) === undefined) throw new AppError('not_found', { detail: 'Could not find role' });
    return [];
  };
  return [
    bind(contract.realmRoleNamedComposites, async ({ params }) => {
      checkRealm(params);
      return answer(rules.compositesOf(rules.roleNamed(params.name)));
    }),
    bind(contract.realmRoleById, async ({ params }) => {
      checkRealm(params);
      const role = rules.roleWithId(params.id);
      if (role !== undefined) return answer(rules.roleRepresentation(role));
      const permission = rules.permissionWithId(params.id);
      if (permission === undefined) throw new AppError('not_found', { detail: 'Could not find role' });
      return answer(rules.permissionRepresentation(permission, consoleClient.id));
    }),
    bind(contract.realmRoleComposites, async ({ params }) => {
      checkRealm(params);
      return answer(compositesAt(params.id));
    }),
    bind(contract.realmRoleRealmComposites, async ({ params }) => {
      checkRealm(params);
      return answer(compositesAt(params.id).filter(({ clientRole }) => !clientRole));
    }),
    bind(contract.realmRoleClientComposites, async ({ params }) => {
      checkRealm(params);
      return answer(compositesAt(params.id, await requiredClient(context.store, params.client)));
    }),
  ];
}

function mappingBindings(context: IdentityContext): Bindings {
  const { store } = context;
  const answer = createAnswer(context);
  const roleOf = async (id: string) => rules.roleRepresentation((await requiredAccount(store, id)).role);
  return [
    bind(contract.userRoleMappings, async ({ params }) => {
      checkRealm(params);
      return answer({ realmMappings: [await roleOf(params.id)] });
    }),
    bind(contract.userRealmRoles, async ({ params }) => {
      checkRealm(params);
      return answer([await roleOf(params.id)]);
    }),
    bind(contract.userEffectiveRoles, async ({ params }) => {
      checkRealm(params);
      return answer([await roleOf(params.id)]);
    }),
    bind(contract.userAvailableRoles, async ({ params }) => {
      checkRealm(params);
      const { role: held } = await requiredAccount(store, params.id);
      return answer(roles.filter((role) => role !== held).map(rules.roleRepresentation));
    }),
    bind(contract.userEffectiveClientRoles, async ({ params }) => {
      checkRealm(params);
      const { role } = await requiredAccount(store, params.id);
      return answer(rules.compositesOf(role, await requiredClient(store, params.client)));
    }),
    bind(contract.addUserRealmRoles, async (c) => {
      checkRealm(c.params);
      const others = rules.chosenRoles(c.body);
      const held = (await requiredAccount(store, c.params.id)).role;
      const [role, second] = others.filter((other) => other !== held);
      if (second !== undefined) {
        throw new AppError('conflict', { detail: 'Uma conta tem um só perfil: indique um.' });
      }
      const who = { actor: c.principal, origin: originOf(c) };
      if (role !== undefined) await users.updateUser(context, who, c.params.id, { role });
      return done;
    }),
    bind(contract.removeUserRealmRoles, async (c) => {
      checkRealm(c.params);
      const removed = rules.chosenRoles(c.body);
      const { role } = await requiredAccount(store, c.params.id);
      if (!removed.includes(role)) return done;
      if (role === rules.leastRole) {
        throw new AppError('conflict', { detail: `Nenhuma conta fica sem perfil, e «${role}» é o menor.` });
      }
      const who = { actor: c.principal, origin: originOf(c) };
      await users.updateUser(context, who, c.params.id, { role: rules.leastRole });
      return done;
    }),
  ];
}
