import type { IdentityTables, Store } from '../identity.types.ts';

type Flow = IdentityTables['identity.oidc_flows'];
type Code = IdentityTables['identity.oidc_codes'];

export async function insertFlow(store: Store, flow: Flow): Promise<void> {
  await store.insertInto('identity.oidc_flows').values(flow).execute();
}

/** The flow of a state, once: it is gone then. */
export async function takeFlow(store: Store, stateHash: Uint8Array): Promise<Flow | null> {
  const row = await store
    .deleteFrom('identity.oidc_flows')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function insertCode(store: Store, code: Code): Promise<void> {
  await store.insertInto('identity.oidc_codes').values(code).execute();
}

/** The account of a one-time code, once: it is gone then. */
export async function takeCode(store: Store, codeHash: Uint8Array): Promise<Code | null> {
  const row = await store
    .deleteFrom('identity.oidc_codes')
    .where('code_hash', '=', codeHash)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function findLink(store: Store, issuer: string, subject: string): Promise<string | null> {
  const row = await store
    .selectFrom('identity.oidc_links')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** False when the account is already linked to someone else of this issuer. */
export async function insertLink(store: Store, link: IdentityTables['identity.oidc_links']): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('identity.oidc_links')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function purgeOidc(store: Store, now: Date): Promise<void> {
  await store.deleteFrom('identity.oidc_flows').where('expires_at', '<', now).execute();
  await store.deleteFrom('identity.oidc_codes').where('expires_at', '<', now).execute();
}
