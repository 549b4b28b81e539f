import * as contract from '@kianda/contract/people/identity/keycloak.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { IdentityContext } from '../core/identity-context.ts';
import { accountPage } from '../users/users.repository.ts';
import * as users from '../users/users.service.ts';
import { adminBase, createAnswer, done, managesUsers, requiredAccount } from './keycloak-answers.ts';
import { checkRealm, originOf } from './oidc-realm.ts';
import { userRepresentation } from './representations.ts';

const byName = { sort: 'name', order: 'asc' } as const;

export function keycloakUserBindings(context: IdentityContext): Bindings {
  const { store } = context;
  const answer = createAnswer(context);
  return [
    bind(contract.realmUsers, async ({ params, query, principal }) => {
      checkRealm(params);
      const filters = {
        search: query.search ?? query.username ?? query.email,
        ...(query.enabled === undefined
          ? {}
          : { status: query.enabled === 'true' ? ('active' as const) : ('inactive' as const) }),
      };
      const page = { filters, ...byName, offset: query.first, limit: query.max };
      const { rows } = await accountPage(store, users.termsOf(context), page);
      return answer(rows.map((row) => userRepresentation(row, managesUsers(principal))));
    }),
    bind(contract.realmUserCount, async ({ params, query }) => {
      checkRealm(params);
      const page = { filters: { search: query.search }, ...byName, offset: 0, limit: 1 };
      return answer((await accountPage(store, users.termsOf(context), page)).total);
    }),
    bind(contract.realmUser, async ({ params, principal }) => {
      checkRealm(params);
      return answer(userRepresentation(await requiredAccount(store, params.id), managesUsers(principal)));
    }),
    bind(contract.createRealmUser, async (c) => {
      checkRealm(c.params);
      const email = (c.body.email ?? c.body.username ?? '').trim().toLowerCase();
      if (!/^\S+@\S+\.\S+$/.test(email)) {
        throw new AppError('validation_failed', { issues: [{ path: 'body.email', message: 'Indique um e-mail.' }] });
      }
      const role = c.body.attributes?.role?.[0] ?? 'cliente';
      const given = { email, name: nameOf(c.body) || email, role };
      const { user } = await users.createUser(context, c.principal, given, originOf(c));
      // Keycloak answers the id in this header alone.
      return { status: 201, headers: { location: `${adminBase(context)}/users/${user.id}` } };
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
      await users.updateUser(context, { actor: c.principal, origin: originOf(c) }, c.params.id, change);
      return done;
    }),
    bind(contract.deleteRealmUser, async (c) => {
      checkRealm(c.params);
      await users.deleteUser(context, c.principal, c.params.id, originOf(c));
      return done;
    }),
  ];
}

function nameOf({ firstName, lastName }: { firstName?: string | undefined; lastName?: string | undefined }): string {
  return [firstName, lastName].filter((part) => part !== undefined && part !== '').join(' ');
}
