import * as contract from '@kianda/contract/people/identity/keycloak.contract';
import * as clients from '@kianda/contract/people/identity/keycloak-clients.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import { changeClient, consoleClient, createClient, readSecret, removeClient, renewSecret } from './clients.ts';
import {
  adminBase,
  allClients,
  createAnswer,
  done,
  managesUsers,
  requiredAccount,
  requiredClient,
} from './keycloak-answers.ts';
import { refuseChanges } from './keycloak-realm.service.ts';
import { checkRealm, originOf } from './oidc-realm.ts';
import * as repository from './provider.repository.ts';
import { clientRepresentation, userRepresentation } from './representations.ts';

/** Fields of a program that can be changed. */
const changeable = ['name', 'description', 'redirectUris', 'optionalClientScopes', 'attributes'];

/** Programs as Keycloak's administration knows them. */
export function keycloakClientBindings(context: IdentityContext): Bindings {
  return [...registryBindings(context), ...clientBindings(context)];
}

function clientBindings(context: IdentityContext): Bindings {
  const { store } = context;
  const answer = createAnswer(context);
  return [
    bind(clients.realmClient, async ({ params, principal }) => {
      checkRealm(params);
      return answer(clientRepresentation(await requiredClient(store, params.id), managesUsers(principal)));
    }),
    bind(clients.updateRealmClient, async (c) => {
      checkRealm(c.params);
      const row = await requiredClient(store, c.params.id);
      if (row.id === consoleClient.id)
        throw new AppError('conflict', { detail: 'A aplicação da consola não se altera.' });
      refuseChanges(c.body, clientRepresentation(row, managesUsers(c.principal)), changeable);
      await changeClient(context, row.id, c.body, { actor: c.principal, origin: originOf(c) });
      return done;
    }),
    bind(clients.realmClientSecret, async (c) => {
      checkRealm(c.params);
      await requiredClient(store, c.params.id);
      const value = await readSecret(context, c.params.id, { actor: c.principal, origin: originOf(c) });
      return answer({ type: 'secret', value });
    }),
    bind(clients.realmClientServiceAccount, async ({ params, principal }) => {
      checkRealm(params);
      const { service_account_id: id } = await requiredClient(store, params.id);
      if (id === null) throw new AppError('not_found', { detail: 'Service account not enabled for the client' });
      return answer(userRepresentation(await requiredAccount(store, id), managesUsers(principal)));
    }),
    bind(clients.realmClientSessionCount, async ({ params }) => {
      checkRealm(params);
      const { id } = await requiredClient(store, params.id);
      const count = await repository.countOfClient(store, nowOf(context), id === consoleClient.id ? null : id);
      return answer({ count });
    }),
  ];
}

function registryBindings(context: IdentityContext): Bindings {
  const { store } = context;
  const answer = createAnswer(context);
  return [
    bind(contract.realmClients, async ({ params, query, principal }) => {
      checkRealm(params);
      const wanted = (await allClients(store)).filter(
        ({ client_id: id, name }) =>
          (query.clientId === undefined || id === query.clientId) &&
          (query.search === undefined || `${id} ${name}`.toLowerCase().includes(query.search.toLowerCase())),
      );
      const page = wanted.slice(query.first, query.first + query.max);
      return answer(page.map((row) => clientRepresentation(row, managesUsers(principal))));
    }),
    bind(contract.createRealmClient, async (c) => {
      checkRealm(c.params);
      const created = await createClient(context, c.body, { actor: c.principal, origin: originOf(c) });
      return { status: 201, headers: { location: `${adminBase(context)}/clients/${created.id}` }, body: created };
    }),
    bind(contract.deleteRealmClient, async (c) => {
      checkRealm(c.params);
      const open = await repository.listSessions(
        store,
        nowOf(context),
        { clientId: c.params.id },
        { first: 0, max: 100_000 },
      );
      await removeClient(context, c.params.id, { actor: c.principal, origin: originOf(c) });
      for (const session of open) context.authentication.announce(session.account_id, session.id);
      return done;
    }),
    bind(contract.renewClientSecret, async (c) => {
      checkRealm(c.params);
      const value = await renewSecret(context, c.params.id, { actor: c.principal, origin: originOf(c) });
      return answer({ type: 'secret', value });
    }),
    bind(contract.realmClientStats, async ({ params }) => {
      checkRealm(params);
      const [counts, known] = await Promise.all([repository.countByClient(store, nowOf(context)), allClients(store)]);
      const stats = known.map(({ id, client_id: clientId }) => {
        const active = counts.get(id === consoleClient.id ? null : id) ?? 0;
        return { id, clientId, active: String(active), offline: '0' };
      });
      return answer(stats.filter(({ active }) => active !== '0'));
    }),
  ];
}
