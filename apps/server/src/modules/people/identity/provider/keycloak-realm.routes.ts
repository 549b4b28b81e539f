import { allows, clientVersion, type Endpoint, type Permission } from '@kianda/contract';
import * as contract from '@kianda/contract/people/identity/keycloak-realm.contract';
import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import { nowIso } from '../../../../platform/clock/clock.ts';
import {
  type Bindings,
  bind,
  type Principal,
  type RequestContext,
  type StandardAnswer,
} from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { keycloakFault, problemOf } from '../../../../platform/http/problem.ts';
import type { IdentityContext } from '../core/identity-context.ts';
import { type TokenAlgorithm, tokenAlgorithms } from '../core/token-keys.ts';
import { createAnswer, done } from './keycloak-answers.ts';
import { userEventTypes } from './keycloak-events.rules.ts';
import { endEverySession, realmDisplayName, refuseChanges, renameRealm } from './keycloak-realm.service.ts';
import { checkRealm, originOf } from './oidc-realm.ts';
import { realmRepresentation } from './representations.ts';

const keyTypes = { RS256: 'RSA', ES256: 'EC', EdDSA: 'OKP' } as const satisfies Record<TokenAlgorithm, string>;

/** Keycloak's names of the rights on the realm, by the permission that each takes here. */
const realmRights: readonly (readonly [string, Permission])[] = [
  ['view-realm', 'users:read'],
  ['view-users', 'users:read'],
  ['query-users', 'users:read'],
  ['view-clients', 'users:read'],
  ['query-clients', 'users:read'],
  ['view-events', 'audit:read'],
  ['manage-realm', 'users:write'],
  ['manage-users', 'users:write'],
  ['manage-clients', 'users:write'],
];

/** The realm itself, who asks, and this installation, as Keycloak's administration knows them. */
export function keycloakRealmBindings(context: IdentityContext): Bindings {
  return [...realmBindings(context), ...installationBindings(context), ...refusedBindings()];
}

function realmBindings(context: IdentityContext): Bindings {
  const answer = createAnswer(context);
  return [
    bind(contract.updateRealm, async (c) => {
      checkRealm(c.params);
      const present = realmRepresentation(await realmDisplayName(context.store));
      refuseChanges(c.body, present, ['displayName']);
      const { displayName } = c.body;
      const who = { actor: c.principal, origin: originOf(c) };
      if (displayName !== undefined) await renameRealm(context, who, displayName);
      return done;
    }),
    bind(contract.logoutRealm, async (c) => {
      checkRealm(c.params);
      await endEverySession(context, { actor: c.principal, origin: originOf(c) });
      return done;
    }),
    bind(contract.realmKeys, async ({ params }) => {
      checkRealm(params);
      const keys = await context.tokenKeys.all();
      return answer({
        active: Object.fromEntries(keys.map(({ algorithm, keyId }) => [algorithm, keyId])),
        keys: keys.map(({ algorithm, keyId, publicKey }, index) => ({
          kid: keyId,
          type: keyTypes[algorithm],
          algorithm,
          status: 'ACTIVE',
          use: 'SIG',
          providerPriority: 100 - index,
          publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
        })),
      });
    }),
  ];
}

function installationBindings(context: IdentityContext): Bindings {
  const answer = createAnswer(context);
  return [
    bind(contract.keycloakWhoAmI, async ({ params, principal }) => {
      checkRealm(params);
      return answer({
        userId: principal.accountId,
        realm: realmName,
        displayName: principal.name,
        locale: 'pt',
        createRealm: false,
        realm_access: { [realmName]: realmRights.filter(([, needed]) => may(principal, needed)).map(([name]) => name) },
        temporary: false,
      });
    }),
    bind(contract.keycloakServerInfo, async () =>
      answer({
        systemInfo: { version: clientVersion, serverTime: nowIso(context.platform.clock) },
        profileInfo: { name: 'kianda', disabledFeatures: [] },
        cryptoInfo: { clientSignatureAsymmetricAlgorithms: [...tokenAlgorithms] },
        enums: {
          eventType: Object.keys(userEventTypes),
          operationType: ['CREATE', 'UPDATE', 'DELETE', 'ACTION'],
          resourceType: ['USER', 'CLIENT', 'REALM'],
        },
      }),
    ),
  ];
}

function may({ role, scopes }: Principal, needed: Permission): boolean {
  return allows(needed, role) && (scopes === undefined || scopes.includes(needed));
}

/** Requests of Keycloak's that mean nothing here: refused in its own words, never answered as if they had been done. */
function refusedBindings(): Bindings {
  return [
    bind(contract.createRealm, refuse),
    bind(contract.deleteRealm, refuse),
    bind(contract.keycloakOtherRead, refuse),
    bind(contract.keycloakOtherPost, refuse),
    bind(contract.keycloakOtherPut, refuse),
    bind(contract.keycloakOtherDelete, refuse),
  ];
}

type Unsupported = Pick<RequestContext<Endpoint>, 'method' | 'target' | 'requestId'> & {
  readonly params: { readonly realm: string } | undefined;
};

async function refuse({ params, method, target, requestId }: Unsupported): Promise<StandardAnswer> {
  if (params !== undefined) checkRealm(params);
  const path = target.split('?', 1)[0] ?? '';
  const error = new AppError('not_supported', { detail: `A plataforma não tem o que ${method} ${path} pede.` });
  const problem = problemOf(error, requestId, path);
  const body = { ...problem, ...keycloakFault(problem) };
  return { status: problem.status, contentType: 'application/problem+json; charset=utf-8', body };
}
