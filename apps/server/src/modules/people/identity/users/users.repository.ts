import type { Role } from '@kianda/contract';
import type { UserStatus } from '@kianda/contract/people/identity/identity.contract';
import { dormantDays, type UserFocus } from '@kianda/contract/people/identity/users.contract';
import { type ExpressionBuilder, type OperandExpression, type SqlBool, sql } from 'kysely';
import type { AccountRow, IdentityTables, Store } from '../identity.types.ts';

const DAY_MS = 86_400_000;

export type AccountFilter = {
  readonly search?: string | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
  readonly focus?: UserFocus | undefined;
};

/** Values a filter compares with, beside those of the account. */
export type FilterTerms = { readonly now: Date; readonly twoStepRoles: readonly Role[] };

/** Last row of the page before, or so many rows to leave out. */
export type PagePosition = { readonly name: string; readonly id: string } | { readonly offset: number };

type Builder = ExpressionBuilder<IdentityTables, 'identity.accounts'>;

const isProgram = sql<boolean>`exists (
  select from identity.clients where clients.service_account_id = accounts.id)`;
const isInvited = sql<boolean>`exists (
  select from identity.access_links link where link.account_id = accounts.id and link.purpose = 'invitation'
    and link.used_at is null and link.revoked_at is null)`;
const isDormant = (now: Date) =>
  sql<boolean>`(accounts.status = 'active' and coalesce(accounts.last_sign_in_at, accounts.created_at) <
    ${new Date(now.getTime() - dormantDays * DAY_MS)})`;
/** By password: who comes through the provider takes the second step there. */
const lacksTwoStep = (roles: readonly Role[]) =>
  sql<boolean>`(accounts.status = 'active' and accounts.password_hash is not null and not accounts.totp_enabled
    and accounts.role = any(${[...roles]}))`;

export type ListedAccount = AccountRow & { readonly is_program: boolean; readonly sort_name: string };

/** A page of accounts by name, and how many there are in all. */
export async function listAccounts(
  store: Store,
  filter: AccountFilter,
  terms: FilterTerms,
  page: { readonly limit: number; readonly position: PagePosition },
): Promise<{ rows: readonly ListedAccount[]; total: number }> {
  const matching = store
    .selectFrom('identity.accounts')
    .where('deleted_at', 'is', null)
    .where((builder) => builder.and(conditions(builder, filter, terms)));
  const sorted = matching
    .selectAll()
    .select([isProgram.as('is_program'), sql<string>`lower(name)`.as('sort_name')])
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(page.limit);
  const { position } = page;
  const placed =
    'offset' in position
      ? sorted.offset(position.offset)
      : sorted.where(sql<boolean>`(lower(name), id) > (${position.name}, ${position.id}::uuid)`);
  const rows = await placed.execute();
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

function conditions(builder: Builder, filter: AccountFilter, terms: FilterTerms): OperandExpression<SqlBool>[] {
  const wanted: OperandExpression<SqlBool>[] = [builder.lit<boolean>(true)];
  if (filter.search !== undefined && filter.search !== '') {
    const pattern = `%${filter.search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    wanted.push(builder.or([builder('name', 'ilike', pattern), builder('email', 'ilike', pattern)]));
  }
  if (filter.role !== undefined) wanted.push(builder('role', '=', filter.role));
  if (filter.status !== undefined) wanted.push(builder('status', '=', filter.status));
  if (filter.focus === 'invited') wanted.push(isInvited);
  if (filter.focus === 'dormant') wanted.push(isDormant(terms.now), sql<boolean>`not ${isProgram}`);
  if (filter.focus === 'program') wanted.push(isProgram);
  if (filter.focus === 'two-step-missing') wanted.push(lacksTwoStep(terms.twoStepRoles));
  return wanted;
}

export async function isProgramAccount(store: Store, id: string): Promise<boolean> {
  const row = await store
    .selectFrom('identity.clients')
    .select('id')
    .where('service_account_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export type UserCounts = {
  readonly total: number;
  readonly active: number;
  readonly inactive: number;
  readonly suspended: number;
  readonly invited: number;
  readonly dormant: number;
  readonly with_password: number;
  readonly with_two_step: number;
  readonly two_step_missing: number;
  readonly programs: number;
};

/** People in numbers; programs are counted apart. */
export async function countUsers(store: Store, { now, twoStepRoles }: FilterTerms): Promise<UserCounts> {
  const { rows } = await sql<UserCounts>`
    select
      (count(*) filter (where not program))::int as total,
      (count(*) filter (where not program and status = 'active'))::int as active,
      (count(*) filter (where not program and status = 'inactive'))::int as inactive,
      (count(*) filter (where not program and status = 'suspended'))::int as suspended,
      (count(*) filter (where not program and invited))::int as invited,
      (count(*) filter (where not program and dormant))::int as dormant,
      (count(*) filter (where not program and status = 'active' and has_password))::int as with_password,
      (count(*) filter (where not program and status = 'active' and has_password and totp_enabled))::int
        as with_two_step,
      (count(*) filter (where not program and missing))::int as two_step_missing,
      (count(*) filter (where program))::int as programs
    from (
      select status, totp_enabled, password_hash is not null as has_password, ${isProgram} as program,
        ${isInvited} as invited, ${isDormant(now)} as dormant, ${lacksTwoStep(twoStepRoles)} as missing
      from identity.accounts where deleted_at is null
    ) people
  `.execute(store);
  const [counts] = rows;
  if (counts === undefined) throw new Error('a count without a row');
  return counts;
}

/** Active people by role. */
export async function activeByRole(store: Store): Promise<ReadonlyMap<Role, number>> {
  const { rows } = await sql<{ role: Role; accounts: number }>`
    select role, count(*)::int as accounts from identity.accounts
    where deleted_at is null and status = 'active' and not ${isProgram} group by role
  `.execute(store);
  return new Map(rows.map(({ role, accounts }) => [role, accounts]));
}

/** Everyone, by name, for the export. */
export async function everyAccount(store: Store): Promise<readonly ListedAccount[]> {
  return store
    .selectFrom('identity.accounts')
    .selectAll()
    .select([isProgram.as('is_program'), sql<string>`lower(name)`.as('sort_name')])
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** The e-mails among these, in lower case, that belong to an account. */
export async function takenEmails(store: Store, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const rows = await store
    .selectFrom('identity.accounts')
    .select('email')
    .where('email', 'in', [...emails])
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ email }) => email));
}

export async function countOpenSessions(
  store: Store,
  now: Date,
  accountId?: string,
): Promise<{ sessions: number; accounts: number }> {
  let query = store
    .selectFrom('identity.sessions')
    .where('ended_at', 'is', null)
    .where('idle_expires_at', '>', now)
    .where('expires_at', '>', now)
    .select(({ fn }) => [
      fn.countAll<number>().as('sessions'),
      fn.count<number>('account_id').distinct().as('accounts'),
    ]);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  const row = await query.executeTakeFirstOrThrow();
  return { sessions: Number(row.sessions), accounts: Number(row.accounts) };
}

export async function countSettings(store: Store, accountId: string): Promise<number> {
  const { count } = await store
    .selectFrom('identity.settings')
    .where('account_id', '=', accountId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
