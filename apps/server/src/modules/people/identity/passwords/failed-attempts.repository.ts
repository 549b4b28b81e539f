import { sql } from 'kysely';
import { networkOf } from '../../../../platform/http/network-address.ts';
import { sha256 } from '../core/keys.ts';
import type { IdentityTables, Store } from '../identity.types.ts';

const second = 1_000;
const LOCK_MS = 15 * 60 * second;
/** Failures that lock whoever made them, for 15 min. */
const personFailures = 5;
const addressFailures = 50;
/** Failures on one account, from anywhere, before each further one delays the next attempt. */
const freeAccountFailures = 10;
/** Failures that delay are remembered for longer than they delay, or the patient would begin anew. */
const ACCOUNT_MEMORY_MS = 24 * 3600 * second;

export type AttemptKey = {
  readonly key: string;
  /** Failures further apart than this do not add up. */
  readonly memoryMs: number;
  /** Whether they go on adding up after a lock. */
  readonly grows: boolean;
  /** How long that many failures lock, in milliseconds; 0: not. */
  readonly lockMs: (failures: number) => number;
};

function fixed(key: string, limit: number): AttemptKey {
  return { key, memoryMs: LOCK_MS, grows: false, lockMs: (failures) => (failures >= limit ? LOCK_MS : 0) };
}

/**
 * An e-mail tried from one place, whether or not an account has it: a lock must not tell which addresses exist, nor shut
 * out a person whose account a stranger tries elsewhere.
 */
export function personKey(email: string, ipAddress: string): AttemptKey {
  return fixed(`person:${hashed(email)}:${networkOf(ipAddress)}`, personFailures);
}

/**
 * An e-mail tried from anywhere. After ten failures the next attempt waits 1 s, then 2, 4 … up to 15 min: many places
 * together guess no faster than one.
 */
export function accountKey(email: string): AttemptKey {
  const lockMs = (failures: number) =>
    failures < freeAccountFailures ? 0 : Math.min(LOCK_MS, second * 2 ** (failures - freeAccountFailures));
  return { key: `email:${hashed(email)}`, memoryMs: ACCOUNT_MEMORY_MS, grows: true, lockMs };
}

/** Many accounts tried from one place. Higher, because an office or a ship shares one address. */
export function addressKey(ipAddress: string): AttemptKey {
  return fixed(`address:${networkOf(ipAddress)}`, addressFailures);
}

/** A device that signed in to the account before. */
export function deviceKey(deviceId: string): AttemptKey {
  return fixed(`device:${deviceId}`, personFailures);
}

/** Passwords and codes asked again of someone who is signed in. */
export function confirmationKey(accountId: string): AttemptKey {
  return fixed(`confirm:${accountId}`, personFailures);
}

function hashed(email: string): string {
  return sha256(email).toString('base64url');
}

type Row = IdentityTables['identity.failed_attempts'];

/**
 * Holds the counter until the transaction ends: attempts on the same key wait for each other, so that guesses sent at
 * once can't all be tried before the first failure counts. Answers the seconds left of a lock, or null.
 */
export async function lockAttempts(store: Store, { key }: AttemptKey, nowMs: number): Promise<number | null> {
  return secondsLocked(await hold(store, key, nowMs), nowMs);
}

/** Seconds left of a lock, or null, without waiting for anyone. */
export async function lockOf(store: Store, { key }: AttemptKey, nowMs: number): Promise<number | null> {
  const row = await store.selectFrom('identity.failed_attempts').selectAll().where('key', '=', key).executeTakeFirst();
  return row === undefined ? null : secondsLocked(row, nowMs);
}

/** Counts a failure; true when it is the one that locks, or the first that delays. */
export async function countFailure(store: Store, rule: AttemptKey, nowMs: number): Promise<boolean> {
  const row = await hold(store, rule.key, nowMs);
  const over = !rule.grows && row.locked_until !== null && row.locked_until.getTime() <= nowMs;
  const old = row.last_failed_at.getTime() < nowMs - rule.memoryMs;
  const failures = over || old ? 1 : row.failures + 1;
  const lockMs = rule.lockMs(failures);
  await store
    .updateTable('identity.failed_attempts')
    .set({ failures, last_failed_at: new Date(nowMs), locked_until: lockMs > 0 ? new Date(nowMs + lockMs) : null })
    .where('key', '=', rule.key)
    .execute();
  return lockMs > 0 && rule.lockMs(failures - 1) === 0;
}

export async function forgetFailures(store: Store, { key }: AttemptKey): Promise<void> {
  await store.deleteFrom('identity.failed_attempts').where('key', '=', key).execute();
}

/** Failures on an account: how many count, the last one, and whether the next attempt has to wait, from some place or all. */
export async function failuresOn(store: Store, email: string, nowMs: number) {
  const rows = await failuresOf(store, email).selectAll().execute();
  return {
    failures: rows.find(({ key }) => key === accountKey(email).key)?.failures ?? 0,
    lastFailedAt:
      rows.map(({ last_failed_at }) => last_failed_at).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    locked: rows.some((row) => secondsLocked(row, nowMs) !== null),
  };
}

const failuresOf = (store: Store, email: string) =>
  store
    .selectFrom('identity.failed_attempts')
    .where((eb) => eb.or([eb('key', '=', accountKey(email).key), startsWith(`person:${hashed(email)}:`)]));

const startsWith = (start: string) => sql<boolean>`starts_with(key, ${start})`;

/** Forgets failures on one account from everywhere, or on all. */
export async function clearFailures(store: Store, email?: string): Promise<void> {
  const removal = store.deleteFrom('identity.failed_attempts');
  if (email === undefined) {
    await removal.where(sql<boolean>`(${startsWith('email:')} or ${startsWith('person:')})`).execute();
    return;
  }
  const keys = (await failuresOf(store, email).select('key').execute()).map(({ key }) => key);
  if (keys.length > 0) await removal.where('key', 'in', keys).execute();
}

/** Removes counters that no longer matter. */
export async function purgeFailures(store: Store, nowMs: number): Promise<void> {
  const before = new Date(nowMs - ACCOUNT_MEMORY_MS);
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
