import type { SignIn } from '@kianda/contract/people/identity/identity.contract';
import type { Principal } from '../../../../platform/http/bind.ts';
import { findAccount, updateAccount } from '../accounts.repository.ts';
import { type IdentityContext, nowOf, ownEntry } from '../core/identity-context.ts';
import type { Origin } from '../identity.types.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import { startSession } from '../sessions/sign-in.service.ts';
import { committed, confirm } from './confirmation.service.ts';
import { passwordFault } from './password.rules.ts';
import { hashPassword } from './password-hash.ts';

/**
 * Changes the password of the signed-in account, ends all its sessions and opens a new one. Throws
 * `invalid_credentials`, `locked_out` or `password_weak`.
 */
export async function changePassword(
  context: IdentityContext,
  principal: Principal,
  given: { readonly currentPassword: string; readonly newPassword: string },
  origin: Origin,
): Promise<SignIn> {
  const { accountId } = principal;
  const signIn = await committed<SignIn>(context, async (store) => {
    const account = await findAccount(store, accountId);
    if (account === undefined) return { refusal: { code: 'unauthenticated' } };
    const refusal = await confirm(context, store, {
      account,
      origin,
      failure: 'invalid_credentials',
      check: () => context.checkPassword(account.password_hash, given.currentPassword),
    });
    if (refusal !== null) return { refusal };
    const fault =
      given.newPassword === given.currentPassword
        ? 'A nova palavra-passe tem de ser diferente da atual.'
        : passwordFault(given.newPassword, account);
    if (fault !== null) return { refusal: { code: 'password_weak', detail: fault } };

    const now = nowOf(context);
    const password_hash = await hashPassword(given.newPassword);
    const changed = await updateAccount(store, accountId, { password_hash, must_change_password: false }, now);
    await endSessions(store, accountId, { reason: 'password-change', now });
    await context.audit.record(
      ownEntry(account, origin, {
        event: 'auth.password.change',
        severity: 'medium',
        metadata: { forced: account.must_change_password },
      }),
      store,
    );
    return startSession(context, store, changed, { method: 'password', origin });
  });
  context.authentication.announce(accountId);
  return signIn;
}
