import { createKeycloak } from '@kianda/connectors/services/keycloak/client';
import type { ServiceClient } from '@kianda/connectors/services/service-client';
import type { Endpoint } from '@kianda/contract';
import * as contract from '@kianda/contract/people/identity/keycloak.contract';
import { keycloakAccountEndpoints } from '@kianda/contract/people/identity/keycloak-accounts.contract';
import { keycloakClientEndpoints } from '@kianda/contract/people/identity/keycloak-clients.contract';
import { keycloakRealmEndpoints } from '@kianda/contract/people/identity/keycloak-realm.contract';
import { keycloakRoleEndpoints } from '@kianda/contract/people/identity/keycloak-roles.contract';
import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Binding, type Bindings, bind, type StandardAnswer } from '../../../platform/http/bind.ts';
import type { ExternalServiceAudit } from './external-services.types.ts';
import type { RemoteService } from './remote-service.client.ts';

type KeycloakOptions = {
  readonly serviceClient: ServiceClient;
  readonly credentials: Readonly<Record<string, string>>;
  readonly outside: RemoteService;
  readonly audit: ExternalServiceAudit;
  readonly clock: Clock;
  readonly publicUrl: string;
};
type KeycloakContext = ReturnType<typeof contextOf>;

const done: StandardAnswer = { status: 204 };

/**
 * Keycloak's administration over an external Keycloak. Accounts, sessions and tokens of the platform stay its own: people
 * of that Keycloak sign in by the settings `KIANDA_OIDC_*`.
 */
export function keycloakBindings(options: KeycloakOptions): Bindings {
  const context = contextOf(options);
  const bound = [
    ...realmBindings(context),
    ...userBindings(context),
    ...userChangeBindings(context),
    ...clientBindings(context),
    ...sessionBindings(context),
  ];
  const ids = new Set(bound.map(({ endpoint }) => endpoint.id));
  // The accounts of the platform must not answer, or act, in the place of that Keycloak.
  const rest = administration.filter(({ id }) => !ids.has(id));
  return [...bound, ...rest.map((endpoint) => refusal(context, endpoint))];
}

const administration: readonly Endpoint[] = [
  ...contract.keycloakEndpoints,
  ...keycloakAccountEndpoints,
  ...keycloakClientEndpoints,
  ...keycloakRealmEndpoints,
  ...keycloakRoleEndpoints,
];

function refusal({ outside }: KeycloakContext, endpoint: Endpoint): Binding {
  return bind(endpoint, async () => {
    throw outside.refuse('Isto pede-se diretamente ao Keycloak que as definições indicam.');
  });
}

function contextOf({ serviceClient, credentials, outside, audit, clock, publicUrl }: KeycloakOptions) {
  const home = credentials.realm ?? realmName;
  return {
    outside,
    ask: outside.ask,
    audit,
    publicUrl,
    keycloak: createKeycloak({
      serviceClient,
      realm: home,
      clientId: credentials.clientId ?? '',
      clientSecret: credentials.clientSecret ?? '',
      nowMs: () => clock.nowMs(),
    }),
    standard: (body: unknown): StandardAnswer => ({ body, provenance: outside.provenance() }),
    /** The realm named after the product stands for the one that the settings name. */
    realmOf: ({ realm }: { readonly realm: string }) => (realm === realmName ? home : realm),
  };
}

function realmBindings({ ask, keycloak, standard, realmOf }: KeycloakContext): Bindings {
  return [
    bind(contract.listRealms, async () =>
      standard(await ask('carregar domínios', () => keycloak.realms(), 'view-realm')),
    ),
    bind(contract.getRealm, async ({ params }) =>
      standard(await ask('carregar o domínio', () => keycloak.realm(realmOf(params)), 'view-realm')),
    ),
  ];
}

function userBindings({ ask, keycloak, standard, realmOf }: KeycloakContext): Bindings {
  return [
    bind(contract.realmUsers, async ({ params, query }) =>
      standard(await ask('carregar utilizadores', () => keycloak.users(realmOf(params), query), 'view-users')),
    ),
    bind(contract.realmUserCount, async ({ params, query }) =>
      standard(await ask('contar utilizadores', () => keycloak.userCount(realmOf(params), query), 'view-users')),
    ),
    bind(contract.realmUser, async ({ params }) =>
      standard(await ask('carregar o utilizador', () => keycloak.user(realmOf(params), params.id), 'view-users')),
    ),
  ];
}

function userChangeBindings({ ask, audit, keycloak, realmOf, publicUrl }: KeycloakContext): Bindings {
  return [
    bind(contract.createRealmUser, async (c) => {
      const realm = realmOf(c.params);
      const fields = { enabled: true, ...c.body, username: c.body.username ?? c.body.email };
      const id = await ask('criar o utilizador', () => keycloak.createUser(realm, fields), 'manage-users');
      await audit(c, { event: 'user.created', resource: `user/${id}`, metadata: { realm } });
      const location = `${publicUrl}/identity/admin/realms/${encodeURIComponent(c.params.realm)}/users/${id}`;
      return { status: 201, headers: { location } };
    }),
    bind(contract.updateRealmUser, async (c) => {
      const realm = realmOf(c.params);
      const change = () => keycloak.updateUser(realm, c.params.id, c.body);
      await ask('alterar o utilizador', change, 'manage-users');
      const fields = Object.keys(c.body).join(' ');
      await audit(c, { event: 'user.updated', resource: `user/${c.params.id}`, metadata: { realm, fields } });
      return done;
    }),
    bind(contract.deleteRealmUser, async (c) => {
      const realm = realmOf(c.params);
      await ask('eliminar o utilizador', () => keycloak.deleteUser(realm, c.params.id), 'manage-users');
      await audit(c, { event: 'user.deleted', resource: `user/${c.params.id}`, metadata: { realm } });
      return done;
    }),
    bind(contract.logoutRealmUser, async (c) => {
      const realm = realmOf(c.params);
      await ask('terminar as sessões do utilizador', () => keycloak.logoutUser(realm, c.params.id), 'manage-users');
      await audit(c, { event: 'auth.logout', resource: `user/${c.params.id}`, metadata: { realm } });
      return done;
    }),
  ];
}

function clientBindings({ ask, keycloak, standard, realmOf, outside }: KeycloakContext): Bindings {
  return [
    bind(contract.realmClients, async ({ params, query }) =>
      standard(await ask('carregar aplicações', () => keycloak.clients(realmOf(params), query), 'view-clients')),
    ),
    ...[contract.createRealmClient, contract.deleteRealmClient, contract.renewClientSecret].map((endpoint) =>
      bind(endpoint, async () => {
        throw outside.refuse('As aplicações de um Keycloak não se gerem a partir daqui.');
      }),
    ),
    bind(contract.realmClientStats, async ({ params }) =>
      standard(await ask('contar sessões', () => keycloak.clientStats(realmOf(params)), 'view-realm')),
    ),
  ];
}

function sessionBindings({ ask, audit, keycloak, standard, realmOf }: KeycloakContext): Bindings {
  return [
    bind(contract.realmUserSessions, async ({ params }) => {
      const read = () => keycloak.userSessions(realmOf(params), params.id);
      return standard(await ask('carregar sessões do utilizador', read, 'view-users'));
    }),
    bind(contract.realmClientSessions, async ({ params, query }) => {
      const read = () => keycloak.clientSessions(realmOf(params), params.id, query);
      return standard(await ask('carregar sessões da aplicação', read, 'view-clients'));
    }),
    bind(contract.realmSessions, async ({ params, query }) => {
      const read = () => keycloak.sessions(realmOf(params), query, 'ALL');
      return standard(await ask('carregar sessões', read, 'view-realm'));
    }),
    bind(contract.realmUiSessions, async ({ params, query }) => {
      const read = () => keycloak.sessions(realmOf(params), query, query.type);
      return standard(await ask('carregar sessões', read, 'view-realm'));
    }),
    bind(contract.endRealmSession, async (c) => {
      const realm = realmOf(c.params);
      const isOffline = c.query.isOffline === 'true';
      await ask('terminar a sessão', () => keycloak.endSession(realm, c.params.id, isOffline), 'manage-users');
      await audit(c, { event: 'auth.logout', resource: `session/${c.params.id}`, metadata: { realm } });
      return done;
    }),
  ];
}
