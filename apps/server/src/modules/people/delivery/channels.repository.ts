import type { Kysely } from 'kysely';
import type { ChannelRow, DeliveryTables } from './delivery.types.ts';

export function channelQueries(db: Kysely<DeliveryTables>) {
  return {
    channels: (): Promise<ChannelRow[]> =>
      db.selectFrom('delivery.channels').selectAll().orderBy('name').orderBy('id').execute(),
    channel: (id: string): Promise<ChannelRow | undefined> =>
      db.selectFrom('delivery.channels').selectAll().where('id', '=', id).executeTakeFirst(),
    async insertChannel(row: ChannelRow): Promise<void> {
      await db.insertInto('delivery.channels').values(row).execute();
    },
    updateChannel: ({ id, ...row }: ChannelRow): Promise<ChannelRow | undefined> =>
      db.updateTable('delivery.channels').set(row).where('id', '=', id).returningAll().executeTakeFirst(),
    deleteChannel: (id: string): Promise<ChannelRow | undefined> =>
      db.deleteFrom('delivery.channels').where('id', '=', id).returningAll().executeTakeFirst(),
  };
}
