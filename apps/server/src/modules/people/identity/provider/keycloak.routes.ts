import * as contract from '@kianda/contract/people/identity/keycloak.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import type { IdentityContext } from '../core/identity-context.ts';
import { createAnswer } from './keycloak-answers.ts';
import { keycloakClientBindings } from './keycloak-clients.routes.ts';
import { keycloakSessionBindings } from './keycloak-sessions.routes.ts';
import { keycloakUserBindings } from './keycloak-users.routes.ts';
import { checkRealm } from './oidc-realm.ts';
import { realmRepresentation } from './representations.ts';

/** Keycloak's administration paths and representations over the platform's accounts, programs and sessions. */
export function keycloakBindings(context: IdentityContext): Bindings {
  const answer = createAnswer(context);
  return [
    bind(contract.listRealms, async () => answer([realmRepresentation('Kianda')])),
    bind(contract.getRealm, async ({ params }) => {
      checkRealm(params);
      return answer(realmRepresentation('Kianda'));
    }),
    ...keycloakUserBindings(context),
    ...keycloakClientBindings(context),
    ...keycloakSessionBindings(context),
  ];
}
