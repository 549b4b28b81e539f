import { type Kysely, sql } from 'kysely';
import type { ConnectorTables } from '../connectors.tables.ts';

/** SQL of the streams' present state. */
export function streamQueries(db: Kysely<ConnectorTables>) {
  return {
    streams: () => db.selectFrom('connectors.streams').selectAll().execute(),

    /** Outcomes of the runs of a connector's streams, without those of history and replays. */
    async pasts(connectorId: string) {
      const { rows } = await sql<{
        stream_id: string;
        last_success_at: Date | null;
        last_failure_at: Date | null;
        last_failure: string | null;
        consecutive_failures: number;
        failing_since: Date | null;
        running_since: Date | null;
        has_delivered: boolean;
        was_interrupted: boolean;
      }>`
        SELECT coalesce(s.stream_id, r.stream_id) AS stream_id, s.last_success_at, s.last_failure_at, s.last_failure,
          coalesce(s.consecutive_failures, 0) AS consecutive_failures,
          min(r.ended_at) FILTER (
            WHERE r.state IN ('failed', 'timed_out') AND r.ended_at > coalesce(s.last_success_at, '-infinity')
          ) AS failing_since,
          min(r.started_at) FILTER (WHERE r.state IN ('running', 'waiting_provider')) AS running_since,
          s.newest_observed_at IS NOT NULL OR coalesce(sum(r.records_written + r.records_duplicate), 0) > 0 AS has_delivered,
          coalesce(bool_or(r.state = 'cancelled'), false) AS was_interrupted
        FROM (SELECT * FROM connectors.streams WHERE connector_id = ${connectorId}) s
        FULL JOIN (
          SELECT * FROM connectors.runs
          WHERE connector_id = ${connectorId} AND mode <> 'backfill' AND trigger <> 'replay'
        ) r ON r.stream_id = s.stream_id
        GROUP BY coalesce(s.stream_id, r.stream_id), s.last_success_at, s.last_failure_at, s.last_failure,
          s.consecutive_failures, s.newest_observed_at`.execute(db);
      return rows;
    },

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
