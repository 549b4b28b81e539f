import { sql } from 'kysely';
import type { LogoutNoticeRow, Store } from '../identity.types.ts';

/** Notes which of the sessions have a program that wants to be told of their end. Call in the transaction that ends them. */
export async function insertNotices(store: Store, sessionIds: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into identity.logout_notices (id, client_id, account_id, session_id, created_at)
    select gen_random_uuid(), session.client_id, session.account_id, session.id, ${now}
    from identity.sessions session join identity.clients client on client.id = session.client_id
    where session.id = any(${[...sessionIds]}::uuid[])
      and coalesce(client.attributes ->> 'backchannel.logout.url', '') <> ''
      and client.service_account_id is distinct from session.account_id
  `.execute(store);
}

/** Notices for which no job was asked, the oldest first. */
export const waitingNotices = (store: Store, limit: number): Promise<Pick<LogoutNoticeRow, 'id'>[]> =>
  store
    .selectFrom('identity.logout_notices')
    .select('id')
    .where('queued_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();

export async function markQueued(store: Store, id: string, now: Date): Promise<void> {
  await store.updateTable('identity.logout_notices').set({ queued_at: now }).where('id', '=', id).execute();
}

/** Lets jobs be asked again for notices whose job was asked before that and did not get them through. */
export async function requeueNotices(store: Store, before: Date): Promise<void> {
  await store.updateTable('identity.logout_notices').set({ queued_at: null }).where('queued_at', '<', before).execute();
}

export const findNotice = (store: Store, id: string): Promise<LogoutNoticeRow | undefined> =>
  store.selectFrom('identity.logout_notices').selectAll().where('id', '=', id).executeTakeFirst();

export async function deleteNotice(store: Store, id: string): Promise<void> {
  await store.deleteFrom('identity.logout_notices').where('id', '=', id).execute();
}

export async function purgeNotices(store: Store, before: Date): Promise<void> {
  await store.deleteFrom('identity.logout_notices').where('created_at', '<', before).execute();
}
