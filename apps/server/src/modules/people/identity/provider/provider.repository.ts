import { type ExpressionBuilder, type OperandExpression, type SqlBool, sql } from 'kysely';
import type { ClientRow, GrantCodeRow, IdentityTables, SessionRow, Store } from '../identity.types.ts';

export const listClients = (store: Store): Promise<ClientRow[]> =>
  store.selectFrom('identity.clients').selectAll().orderBy('client_id').execute();

export const findClient = (store: Store, by: 'id' | 'client_id', value: string): Promise<ClientRow | undefined> =>
  store.selectFrom('identity.clients').selectAll().where(by, '=', value).executeTakeFirst();

export async function insertClient(store: Store, row: ClientRow): Promise<void> {
  await store.insertInto('identity.clients').values(row).execute();
}

export async function updateClient(
  store: Store,
  id: string,
  change: Partial<Omit<ClientRow, 'id' | 'client_id' | 'created_at'>>,
): Promise<void> {
  await store.updateTable('identity.clients').set(change).where('id', '=', id).execute();
}

/** With its sessions and codes. */
export async function deleteClient(store: Store, id: string): Promise<void> {
  await store.deleteFrom('identity.clients').where('id', '=', id).execute();
}

export async function insertCode(store: Store, row: GrantCodeRow): Promise<void> {
  await store.insertInto('identity.grant_codes').values(row).execute();
}

/** The grant of a code, held until the transaction ends: of two that bring the same one, the second sees it used. */
export const lockCode = (store: Store, hash: Uint8Array): Promise<GrantCodeRow | undefined> =>
  store.selectFrom('identity.grant_codes').selectAll().where('code_hash', '=', hash).forUpdate().executeTakeFirst();

export async function useCode(store: Store, hash: Uint8Array, used: Pick<GrantCodeRow, 'used_at' | 'session_id'>) {
  await store.updateTable('identity.grant_codes').set(used).where('code_hash', '=', hash).execute();
}

export async function purgeCodes(store: Store, before: Date): Promise<void> {
  await store.deleteFrom('identity.grant_codes').where('expires_at', '<', before).execute();
}

export type OpenSession = SessionRow & { readonly email: string; readonly name: string };
export type SessionFilter = {
  readonly search?: string | undefined;
  readonly accountId?: string;
  /** Null: the console's own. */
  readonly clientId?: string | null;
};
type Joined = IdentityTables & { session: SessionRow; account: IdentityTables['identity.accounts'] };

function openSessions(store: Store, now: Date, filter: SessionFilter) {
  return store
    .selectFrom('identity.sessions as session')
    .innerJoin('identity.accounts as account', 'account.id', 'session.account_id')
    .where('session.ended_at', 'is', null)
    .where('session.idle_expires_at', '>', now)
    .where('session.expires_at', '>', now)
    .where((eb) => eb.and(conditions(eb as unknown as ExpressionBuilder<Joined, 'session' | 'account'>, filter)));
}

function conditions(
  eb: ExpressionBuilder<Joined, 'session' | 'account'>,
  { search, accountId, clientId }: SessionFilter,
): OperandExpression<SqlBool>[] {
  const wanted: OperandExpression<SqlBool>[] = [eb.lit<boolean>(true)];
  if (accountId !== undefined) wanted.push(eb('session.account_id', '=', accountId));
  if (clientId === null) wanted.push(eb('session.client_id', 'is', null));
  else if (clientId !== undefined) wanted.push(eb('session.client_id', '=', clientId));
  if (search !== undefined && search !== '') {
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    wanted.push(sql<boolean>`(account.email ilike ${pattern} or account.name ilike ${pattern}
      or session.ip_address ilike ${pattern})`);
  }
  return wanted;
}

/** Open sessions of every account, the last used first: a page is read, never the whole table. */
export function listSessions(
  store: Store,
  now: Date,
  filter: SessionFilter,
  page: { first: number; max: number },
): Promise<OpenSession[]> {
  return openSessions(store, now, filter)
    .selectAll('session')
    .select(['account.email', 'account.name'])
    .orderBy('session.last_used_at', 'desc')
    .orderBy('session.id')
    .limit(page.max)
    .offset(page.first)
    .execute();
}

export async function countByClient(store: Store, now: Date): Promise<ReadonlyMap<string | null, number>> {
  const rows = await openSessions(store, now, {})
    .select(['session.client_id', ({ fn }) => fn.countAll<number>().as('sessions')])
    .groupBy('session.client_id')
    .execute();
  return new Map(rows.map((row) => [row.client_id, Number(row.sessions)]));
}

/** Accounts that have a session open. */
export async function accountsWithSessions(store: Store, now: Date): Promise<string[]> {
  const rows = await openSessions(store, now, {}).select('session.account_id').distinct().execute();
  return rows.map(({ account_id }) => account_id);
}

/** Open sessions of an account but one. */
export async function otherSessions(store: Store, accountId: string, except: string): Promise<string[]> {
  const rows = await store
    .selectFrom('identity.sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '!=', except)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Open sessions of one program; those of the console for null. */
export async function countOfClient(store: Store, now: Date, clientId: string | null): Promise<number> {
  const { count } = await openSessions(store, now, { clientId })
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findSession = (store: Store, id: string): Promise<SessionRow | undefined> =>
  store
    .selectFrom('identity.sessions')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
