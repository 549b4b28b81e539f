import type { Kysely } from 'kysely';
import type { ConnectorTables } from '../connectors.tables.ts';

/** SQL of the streams' present state. */
export function streamQueries(db: Kysely<ConnectorTables>) {
  return {
    streams: () => db.selectFrom('connectors.streams').selectAll().execute(),

    /** Marks the failed streams of a connector to be tried again at once. */
    async askProbe(connectorId: string, at: Date): Promise<void> {
      await db
        .updateTable('connectors.streams')
        .set({ probe_asked_at: at })
        .where('connector_id', '=', connectorId)
        .where('consecutive_failures', '>', 0)
        .execute();
    },

    async cursorOf(connectorId: string, streamId: string): Promise<unknown> {
      const row = await db
        .selectFrom('connectors.streams')
        .select('cursor')
        .where('connector_id', '=', connectorId)
        .where('stream_id', '=', streamId)
        .executeTakeFirst();
      return row?.cursor ?? null;
    },
  };
}
