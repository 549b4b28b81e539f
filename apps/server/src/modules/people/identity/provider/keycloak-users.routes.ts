import { roles } from '@kianda/contract';
import * as contract from '@kianda/contract/people/identity/keycloak.contract';
import type { z } from 'zod';
import { type Bindings, bind, type RequestContext } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { findAccountByEmail } from '../accounts.repository.ts';
import type { IdentityContext, Who } from '../core/identity-context.ts';
import type { AccountRow } from '../identity.types.ts';
import { checkTemporary, createUserWithPassword } from '../users/user-credentials.service.ts';
import { accountPage } from '../users/users.repository.ts';
import * as users from '../users/users.service.ts';
import { adminBase, createAnswer, done, managesUsers, requiredAccount } from './keycloak-answers.ts';
import { checkRealm, originOf } from './oidc-realm.ts';
import { userRepresentation } from './representations.ts';

const byName = { sort: 'name', order: 'asc' } as const;
/** The one action that can be demanded of an account at its next sign-in. */
const newPassword = 'UPDATE_PASSWORD';

export function keycloakUserBindings(context: IdentityContext): Bindings {
  const { store } = context;
  const answer = createAnswer(context);
  return [
    bind(contract.realmUsers, async ({ params, query, principal }) => {
      checkRealm(params);
      const { rows } = await found(context, query, { offset: query.first, limit: query.max });
      return answer(rows.map((row) => userRepresentation(row, managesUsers(principal))));
    }),
    bind(contract.realmUserCount, async ({ params, query }) => {
      checkRealm(params);
      return answer((await found(context, query, { offset: 0, limit: 1 })).total);
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
      refuseActions(c.body.requiredActions);
      const role = c.body.attributes?.role?.[0] ?? 'cliente';
      const given = { email, name: nameOf(c.body) || email, role };
      const id = await created(context, { actor: c.principal, origin: originOf(c) }, given, c.body.credentials?.[0]);
      // Keycloak answers the id in this header alone.
      return { status: 201, headers: { location: `${adminBase(context)}/users/${id}` } };
    }),
    bind(contract.updateRealmUser, async (c) => {
      checkRealm(c.params);
      const { body } = c;
      refuseActions(body.requiredActions);
      const row = await requiredAccount(store, c.params.id);
      const name = nameOf(body);
      const isActive = row.status === 'active';
      const change: users.UserChange = {
        email: body.email?.toLowerCase(),
        name: name === '' ? undefined : name,
        role: body.attributes?.role?.[0],
        status: (body.enabled ?? isActive) === isActive ? undefined : body.enabled ? 'active' : 'inactive',
      };
      await users.updateUser(context, { actor: c.principal, origin: originOf(c) }, row.id, change);
      if (body.requiredActions?.includes(newPassword) && row.password_hash !== null && !row.must_change_password) {
        await users.forcePasswordChange(context, c.principal, row.id, originOf(c));
      }
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

type UserQuery = Partial<Omit<RequestContext<typeof contract.realmUsers>['query'], 'first' | 'max'>>;

/** Users that match, in order of their names, and how many do in all. */
async function found(
  context: IdentityContext,
  query: UserQuery,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly AccountRow[]; readonly total: number }> {
  const address = query.username ?? query.email;
  if (query.exact === 'true' && address !== undefined) {
    const row = await findAccountByEmail(context.store, address.toLowerCase());
    const rows = row === undefined || page.offset > 0 ? [] : [row];
    return { rows, total: row === undefined ? 0 : 1 };
  }
  const [, attribute, value] = /^(\w+):(.*)$/.exec(query.q ?? '') ?? [];
  const role = roles.find((known) => known === value);
  // No user has any other attribute.
  if (query.q !== undefined && (attribute !== 'role' || role === undefined)) return { rows: [], total: 0 };
  const name = [query.firstName, query.lastName].filter((part) => part !== undefined).join(' ');
  const filters = {
    search: query.search ?? address ?? (name === '' ? undefined : name),
    ...(role === undefined ? {} : { role }),
    ...(query.enabled === undefined
      ? {}
      : { status: query.enabled === 'true' ? ('active' as const) : ('inactive' as const) }),
  };
  return accountPage(context.store, users.termsOf(context), { filters, ...byName, ...page });
}

/** A new account: by invitation, or by the temporary password that came with it. Resolves to its identifier. */
async function created(
  context: IdentityContext,
  who: Who,
  given: users.NewUser,
  credential: z.output<typeof contract.keycloakPasswordSchema> | undefined,
): Promise<string> {
  if (credential === undefined) return (await users.createUser(context, who.actor, given, who.origin)).user.id;
  checkTemporary(credential);
  return (await createUserWithPassword(context, who, given, credential.value)).id;
}

function refuseActions(actions: readonly string[] = []): void {
  const other = actions.find((action) => action !== newPassword);
  if (other === undefined) return;
  const message = `«${other}» não se exige a uma conta; só ${newPassword}.`;
  throw new AppError('validation_failed', { issues: [{ path: 'body.requiredActions', message }] });
}
