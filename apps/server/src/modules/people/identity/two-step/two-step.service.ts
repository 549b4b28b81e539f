import type { Account } from '@kianda/contract/people/identity/identity.contract';
import type { Principal } from '../../../../platform/http/bind.ts';
import { findAccount, updateAccount } from '../accounts.repository.ts';
import { type IdentityContext, nowOf, ownEntry } from '../core/identity-context.ts';
import { sealSecret } from '../core/sealing.ts';
import type { AccountRow, Origin } from '../identity.types.ts';
import { committed, confirm, type Refusal } from '../passwords/confirmation.service.ts';
import { takeTotp } from '../sessions/sign-in.service.ts';
import { accountView } from '../users/account-view.ts';
import { newTotp } from './totp.ts';

const alreadyEnabled: Refusal = { code: 'conflict', detail: 'A verificação em dois passos já está ativa.' };
const notEnabled: Refusal = { code: 'conflict', detail: 'A verificação em dois passos não está ativa.' };
const demanded: Refusal = {
  code: 'conflict',
  detail:
    'O seu perfil exige a verificação em dois passos. Se mudou de telemóvel, peça a um administrador que a reponha.',
};
const notEnrolled: Refusal = { code: 'conflict', detail: 'Prepare primeiro a verificação em dois passos.' };

export type Enrolment = { readonly secret: string; readonly otpauthUrl: string; readonly qrSvg: string };

/**
 * Makes a secret, without effect on the sign-in until confirmed; one made before is replaced. Asks for the password of
 * an account that has one. Throws `invalid_credentials`, `locked_out` or `conflict`.
 */
export function enrolTotp(
  context: IdentityContext,
  principal: Principal,
  currentPassword: string | undefined,
  origin: Origin,
): Promise<Enrolment> {
  return committed<Enrolment>(context, async (store) => {
    const account = await findAccount(store, principal.accountId);
    if (account === undefined) return { refusal: { code: 'unauthenticated' } };
    if (account.totp_enabled) return { refusal: alreadyEnabled };
    if (account.password_hash !== null) {
      const refusal = await confirm(context, store, {
        account,
        origin,
        failure: 'invalid_credentials',
        check: () => context.checkPassword(account.password_hash, currentPassword ?? ''),
      });
      if (refusal !== null) return { refusal };
    }
    const { bytes, ...enrolment } = newTotp(account.email);
    const totp_secret = Buffer.from(sealSecret(context.keys.totp, account.id, bytes));
    await updateAccount(store, account.id, { totp_secret, totp_last_step: null }, nowOf(context));
    return enrolment;
  });
}

/** Turns two-step verification on with the first code. Throws `totp_invalid`, `locked_out` or `conflict`. */
export async function confirmTotp(
  context: IdentityContext,
  principal: Principal,
  code: string,
  origin: Origin,
): Promise<Account> {
  const account = await committed<AccountRow>(context, async (store) => {
    const row = await findAccount(store, principal.accountId);
    if (row === undefined) return { refusal: { code: 'unauthenticated' } };
    if (row.totp_enabled) return { refusal: alreadyEnabled };
    if (row.totp_secret === null) return { refusal: notEnrolled };
    const refusal = await confirm(context, store, {
      account: row,
      origin,
      failure: 'totp_invalid',
      check: () => takeTotp(context, store, row, code),
    });
    if (refusal !== null) return { refusal };
    const changed = await updateAccount(store, row.id, { totp_enabled: true }, nowOf(context));
    const entry = ownEntry(row, origin, { event: 'auth.totp.enabled', severity: 'medium' });
    await context.audit.record(entry, store);
    return changed;
  });
  // Sessions held back for the lack of it must hear at once.
  context.authentication.announce(account.id);
  return accountView(account, principal, context.config);
}

/** Turns it off, on proof by code or password. Throws `totp_invalid`, `invalid_credentials`, `locked_out` or `conflict`. */
export async function disableTotp(
  context: IdentityContext,
  principal: Principal,
  proof: { readonly code: string } | { readonly password: string },
  origin: Origin,
): Promise<Account> {
  const account = await committed<AccountRow>(context, async (store) => {
    const row = await findAccount(store, principal.accountId);
    if (row === undefined) return { refusal: { code: 'unauthenticated' } };
    if (!row.totp_enabled) return { refusal: notEnabled };
    if (context.config.twoStepRoles.includes(row.role)) return { refusal: demanded };
    const refusal = await confirm(context, store, {
      account: row,
      origin,
      failure: 'code' in proof ? 'totp_invalid' : 'invalid_credentials',
      check: () =>
        'code' in proof
          ? takeTotp(context, store, row, proof.code)
          : context.checkPassword(row.password_hash, proof.password),
    });
    if (refusal !== null) return { refusal };
    const off = { totp_enabled: false, totp_secret: null, totp_last_step: null };
    const changed = await updateAccount(store, row.id, off, nowOf(context));
    const entry = ownEntry(row, origin, { event: 'auth.totp.disabled', severity: 'high' });
    await context.audit.record(entry, store);
    return changed;
  });
  return accountView(account, principal, context.config);
}
