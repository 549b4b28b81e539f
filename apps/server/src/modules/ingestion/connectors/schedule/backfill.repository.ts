import { type Kysely, sql } from 'kysely';
import type { ConnectorTables } from '../connectors.tables.ts';

/** How often a window of history is tried. */
const attemptsRefused = 3;
const attemptsAway = 100;
const historyPauseMs = 10 * 60_000;

type WindowKey = { readonly connectorId: string; readonly streamId: string; readonly from: Date };

/** SQL of the windows of history. */
export function backfillQueries(db: Kysely<ConnectorTables>) {
  return {
    /** Adds windows of history that are not there yet. */
    async planBackfill(
      connectorId: string,
      streamId: string,
      windows: readonly { fromMs: number; toMs: number }[],
      at: Date,
    ): Promise<void> {
      if (windows.length === 0) return;
      await db
        .insertInto('connectors.backfill_windows')
        .values(
          windows.map((window) => ({
            connector_id: connectorId,
            stream_id: streamId,
            from_at: new Date(window.fromMs),
            to_at: new Date(window.toMs),
            updated_at: at,
          })),
        )
        .onConflict((conflict) => conflict.columns(['connector_id', 'stream_id', 'from_at']).doNothing())
        .execute();
    },

    /** Whether windows that an operator asked for are still to be fetched. */
    async hasRequestedWindows(connectorId: string, streamId: string): Promise<boolean> {
      const row = await db
        .selectFrom('connectors.backfill_windows')
        .select('from_at')
        .where('connector_id', '=', connectorId)
        .where('stream_id', '=', streamId)
        .where('requested', '=', true)
        .where('state', '=', 'pending')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    ...nextWindowQueries(db),
    ...windowOutcomeQueries(db),
  };
}

/** SQL of the choice of the next window. */
function nextWindowQueries(db: Kysely<ConnectorTables>) {
  return {
    /**
     * Newest window of a stream still to be fetched. A failed one comes back after the others: three times where the
     * provider refused it, far more often where it was away. After a failure the whole stream pauses.
     */
    nextBackfillWindow: (connectorId: string, streamId: string, now: Date) =>
      db
        .selectFrom('connectors.backfill_windows as w')
        .leftJoin('connectors.runs as r', 'r.id', 'w.run_id')
        .select(['w.from_at', 'w.to_at'])
        .where('w.connector_id', '=', connectorId)
        .where('w.stream_id', '=', streamId)
        .where((eb) =>
          eb.or([
            eb('w.state', '=', 'pending'),
            eb.and([eb('w.state', '=', 'failed'), eb('w.attempts', '<', attemptsRefused)]),
            eb.and([
              eb('w.state', '=', 'failed'),
              eb('w.attempts', '<', attemptsAway),
              eb('r.failure', 'in', ['network', 'timeout', 'quota', 'provider']),
            ]),
          ]),
        )
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('connectors.backfill_windows as f')
                .select('f.from_at')
                .where('f.connector_id', '=', connectorId)
                .where('f.stream_id', '=', streamId)
                .where('f.state', '=', 'failed')
                .where('f.updated_at', '>', new Date(now.getTime() - historyPauseMs)),
            ),
          ),
        )
        .orderBy('w.requested', 'desc')
        .orderBy('w.attempts')
        .orderBy('w.from_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
  };
}

/** SQL of how windows of history ended. */
function windowOutcomeQueries(db: Kysely<ConnectorTables>) {
  return {
    /** Whether a window has been fetched and no operator asked for it again since. */
    async isBackfillDone(key: WindowKey): Promise<boolean> {
      const row = await db
        .selectFrom('connectors.backfill_windows')
        .select('state')
        .where('connector_id', '=', key.connectorId)
        .where('stream_id', '=', key.streamId)
        .where('from_at', '=', key.from)
        .executeTakeFirst();
      return row?.state === 'done';
    },

    async closeBackfillWindow(
      key: WindowKey,
      outcome: { state: 'done' | 'failed'; runId: string; error: string | null },
      at: Date,
    ): Promise<void> {
      await db
        .updateTable('connectors.backfill_windows')
        .set((eb) => ({
          state: outcome.state,
          run_id: outcome.runId,
          error: outcome.error,
          attempts: eb('attempts', '+', 1),
          updated_at: at,
        }))
        .where('connector_id', '=', key.connectorId)
        .where('stream_id', '=', key.streamId)
        .where('from_at', '=', key.from)
        .execute();
    },

    /** Share of planned history already fetched, per stream. */
    backfillProgress: () =>
      db
        .selectFrom('connectors.backfill_windows')
        .select([
          'connector_id',
          'stream_id',
          sql<number>`count(*) filter (where state = 'done')::float8 / count(*)`.as('share'),
        ])
        .groupBy(['connector_id', 'stream_id'])
        .execute(),
  };
}
