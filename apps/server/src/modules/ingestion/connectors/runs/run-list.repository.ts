import { type Kysely, sql } from 'kysely';
import type { ConnectorTables } from '../connectors.tables.ts';
import { type RunPage, runPage } from './run-page.repository.ts';

/** A replay that began longer ago died with its process. */
const longestReplayMs = 3_600_000;

/** How far back the run before may lie. */
const turnReachMs = 7 * 86_400_000;

type StreamTurn = {
  readonly run_id: string;
  readonly connector_id: string;
  readonly stream_id: string;
  readonly at: Date;
};

/** Turns of streams between failing and running well. */
export function streamTurnQueries(db: Kysely<ConnectorTables>) {
  return {
    /**
     * Runs since with which a stream began to fail (`isFailed`) or came back, the newest first: those that ended
     * otherwise than the incremental run before them, of at most a week before.
     */
    streamTurns: async (from: Date, isFailed: boolean): Promise<readonly StreamTurn[]> => {
      const { rows } = await sql<StreamTurn>`
        SELECT run_id, connector_id, stream_id, at FROM (
          SELECT id AS run_id, connector_id, stream_id, ended_at AS at, state IN ('failed', 'timed_out') AS failed,
            lag(state IN ('failed', 'timed_out')) OVER (PARTITION BY connector_id, stream_id ORDER BY ended_at, id) AS before
          FROM connectors.runs
          WHERE mode = 'incremental' AND ended_at >= ${new Date(from.getTime() - turnReachMs)}
            AND state IN ('succeeded', 'succeeded_with_rejects', 'failed', 'timed_out')
        ) AS ended
        WHERE at >= ${from} AND failed = ${isFailed}
          AND ${isFailed ? sql`before IS DISTINCT FROM true` : sql`before`}
        ORDER BY at DESC LIMIT 500`.execute(db);
      return rows;
    },
  };
}

/** Runs by their state, and their totals. */
export function runListQueries(db: Kysely<ConnectorTables>) {
  return {
    /** When the newest incremental run of each stream was cancelled; streams whose newest one ended otherwise are absent. */
    newestCancelled: () =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('connectors.runs')
            .distinctOn(['connector_id', 'stream_id'])
            .select(['connector_id', 'stream_id', 'state', 'ended_at as at'])
            .where('mode', '=', 'incremental')
            .orderBy('connector_id')
            .orderBy('stream_id')
            .orderBy('created_at', 'desc')
            .as('newest'),
        )
        .select(['connector_id', 'stream_id', 'at'])
        .where('state', '=', 'cancelled')
        .$narrowType<{ at: Date }>()
        .execute(),

    /** The runs that are not closed and that a job works on; a replay is made within the request of an operator, without a job. */
    openRuns: (now: Date) =>
      db
        .selectFrom('connectors.runs')
        .select(['id', 'job_id'])
        .where('state', '=', 'running')
        .where((eb) =>
          eb.or([eb('trigger', '<>', 'replay'), eb('created_at', '<', new Date(now.getTime() - longestReplayMs))]),
        )
        .execute(),

    /** The runs whose provider works on the answer. */
    waitingRuns: () =>
      db
        .selectFrom('connectors.runs')
        .select([
          'id',
          'connector_id',
          'stream_id',
          'mode',
          'trigger',
          'actor_id',
          'window_from',
          'window_to',
          'resume_at',
        ])
        .where('state', '=', 'waiting_provider')
        .execute(),

    /** Totals per connector over all its runs. */
    totals: () =>
      db
        .selectFrom('connectors.runs')
        .select((eb) => [
          'connector_id',
          eb.fn.max('created_at').as('last_run_at'),
          sql<number>`sum(records_written + records_duplicate)::bigint`.as('processed'),
          sql<number>`sum(records_rejected)::bigint`.as('rejected'),
          sql<number>`count(*) filter (where state in ('failed', 'timed_out'))`.as('failed_runs'),
          sql<number>`count(*) filter (where state in ('succeeded', 'succeeded_with_rejects', 'failed', 'timed_out'))`.as(
            'ended_runs',
          ),
          sql<number>`count(*) filter (where state in ('running', 'waiting_provider'))`.as('running'),
        ])
        .groupBy('connector_id')
        .execute(),

    page: (page: RunPage) => runPage(db, page),

    async runs(filter: { limit: number; connectorId?: string | undefined }) {
      let query = db.selectFrom('connectors.runs').selectAll().orderBy('created_at', 'desc').limit(filter.limit);
      if (filter.connectorId !== undefined) query = query.where('connector_id', '=', filter.connectorId);
      return query.execute();
    },
  };
}
