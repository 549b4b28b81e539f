import type { Role } from '@kianda/contract';
import type { UserStatus } from '@kianda/contract/identity/identity.contract';
import type { ExpressionBuilder, SqlBool } from 'kysely';
import type { AccountRow, IdentityTables, Store } from './identity.types.ts';

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
export function holdAccount(store: Store, id: string): Promise<AccountRow | undefined> {
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
  >,
  now: Date,
): Promise<AccountRow> {
  return store
    .insertInto('identity.accounts')
    .values({ ...account, status: 'active', totp_enabled: false, created_at: now, updated_at: now })
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

/** Ids of the administrators who can act, held until the transaction ends so that two can't remove each other. */
export async function holdActiveAdministrators(store: Store): Promise<readonly string[]> {
  const rows = await store
    .selectFrom('identity.accounts')
    .select('id')
    .where('role', '=', 'administrador')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
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

/** The first administrator, while nobody has ever signed in as it. */
export function findUntouchedAdministrator(store: Store): Promise<AccountRow | undefined> {
  return store
    .selectFrom('identity.accounts')
    .selectAll()
    .where('first_administrator', '=', true)
    .where('last_sign_in_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export type AccountFilter = {
  readonly search?: string | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
};

/** A page of accounts by name, and how many there are. */
export async function listAccounts(
  store: Store,
  filter: AccountFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: readonly AccountRow[]; total: number }> {
  const matching = store
    .selectFrom('identity.accounts')
    .where('deleted_at', 'is', null)
    .where((builder) => builder.and(conditions(builder, filter)));
  const rows = await matching
    .selectAll()
    .orderBy(({ fn }) => fn<string>('lower', ['name']))
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

function conditions(builder: ExpressionBuilder<IdentityTables, 'identity.accounts'>, filter: AccountFilter) {
  const wanted = [];
  if (filter.search !== undefined && filter.search !== '') {
    const pattern = `%${filter.search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    wanted.push(builder.or([builder('name', 'ilike', pattern), builder('email', 'ilike', pattern)]));
  }
  if (filter.role !== undefined) wanted.push(builder('role', '=', filter.role));
  if (filter.status !== undefined) wanted.push(builder('status', '=', filter.status));
  return wanted.length === 0 ? [builder.lit<SqlBool>(true)] : wanted;
}
