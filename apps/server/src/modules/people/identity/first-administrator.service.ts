import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { StartupError } from '../../../platform/process/startup-error.ts';
import * as accounts from './accounts.repository.ts';
import { canonicalEmail, type IdentityContext, nowOf } from './core/identity-context.ts';
import { keyedHash } from './core/keys.ts';
import type { AccountRow, Store } from './identity.types.ts';
import { oneTimePassword } from './passwords/one-time-password.ts';
import { passwordFault } from './passwords/password.rules.ts';
import { hashPassword } from './passwords/password-hash.ts';

const defaultEmail = 'admin@kianda.local';
const defaultName = 'Administrador';
/** Any fixed number: processes that start at once must not make two. */
const BOOTSTRAP_LOCK = 2_917_440_086;

/**
 * Makes the first administrator of an empty platform as the settings name it, or with a one-time password. While
 * nobody has signed in as it, every start makes it follow the settings and answers the same one-time password again,
 * so that one lost with a terminal is not lost for good. Null afterwards, and where the settings give the password.
 * Throws `StartupError` for a password in the settings that breaks the rules.
 */
export async function ensureFirstAdministrator(
  context: IdentityContext,
): Promise<{ email: string; oneTimePassword: string } | null> {
  const wanted = context.config.firstAdministrator;
  return context.store.transaction().execute(async (store) => {
    await sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`.execute(store);
    const untouched = await accounts.findUntouchedAdministrator(store);
    if (untouched === undefined && (await accounts.countAccounts(store)) > 0) return null;
    const email = canonicalEmail(wanted.email ?? untouched?.email ?? defaultEmail);
    if (wanted.password !== null) assertGood(wanted.password, email);
    const row = untouched ?? (await create(context, store, email));
    const password = wanted.password ?? oneTimePasswordOf(context, row);
    await follow(context, store, row, { email, password, mustChange: wanted.password === null });
    return wanted.password === null ? { email, oneTimePassword: password } : null;
  });
}

function assertGood(password: string, email: string): void {
  const fault = passwordFault(password, { email, name: '' });
  if (fault !== null) throw new StartupError(`KIANDA_ADMIN_PASSWORD: ${fault}`);
}

/** Follows from the master key and the account: the same at every start, and nowhere kept in clear. */
function oneTimePasswordOf(context: IdentityContext, account: AccountRow): string {
  return oneTimePassword(keyedHash(context.keys.bootstrap, 'first-administrator', account.id));
}

/** Writes only what differs: the master key or the settings may have changed since. */
async function follow(
  context: IdentityContext,
  store: Store,
  row: AccountRow,
  wanted: { readonly email: string; readonly password: string; readonly mustChange: boolean },
): Promise<void> {
  const same = row.email === wanted.email && row.must_change_password === wanted.mustChange;
  if (same && (await context.checkPassword(row.password_hash, wanted.password))) return;
  const change = {
    email: wanted.email,
    password_hash: await hashPassword(wanted.password),
    must_change_password: wanted.mustChange,
  };
  await accounts.updateAccount(store, row.id, change, nowOf(context));
}

async function create(context: IdentityContext, store: Store, email: string): Promise<AccountRow> {
  const row = await accounts.insertAccount(
    store,
    {
      id: randomUUID(),
      email,
      name: defaultName,
      role: 'administrador',
      password_hash: null,
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
