import { type Kysely, sql } from 'kysely';
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

    /** Seconds that a request of a stream took over its last runs; null before the first that ended well. */
    async secondsARequest(connectorId: string, streamId: string): Promise<number | null> {
      const { rows } = await sql<{ seconds: number | null }>`
        SELECT (sum(extract(epoch FROM ended_at - started_at)) / nullif(sum(requests), 0))::float8 AS seconds FROM (
          SELECT started_at, ended_at, requests FROM connectors.runs
          WHERE connector_id = ${connectorId} AND stream_id = ${streamId} AND state = 'succeeded'
            AND started_at IS NOT NULL AND ended_at IS NOT NULL AND requests > 0
          ORDER BY ended_at DESC LIMIT 20
        ) AS recent`.execute(db);
      return rows[0]?.seconds ?? null;
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
