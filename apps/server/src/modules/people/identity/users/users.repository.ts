import { type Role, roles } from '@kianda/contract';
import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import { dormantDays, type userResource } from '@kianda/contract/people/identity/users.resource';
import { type RawBuilder, sql } from 'kysely';
import { containsWords, folded } from '../../../../platform/db/folded.ts';
import {
  type Conditions,
  conditionOf,
  containing,
  type ListPage,
  listPage,
} from '../../../../platform/db/list-query.ts';
import type { AccountRow, Store } from '../identity.types.ts';

const DAY_MS = 86_400_000;

type UserFilters = FilterValues<typeof userResource>;
type UserSort = SortOf<typeof userResource>;
export type UserPage = ListPage<UserFilters, UserSort>;

/** Values a filter compares with, beside those of the account. */
export type FilterTerms = { readonly now: Date; readonly twoStepRoles: readonly Role[] };

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

export type ListedAccount = AccountRow & { readonly is_program: boolean };

const sorts: Readonly<Record<UserSort, RawBuilder<unknown>>> = {
  name: sql`lower(name)`,
  email: sql`email`,
  role: sql`array_position(${[...roles]}::text[], role)`,
  status: sql`status`,
  'two-step': sql`totp_enabled`,
  'last-access': sql`last_sign_in_at`,
  created: sql`created_at`,
};

const conditionsAt = ({ now, twoStepRoles }: FilterTerms): Conditions<UserFilters> => ({
  search: (text) => {
    const pattern = containing(text);
    return text === '' ? null : sql`(name ilike ${pattern} or email ilike ${pattern})`;
  },
  role: (role) => sql`role = ${role}`,
  status: (status) => sql`status = ${status}`,
  focus: (focus) =>
    ({
      invited: isInvited,
      'two-step-missing': lacksTwoStep(twoStepRoles),
      dormant: sql`${isDormant(now)} and not is_program`,
      program: sql`is_program`,
    })[focus],
});

/** A page of accounts in order, and how many match in all. */
export function accountPage(
  store: Store,
  terms: FilterTerms,
  page: UserPage,
): Promise<{ rows: ListedAccount[]; total: number }> {
  return listPage<ListedAccount>(store, {
    from: sql`(select accounts.*, ${isProgram} as is_program from identity.accounts where deleted_at is null) accounts`,
    where: conditionOf(conditionsAt(terms), page.filters),
    by: sorts[page.sort],
    tie: sql`id`,
    page,
  });
}

/** Accounts that answer a search at most: the list shows all. */
const mostNamed = 60;

/** Accounts whose name or address has all of the words; by name. Where none has, the first ones that begin alike. */
export async function namedAccounts(store: Store, words: readonly string[]) {
  const text = folded(sql`name || ' ' || email`);
  const found = (where: RawBuilder<boolean>) =>
    store
      .selectFrom('identity.accounts')
      .select(['id', 'name', 'email', 'role'])
      .where(where)
      .orderBy('name')
      .limit(mostNamed)
      .execute();
  const exact = await found(containsWords(text, words));
  if (exact.length > 0) return exact;
  return found(
    containsWords(
      text,
      words.map((word) => word.slice(0, 3)),
    ),
  );
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
