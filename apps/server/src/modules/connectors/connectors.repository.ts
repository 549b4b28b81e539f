import type { PullMode } from '@kianda/connectors';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { backfillQueries } from './backfill.repository.ts';
import type { ConnectorTables, ErrorClass, RunState } from './connectors.tables.ts';
import { type PageAcknowledgement, pageQueries } from './pages.repository.ts';

export type NewRun = {
  readonly id: string;
  /** The job that works on it: another one where the run waited for its provider. */
  readonly jobId: string;
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

export type { PageAcknowledgement } from './pages.repository.ts';

export type RunCounters = {
  readonly pages: number;
  readonly written: number;
  readonly rejected: number;
} & PageAcknowledgement['http'];

/** A replay that began longer ago died with its process. */
const longestReplayMs = 3_600_000;

const json = (value: unknown) => JSON.stringify(value ?? null);

/** The only SQL that touches the `connectors` schema. */
export function createConnectorRepository(database: Database) {
  const db = database.for<ConnectorTables>();

  return {
    /**
     * Opens a run, or re-opens it after an interruption: the id is the job's, so a run is never doubled. Resolves to
     * what it had counted before.
     */
    async openRun(run: NewRun, at: Date): Promise<RunCounters & { pending: unknown; cursorBefore: unknown }> {
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
          job_id: run.jobId,
        })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({
            state: 'running',
            // Going on after the provider's work is no new attempt.
            attempt: sql`connectors.runs.attempt + (connectors.runs.state <> 'waiting_provider')::int`,
            failure: null,
            error: null,
            error_class: null,
            ended_at: null,
            resume_at: null,
            job_id: run.jobId,
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
          'pending',
          'cursor_before as cursorBefore',
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

    /** The runs that are not closed and that a job works on; a replay is worked on by whoever asked for it. */
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

    /** Lets a run wait for its provider without a job. */
    async suspendRun(
      runId: string,
      wait: { pending: unknown; resumeAt: Date; message: string; http: PageAcknowledgement['http'] },
    ): Promise<void> {
      await db
        .updateTable('connectors.runs')
        .set({
          state: 'waiting_provider',
          pending: json(wait.pending),
          resume_at: wait.resumeAt,
          message: wait.message,
          ...wait.http,
        })
        .where('id', '=', runId)
        .where('state', '=', 'running')
        .execute();
    },

    /** A run that was asked for and not begun, because another of its stream is under way. */
    async recordSkipped(run: Omit<NewRun, 'jobId' | 'cursorBefore'>, at: Date): Promise<void> {
      await db
        .insertInto('connectors.runs')
        .values({
          id: run.id,
          connector_id: run.connectorId,
          stream_id: run.streamId,
          mode: run.mode,
          trigger: run.trigger,
          actor_id: run.actorId,
          state: 'skipped',
          cursor_before: null,
          cursor_after: null,
          window_from: run.window === null ? null : new Date(run.window.fromMs),
          window_to: run.window === null ? null : new Date(run.window.toMs),
          simulated_seed: run.simulatedSeed,
          base_url: run.baseUrl,
          licence: run.licence,
          citation: run.citation,
          code_version: run.codeVersion,
          message: 'Já havia uma execução deste fluxo em curso',
          created_at: at,
          ended_at: at,
        })
        .execute();
    },

    /** Has the streams of a connector that failed asked again at once. */
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

    ...pageQueries(db),

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
      outcome: {
        state: RunState;
        failure?: string;
        errorClass?: ErrorClass;
        error?: string;
        message: string;
        http?: PageAcknowledgement['http'];
      },
      at: Date,
    ): Promise<void> {
      const run = await db
        .updateTable('connectors.runs')
        .set({
          state: outcome.state,
          failure: outcome.failure ?? null,
          error: outcome.error ?? null,
          error_class: outcome.errorClass ?? null,
          message: outcome.message,
          ended_at: at,
          pending: null,
          resume_at: null,
          ...outcome.http,
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
        .set({ state: 'cancelled', message: 'Execução interrompida', ended_at: at, pending: null, resume_at: null })
        .where('id', '=', runId)
        .where('state', 'in', ['running', 'waiting_provider'])
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
          sql<number>`count(*) filter (where state in ('failed', 'timed_out'))`.as('failed_runs'),
          sql<number>`count(*) filter (where state in ('running', 'waiting_provider'))`.as('running'),
        ])
        .groupBy('connector_id')
        .execute(),

    async runs(filter: { limit: number; connectorId?: string | undefined }) {
      let query = db.selectFrom('connectors.runs').selectAll().orderBy('created_at', 'desc').limit(filter.limit);
      if (filter.connectorId !== undefined) query = query.where('connector_id', '=', filter.connectorId);
      return query.execute();
    },

    ...backfillQueries(db),
  };
}

export type ConnectorRepository = ReturnType<typeof createConnectorRepository>;
