import type { SignIn } from '@kianda/contract/people/identity/identity.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { findAccountByEmail, updateAccount, useTotpStep } from '../accounts.repository.ts';
import { canonicalEmail, type IdentityContext, nowOf, ownEntry } from '../core/identity-context.ts';
import type { AccountRow, Origin, SignInMethod, Store } from '../identity.types.ts';
import {
  addressKey,
  countFailure,
  emailKey,
  forgetFailures,
  holdAttempts,
  lockOf,
} from '../passwords/failed-attempts.repository.ts';
import { openSecret, totpStep } from '../two-step/totp.ts';
import { mustSetUpTwoStep, noteDemand } from '../two-step/two-step-demand.rules.ts';
import { accountView } from '../users/account-view.ts';
import { openSession } from './session-tokens.ts';

type Credentials = { readonly email: string; readonly password: string; readonly totp?: string | undefined };
type Outcome =
  | { readonly kind: 'signed-in'; readonly signIn: SignIn }
  | { readonly kind: 'refused' }
  | { readonly kind: 'locked'; readonly retryAfterSeconds: number };

/**
 * Signs in with e-mail, password and, where set up, a code. `invalid_credentials` whatever was wrong, in the same time;
 * `locked_out` for 15 min after 5 failures on an address, known or not, or 50 from one place.
 */
export async function signIn(context: IdentityContext, given: Credentials, origin: Origin): Promise<SignIn> {
  // Committed before anything is thrown: a failure that rolls back would not count.
  const outcome = await context.store.transaction().execute((store) => attempt(context, store, given, origin));
  if (outcome.kind === 'locked') throw new AppError('locked_out', { retryAfterSeconds: outcome.retryAfterSeconds });
  if (outcome.kind === 'refused') throw new AppError('invalid_credentials');
  return outcome.signIn;
}

type Attempt = {
  readonly email: string;
  readonly origin: Origin;
  readonly keys: { readonly email: ReturnType<typeof emailKey>; readonly address: ReturnType<typeof addressKey> };
};

async function attempt(context: IdentityContext, store: Store, given: Credentials, origin: Origin): Promise<Outcome> {
  const email = canonicalEmail(given.email);
  const now = nowOf(context);
  const keys = { email: emailKey(email), address: addressKey(origin.ipAddress) };
  const locked =
    (await holdAttempts(store, keys.email, now.getTime())) ?? (await lockOf(store, keys.address, now.getTime()));
  if (locked !== null) {
    await recordFailure(context, store, { email, origin, reason: 'locked' });
    return { kind: 'locked', retryAfterSeconds: locked };
  }
  const account = await findAccountByEmail(store, email);
  const matches = await context.checkPassword(account?.password_hash ?? null, given.password);
  if (account === undefined || !matches || account.status !== 'active') {
    return refuse(context, store, { email, origin, keys });
  }
  if (account.totp_enabled && !(await takeTotp(context, store, account, given.totp ?? ''))) {
    return refuse(context, store, { email, origin, keys });
  }
  await forgetFailures(store, keys.email);
  return { kind: 'signed-in', signIn: await startSession(context, store, account, { method: 'password', origin }) };
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

async function refuse(context: IdentityContext, store: Store, { email, origin, keys }: Attempt): Promise<Outcome> {
  const nowMs = context.platform.clock.nowMs();
  const locksEmail = await countFailure(store, keys.email, nowMs);
  const locksAddress = await countFailure(store, keys.address, nowMs);
  await recordFailure(context, store, { email, origin, reason: 'credentials' });
  if (locksEmail || locksAddress) {
    await context.audit.record(
      {
        event: 'security.lockout',
        severity: 'high',
        actorId: null,
        actorName: plausible(email),
        resource: locksEmail ? 'auth/email' : 'auth/address',
        ...origin,
      },
      store,
    );
  }
  return { kind: 'refused' };
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
