import type { AccessLink } from '@kianda/contract/people/identity/identity.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { revokeLinks, shortenLink } from '../access-links/access-links.repository.ts';
import { deliverLink, issueLink } from '../access-links/access-links.service.ts';
import { updateAccount } from '../accounts.repository.ts';
import { entryAbout, type IdentityContext, nowOf, type Who } from '../core/identity-context.ts';
import type { AccountRow, Store } from '../identity.types.ts';
import { passwordFault } from '../passwords/password.rules.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import { invite, type NewUser, personForChange, uniqueEmail } from './users.service.ts';

/**
 * A password that an administrator chose: good until the next sign-in, at which it must be changed. Sessions end, links close,
 * an invitation counts as accepted. Throws `not_found`, `password_weak` or `conflict`.
 */
export async function setTemporaryPassword(
  context: IdentityContext,
  who: Who,
  id: string,
  password: string,
): Promise<void> {
  if (id === who.actor.accountId) {
    throw new AppError('conflict', { detail: 'Para a sua própria conta, use «Mudar palavra-passe».' });
  }
  await context.store.transaction().execute(async (store) => {
    const row = await personForChange(store, id);
    await takePassword(context, store, { who, row, password });
  });
  context.authentication.announce(id);
}

/** A new account that opens by a temporary password, with no invitation. Throws as `createUser` and `setTemporaryPassword`. */
export async function createUserWithPassword(
  context: IdentityContext,
  who: Who,
  given: NewUser,
  password: string,
): Promise<AccountRow> {
  return uniqueEmail(given.email, () =>
    context.store.transaction().execute(async (store) => {
      const { row } = await invite(context, store, who, given);
      await takePassword(context, store, { who, row, password });
      return row;
    }),
  );
}

/** Throws `validation_failed` for a password that is to last. */
export function checkTemporary({ temporary }: { readonly temporary: boolean }): void {
  if (temporary) return;
  const message = 'Uma palavra-passe que outra pessoa escolheu é sempre provisória na plataforma.';
  throw new AppError('validation_failed', { issues: [{ path: 'temporary', message }] });
}

async function takePassword(
  context: IdentityContext,
  store: Store,
  { who, row, password }: { readonly who: Who; readonly row: AccountRow; readonly password: string },
): Promise<void> {
  if (row.status === 'suspended') {
    throw new AppError('conflict', { detail: 'A conta está suspensa. Reative-a primeiro.' });
  }
  // By its link the account would have to set up the second step before it opens; by a password it would open without.
  if (context.config.twoStepRoles.includes(row.role) && !row.totp_enabled) {
    throw new AppError('conflict', {
      detail: 'Este perfil exige a verificação em dois passos: envie uma ligação de acesso.',
    });
  }
  const fault = passwordFault(password, row);
  if (fault !== null) throw new AppError('password_weak', { detail: fault });
  const now = nowOf(context);
  const isNew = row.status === 'inactive' && row.password_hash === null;
  const change = {
    password_hash: await hashPassword(password),
    must_change_password: true,
    ...(isNew ? { status: 'active' as const } : {}),
  };
  await updateAccount(store, row.id, change, now);
  const sessions = await endSessions(store, row.id, { reason: 'password-change', now });
  await revokeLinks(store, row.id, now);
  const metadata = { email: row.email, sessions, temporary: true };
  const entry = { event: 'user.password.reset', severity: 'high', metadata } as const;
  await context.audit.record(entryAbout(row.id, who.actor, who.origin, entry), store);
}

/**
 * Mails a link by which the person sets name, password and second step; the present ones hold until it is used. `lifeSeconds`
 * can only shorten its life. Throws `not_found`, `conflict`, or `unavailable` when the mail did not leave.
 */
export async function mailLink(
  context: IdentityContext,
  who: Who,
  id: string,
  { actions, lifeSeconds }: { readonly actions: readonly string[]; readonly lifeSeconds: number | undefined },
): Promise<AccessLink> {
  if (context.dependencies.mail() === null) {
    throw new AppError('conflict', { detail: 'Não há servidor de correio. Configure-o primeiro.' });
  }
  const { row, link } = await context.store.transaction().execute(async (store) => {
    const row = await personForChange(store, id);
    if (row.status === 'suspended') {
      throw new AppError('conflict', { detail: 'A conta está suspensa. Reative-a primeiro.' });
    }
    const isNew = row.status === 'inactive' && row.password_hash === null;
    let link = await issueLink(context, store, id, isNew ? 'invitation' : 'reset');
    const wanted = nowOf(context).getTime() + (lifeSeconds ?? Number.POSITIVE_INFINITY) * 1000;
    if (wanted < link.expiresAt.getTime()) {
      link = { ...link, expiresAt: new Date(wanted) };
      await shortenLink(store, id, link.expiresAt);
    }
    const metadata = { email: row.email, purpose: link.purpose, actions: actions.join(' ') };
    const entry = { event: 'user.invited', severity: 'high', metadata } as const;
    await context.audit.record(entryAbout(id, who.actor, who.origin, entry), store);
    return { row, link };
  });
  const delivered = await deliverLink(context, row, link);
  if (delivered.sentTo !== null) return delivered;
  throw new AppError('unavailable', { detail: delivered.mailProblem ?? 'O correio não saiu.', downstream: true });
}
