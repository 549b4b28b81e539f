import type { Generated, JSONColumnType } from 'kysely';

type Json = JSONColumnType<Record<string, unknown> | null, string | null, string | null>;

export type RunState = 'queued' | 'running' | 'succeeded' | 'succeeded_with_rejects' | 'failed' | 'cancelled';

export type ConnectorTables = {
  'connectors.runs': {
    id: string;
    connector_id: string;
    stream_id: string;
    mode: 'incremental' | 'full' | 'backfill';
    trigger: string;
    actor_id: string | null;
    state: RunState;
    attempt: Generated<number>;
    cursor_before: Json;
    cursor_after: Json;
    window_from: Date | null;
    window_to: Date | null;
    pages: Generated<number>;
    records_written: Generated<number>;
    records_duplicate: Generated<number>;
    records_rejected: Generated<number>;
    requests: Generated<number>;
    bytes: Generated<number>;
    retries: Generated<number>;
    throttled: Generated<number>;
    progress: number | null;
    message: string | null;
    failure: string | null;
    error: string | null;
    simulated_seed: number | null;
    base_url: string;
    licence: string;
    citation: string;
    code_version: string;
    created_at: Date;
    started_at: Date | null;
    ended_at: Date | null;
  };
  'connectors.streams': {
    connector_id: string;
    stream_id: string;
    cursor: Json;
    newest_observed_at: Date | null;
    last_success_at: Date | null;
    last_success_run_id: string | null;
    last_failure_at: Date | null;
    last_failure: string | null;
    last_error: string | null;
    consecutive_failures: Generated<number>;
    simulated_seed: number | null;
    updated_at: Date;
  };
  'connectors.raw_pages': {
    run_id: string;
    seq: number;
    storage_key: string;
    url: string;
    status: number;
    content_type: string;
    bytes: number;
    stored_at: Date;
  };
  'connectors.rejected_rows': {
    id: Generated<number>;
    run_id: string;
    page: number;
    ordinal: number;
    reason: string;
    raw: JSONColumnType<Record<string, unknown>, string, string>;
    created_at: Date;
    state: Generated<'open' | 'replayed' | 'discarded'>;
    resolved_at: Date | null;
    resolved_by: string | null;
    resolution: string | null;
  };
  'connectors.run_logs': {
    run_id: string;
    seq: number;
    at: Date;
    level: string;
    message: string;
    fields: JSONColumnType<Record<string, unknown>, string, string>;
  };
  'connectors.backfill_windows': {
    connector_id: string;
    stream_id: string;
    from_at: Date;
    to_at: Date;
    state: Generated<'pending' | 'done' | 'failed' | 'cancelled'>;
    attempts: Generated<number>;
    run_id: string | null;
    error: string | null;
    updated_at: Date;
  };
  'connectors.settings': {
    connector_id: string;
    cron: string | null;
    paused: Generated<boolean>;
    updated_at: Date;
    updated_by: string;
  };
  'connectors.credentials': {
    connector_id: string;
    name: string;
    sealed: Buffer;
    updated_at: Date;
    updated_by: string;
  };
  'connectors.quality_results': {
    connector_id: string;
    stream_id: string;
    rule: string;
    run_id: string;
    evaluated: number;
    failing: number;
    samples: JSONColumnType<unknown[], string, string>;
    evaluated_at: Date;
  };
};
