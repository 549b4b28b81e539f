import type { DataOf } from '@kianda/contract';
import type { authLogin, SignIn } from '@kianda/contract/people/identity/identity.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { findAccountByEmail, updateAccount, useTotpStep } from '../accounts.repository.ts';
import { canonicalEmail, type IdentityContext, nowOf, ownEntry } from '../core/identity-context.ts';
import { openSecret } from '../core/sealing.ts';
import type { AccountRow, Origin, SignInMethod, Store } from '../identity.types.ts';
import {
  type AttemptKey,
  accountKey,
  addressKey,
  countFailure,
  deviceKey,
  forgetFailures,
  lockAttempts,
  lockOf,
  personKey,
} from '../passwords/failed-attempts.repository.ts';
import { lockedOut } from '../passwords/locked-out.rules.ts';
import { totpStep } from '../two-step/totp.ts';
import { mustSetUpTwoStep, noteDemand } from '../two-step/two-step-demand.rules.ts';
import { accountView } from '../users/account-view.ts';
import { issueDeviceToken, knownDevice } from './device-tokens.ts';
import { notifyLockout } from './lockout-notice.ts';
import { countRefusal, takeRefusals } from './refused-sign-ins.repository.ts';
import { openSession } from './session-tokens.ts';

type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly totp?: string | undefined;
  readonly deviceTokens?: readonly string[] | undefined;
};
type SignedIn = DataOf<typeof authLogin>;
type Outcome =
  | { readonly kind: 'signed-in'; readonly signIn: SignedIn }
  | { readonly kind: 'refused'; readonly lockedOut: AccountRow | null }
  | { readonly kind: 'locked'; readonly retryAfterSeconds: number };

/**
 * Signs in with e-mail, password and, where set up, a code. `invalid_credentials` whatever was wrong, in the same time.
 * `locked_out` after 5 failures on an e-mail, known or not, from one place, or 50 from that place, for 15 min; after 10 on
 * an e-mail from anywhere, for a time that doubles up to that. None of these locks holds for a browser that signed in to
 * the account before: it has 5 failures of its own, and nobody else's count.
 */
export async function signIn(context: IdentityContext, given: Credentials, origin: Origin): Promise<SignedIn> {
  // Committed before anything is thrown: a failure that rolls back would not count.
  const outcome = await context.store.transaction().execute((store) => attempt(context, store, given, origin));
  if (outcome.kind === 'locked') throw new AppError('locked_out', lockedOut(outcome.retryAfterSeconds));
  if (outcome.kind === 'signed-in') return outcome.signIn;
  if (outcome.lockedOut !== null) notifyLockout(context, outcome.lockedOut, origin);
  throw new AppError('invalid_credentials');
}

type Attempt = {
  readonly email: string;
  readonly origin: Origin;
  readonly account: AccountRow | undefined;
  /** Which failures count, the narrowest first; always in this order, so that no two attempts wait for each other. */
  readonly keys: readonly [AttemptKey, ...AttemptKey[]];
};

function keysOf(email: string, origin: Origin, device: string | null): Attempt['keys'] {
  if (device !== null) return [deviceKey(device)];
  return [personKey(email, origin.ipAddress), accountKey(email), addressKey(origin.ipAddress)];
}

async function attempt(context: IdentityContext, store: Store, given: Credentials, origin: Origin): Promise<Outcome> {
  const email = canonicalEmail(given.email);
  const nowMs = nowOf(context).getTime();
  const found = await findAccountByEmail(store, email);
  const device = found === undefined ? null : knownDevice(context.keys, found.id, given.deviceTokens ?? [], nowMs);
  const keys = keysOf(email, origin, device);
  const locked = await lockedFor(store, keys, nowMs);
  if (locked !== null) {
    await recordFailure(context, store, { email, origin, reason: 'locked' });
    return { kind: 'locked', retryAfterSeconds: locked };
  }
  // Once more: while this one waited for another attempt, a code may have been used.
  const account = await findAccountByEmail(store, email);
  const matches = await context.checkPassword(account?.password_hash ?? null, given.password);
  if (account === undefined || !matches || account.status !== 'active') {
    return refuse(context, store, { email, origin, account, keys });
  }
  if (account.totp_enabled && !(await takeTotp(context, store, account, given.totp ?? ''))) {
    return refuse(context, store, { email, origin, account, keys });
  }
  for (const key of keys.slice(0, 2)) await forgetFailures(store, key);
  const signIn = await startSession(context, store, account, { method: 'password', origin });
  const refused = await takeRefusals(store, account.id);
  return {
    kind: 'signed-in',
    signIn: { ...signIn, deviceToken: issueDeviceToken(context.keys, account.id, nowMs), refused },
  };
}

/** Seconds left of the longest lock, or null. The place alone is not held: an office would queue behind one person. */
async function lockedFor(store: Store, [person, account, address]: Attempt['keys'], nowMs: number) {
  const locks = [await lockAttempts(store, person, nowMs)];
  if (account !== undefined) locks.push(await lockAttempts(store, account, nowMs));
  if (address !== undefined) locks.push(await lockOf(store, address, nowMs));
  const longest = Math.max(...locks.map((seconds) => seconds ?? 0));
  return longest > 0 ? longest : null;
}

/** Opens a session for an account whose identity is proved, and records it. Call inside a transaction. */
export async function startSession(
  context: IdentityContext,
  store: Store,
  account: AccountRow,
  { method, origin }: { readonly method: SignInMethod; readonly origin: Origin },
): Promise<SignIn> {
  const now = nowOf(context);
  const { sessionId, pair } = await openSession(store, context.keys, { accountId: account.id, method, origin, now });
  const entered = await updateAccount(store, account.id, { last_sign_in_at: now }, now);
  const signedIn = method === 'password' ? await noteDemand(store, entered, context.config, now) : entered;
  await context.audit.record(
    ownEntry(account, origin, {
      event: 'auth.login.success',
      severity: 'low',
      resource: `session/${sessionId}`,
      metadata: { method, twoStep: account.totp_enabled && method === 'password' },
    }),
    store,
  );
  // A person who signs in through the provider never uses the one-time password.
  const mustChangePassword = signedIn.must_change_password && method === 'password';
  const demands = {
    mustChangePassword,
    mustSetUpTwoStep: mustSetUpTwoStep(signedIn, { method }, context.config, now.getTime()),
  };
  return { ...pair, account: accountView(signedIn, demands, context.config), mustChangePassword };
}

/** Whether the code is right and was not used before; marks it as used. */
export async function takeTotp(
  context: IdentityContext,
  store: Store,
  account: AccountRow,
  code: string,
): Promise<boolean> {
  if (account.totp_secret === null) return false;
  const secret = openSecret(context.keys.totp, account.id, account.totp_secret);
  const step = totpStep(secret, code, context.platform.clock.nowMs());
  return step !== null && (await useTotpStep(store, account.id, step));
}

async function refuse(context: IdentityContext, store: Store, attempted: Attempt): Promise<Outcome> {
  const { email, origin, account, keys } = attempted;
  const now = nowOf(context);
  const locks: AttemptKey[] = [];
  for (const key of keys) if (await countFailure(store, key, now.getTime())) locks.push(key);
  await recordFailure(context, store, { email, origin, reason: 'credentials' });
  if (account !== undefined) await countRefusal(store, account.id, now);
  if (locks.length === 0) return { kind: 'refused', lockedOut: null };
  const onlyAddress = locks.every(({ key }) => key.startsWith('address:'));
  await context.audit.record(
    {
      event: 'security.lockout',
      severity: 'high',
      actorId: null,
      actorName: plausible(email),
      resource: onlyAddress ? 'auth/address' : 'auth/email',
      ...origin,
    },
    store,
  );
  return { kind: 'refused', lockedOut: onlyAddress ? null : (account ?? null) };
}

/** People type their password where the e-mail belongs, and the trail keeps every entry for ever. */
function plausible(email: string): string {
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) ? email : 'desconhecido';
}

async function recordFailure(
  context: IdentityContext,
  store: Store,
  { email, origin, reason }: Pick<Attempt, 'email' | 'origin'> & { readonly reason: 'credentials' | 'locked' },
): Promise<void> {
  await context.audit.record(
    {
      event: 'auth.login.failed',
      severity: 'medium',
      actorId: null,
      actorName: plausible(email),
      resource: 'auth/login',
      ...origin,
      metadata: { method: 'password', reason },
    },
    store,
  );
}
