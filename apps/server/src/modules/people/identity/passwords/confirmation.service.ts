import type { ErrorCode } from '@kianda/contract';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { findAccount } from '../accounts.repository.ts';
import { type IdentityContext, ownEntry } from '../core/identity-context.ts';
import type { AccountRow, Origin, Store } from '../identity.types.ts';
import { confirmationKey, countFailure, forgetFailures, lockAttempts } from './failed-attempts.repository.ts';
import { lockedOut } from './locked-out.rules.ts';

/** An error inside a transaction that must still be committed; thrown after the commit. */
export type Refusal = { readonly code: ErrorCode; readonly detail?: string; readonly retryAfterSeconds?: number };

/** Runs `work` in a transaction that is committed even when it answers a refusal, which is then thrown. */
export async function committed<T extends object>(
  context: IdentityContext,
  work: (store: Store) => Promise<T | { readonly refusal: Refusal }>,
): Promise<T> {
  const outcome = await context.store.transaction().execute(work);
  if ('refusal' in outcome) {
    const { code, ...rest } = outcome.refusal;
    throw new AppError(code, rest);
  }
  return outcome;
}

export type Proof = {
  readonly account: AccountRow;
  readonly origin: Origin;
  /** Answered when the check fails. */
  readonly failure: ErrorCode;
  check(): Promise<boolean>;
};

/**
 * Asks a signed-in person for another proof of identity, by password or code: a stolen session must not be enough to
 * take the account over, nor may it guess. Five failures lock for 15 min. Null when proved.
 */
export async function confirm(
  context: IdentityContext,
  store: Store,
  { account, origin, failure, check }: Proof,
): Promise<Refusal | null> {
  const key = confirmationKey(account.id);
  const nowMs = context.platform.clock.nowMs();
  const locked = await lockAttempts(store, key, nowMs);
  if (locked !== null) return { code: 'locked_out', ...lockedOut(locked) };
  if (await check()) {
    await forgetFailures(store, key);
    return null;
  }
  if (await countFailure(store, key, nowMs)) {
    const entry = ownEntry(account, origin, { event: 'security.lockout', severity: 'high' });
    await context.audit.record(entry, store);
  }
  return { code: failure };
}

/** As `confirm`, by the password of an account that has one. */
export async function passwordRefusal(
  context: IdentityContext,
  store: Store,
  given: { readonly who: Principal; readonly password: string | undefined; readonly origin: Origin },
): Promise<{ readonly refusal: Refusal } | null> {
  const account = await findAccount(store, given.who.accountId);
  if (account === undefined) return { refusal: { code: 'unauthenticated' } };
  if (account.password_hash === null) return null;
  const refusal = await confirm(context, store, {
    account,
    origin: given.origin,
    failure: 'invalid_credentials',
    check: () => context.checkPassword(account.password_hash, given.password ?? ''),
  });
  return refusal === null ? null : { refusal };
}
