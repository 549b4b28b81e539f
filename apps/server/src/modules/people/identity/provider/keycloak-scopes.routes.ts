import * as contract from '@kianda/contract/people/identity/keycloak-clients.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import type { IdentityContext } from '../core/identity-context.ts';
import { changeClient } from './clients.ts';
import { createAnswer, done, requiredClient } from './keycloak-answers.ts';
import { permissionsOfClient } from './keycloak-roles.rules.ts';
import { defaultScopes, optionalScopes, permissionOfScope, scopeWithId } from './keycloak-scopes.rules.ts';
import { checkRealm, originOf } from './oidc-realm.ts';

/** Client scopes as Keycloak's administration knows them: those of OpenID Connect, and the permissions. */
export function keycloakScopeBindings(context: IdentityContext): Bindings {
  const { store } = context;
  const answer = createAnswer(context);
  return [
    bind(contract.realmClientScopes, async ({ params }) => {
      checkRealm(params);
      return answer([...defaultScopes, ...optionalScopes]);
    }),
    bind(contract.realmClientScope, async ({ params }) => {
      checkRealm(params);
      return answer(scopeWithId(params.id));
    }),
    bind(contract.realmDefaultScopes, async ({ params }) => {
      checkRealm(params);
      return answer([...defaultScopes]);
    }),
    bind(contract.realmClientDefaultScopes, async ({ params }) => {
      checkRealm(params);
      await requiredClient(store, params.id);
      return answer([...defaultScopes]);
    }),
    bind(contract.realmClientOptionalScopes, async ({ params }) => {
      checkRealm(params);
      const held: readonly string[] = permissionsOfClient(await requiredClient(store, params.id));
      return answer(optionalScopes.filter(({ name }) => held.includes(name)));
    }),
    bind(contract.addRealmClientScope, async (c) => {
      checkRealm(c.params);
      const permission = permissionOfScope(c.params.scope);
      const { permissions } = await requiredClient(store, c.params.id);
      const change = { optionalClientScopes: [...permissions, permission] };
      await changeClient(context, c.params.id, change, { actor: c.principal, origin: originOf(c) });
      return done;
    }),
    bind(contract.removeRealmClientScope, async (c) => {
      checkRealm(c.params);
      const permission = permissionOfScope(c.params.scope);
      const { permissions } = await requiredClient(store, c.params.id);
      const change = { optionalClientScopes: permissions.filter((held) => held !== permission) };
      await changeClient(context, c.params.id, change, { actor: c.principal, origin: originOf(c) });
      return done;
    }),
  ];
}
