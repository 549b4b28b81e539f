import type { PullMode } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import type { ConnectorTables } from '../connectors.tables.ts';
import { jsonText, type PageAcknowledgement } from './pages.repository.ts';

type NewRun = {
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

type RunCounters = {
  readonly pages: number;
  readonly written: number;
  readonly rejected: number;
} & PageAcknowledgement['http'];

/** Columns that a run has from its request. */
const runColumns = (run: Omit<NewRun, 'jobId' | 'cursorBefore'>) => ({
  id: run.id,
  connector_id: run.connectorId,
  stream_id: run.streamId,
  mode: run.mode,
  trigger: run.trigger,
  actor_id: run.actorId,
  window_from: run.window === null ? null : new Date(run.window.fromMs),
  window_to: run.window === null ? null : new Date(run.window.toMs),
  simulated_seed: run.simulatedSeed,
  base_url: run.baseUrl,
  licence: run.licence,
  citation: run.citation,
  code_version: run.codeVersion,
});

/** Runs as they begin, and those that were asked for and not begun. */
export function openRunQueries(db: Kysely<ConnectorTables>) {
  return {
    /**
     * Opens a run, or re-opens it after an interruption: the id is the job's, so a run is never doubled. Resolves
     * with the counters it had before.
     */
    async openRun(run: NewRun, at: Date): Promise<RunCounters & { pending: unknown; cursorBefore: unknown }> {
      return db
        .insertInto('connectors.runs')
        .values({
          ...runColumns(run),
          state: 'running',
          cursor_before: jsonText(run.cursorBefore),
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

    /** A run that was asked for and not begun, because another of its stream is under way. */
    async recordSkipped(run: Omit<NewRun, 'jobId' | 'cursorBefore'>, at: Date): Promise<void> {
      await db
        .insertInto('connectors.runs')
        .values({
          ...runColumns(run),
          state: 'skipped',
          cursor_before: null,
          cursor_after: null,
          message: 'Já havia uma execução deste fluxo em curso',
          created_at: at,
          ended_at: at,
        })
        .execute();
    },
  };
}
