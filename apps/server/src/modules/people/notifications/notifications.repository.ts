import type { AlertSource, DeliverySeverity } from '@kianda/contract/people/delivery/delivery.contract';
import type { NoticePreferences } from '@kianda/contract/people/notifications/notifications.contract';
import { type GeneratedAlways, type JSONColumnType, type QueryExecutorProvider, type Selectable, sql } from 'kysely';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { Database } from '../../../platform/db/database.ts';

type NoticesTable = {
  id: GeneratedAlways<number>;
  key: string;
  source: AlertSource;
  severity: DeliverySeverity;
  body: JSONColumnType<AlertMessage, string, string>;
  created_at: Date;
  spread_at: Date | null;
};
type DevicesTable = {
  id: string;
  account_id: string;
  address_hash: string;
  sealed: Buffer;
  user_agent: string;
  created_at: Date;
  last_sent_at: Date | null;
  last_error: string | null;
};
type ParcelsTable = {
  id: string;
  notice_id: number;
  account_id: string;
  device_id: string | null;
  due_at: Date;
  attempts: number;
  state: 'queued' | 'sent' | 'failed';
  last_error: string | null;
  ended_at: Date | null;
};
type Tables = {
  'notifications.notices': NoticesTable;
  'notifications.accounts': {
    account_id: string;
    preferences: JSONColumnType<NoticePreferences | null, string | null, string | null>;
    read_to: number;
  };
  'notifications.reads': { account_id: string; notice_id: number };
  'notifications.devices': DevicesTable;
  'notifications.parcels': ParcelsTable;
};
export type DeviceRow = Selectable<DevicesTable>;
export type ParcelRow = Selectable<ParcelsTable>;
/** What an account is shown in the console. */
export type Seen = {
  readonly sources: readonly AlertSource[];
  readonly severities: readonly DeliverySeverity[];
  readonly after: Date;
};

const spreadBatch = 100;

/** The only SQL that touches the `notifications` schema. */
export function createNotificationRepository(database: Database) {
  const db = database.for<Tables>();
  const noticesOf = (accountId: string, { sources, severities, after }: Seen) =>
    db
      .selectFrom('notifications.notices as n')
      .leftJoin('notifications.accounts as a', (join) => join.on('a.account_id', '=', accountId))
      .leftJoin('notifications.reads as r', (join) =>
        join.onRef('r.notice_id', '=', 'n.id').on('r.account_id', '=', accountId),
      )
      .where('n.created_at', '>', after)
      .where(sql<boolean>`n.source = any(${[...sources]})`)
      .where(sql<boolean>`n.severity = any(${[...severities]})`);
  const isRead = sql<boolean>`(r.notice_id is not null or n.id <= coalesce(a.read_to, 0))`;

  async function add(message: AlertMessage, at: Date, store: QueryExecutorProvider): Promise<void> {
    await sql`
      INSERT INTO notifications.notices (key, source, severity, body, created_at)
      VALUES (${message.key}, ${message.source}, ${message.severity}, ${JSON.stringify(message)}::jsonb, ${at})
      ON CONFLICT (key) DO NOTHING`.execute(store);
  }

  return {
    /** Writes a notice in the caller's transaction; the same key once. */
    add,
    /** Writes one that stands for itself. */
    addLoose: (message: AlertMessage, at: Date): Promise<void> => add(message, at, db),

    notices: (accountId: string, seen: Seen, limit: number) =>
      noticesOf(accountId, seen)
        .select(['n.id', 'n.body', isRead.as('is_read')])
        .orderBy('n.id', 'desc')
        .limit(limit)
        .execute(),
    async unread(accountId: string, seen: Seen): Promise<number> {
      const row = await noticesOf(accountId, seen)
        .where(sql<boolean>`not ${isRead}`)
        .select((eb) => eb.fn.countAll<number>().as('unread'))
        .executeTakeFirstOrThrow();
      return Number(row.unread);
    },
    /** Ids that are not, or not any more, are left out. */
    async markRead(accountId: string, ids: readonly number[]): Promise<void> {
      await sql`
        INSERT INTO notifications.reads (account_id, notice_id)
        SELECT ${accountId}::uuid, id FROM notifications.notices WHERE id = any(${[...ids]}::bigint[])
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

    async preferences(accountId: string): Promise<NoticePreferences | null> {
      const row = await db
        .selectFrom('notifications.accounts')
        .select('preferences')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.preferences ?? null;
    },
    async savePreferences(accountId: string, preferences: NoticePreferences): Promise<void> {
      const text = JSON.stringify(preferences);
      await db
        .insertInto('notifications.accounts')
        .values({ account_id: accountId, preferences: text, read_to: 0 })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ preferences: text }))
        .execute();
    },

    devices: (accountId: string): Promise<DeviceRow[]> =>
      db
        .selectFrom('notifications.devices')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute(),
    device: (id: string): Promise<DeviceRow | undefined> =>
      db.selectFrom('notifications.devices').selectAll().where('id', '=', id).executeTakeFirst(),
    /** The same browser again, of another account even, is the same device: only who signed in last is told there. */
    async saveDevice(row: DeviceRow): Promise<void> {
      await db.transaction().execute(async (store) => {
        await store.deleteFrom('notifications.devices').where('address_hash', '=', row.address_hash).execute();
        await store.insertInto('notifications.devices').values(row).execute();
      });
    },
    removeDevice: (id: string, accountId?: string): Promise<DeviceRow | undefined> => {
      const rows = db.deleteFrom('notifications.devices').where('id', '=', id);
      return (accountId === undefined ? rows : rows.where('account_id', '=', accountId))
        .returningAll()
        .executeTakeFirst();
    },
    async removeDevices(accountId: string): Promise<void> {
      await db.deleteFrom('notifications.devices').where('account_id', '=', accountId).execute();
    },
    async markDevice(
      id: string,
      change: Pick<DeviceRow, 'last_error'> & Partial<Pick<DeviceRow, 'last_sent_at'>>,
    ): Promise<void> {
      await db.updateTable('notifications.devices').set(change).where('id', '=', id).execute();
    },

    /** Accounts that may want to be told outside the console: those that chose, and those with a browser. */
    async reachable(): Promise<readonly string[]> {
      const rows = await sql<{ id: string }>`
        SELECT account_id AS id FROM notifications.accounts WHERE preferences IS NOT NULL
        UNION SELECT account_id FROM notifications.devices`.execute(db);
      return rows.rows.map(({ id }) => id);
    },
    /** Takes the next notices, writes the parcels that `parcelsOf` makes of them, and marks them done. Answers how many. */
    spread: (at: Date, parcelsOf: (id: number, message: AlertMessage) => readonly ParcelRow[]): Promise<number> =>
      db.transaction().execute(async (store) => {
        const waiting = await store
          .selectFrom('notifications.notices')
          .select(['id', 'body'])
          .where('spread_at', 'is', null)
          .orderBy('id')
          .limit(spreadBatch)
          .forUpdate()
          .skipLocked()
          .execute();
        if (waiting.length === 0) return 0;
        const parcels = waiting.flatMap(({ id, body }) => parcelsOf(id, body));
        if (parcels.length > 0) {
          await store
            .insertInto('notifications.parcels')
            .values([...parcels])
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        const ids = waiting.map(({ id }) => id);
        await store.updateTable('notifications.notices').set({ spread_at: at }).where('id', 'in', ids).execute();
        return waiting.length;
      }),
    due: (now: Date, limit: number) =>
      db
        .selectFrom('notifications.parcels as p')
        .innerJoin('notifications.notices as n', 'n.id', 'p.notice_id')
        .selectAll('p')
        .select('n.body')
        .where('p.state', '=', 'queued')
        .where('p.due_at', '<=', now)
        .orderBy('p.notice_id')
        .limit(limit)
        .execute(),
    /** Counts an attempt before it is made and hides the parcels meanwhile; answers those that nobody else took. */
    async claim(rows: readonly ParcelRow[], until: Date): Promise<ReadonlySet<string>> {
      const taken = new Set<string>();
      for (const { id, attempts } of rows) {
        const row = await db
          .updateTable('notifications.parcels')
          .set({ attempts: attempts + 1, due_at: until })
          .where('id', '=', id)
          .where('state', '=', 'queued')
          .where('attempts', '=', attempts)
          .returning('id')
          .executeTakeFirst();
        if (row !== undefined) taken.add(row.id);
      }
      return taken;
    },
    async settle(
      ids: readonly string[],
      change: Partial<Pick<ParcelRow, 'state' | 'due_at' | 'last_error' | 'ended_at'>>,
    ): Promise<void> {
      await db
        .updateTable('notifications.parcels')
        .set(change)
        .where('id', 'in', [...ids])
        .where('state', '=', 'queued')
        .execute();
    },
    async prune(before: Date): Promise<number> {
      const removed = await db.deleteFrom('notifications.notices').where('created_at', '<', before).executeTakeFirst();
      return Number(removed.numDeletedRows);
    },
  };
}

export type NotificationRepository = ReturnType<typeof createNotificationRepository>;
