import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/audit/audit';
import type { User, UserStatus } from '@kianda/contract/identity/identity.contract';
import type { Principal } from '../../platform/http/bind.ts';
import { AppError } from '../../platform/http/errors.ts';
import { userView } from './account-view.ts';
import * as accounts from './accounts.repository.ts';
import { type IdentityContext, nowOf } from './identity.context.ts';
import type { AccountRow, Origin, Store } from './identity.types.ts';
import { oneTimePassword } from './one-time-password.ts';
import { hashPassword } from './password-hash.ts';
import { endSessions } from './sessions.repository.ts';

const ONE_TIME_PASSWORD_BYTES = 20;
const UNIQUE_VIOLATION = '23505';

type Page<T> = { data: T[]; total: number; page: number; pageSize: number; hasNext: boolean; hasPrev: boolean };
export type UserQuery = accounts.AccountFilter & { readonly page: number; readonly pageSize: number };
export type NewUser = { readonly email: string; readonly name: string; readonly role: Role };
export type UserChange = {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
};

/** A page of users by name. */
export async function listUsers(context: IdentityContext, query: UserQuery): Promise<Page<User>> {
  const { page, pageSize } = query;
  const offset = (page - 1) * pageSize;
  const { rows, total } = await accounts.listAccounts(context.store, query, { limit: pageSize, offset });
  const hasNext = offset + rows.length < total;
  return { data: rows.map(userView), total, page, pageSize, hasNext, hasPrev: page > 1 };
}

/** Creates an account with a one-time password, answered once. Throws `conflict` when the e-mail is taken. */
export async function createUser(
  context: IdentityContext,
  actor: Principal,
  given: NewUser,
  origin: Origin,
): Promise<{ user: User; oneTimePassword: string }> {
  const password = oneTimePassword(randomBytes(ONE_TIME_PASSWORD_BYTES));
  const password_hash = await hashPassword(password);
  const row = await uniqueEmail(given.email, () =>
    context.store.transaction().execute(async (store) => {
      const account = {
        id: randomUUID(),
        ...given,
        password_hash,
        must_change_password: true,
        first_administrator: false,
      };
      const inserted = await accounts.insertAccount(store, account, nowOf(context));
      await record(context, store, actor, origin, inserted, 'user.created', 'medium', {
        email: inserted.email,
        role: inserted.role,
      });
      return inserted;
    }),
  );
  return { user: userView(row), oneTimePassword: password };
}

/** Changes an account; role and status act on its open sessions at once. Throws `not_found` or `conflict`. */
export async function updateUser(
  context: IdentityContext,
  actor: Principal,
  id: string,
  change: UserChange,
  origin: Origin,
): Promise<User> {
  const updated = await uniqueEmail(change.email ?? '', () =>
    context.store.transaction().execute(async (store) => {
      const before = await holdForChange(store, id, (row) => keepsAdministering(row, change));
      const now = nowOf(context);
      const after = await accounts.updateAccount(store, id, definedOnly(change), now);
      if (after.status !== 'active') await endSessions(store, id, 'account-closed', now);
      await recordChange(context, store, actor, origin, before, after);
      return after;
    }),
  );
  context.authentication.announce(id);
  return userView(updated);
}

/** Deletes an account: it stays in the history, its sessions end, its e-mail is free. Throws `not_found` or `conflict`. */
export async function deleteUser(
  context: IdentityContext,
  actor: Principal,
  id: string,
  origin: Origin,
): Promise<{ endedSessions: number }> {
  const endedSessions = await context.store.transaction().execute(async (store) => {
    const row = await holdForChange(store, id, () => false);
    const now = nowOf(context);
    const ended = await endSessions(store, id, 'account-closed', now);
    const gone = { deleted_at: now, password_hash: null, totp_enabled: false, totp_secret: null };
    await accounts.updateAccount(store, id, gone, now);
    await store.deleteFrom('identity.oidc_links').where('account_id', '=', id).execute();
    await record(context, store, actor, origin, row, 'user.deleted', 'high', { email: row.email, sessions: ended });
    return ended;
  });
  context.authentication.announce(id);
  return { endedSessions };
}

/** New one-time password, two-step verification off, sessions ended: for someone who lost the way in. */
export async function resetPassword(
  context: IdentityContext,
  actor: Principal,
  id: string,
  origin: Origin,
): Promise<{ oneTimePassword: string }> {
  const password = oneTimePassword(randomBytes(ONE_TIME_PASSWORD_BYTES));
  const password_hash = await hashPassword(password);
  await context.store.transaction().execute(async (store) => {
    const row = await accounts.holdAccount(store, id);
    if (row === undefined) throw unknownUser();
    const now = nowOf(context);
    const change = { password_hash, must_change_password: true, totp_enabled: false, totp_secret: null };
    await accounts.updateAccount(store, id, change, now);
    const sessions = await endSessions(store, id, 'password-change', now);
    await record(context, store, actor, origin, row, 'user.password.reset', 'high', { sessions });
  });
  context.authentication.announce(id);
  return { oneTimePassword: password };
}

/** Holds the account, and refuses what would leave the platform without an administrator. */
async function holdForChange(store: Store, id: string, stays: (row: AccountRow) => boolean): Promise<AccountRow> {
  // All administrators first, in one order: two that remove each other at once wait here instead of both succeeding.
  const administrators = await accounts.holdActiveAdministrators(store);
  const row = await accounts.holdAccount(store, id);
  if (row === undefined) throw unknownUser();
  if (administrators.length === 1 && administrators[0] === id && !stays(row)) {
    throw new AppError('conflict', { detail: 'Este é o último administrador ativo. Nomeie outro primeiro.' });
  }
  return row;
}

function keepsAdministering(row: AccountRow, change: UserChange): boolean {
  return (change.role ?? row.role) === 'administrador' && (change.status ?? row.status) === 'active';
}

function unknownUser(): AppError {
  return new AppError('not_found', { detail: 'Esse utilizador não existe.' });
}

/** Turns the violation of the unique e-mail into `conflict`. */
async function uniqueEmail<T>(email: string, work: () => Promise<T>): Promise<T> {
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
  actor: Principal,
  origin: Origin,
  before: AccountRow,
  after: AccountRow,
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
  await record(context, store, actor, origin, after, 'user.updated', severity, metadata);
  if (before.status === after.status) return;
  const event = after.status === 'active' ? 'user.activated' : 'user.deactivated';
  await record(context, store, actor, origin, after, event, 'high', {});
}

function record(
  context: IdentityContext,
  store: Store,
  actor: Principal,
  origin: Origin,
  about: AccountRow,
  event: AuditEntry['event'],
  severity: AuditEntry['severity'],
  metadata: NonNullable<AuditEntry['metadata']>,
): Promise<void> {
  const who = { actorId: actor.accountId, actorName: actor.email, resource: `user/${about.id}` };
  return context.audit.record({ event, severity, ...who, ...origin, metadata }, store);
}
