import { randomUUID } from 'node:crypto';
import type { DataOf, QueryOf, Role } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { AccessLink, User, UserStatus } from '@kianda/contract/people/identity/identity.contract';
import type { usersList, usersResetTotp } from '@kianda/contract/people/identity/users.contract';
import { listPageOf, pageAnswer } from '../../../../platform/db/list-query.ts';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { openLinks, revokeLinks } from '../access-links/access-links.repository.ts';
import { deliverLink, type IssuedLink, issueLink } from '../access-links/access-links.service.ts';
import * as accounts from '../accounts.repository.ts';
import { revokeKeysOf } from '../api-keys/api-keys.repository.ts';
import { entryAbout, type IdentityContext, nowOf, type Who } from '../core/identity-context.ts';
import type { AccountRow, Origin, Store } from '../identity.types.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import { userView } from './account-view.ts';
import * as repository from './users.repository.ts';

const UNIQUE_VIOLATION = '23505';

export type NewUser = { readonly email: string; readonly name: string; readonly role: Role };
export type UserChange = {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
};

/** A page of users. */
export async function listUsers(
  context: IdentityContext,
  query: QueryOf<typeof usersList>,
): Promise<DataOf<typeof usersList>> {
  const { rows, total } = await repository.accountPage(context.store, termsOf(context), listPageOf(query));
  return pageAnswer(await viewsOf(context, rows), total, query);
}

/** Rows as administrators see them. */
export async function viewsOf(context: IdentityContext, rows: readonly repository.ListedAccount[]): Promise<User[]> {
  const ids = rows.map(({ id }) => id);
  const links = await openLinks(context.store, ids);
  return rows.map((row) => {
    const link = links.get(row.id);
    const pendingLink = link === undefined ? null : { purpose: link.purpose, expiresAt: link.expires_at };
    return userView(row, { isProgram: row.is_program, pendingLink }, context.config);
  });
}

/** One account as administrators see it, present state. */
export async function viewOf(context: IdentityContext, row: AccountRow): Promise<User> {
  const is_program = await repository.isProgramAccount(context.store, row.id);
  const [view] = await viewsOf(context, [{ ...row, is_program }]);
  if (view === undefined) throw unknownUser();
  return view;
}

/** Creates an account that opens by the link answered here alone. Throws `conflict` when the e-mail is taken. */
export async function createUser(
  context: IdentityContext,
  actor: Principal,
  given: NewUser,
  origin: Origin,
): Promise<{ user: User; link: AccessLink }> {
  const { row, link } = await uniqueEmail(given.email, () =>
    context.store.transaction().execute((store) => invite(context, store, { actor, origin }, given)),
  );
  return { user: await viewOf(context, row), link: await deliverLink(context, row, link) };
}

/** An account without a way in, and the link that gives it one. Call inside a transaction. */
export async function invite(
  context: IdentityContext,
  store: Store,
  { actor, origin }: Who,
  given: NewUser,
): Promise<{ row: AccountRow; link: IssuedLink<'invitation' | 'reset'> }> {
  const account = {
    id: randomUUID(),
    ...given,
    status: 'inactive' as const,
    password_hash: null,
    must_change_password: false,
    first_administrator: false,
  };
  const row = await accounts.insertAccount(store, account, nowOf(context));
  const link = await issueLink(context, store, row.id, 'invitation');
  const metadata = { email: row.email, name: row.name, role: row.role };
  await record(context, store, { actor, origin }, { about: row, event: 'user.created', severity: 'medium', metadata });
  return { row, link };
}

/**
 * Changes an account; role and status act on its open sessions at once. Throws `not_found`, and `conflict` also for an
 * administrator who would stop being one by an own act: too easily done by accident, and not to be undone alone.
 */
export async function updateUser(context: IdentityContext, who: Who, id: string, change: UserChange): Promise<User> {
  const isOwn = id === who.actor.accountId;
  const updated = await uniqueEmail(change.email ?? '', () =>
    context.store.transaction().execute(async (store) => {
      const before = await holdForChange(store, id, (row) => keepsAdministering(row, change));
      if (isOwn && !keepsAdministering(before, change)) {
        throw ownAdministration();
      }
      if (change.role === 'administrador' && (await repository.isProgramAccount(store, id))) {
        throw new AppError('conflict', { detail: 'A conta de uma aplicação nunca é de administrador.' });
      }
      const now = nowOf(context);
      const after = await accounts.updateAccount(store, id, definedOnly(change), now);
      if (after.status !== 'active') await endSessions(store, id, { reason: 'account-closed', now });
      // A link that went to another address, or to someone since shut out, must not open the account.
      const isShutOut = before.status !== after.status && after.status !== 'active';
      if (isShutOut || before.email !== after.email) await revokeLinks(store, id, now);
      await recordChange(context, store, who, { before, after });
      return after;
    }),
  );
  context.authentication.announce(id);
  return viewOf(context, updated);
}

/**
 * Deletes an account: it stays in the history, its sessions and keys end, its e-mail is free. Throws `not_found`, and
 * `conflict` also for an administrator's own account, for the reason of `updateUser`.
 */
export async function deleteUser(
  context: IdentityContext,
  actor: Principal,
  id: string,
  origin: Origin,
): Promise<{ endedSessions: number }> {
  const endedSessions = await context.store.transaction().execute(async (store) => {
    const row = await holdForChange(store, id, () => false);
    if (id === actor.accountId && row.role === 'administrador') throw ownAdministration();
    const now = nowOf(context);
    const ended = await endSessions(store, id, { reason: 'account-closed', now });
    const keys = await revokeKeysOf(store, id, now);
    await revokeLinks(store, id, now);
    const gone = { deleted_at: now, password_hash: null, totp_enabled: false, totp_secret: null };
    await accounts.updateAccount(store, id, gone, now);
    await store.deleteFrom('identity.oidc_links').where('account_id', '=', id).execute();
    await store.deleteFrom('identity.settings').where('account_id', '=', id).execute();
    await store.deleteFrom('identity.credential_labels').where('account_id', '=', id).execute();
    const metadata = { email: row.email, name: row.name, role: row.role, status: row.status, sessions: ended, keys };
    await record(context, store, { actor, origin }, { about: row, event: 'user.deleted', severity: 'high', metadata });
    return ended;
  });
  context.authentication.announce(id);
  await releaseHoldings(context, id);
  return { endedSessions };
}

/** Releases the account's things in other modules. A failure is logged and stops none of the others. */
async function releaseHoldings({ dependencies, platform }: IdentityContext, id: string): Promise<void> {
  for (const holding of dependencies.holdings()) {
    try {
      await holding.release?.(id);
    } catch (error) {
      platform.log.error(
        { err: error, holding: holding.id, accountId: id },
        'o que era de uma conta ficou por eliminar',
      );
    }
  }
}

/**
 * Password and second step end at once, the sessions too; the link answered here alone gives a new way in. For an invitation
 * not yet accepted, a new one. Throws `not_found`, and `conflict` for the account that asks: it would lock itself out.
 */
export async function resetAccess(
  context: IdentityContext,
  actor: Principal,
  id: string,
  origin: Origin,
): Promise<{ link: AccessLink }> {
  if (id === actor.accountId) {
    throw new AppError('conflict', { detail: 'Para a sua própria conta, use «Mudar palavra-passe».' });
  }
  const { row, link } = await context.store.transaction().execute(async (store) => {
    // Two administrators who reset each other at once would otherwise leave no one with a way in.
    const row = await personForChange(store, id, () => false);
    if (row.status === 'suspended') {
      throw new AppError('conflict', { detail: 'A conta está suspensa. Reative-a primeiro.' });
    }
    const isNew = row.status === 'inactive' && row.password_hash === null;
    const now = nowOf(context);
    const noWayIn = { password_hash: null, must_change_password: false, totp_enabled: false, totp_secret: null };
    await accounts.updateAccount(store, id, noWayIn, now);
    const sessions = await endSessions(store, id, { reason: 'password-change', now });
    const link = await issueLink(context, store, id, isNew ? 'invitation' : 'reset');
    const event = isNew ? 'user.invited' : 'user.password.reset';
    const metadata = { email: row.email, sessions, twoStepBefore: row.totp_enabled, twoStepAfter: false };
    await record(context, store, { actor, origin }, { about: row, event, severity: 'high', metadata });
    return { row, link };
  });
  context.authentication.announce(id);
  return { link: await deliverLink(context, row, link) };
}

/** At its next request or sign-in the account must set a new password. Throws `not_found`, or `conflict` without one. */
export async function forcePasswordChange(
  context: IdentityContext,
  actor: Principal,
  id: string,
  origin: Origin,
): Promise<User> {
  const row = await context.store.transaction().execute(async (store) => {
    const before = await personForChange(store, id);
    if (before.password_hash === null) {
      throw new AppError('conflict', { detail: 'Esta conta não tem palavra-passe na plataforma.' });
    }
    const after = await accounts.updateAccount(store, id, { must_change_password: true }, nowOf(context));
    const metadata = { mustChangeBefore: before.must_change_password, mustChangeAfter: true };
    await record(
      context,
      store,
      { actor, origin },
      { about: after, event: 'user.password.forced', severity: 'high', metadata },
    );
    return after;
  });
  context.authentication.announce(id);
  return viewOf(context, row);
}

/**
 * Two-step verification off, sessions ended: for someone who lost the telephone. Where the role demands it, the access as
 * a whole is reset, so that the account never opens by the password alone. Throws `not_found` or `conflict`.
 */
export async function resetTotp(
  context: IdentityContext,
  actor: Principal,
  id: string,
  origin: Origin,
): Promise<DataOf<typeof usersResetTotp>> {
  const known = await accounts.findAccount(context.store, id);
  if (known === undefined) throw unknownUser();
  if (!known.totp_enabled) {
    throw new AppError('conflict', { detail: 'A verificação em dois passos não está ativa nesta conta.' });
  }
  if (context.config.twoStepRoles.includes(known.role)) {
    const { link } = await resetAccess(context, actor, id, origin);
    return { user: await viewOf(context, await current(context, id)), link };
  }
  await context.store.transaction().execute(async (store) => {
    const row = await personForChange(store, id);
    const now = nowOf(context);
    const off = { totp_enabled: false, totp_secret: null, totp_last_step: null };
    await accounts.updateAccount(store, id, off, now);
    const sessions = await endSessions(store, id, { reason: 'revoked', now });
    const metadata = { twoStepBefore: row.totp_enabled, twoStepAfter: false, sessions };
    await record(
      context,
      store,
      { actor, origin },
      { about: row, event: 'user.totp.reset', severity: 'high', metadata },
    );
  });
  context.authentication.announce(id);
  return { user: await viewOf(context, await current(context, id)), link: null };
}

/** Locks the account, and refuses a change that would leave the platform without an administrator. */
async function holdForChange(store: Store, id: string, stays: (row: AccountRow) => boolean): Promise<AccountRow> {
  // All administrators first, in one order: two that remove each other at once wait here instead of both succeeding.
  const administrators = await accounts.lockActiveAdministrators(store);
  const row = await accounts.lockAccount(store, id);
  if (row === undefined) throw unknownUser();
  if (administrators.length === 1 && administrators[0] === id && !stays(row)) {
    throw new AppError('conflict', { detail: 'Este é o último administrador ativo. Nomeie outro primeiro.' });
  }
  return row;
}

/** As `holdForChange`, of a person's account: nobody signs in to a program's. */
export async function personForChange(
  store: Store,
  id: string,
  stays: (row: AccountRow) => boolean = () => true,
): Promise<AccountRow> {
  const row = await holdForChange(store, id, stays);
  if (await repository.isProgramAccount(store, id)) {
    throw new AppError('conflict', { detail: 'Esta é a conta de uma aplicação: ninguém inicia sessão nela.' });
  }
  return row;
}

async function current(context: IdentityContext, id: string): Promise<AccountRow> {
  const row = await accounts.findAccount(context.store, id);
  if (row === undefined) throw unknownUser();
  return row;
}

function keepsAdministering(row: AccountRow, change: UserChange): boolean {
  return (change.role ?? row.role) === 'administrador' && (change.status ?? row.status) === 'active';
}

function ownAdministration(): AppError {
  return new AppError('conflict', {
    detail: 'Não pode retirar-se a si próprio a administração: peça-o a outro administrador.',
  });
}

export function unknownUser(): AppError {
  return new AppError('not_found', { detail: 'Esse utilizador não existe.' });
}

/** Turns the violation of the unique e-mail into `conflict`. */
export async function uniqueEmail<T>(email: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) {
      throw new AppError('conflict', { detail: `Já existe um utilizador com o e-mail ${email}.`, cause: error });
    }
    throw error;
  }
}

function definedOnly(change: UserChange): Partial<Pick<AccountRow, 'email' | 'name' | 'role' | 'status'>> {
  return {
    ...(change.email === undefined ? {} : { email: change.email }),
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.role === undefined ? {} : { role: change.role }),
    ...(change.status === undefined ? {} : { status: change.status }),
  };
}

async function recordChange(
  context: IdentityContext,
  store: Store,
  who: Who,
  { before, after }: { readonly before: AccountRow; readonly after: AccountRow },
): Promise<void> {
  const fields = (['email', 'name', 'role', 'status'] as const).filter((field) => before[field] !== after[field]);
  if (fields.length === 0) return;
  const metadata = Object.fromEntries(
    fields.flatMap((field) => [
      [`${field}Before`, before[field]],
      [`${field}After`, after[field]],
    ]),
  );
  const severity = fields.includes('role') || fields.includes('status') ? 'high' : 'medium';
  await record(context, store, who, { about: after, event: 'user.updated', severity, metadata });
  if (before.status === after.status) return;
  const event = after.status === 'active' ? 'user.activated' : 'user.deactivated';
  await record(context, store, who, { about: after, event, severity: 'high', metadata: {} });
}

type UserEvent = Pick<AuditEntry, 'event' | 'severity'> & {
  readonly about: AccountRow;
  readonly metadata: NonNullable<AuditEntry['metadata']>;
};

function record(
  context: IdentityContext,
  store: Store,
  { actor, origin }: Who,
  { about, ...entry }: UserEvent,
): Promise<void> {
  return context.audit.record(entryAbout(about.id, actor, origin, entry), store);
}

export const termsOf = (context: IdentityContext): repository.FilterTerms => ({
  now: nowOf(context),
  twoStepRoles: context.config.twoStepRoles,
});
