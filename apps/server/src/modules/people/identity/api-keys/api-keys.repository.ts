import type { AccountRow, ApiKeyRow, Store } from '../identity.types.ts';

export type KeyWithOwner = ApiKeyRow & Pick<AccountRow, 'email' | 'role' | 'status'> & { readonly owner_name: string };

function withOwner(store: Store) {
  return store
    .selectFrom('identity.api_keys as key')
    .innerJoin('identity.accounts as account', 'account.id', 'key.account_id')
    .selectAll('key')
    .select(['account.email', 'account.role', 'account.status', 'account.name as owner_name'])
    .where('account.deleted_at', 'is', null);
}

export async function insertKey(
  store: Store,
  key: Omit<ApiKeyRow, 'last_used_at' | 'last_used_address' | 'revoked_at'>,
): Promise<void> {
  await store.insertInto('identity.api_keys').values(key).execute();
}

/** The key with this hash, revoked or expired too: times are the caller's to compare. */
export const findKeyByHash = (store: Store, hash: Uint8Array): Promise<KeyWithOwner | undefined> =>
  withOwner(store).where('key.secret_hash', '=', Buffer.from(hash)).executeTakeFirst();

export const findKey = (store: Store, id: string): Promise<KeyWithOwner | undefined> =>
  withOwner(store).where('key.id', '=', id).executeTakeFirst();

/** Keys of one account or of all, the newest first. */
export function listKeys(store: Store, accountId?: string): Promise<KeyWithOwner[]> {
  const query = withOwner(store).orderBy('key.created_at', 'desc').orderBy('key.id').limit(1_000);
  return (accountId === undefined ? query : query.where('key.account_id', '=', accountId)).execute();
}

/** False where it was revoked before. */
export async function revokeKey(store: Store, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('identity.api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function revokeKeysOf(store: Store, accountId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await store
    .updateTable('identity.api_keys')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function countUsableKeys(store: Store, now: Date, accountId?: string): Promise<number> {
  let query = store
    .selectFrom('identity.api_keys')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(({ fn }) => fn.countAll<number>().as('keys'));
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  return Number((await query.executeTakeFirstOrThrow()).keys);
}

export async function touchKey(store: Store, id: string, now: Date, address: string): Promise<void> {
  await store
    .updateTable('identity.api_keys')
    .set({ last_used_at: now, last_used_address: address })
    .where('id', '=', id)
    .execute();
}
