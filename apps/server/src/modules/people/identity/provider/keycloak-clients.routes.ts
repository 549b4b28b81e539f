import * as contract from '@kianda/contract/people/identity/keycloak.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import { consoleClient, createClient, removeClient, renewSecret } from './clients.ts';
import { adminBase, allClients, createAnswer, done, managesUsers } from './keycloak-answers.ts';
import { checkRealm, originOf } from './oidc-realm.ts';
import * as repository from './provider.repository.ts';
import { clientRepresentation } from './representations.ts';

export function keycloakClientBindings(context: IdentityContext): Bindings {
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
