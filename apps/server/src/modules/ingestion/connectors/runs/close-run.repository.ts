import type { CheckOutcome } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { type Kysely, sql } from 'kysely';
import type { ConnectorTables, ErrorClass, RunState } from '../connectors.tables.ts';
import { jsonText, type PageAcknowledgement } from './pages.repository.ts';

export type RunOutcome = {
  readonly state: RunState;
  readonly failure?: string;
  readonly errorClass?: ErrorClass;
  readonly error?: string;
  readonly message: string;
  /** How far a failed run reached its provider. */
  readonly met?: {
    readonly outcome: CheckOutcome;
    readonly address: string | null;
    readonly httpStatus: number | null;
    readonly credentialsMark: string;
  };
  readonly http?: PageAcknowledgement['http'];
};

/** Runs as they end, or wait for their provider. */
export function closeRunQueries(db: Kysely<ConnectorTables>) {
  return {
    async closeRun(runId: string, outcome: RunOutcome, at: Date): Promise<void> {
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
      await noteStreamOutcome(db, { ...run, run_id: runId }, outcome, at);
    },

    /** Lets a run wait for its provider without a job. */
    async suspendRun(
      runId: string,
      wait: { pending: unknown; resumeAt: Date; message: string; http: PageAcknowledgement['http'] },
    ): Promise<void> {
      await db
        .updateTable('connectors.runs')
        .set({
          state: 'waiting_provider',
          pending: jsonText(wait.pending),
          resume_at: wait.resumeAt,
          message: wait.message,
          ...wait.http,
        })
        .where('id', '=', runId)
        .where('state', '=', 'running')
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
  };
}

/** Writes into a run's stream how it ended: by it freshness is judged and the circuit opens. */
async function noteStreamOutcome(
  db: Kysely<ConnectorTables>,
  run: { run_id: string; connector_id: string; stream_id: string; simulated_seed: number | null },
  outcome: RunOutcome,
  at: Date,
): Promise<void> {
  const succeeded = outcome.state.startsWith('succeeded');
  const outcomeColumns = succeeded
    ? {
        last_success_at: at,
        last_success_run_id: run.run_id,
        consecutive_failures: 0,
        simulated_seed: run.simulated_seed,
      }
    : {
        last_failure_at: at,
        last_failure: outcome.failure ?? 'bug',
        last_error: outcome.error ?? null,
        last_outcome: outcome.met?.outcome ?? null,
        last_address: outcome.met?.address ?? null,
        last_http_status: outcome.met?.httpStatus ?? null,
        last_credentials_mark: outcome.met?.credentialsMark ?? null,
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
}
