import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../platform/http/errors.ts';
import * as accounts from './accounts.repository.ts';
import { canonicalEmail, type IdentityContext, nowOf } from './identity.context.ts';
import type { AccountRow, Store } from './identity.types.ts';
import { keyedHash } from './keys.ts';
import { oneTimePassword } from './one-time-password.ts';
import { hashPassword } from './password-hash.ts';
import { passwordFault } from './password-rules.ts';

const defaultEmail = 'admin@kianda.local';
const defaultName = 'Administrador';
/** Any fixed number: processes that start at once must not make two. */
const BOOTSTRAP_LOCK = 2_917_440_086;

/**
 * Makes the first administrator of an empty platform, from the settings or with a one-time password. Answers the
 * one-time password for as long as nobody signed in with it, so that it can be shown at every start until then; null
 * afterwards, and where the settings name the credentials. Throws `password_weak` for a configured password that breaks the rules.
 */
export async function ensureFirstAdministrator(
  context: IdentityContext,
): Promise<{ email: string; oneTimePassword: string } | null> {
  const configured = context.config.firstAdministrator;
  return context.store.transaction().execute(async (store) => {
    await sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`.execute(store);
    const untouched = await accounts.findUntouchedAdministrator(store);
    if (untouched === undefined && (await accounts.countAccounts(store)) > 0) return null;
    if (configured !== null) {
      await useConfigured(context, store, untouched, configured);
      return null;
    }
    const row = untouched ?? (await create(context, store, defaultEmail, null));
    if (row.password_hash !== null && !row.must_change_password) return null;
    const password = oneTimePasswordOf(context, row);
    // A master key that was replaced makes another one-time password: the account must follow it.
    if (!(await context.checkPassword(row.password_hash, password))) {
      await setPassword(context, store, row.id, password, true);
    }
    return { email: row.email, oneTimePassword: password };
  });
}

/** Follows from the master key and the account: the same at every start, and nowhere kept in clear. */
function oneTimePasswordOf(context: IdentityContext, account: AccountRow): string {
  return oneTimePassword(keyedHash(context.keys.bootstrap, 'first-administrator', account.id));
}

async function useConfigured(
  context: IdentityContext,
  store: Store,
  untouched: AccountRow | undefined,
  configured: { readonly email: string; readonly password: string },
): Promise<void> {
  const email = canonicalEmail(configured.email);
  const fault = passwordFault(configured.password, { email, name: '' });
  if (fault !== null) throw new AppError('password_weak', { detail: `KIANDA_ADMIN_PASSWORD: ${fault}` });
  const row = untouched ?? (await create(context, store, email, configured.password));
  if (row === untouched && (await unchanged(context, row, email, configured.password))) return;
  await accounts.updateAccount(store, row.id, { email }, nowOf(context));
  await setPassword(context, store, row.id, configured.password, false);
}

async function unchanged(context: IdentityContext, row: AccountRow, email: string, password: string): Promise<boolean> {
  return row.email === email && !row.must_change_password && (await context.checkPassword(row.password_hash, password));
}

async function create(
  context: IdentityContext,
  store: Store,
  email: string,
  password: string | null,
): Promise<AccountRow> {
  const row = await accounts.insertAccount(
    store,
    {
      id: randomUUID(),
      email,
      name: defaultName,
      role: 'administrador',
      password_hash: password === null ? null : await hashPassword(password),
      must_change_password: false,
      first_administrator: true,
    },
    nowOf(context),
  );
  await context.audit.record(
    {
      event: 'user.created',
      severity: 'high',
      actorId: null,
      actorName: 'sistema',
      resource: `user/${row.id}`,
      ipAddress: '',
      userAgent: '',
      metadata: { email, role: row.role, firstAdministrator: true },
    },
    store,
  );
  return row;
}

async function setPassword(
  context: IdentityContext,
  store: Store,
  id: string,
  password: string,
  mustChange: boolean,
): Promise<void> {
  const change = { password_hash: await hashPassword(password), must_change_password: mustChange };
  await accounts.updateAccount(store, id, change, nowOf(context));
}
