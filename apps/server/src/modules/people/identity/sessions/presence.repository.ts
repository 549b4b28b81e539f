import type { Role } from '@kianda/contract';
import type { Store } from '../identity.types.ts';

/** Accounts with an open session that was used since `since`. */
export async function countActiveAccounts(store: Store, since: Date): Promise<number> {
  const row = await store
    .selectFrom('identity.sessions')
    .where('ended_at', 'is', null)
    .where('last_used_at', '>=', since)
    .select(({ fn }) => fn.count<number>('account_id').distinct().as('accounts'))
    .executeTakeFirstOrThrow();
  return Number(row.accounts);
}

/** The latest sign-ins, newest first: when, and with which role. Whose they are is the audit's to tell. */
export async function latestSignIns(
  store: Store,
  limit: number,
): Promise<readonly { readonly sessionId: string; readonly at: string; readonly role: Role }[]> {
  const rows = await store
    .selectFrom('identity.sessions as session')
    .innerJoin('identity.accounts as account', 'account.id', 'session.account_id')
    .select(['session.id', 'session.created_at', 'account.role'])
    .orderBy('session.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, created_at, role }) => ({ sessionId: id, at: created_at.toISOString(), role }));
}
