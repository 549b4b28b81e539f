import { allows } from '@kianda/contract';
import * as contract from '@kianda/contract/people/identity/keycloak.contract';
import { realmName } from '@kianda/contract/people/identity/oidc.contract';
import { type Bindings, bind, type Principal, type StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import { findAccount } from '../accounts.repository.ts';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import type { ClientRow, Origin } from '../identity.types.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import { listAccounts } from '../users/users.repository.ts';
import * as users from '../users/users.service.ts';
import { consoleClient, createClient, removeClient, renewSecret } from './clients.ts';
import * as repository from './provider.repository.ts';
import {
  clientRepresentation,
  realmRepresentation,
  sessionRepresentation,
  userRepresentation,
} from './representations.ts';

type Who = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** Keycloak's administration paths and representations over the platform's accounts, programs and sessions. */
export function keycloakBindings(context: IdentityContext): Bindings {
  const { store, config, platform } = context;
  const base = `${config.publicUrl}/identity/admin/realms/${realmName}`;
  const standard = (body: unknown): StandardAnswer => ({ body, provenance: ownProvenance(platform.clock) });
  const done: StandardAnswer = { status: 204 };
  const manages = ({ role }: Principal) => allows('users:write', role);
  const origin = ({ ipAddress, userAgent }: Who): Origin => ({ ipAddress, userAgent });

  function checkRealm({ realm }: { readonly realm: string }): void {
    if (realm !== realmName) throw new AppError('not_found', { detail: 'Realm not found.' });
  }

  async function account(id: string) {
    const row = await findAccount(store, id);
    if (row === undefined) throw new AppError('not_found', { detail: 'User not found' });
    return row;
  }

  const clients = async (): Promise<ClientRow[]> => [consoleClient, ...(await repository.listClients(store))];

  async function sessions(filter: repository.SessionFilter, page: { first: number; max: number }) {
    const [rows, known] = await Promise.all([repository.listSessions(store, nowOf(context), filter, page), clients()]);
    const byId = new Map(known.map((client) => [client.id, client]));
    return rows.map((row) => sessionRepresentation(row, byId.get(row.client_id ?? '') ?? consoleClient));
  }

  async function end(accountId: string, sessionIds: readonly string[] | undefined, who: Who): Promise<number> {
    const ended = await endSessions(store, accountId, 'revoked', nowOf(context), sessionIds);
    context.authentication.announce(accountId);
    if (ended === 0) return 0;
    await context.audit.record({
      event: 'auth.logout',
      severity: 'high',
      actorId: who.principal.accountId,
      actorName: who.principal.email,
      resource: sessionIds?.[0] === undefined ? `user/${accountId}` : `session/${sessionIds[0]}`,
      ...origin(who),
      metadata: { reason: 'administrator', sessions: ended },
    });
    return ended;
  }

  const nameOf = (given: { firstName?: string | undefined; lastName?: string | undefined }) =>
    [given.firstName, given.lastName].filter((part) => part !== undefined && part !== '').join(' ');

  return [
    bind(contract.listRealms, async () => standard([realmRepresentation('Kianda')])),
    bind(contract.getRealm, async ({ params }) => {
      checkRealm(params);
      return standard(realmRepresentation('Kianda'));
    }),
    bind(contract.realmUsers, async ({ params, query, principal }) => {
      checkRealm(params);
      const filter = {
        search: query.search ?? query.username ?? query.email,
        ...(query.enabled === undefined
          ? {}
          : { status: query.enabled === 'true' ? ('active' as const) : ('inactive' as const) }),
      };
      const { rows } = await listAccounts(store, filter, users.termsOf(context), {
        limit: query.max,
        place: { offset: query.first },
      });
      return standard(rows.map((row) => userRepresentation(row, manages(principal))));
    }),
    bind(contract.realmUserCount, async ({ params, query }) => {
      checkRealm(params);
      const page = { limit: 1, place: { offset: 0 } };
      return standard((await listAccounts(store, { search: query.search }, users.termsOf(context), page)).total);
    }),
    bind(contract.realmUser, async ({ params, principal }) => {
      checkRealm(params);
      return standard(userRepresentation(await account(params.id), manages(principal)));
    }),
    bind(contract.createRealmUser, async (c) => {
      checkRealm(c.params);
      const email = (c.body.email ?? c.body.username ?? '').trim().toLowerCase();
      if (!/^\S+@\S+\.\S+$/.test(email)) {
        throw new AppError('validation_failed', { issues: [{ path: 'body.email', message: 'Indique um e-mail.' }] });
      }
      const role = c.body.attributes?.role?.[0] ?? 'cliente';
      const given = { email, name: nameOf(c.body) || email, role };
      const { user } = await users.createUser(context, c.principal, given, origin(c));
      // Keycloak tells the id in this header alone.
      return { status: 201, headers: { location: `${base}/users/${user.id}` } };
    }),
    bind(contract.updateRealmUser, async (c) => {
      checkRealm(c.params);
      const { body } = c;
      const name = nameOf(body);
      const role = body.attributes?.role?.[0];
      const change: users.UserChange = {
        email: body.email?.toLowerCase(),
        name: name === '' ? undefined : name,
        role,
        status: body.enabled === undefined ? undefined : body.enabled ? 'active' : 'inactive',
      };
      await users.updateUser(context, c.principal, c.params.id, change, origin(c));
      return done;
    }),
    bind(contract.deleteRealmUser, async (c) => {
      checkRealm(c.params);
      await users.deleteUser(context, c.principal, c.params.id, origin(c));
      return done;
    }),
    bind(contract.logoutRealmUser, async (c) => {
      checkRealm(c.params);
      const { id } = await account(c.params.id);
      await end(id, undefined, c);
      return done;
    }),
    bind(contract.realmUserSessions, async ({ params }) => {
      checkRealm(params);
      const { id } = await account(params.id);
      return standard(await sessions({ accountId: id }, { first: 0, max: 1000 }));
    }),
    bind(contract.realmClients, async ({ params, query, principal }) => {
      checkRealm(params);
      const wanted = (await clients()).filter(
        ({ client_id: id, name }) =>
          (query.clientId === undefined || id === query.clientId) &&
          (query.search === undefined || `${id} ${name}`.toLowerCase().includes(query.search.toLowerCase())),
      );
      const page = wanted.slice(query.first, query.first + query.max);
      return standard(page.map((row) => clientRepresentation(row, manages(principal))));
    }),
    bind(contract.createRealmClient, async (c) => {
      checkRealm(c.params);
      const created = await createClient(context, c.body, { actor: c.principal, origin: origin(c) });
      return { status: 201, headers: { location: `${base}/clients/${created.id}` }, body: created };
    }),
    bind(contract.deleteRealmClient, async (c) => {
      checkRealm(c.params);
      const open = await repository.listSessions(
        store,
        nowOf(context),
        { clientId: c.params.id },
        { first: 0, max: 100_000 },
      );
      await removeClient(context, c.params.id, { actor: c.principal, origin: origin(c) });
      for (const session of open) context.authentication.announce(session.account_id, session.id);
      return done;
    }),
    bind(contract.renewClientSecret, async (c) => {
      checkRealm(c.params);
      const value = await renewSecret(context, c.params.id, { actor: c.principal, origin: origin(c) });
      return standard({ type: 'secret', value });
    }),
    bind(contract.realmClientSessions, async ({ params, query }) => {
      checkRealm(params);
      const clientId = params.id === consoleClient.id ? null : params.id;
      return standard(await sessions({ clientId }, query));
    }),
    bind(contract.realmClientStats, async ({ params }) => {
      checkRealm(params);
      const [counts, known] = await Promise.all([repository.countByClient(store, nowOf(context)), clients()]);
      const stats = known.map(({ id, client_id: clientId }) => {
        const active = counts.get(id === consoleClient.id ? null : id) ?? 0;
        return { id, clientId, active: String(active), offline: '0' };
      });
      return standard(stats.filter(({ active }) => active !== '0'));
    }),
    bind(contract.realmSessions, async ({ params, query }) => {
      checkRealm(params);
      return standard(await sessions({ search: query.search }, query));
    }),
    bind(contract.realmUiSessions, async ({ params, query }) => {
      checkRealm(params);
      const listed = query.type === 'OFFLINE' ? [] : await sessions({ search: query.search }, query);
      return standard(listed.map((session) => ({ ...session, type: 'REGULAR' as const })));
    }),
    bind(contract.endRealmSession, async (c) => {
      checkRealm(c.params);
      const session = await repository.findSession(store, c.params.id);
      if (session === undefined || (await end(session.account_id, [session.id], c)) === 0) {
        throw new AppError('not_found', { detail: 'Session not found' });
      }
      return done;
    }),
  ];
}
