import { sql } from 'kysely';
import type { AccessLinkRow, Store } from '../identity.types.ts';

export async function insertLink(store: Store, link: Omit<AccessLinkRow, 'used_at' | 'revoked_at'>): Promise<void> {
  await store
    .insertInto('identity.access_links')
    .values({ ...link, used_at: null, revoked_at: null })
    .execute();
}

export async function ownerOfLink(store: Store, tokenHash: Uint8Array): Promise<string | undefined> {
  const row = await store
    .selectFrom('identity.access_links')
    .select('account_id')
    .where('token_hash', '=', Buffer.from(tokenHash))
    .executeTakeFirst();
  return row?.account_id;
}

/** Holds the link until the transaction ends: of two who use it at once, the second finds it used. */
export function lockLink(store: Store, tokenHash: Uint8Array): Promise<AccessLinkRow | undefined> {
  return store
    .selectFrom('identity.access_links')
    .selectAll()
    .where('token_hash', '=', Buffer.from(tokenHash))
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function useLink(store: Store, id: string, now: Date): Promise<void> {
  await store.updateTable('identity.access_links').set({ used_at: now }).where('id', '=', id).execute();
}

/** Closes whatever link of the account is open. */
export async function revokeLinks(store: Store, accountId: string, now: Date): Promise<void> {
  await store
    .updateTable('identity.access_links')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

/** When the account's links were made since, of what kind, and whether they are open, the newest first. */
export function linksSince(
  store: Store,
  accountId: string,
  since: Date,
): Promise<Pick<AccessLinkRow, 'purpose' | 'created_at' | 'expires_at' | 'used_at' | 'revoked_at'>[]> {
  return store
    .selectFrom('identity.access_links')
    .select(['purpose', 'created_at', 'expires_at', 'used_at', 'revoked_at'])
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute();
}

/** A link that an administrator made, not one that the person asked for. */
type GivenLink = AccessLinkRow & { readonly purpose: 'invitation' | 'reset' };

/** Open links that administrators made for these accounts, those that ran out too: they say that someone never came. */
export async function openLinks(store: Store, accountIds: readonly string[]): Promise<ReadonlyMap<string, GivenLink>> {
  if (accountIds.length === 0) return new Map();
  const rows = await store
    .selectFrom('identity.access_links')
    .selectAll()
    .where('account_id', '=', sql<string>`any(${[...accountIds]}::uuid[])`)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('purpose', '<>', 'recovery')
    .$narrowType<GivenLink>()
    .execute();
  return new Map(rows.map((row) => [row.account_id, row]));
}

/** Removes links over for good. */
export async function purgeLinks(store: Store, before: Date): Promise<void> {
  await store
    .deleteFrom('identity.access_links')
    .where((where) => where.or([where('used_at', '<', before), where('revoked_at', '<', before)]))
    .execute();
}

/** Makes the account's open link end sooner. */
export async function shortenLink(store: Store, accountId: string, expiresAt: Date): Promise<void> {
  await store
    .updateTable('identity.access_links')
    .set({ expires_at: expiresAt })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}
