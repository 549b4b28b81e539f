import * as contract from '@kianda/contract/people/identity/keycloak.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import type { IdentityContext } from '../core/identity-context.ts';
import { keycloakAccountBindings } from './keycloak-accounts.routes.ts';
import { createAnswer } from './keycloak-answers.ts';
import { keycloakClientBindings } from './keycloak-clients.routes.ts';
import { keycloakEventBindings } from './keycloak-events.routes.ts';
import { keycloakRealmBindings } from './keycloak-realm.routes.ts';
import { realmDisplayName } from './keycloak-realm.service.ts';
import { keycloakRoleBindings } from './keycloak-roles.routes.ts';
import { keycloakScopeBindings } from './keycloak-scopes.routes.ts';
import { keycloakSessionBindings } from './keycloak-sessions.routes.ts';
import { keycloakUserBindings } from './keycloak-users.routes.ts';
import { checkRealm } from './oidc-realm.ts';
import { realmRepresentation } from './representations.ts';

/** Keycloak's administration paths and representations over the platform's accounts, programs and sessions. */
export function keycloakBindings(context: IdentityContext): Bindings {
  const answer = createAnswer(context);
  return [
    bind(contract.listRealms, async () => answer([realmRepresentation(await realmDisplayName(context.store))])),
    bind(contract.getRealm, async ({ params }) => {
      checkRealm(params);
      return answer(realmRepresentation(await realmDisplayName(context.store)));
    }),
    ...keycloakUserBindings(context),
    ...keycloakClientBindings(context),
    ...keycloakSessionBindings(context),
    ...keycloakScopeBindings(context),
    ...keycloakRoleBindings(context),
    ...keycloakAccountBindings(context),
    ...keycloakEventBindings(context),
    ...keycloakRealmBindings(context),
  ];
}
