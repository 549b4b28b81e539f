import type { Role } from '@kianda/contract';
import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { userSessionResource } from '@kianda/contract/people/identity/user-sessions.resource';
import { type RawBuilder, sql } from 'kysely';
import {
  type Conditions,
  conditionOf,
  containing,
  type ListPage,
  listPage,
} from '../../../../platform/db/list-query.ts';
import type { SessionRow, Store } from '../identity.types.ts';

type SessionFilters = FilterValues<typeof userSessionResource>;
type SessionSort = SortOf<typeof userSessionResource>;
type ListedSession = SessionRow & {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly program: string | null;
};

const sorts: Readonly<Record<SessionSort, RawBuilder<unknown>>> = {
  who: sql`lower(name)`,
  email: sql`email`,
  address: sql`ip_address`,
  how: sql`method`,
  begun: sql`created_at`,
  used: sql`last_used_at`,
  until: sql`expires_at`,
};

const conditions: Conditions<SessionFilters> = {
  search: (text) => {
    const pattern = containing(text);
    return text === '' ? null : sql`(email ilike ${pattern} or name ilike ${pattern} or ip_address ilike ${pattern})`;
  },
  accountId: (accountId) => sql`account_id = ${accountId}`,
  method: (method) => sql`method = ${method}`,
};

/** A page of open sessions in order, how many match in all, and to how many accounts those belong. */
export async function sessionPage(
  store: Store,
  now: Date,
  page: ListPage<SessionFilters, SessionSort>,
): Promise<{ rows: ListedSession[]; total: number; accounts: number }> {
  const from = sql`(
    select session.*, account.email, account.name, account.role, client.name as program
    from identity.sessions session
    join identity.accounts account on account.id = session.account_id
    left join identity.clients client on client.id = session.client_id
    where session.ended_at is null and session.idle_expires_at > ${now} and session.expires_at > ${now}) session`;
  const where = conditionOf(conditions, page.filters);
  const { rows, total } = await listPage<ListedSession>(store, {
    from,
    where,
    by: sorts[page.sort],
    tie: sql`id`,
    page,
  });
  const counted = await sql<{ accounts: number }>`
    select count(distinct account_id)::int as accounts from ${from} where ${where}`.execute(store);
  return { rows, total, accounts: counted.rows[0]?.accounts ?? 0 };
}
