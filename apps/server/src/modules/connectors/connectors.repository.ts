import type { PullMode, RejectedRow } from '@kianda/connectors';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { ConnectorTables, RunState } from './connectors.tables.ts';

export type NewRun = {
  readonly id: string;
  readonly connectorId: string;
  readonly streamId: string;
  readonly mode: PullMode;
  readonly trigger: string;
  readonly actorId: string | null;
  readonly cursorBefore: unknown;
  readonly window: { readonly fromMs: number; readonly toMs: number } | null;
  readonly simulatedSeed: number | null;
  readonly baseUrl: string;
  readonly licence: string;
  readonly citation: string;
  readonly codeVersion: string;
};

export type PageAcknowledgement = {
  readonly runId: string;
  readonly page: number;
  readonly written: number;
  readonly duplicates: number;
  readonly rejected: readonly RejectedRow[];
  readonly newestObservedMs: number | null;
  /** Absent for backfills: history does not move the cursor. */
  readonly cursor?: unknown;
  readonly progress: number | null;
  readonly message: string;
  readonly http: { requests: number; bytes: number; retries: number; throttled: number };
  readonly raw: readonly { storageKey: string; url: string; status: number; contentType: string; bytes: number }[];
};

export type RunCounters = {
  readonly pages: number;
  readonly written: number;
  readonly rejected: number;
} & PageAcknowledgement['http'];

/** How often a window of history is tried. */
const attemptsRefused = 3;
const attemptsAway = 100;
const historyPauseMs = 10 * 60_000;

const json = (value: unknown) => JSON.stringify(value ?? null);

/** The only SQL that touches the `connectors` schema. */
export function createConnectorRepository(database: Database) {
  const db = database.for<ConnectorTables>();

  return {
    /**
     * Opens a run, or re-opens it after an interruption: the id is the job's, so a run is never doubled. Resolves to
     * what it had counted before.
     */
    async openRun(run: NewRun, at: Date): Promise<RunCounters> {
      return db
        .insertInto('connectors.runs')
        .values({
          id: run.id,
          connector_id: run.connectorId,
          stream_id: run.streamId,
          mode: run.mode,
          trigger: run.trigger,
          actor_id: run.actorId,
          state: 'running',
          cursor_before: json(run.cursorBefore),
          window_from: run.window === null ? null : new Date(run.window.fromMs),
          window_to: run.window === null ? null : new Date(run.window.toMs),
          simulated_seed: run.simulatedSeed,
          base_url: run.baseUrl,
          licence: run.licence,
          citation: run.citation,
          code_version: run.codeVersion,
          created_at: at,
          started_at: at,
        })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({
            state: 'running',
            attempt: sql`connectors.runs.attempt + 1`,
            failure: null,
            error: null,
            ended_at: null,
          }),
        )
        .returning([
          'pages',
          'records_written as written',
          'records_rejected as rejected',
          'requests',
          'bytes',
          'retries',
          'throttled',
        ])
        .executeTakeFirstOrThrow();
    },

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

    /** Ids of the runs that are not closed. */
    async openRuns(): Promise<string[]> {
      const rows = await db.selectFrom('connectors.runs').select('id').where('state', '=', 'running').execute();
      return rows.map((row) => row.id);
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

    /** One transaction: counters, rejected rows, raw pages and the cursor stand or fall together. */
    async acknowledge(connectorId: string, streamId: string, page: PageAcknowledgement, at: Date): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('connectors.runs')
          .set((eb) => ({
            pages: eb('pages', '+', 1),
            records_written: eb('records_written', '+', page.written),
            records_duplicate: eb('records_duplicate', '+', page.duplicates),
            records_rejected: eb('records_rejected', '+', page.rejected.length),
            requests: page.http.requests,
            bytes: page.http.bytes,
            retries: page.http.retries,
            throttled: page.http.throttled,
            progress: page.progress,
            message: page.message,
            ...(page.cursor === undefined ? {} : { cursor_after: json(page.cursor) }),
          }))
          .where('id', '=', page.runId)
          .execute();
        if (page.rejected.length > 0) {
          await trx
            .insertInto('connectors.rejected_rows')
            .values(
              page.rejected.map((row, ordinal) => ({
                run_id: page.runId,
                page: page.page,
                ordinal,
                reason: row.reason,
                raw: json({ row: row.raw }),
                created_at: at,
              })),
            )
            .onConflict((conflict) => conflict.columns(['run_id', 'page', 'ordinal']).doNothing())
            .execute();
        }
        if (page.raw.length > 0) {
          await trx
            .insertInto('connectors.raw_pages')
            .values(
              page.raw.map((raw, index) => ({
                run_id: page.runId,
                seq: page.page * 1000 + index,
                storage_key: raw.storageKey,
                url: raw.url,
                status: raw.status,
                content_type: raw.contentType,
                bytes: raw.bytes,
                stored_at: at,
              })),
            )
            .onConflict((conflict) => conflict.columns(['run_id', 'seq']).doNothing())
            .execute();
        }
        await trx
          .insertInto('connectors.streams')
          .values({
            connector_id: connectorId,
            stream_id: streamId,
            cursor: json(page.cursor),
            newest_observed_at: page.newestObservedMs === null ? null : new Date(page.newestObservedMs),
            updated_at: at,
          })
          .onConflict((conflict) =>
            conflict.columns(['connector_id', 'stream_id']).doUpdateSet({
              ...(page.cursor === undefined ? {} : { cursor: json(page.cursor) }),
              newest_observed_at: sql`greatest(connectors.streams.newest_observed_at, excluded.newest_observed_at)`,
              updated_at: at,
            }),
          )
          .execute();
      });
    },

    /** Says what a run is doing while no page comes. */
    async note(runId: string, message: string): Promise<void> {
      // It is not waited for: a late one must not write over how the run ended.
      await db
        .updateTable('connectors.runs')
        .set({ message })
        .where('id', '=', runId)
        .where('state', '=', 'running')
        .execute();
    },

    async closeRun(
      runId: string,
      outcome: { state: RunState; failure?: string; error?: string; message: string },
      at: Date,
    ): Promise<void> {
      const run = await db
        .updateTable('connectors.runs')
        .set({
          state: outcome.state,
          failure: outcome.failure ?? null,
          error: outcome.error ?? null,
          message: outcome.message,
          ended_at: at,
          ...(outcome.state.startsWith('succeeded') ? { progress: 1 } : {}),
        })
        .where('id', '=', runId)
        .returning(['connector_id', 'stream_id', 'mode', 'simulated_seed'])
        .executeTakeFirst();
      // History says nothing of the newest data: neither its failures make them old, nor its success current.
      if (run === undefined || outcome.state === 'cancelled' || run.mode === 'backfill') return;
      const succeeded = outcome.state.startsWith('succeeded');
      const outcomeColumns = succeeded
        ? {
            last_success_at: at,
            last_success_run_id: runId,
            consecutive_failures: 0,
            simulated_seed: run.simulated_seed,
          }
        : {
            last_failure_at: at,
            last_failure: outcome.failure ?? 'bug',
            last_error: outcome.error ?? null,
          };
      await db
        .insertInto('connectors.streams')
        .values({
          connector_id: run.connector_id,
          stream_id: run.stream_id,
          ...outcomeColumns,
          consecutive_failures: succeeded ? 0 : 1,
          updated_at: at,
        })
        .onConflict((conflict) =>
          conflict.columns(['connector_id', 'stream_id']).doUpdateSet({
            ...outcomeColumns,
            consecutive_failures: succeeded ? 0 : sql`connectors.streams.consecutive_failures + 1`,
            updated_at: at,
          }),
        )
        .execute();
    },

    /** Closes a run unless it closed meanwhile. */
    async abandonRun(runId: string, at: Date): Promise<void> {
      await db
        .updateTable('connectors.runs')
        .set({ state: 'cancelled', message: 'Execução interrompida', ended_at: at })
        .where('id', '=', runId)
        .where('state', '=', 'running')
        .execute();
    },

    async log(
      runId: string,
      seq: number,
      at: Date,
      entry: { level: string; message: string; fields: unknown },
    ): Promise<void> {
      await db
        .insertInto('connectors.run_logs')
        .values({
          run_id: runId,
          seq,
          at,
          level: entry.level,
          message: entry.message,
          fields: json(entry.fields ?? {}),
        })
        .onConflict((conflict) => conflict.columns(['run_id', 'seq']).doNothing())
        .execute();
    },

    streams: () => db.selectFrom('connectors.streams').selectAll().execute(),

    /** Totals per connector over all its runs. */
    totals: () =>
      db
        .selectFrom('connectors.runs')
        .select((eb) => [
          'connector_id',
          eb.fn.max('created_at').as('last_run_at'),
          sql<number>`sum(records_written + records_duplicate)::bigint`.as('processed'),
          sql<number>`sum(records_rejected)::bigint`.as('rejected'),
          sql<number>`count(*) filter (where state = 'failed')`.as('failed_runs'),
          sql<number>`count(*) filter (where state = 'running')`.as('running'),
        ])
        .groupBy('connector_id')
        .execute(),

    async runs(filter: { limit: number; connectorId?: string | undefined }) {
      let query = db.selectFrom('connectors.runs').selectAll().orderBy('created_at', 'desc').limit(filter.limit);
      if (filter.connectorId !== undefined) query = query.where('connector_id', '=', filter.connectorId);
      return query.execute();
    },

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
        .orderBy('w.attempts')
        .orderBy('w.from_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async closeBackfillWindow(
      key: { connectorId: string; streamId: string; from: Date },
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

export type ConnectorRepository = ReturnType<typeof createConnectorRepository>;
