import type { Role } from '@kianda/contract';
import { sql } from 'kysely';
import type { AccountRow, Store } from './identity.types.ts';

/** Accounts that are not deleted. */
export function findAccount(store: Store, id: string): Promise<AccountRow | undefined> {
  return store
    .selectFrom('identity.accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** As `findAccount`, and holds the row until the transaction ends. */
export function lockAccount(store: Store, id: string): Promise<AccountRow | undefined> {
  return store
    .selectFrom('identity.accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** `email` in lower case. */
export function findAccountByEmail(store: Store, email: string): Promise<AccountRow | undefined> {
  return store
    .selectFrom('identity.accounts')
    .selectAll()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function insertAccount(
  store: Store,
  account: Pick<
    AccountRow,
    'id' | 'email' | 'name' | 'role' | 'password_hash' | 'must_change_password' | 'first_administrator'
  > &
    Partial<Pick<AccountRow, 'status'>>,
  now: Date,
): Promise<AccountRow> {
  return store
    .insertInto('identity.accounts')
    .values({ status: 'active', ...account, totp_enabled: false, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateAccount(
  store: Store,
  id: string,
  change: Partial<Omit<AccountRow, 'id' | 'created_at' | 'updated_at'>>,
  now: Date,
): Promise<AccountRow> {
  return store
    .updateTable('identity.accounts')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks a time step as used; false when it, or a later one, already was. One statement, so that two can't both win. */
export async function useTotpStep(store: Store, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('identity.accounts')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where((where) => where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Ids of the administrators who can act and have a way in, held until the transaction ends so that two can't remove each
 * other. One who never accepted the invitation, or whose access was reset, keeps nobody from being the last.
 */
export async function lockActiveAdministrators(store: Store): Promise<readonly string[]> {
  const rows = await store
    .selectFrom('identity.accounts')
    .select('id')
    .where('role', '=', 'administrador')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('password_hash', 'is not', null),
        where.exists(
          where
            .selectFrom('identity.oidc_links as link')
            .select('link.subject')
            .whereRef('link.account_id', '=', 'identity.accounts.id'),
        ),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

export async function countAccounts(store: Store): Promise<number> {
  const { count } = await store
    .selectFrom('identity.accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The first administrator, as long as it has never been signed in to. */
export function findUntouchedAdministrator(store: Store): Promise<AccountRow | undefined> {
  return store
    .selectFrom('identity.accounts')
    .selectAll()
    .where('first_administrator', '=', true)
    .where('last_sign_in_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Active accounts of these roles whose name holds the text, by name. */
export function activeAccountsOf(store: Store, roles: readonly Role[], search: string, limit: number) {
  return store
    .selectFrom('identity.accounts')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('role', 'in', roles)
    .where(sql<boolean>`position(lower(${search}) IN lower(name)) > 0`)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute();
}
