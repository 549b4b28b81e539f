import { sha256 } from '../core/keys.ts';
import type { IdentityTables, Store } from '../identity.types.ts';

/** Failures that lock, and how long they count and the lock lasts. */
const accountFailures = 5;
const addressFailures = 50;
const LOCK_MS = 15 * 60_000;

export type AttemptKey = { readonly key: string; readonly limit: number };

/** By e-mail, whether or not an account has it: a lock must not tell which addresses exist. */
export function emailKey(email: string): AttemptKey {
  return { key: `email:${sha256(email).toString('base64url')}`, limit: accountFailures };
}

/** Many accounts tried from one place. Higher, because an office or a ship shares one address. */
export function addressKey(ipAddress: string): AttemptKey {
  return { key: `address:${ipAddress.slice(0, 64)}`, limit: addressFailures };
}

/** Passwords and codes asked again of someone who is signed in. */
export function confirmationKey(accountId: string): AttemptKey {
  return { key: `confirm:${accountId}`, limit: accountFailures };
}

type Row = IdentityTables['identity.failed_attempts'];

/**
 * Holds the counter until the transaction ends: attempts on the same key wait for each other, so that guesses sent at
 * once can't all be tried before the first failure counts. Answers the seconds left of a lock, or null.
 */
export async function holdAttempts(store: Store, { key }: AttemptKey, nowMs: number): Promise<number | null> {
  return secondsLocked(await hold(store, key, nowMs), nowMs);
}

/** Seconds left of a lock, or null, without waiting for anyone. */
export async function lockOf(store: Store, { key }: AttemptKey, nowMs: number): Promise<number | null> {
  const row = await store.selectFrom('identity.failed_attempts').selectAll().where('key', '=', key).executeTakeFirst();
  return row === undefined ? null : secondsLocked(row, nowMs);
}

/** Counts a failure; true when it is the one that locks. Failures more than 15 min apart do not add up. */
export async function countFailure(store: Store, { key, limit }: AttemptKey, nowMs: number): Promise<boolean> {
  const row = await hold(store, key, nowMs);
  const over = row.locked_until !== null && row.locked_until.getTime() <= nowMs;
  const old = row.last_failed_at.getTime() < nowMs - LOCK_MS;
  const failures = over || old ? 1 : row.failures + 1;
  const locks = failures >= limit;
  await store
    .updateTable('identity.failed_attempts')
    .set({ failures, last_failed_at: new Date(nowMs), locked_until: locks ? new Date(nowMs + LOCK_MS) : null })
    .where('key', '=', key)
    .execute();
  return locks;
}

export async function forgetFailures(store: Store, { key }: AttemptKey): Promise<void> {
  await store.deleteFrom('identity.failed_attempts').where('key', '=', key).execute();
}

/** Removes counters that no longer matter. */
export async function purgeFailures(store: Store, nowMs: number): Promise<void> {
  const before = new Date(nowMs - 2 * LOCK_MS);
  await store.deleteFrom('identity.failed_attempts').where('last_failed_at', '<', before).execute();
}

function hold(store: Store, key: string, nowMs: number): Promise<Row> {
  return store
    .insertInto('identity.failed_attempts')
    .values({ key, failures: 0, last_failed_at: new Date(nowMs), locked_until: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

function secondsLocked(row: Row, nowMs: number): number | null {
  const leftMs = (row.locked_until?.getTime() ?? 0) - nowMs;
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : null;
}
