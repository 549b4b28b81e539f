import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import { deliverySeverityNames } from '@kianda/contract/people/delivery/scale';
import type { noticeResource } from '@kianda/contract/people/notifications/notices.resource';
import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import { type Conditions, conditionOf, containing, type ListPage, listPage } from '../../../platform/db/list-query.ts';
import type { NotificationTables, Seen } from './notifications.types.ts';

type NoticeFilters = FilterValues<typeof noticeResource>;
type NoticeSort = SortOf<typeof noticeResource>;
export type NoticeRow = { readonly id: number; readonly body: AlertMessage; readonly unread: number };

/** Mildest first in ascending order. */
const severityRank = sql`array_position(${[...deliverySeverityNames]}::text[], severity)`;

const sorts: Readonly<Record<NoticeSort, RawBuilder<unknown>>> = {
  title: sql`lower(body->>'title')`,
  severity: severityRank,
  source: sql`source`,
  at: sql`at`,
  state: sql`unread = 0`,
  count: sql`greatest(unread, 1)`,
};

const conditions: Conditions<NoticeFilters> = {
  search: (text) => {
    const pattern = containing(text);
    return text === '' ? null : sql`(body->>'title' ilike ${pattern} or body->>'description' ilike ${pattern})`;
  },
  severity: (severity) => sql`severity = ${severity}`,
  source: (source) => sql`source = ${source}`,
  state: (state) => (state === 'read' ? sql`unread = 0` : sql`unread > 0`),
  from: (from) => sql`at >= ${new Date(from)}`,
  to: (to) => sql`at <= ${new Date(to)}`,
};

/** Notices as each account sees and reads them. */
export function noticeQueries(db: Kysely<NotificationTables>) {
  return {
    /** Writes a notice in the caller's transaction; the same key once. */
    add,
    /** Writes a notice outside any other transaction. */
    addStandalone: (message: AlertMessage, at: Date): Promise<void> => add(message, at, db),

    /** The newest notice of each rule and object, with how many are unread. */
    notices: (accountId: string, seen: Seen, limit: number) =>
      db
        .selectFrom(newestOf(db, accountId, seen).orderBy('id', 'desc').limit(limit).as('g'))
        .innerJoin('notifications.notices as n', 'n.id', 'g.id')
        .select(['n.id', 'n.body', 'g.unread'])
        .orderBy('n.id', 'desc')
        .execute(),
    /** A page of the newest notices of each rule and object, and how many match in all. */
    noticePage: (accountId: string, seen: Seen, page: ListPage<NoticeFilters, NoticeSort>) =>
      listPage<NoticeRow>(db, {
        from: sql`(
          select n.id, n.body, n.source, n.severity, (n.body->>'at')::timestamptz as at, g.unread
          from ${newestOf(db, accountId, seen)} g join notifications.notices n on n.id = g.id) notice`,
        where: conditionOf(conditions, page.filters),
        by: sorts[page.sort],
        tie: sql`id desc`,
        page,
      }),
    /** Rules and objects that have an unread notice. */
    async unread(accountId: string, seen: Seen): Promise<number> {
      const row = await noticesOf(db, accountId, seen)
        .where(sql<boolean>`not ${isRead}`)
        .select((eb) => eb.fn.count<number>('n.group_key').distinct().as('unread'))
        .executeTakeFirstOrThrow();
      return Number(row.unread);
    },
    /** With those that came before them of the same rule and object. Ids that do not exist, or no longer do, are left out. */
    async markRead(accountId: string, ids: readonly number[]): Promise<void> {
      await sql`
        INSERT INTO notifications.reads (account_id, notice_id)
        SELECT ${accountId}::uuid, n.id
        FROM notifications.notices named
        JOIN notifications.notices n ON n.group_key = named.group_key AND n.id <= named.id
        WHERE named.id = any(${[...ids]}::bigint[])
        ON CONFLICT DO NOTHING`.execute(db);
    },
    async markReadTo(accountId: string, upTo: number): Promise<void> {
      await db
        .insertInto('notifications.accounts')
        .values({ account_id: accountId, preferences: null, read_to: upTo })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet({ read_to: sql`greatest(accounts.read_to, ${upTo})` }),
        )
        .execute();
      await db
        .deleteFrom('notifications.reads')
        .where('account_id', '=', accountId)
        .where('notice_id', '<=', upTo)
        .execute();
    },
    async prune(before: Date): Promise<number> {
      const removed = await db.deleteFrom('notifications.notices').where('created_at', '<', before).executeTakeFirst();
      return Number(removed.numDeletedRows);
    },
  };
}

function noticesOf(db: Kysely<NotificationTables>, accountId: string, { sources, severities, after }: Seen) {
  return db
    .selectFrom('notifications.notices as n')
    .leftJoin('notifications.accounts as a', (join) => join.on('a.account_id', '=', accountId))
    .leftJoin('notifications.reads as r', (join) =>
      join.onRef('r.notice_id', '=', 'n.id').on('r.account_id', '=', accountId),
    )
    .where('n.created_at', '>', after)
    .where(
      sql<boolean>`CASE WHEN n.body ? 'recipients' THEN n.body->'recipients' ? ${accountId}
        ELSE n.source = any(${[...sources]}) END`,
    )
    .where(sql<boolean>`(n.severity = any(${[...severities]}) OR n.body ? 'isAnswer')`);
}

/** The newest notice of each rule and object, with how many of them are unread. */
function newestOf(db: Kysely<NotificationTables>, accountId: string, seen: Seen) {
  return noticesOf(db, accountId, seen)
    .select((eb) => [
      eb.fn.max('n.id').as('id'),
      sql<number>`(count(*) filter (where not ${isRead}))::integer`.as('unread'),
    ])
    .groupBy('n.group_key');
}

const isRead = sql<boolean>`(r.notice_id is not null or n.id <= coalesce(a.read_to, 0))`;

async function add(message: AlertMessage, at: Date, store: QueryExecutorProvider): Promise<void> {
  await sql`
    INSERT INTO notifications.notices (key, source, severity, body, created_at)
    VALUES (${message.key}, ${message.source}, ${message.severity}, ${JSON.stringify(message)}::jsonb, ${at})
    ON CONFLICT (key) DO NOTHING`.execute(store);
}
