import * as contract from '@kianda/contract/people/identity/keycloak.contract';
import { type Bindings, bind, type Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import { consoleClient } from './clients.ts';
import { allClients, createAnswer, done, requiredAccount } from './keycloak-answers.ts';
import { checkRealm, originOf } from './oidc-realm.ts';
import * as repository from './provider.repository.ts';
import { sessionRepresentation } from './representations.ts';

export function keycloakSessionBindings(context: IdentityContext): Bindings {
  const { store } = context;
  const answer = createAnswer(context);
  return [
    bind(contract.logoutRealmUser, async (c) => {
      checkRealm(c.params);
      const { id } = await requiredAccount(store, c.params.id);
      await endAndRecord(context, id, undefined, c);
      return done;
    }),
    bind(contract.realmUserSessions, async ({ params }) => {
      checkRealm(params);
      const { id } = await requiredAccount(store, params.id);
      return answer(await sessionsOf(context, { accountId: id }, { first: 0, max: 1000 }));
    }),
    bind(contract.realmClientSessions, async ({ params, query }) => {
      checkRealm(params);
      const clientId = params.id === consoleClient.id ? null : params.id;
      return answer(await sessionsOf(context, { clientId }, query));
    }),
    bind(contract.realmSessions, async ({ params, query }) => {
      checkRealm(params);
      return answer(await sessionsOf(context, { search: query.search }, query));
    }),
    bind(contract.realmUiSessions, async ({ params, query }) => {
      checkRealm(params);
      const listed = query.type === 'OFFLINE' ? [] : await sessionsOf(context, { search: query.search }, query);
      return answer(listed.map((session) => ({ ...session, type: 'REGULAR' as const })));
    }),
    bind(contract.endRealmSession, async (c) => {
      checkRealm(c.params);
      const session = await repository.findSession(store, c.params.id);
      if (session === undefined || (await endAndRecord(context, session.account_id, [session.id], c)) === 0) {
        throw new AppError('not_found', { detail: 'Session not found' });
      }
      return done;
    }),
  ];
}

async function sessionsOf(
  context: IdentityContext,
  filter: repository.SessionFilter,
  page: { first: number; max: number },
) {
  const [rows, clients] = await Promise.all([
    repository.listSessions(context.store, nowOf(context), filter, page),
    allClients(context.store),
  ]);
  const byId = new Map(clients.map((client) => [client.id, client]));
  return rows.map((row) => sessionRepresentation(row, byId.get(row.client_id ?? '') ?? consoleClient));
}

type Requester = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** Ends the sessions named, or all of the account, and records it. Resolves to their number. */
async function endAndRecord(
  context: IdentityContext,
  accountId: string,
  sessionIds: readonly string[] | undefined,
  requester: Requester,
): Promise<number> {
  const ended = await endSessions(context.store, accountId, { reason: 'revoked', now: nowOf(context), sessionIds });
  context.authentication.announce(accountId);
  if (ended === 0) return 0;
  await context.audit.record({
    event: 'auth.logout',
    severity: 'high',
    actorId: requester.principal.accountId,
    actorName: requester.principal.email,
    resource: sessionIds?.[0] === undefined ? `user/${accountId}` : `session/${sessionIds[0]}`,
    ...originOf(requester),
    metadata: { reason: 'administrator', sessions: ended },
  });
  return ended;
}
