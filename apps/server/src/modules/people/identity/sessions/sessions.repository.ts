import type { AccountRow, EndReason, IdentityTables, SessionRow, Store } from '../identity.types.ts';
import { insertNotices } from '../provider/logout-notices.repository.ts';

export type RefreshTokenRow = IdentityTables['identity.refresh_tokens'];

export async function insertSession(store: Store, session: Omit<SessionRow, 'ended_at' | 'end_reason'>): Promise<void> {
  await store
    .insertInto('identity.sessions')
    .values({ ...session, ended_at: null, end_reason: null })
    .execute();
}

/** Locks the session until the transaction ends: refreshes of one session happen one after the other. */
export function lockSession(store: Store, id: string): Promise<SessionRow | undefined> {
  return store.selectFrom('identity.sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function touchSession(
  store: Store,
  id: string,
  change: Pick<SessionRow, 'last_used_at' | 'idle_expires_at' | 'ip_address' | 'user_agent'>,
): Promise<void> {
  await store.updateTable('identity.sessions').set(change).where('id', '=', id).execute();
}

export async function insertRefreshToken(store: Store, token: Omit<RefreshTokenRow, 'rotated_at'>): Promise<void> {
  await store
    .insertInto('identity.refresh_tokens')
    .values({ ...token, rotated_at: null })
    .execute();
}

export function findRefreshToken(store: Store, hash: Uint8Array): Promise<RefreshTokenRow | undefined> {
  return store
    .selectFrom('identity.refresh_tokens')
    .selectAll()
    .where('hash', '=', Buffer.from(hash))
    .executeTakeFirst();
}

export async function markRotated(store: Store, hash: Uint8Array, now: Date): Promise<void> {
  await store
    .updateTable('identity.refresh_tokens')
    .set({ rotated_at: now })
    .where('hash', '=', Buffer.from(hash))
    .execute();
}

/** Sessions of an account that are neither ended nor expired, the last used first. */
export function listOpenSessions(store: Store, accountId: string, now: Date): Promise<SessionRow[]> {
  return store
    .selectFrom('identity.sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('idle_expires_at', '>', now)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

export type SessionsEnd = {
  readonly reason: EndReason;
  readonly now: Date;
  /** All open sessions of the account when absent. */
  readonly sessionIds?: readonly string[] | undefined;
};

/** Ends open sessions of an account, and notes which programs are to be told. Resolves to their number. */
export async function endSessions(
  store: Store,
  accountId: string,
  { reason, now, sessionIds }: SessionsEnd,
): Promise<number> {
  let update = store
    .updateTable('identity.sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);
  if (sessionIds !== undefined) update = update.where('id', 'in', [...sessionIds]);
  const ended = await update.returning(['id', 'client_id']).execute();
  const ofPrograms = ended.flatMap(({ id, client_id }) => (client_id === null ? [] : [id]));
  if (ofPrograms.length > 0) await insertNotices(store, ofPrograms, now);
  return ended.length;
}

export type SessionWithAccount = Pick<SessionRow, 'id' | 'method' | 'idle_expires_at' | 'expires_at'> &
  Pick<AccountRow, 'email' | 'name' | 'role' | 'must_change_password' | 'totp_enabled' | 'two_step_demanded_at'> & {
    account_id: string;
  };

/** The session if it is not ended and its account may act. The caller compares its times. */
export function findActiveSession(store: Store, id: string): Promise<SessionWithAccount | undefined> {
  return store
    .selectFrom('identity.sessions as session')
    .innerJoin('identity.accounts as account', 'account.id', 'session.account_id')
    .select([
      'session.id',
      'session.account_id',
      'session.method',
      'session.idle_expires_at',
      'session.expires_at',
      'account.email',
      'account.name',
      'account.role',
      'account.must_change_password',
      'account.totp_enabled',
      'account.two_step_demanded_at',
    ])
    .where('session.id', '=', id)
    .where('session.ended_at', 'is', null)
    .where('account.status', '=', 'active')
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Removes sessions over for good, with their refresh tokens. */
export async function purgeSessions(store: Store, before: Date): Promise<void> {
  await store
    .deleteFrom('identity.sessions')
    .where((where) => where.or([where('expires_at', '<', before), where('ended_at', '<', before)]))
    .execute();
}
