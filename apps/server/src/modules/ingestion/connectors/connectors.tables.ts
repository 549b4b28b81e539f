import type { FieldShape } from '@kianda/connectors';
import type { driftChanges, driftPolicies } from '@kianda/contract/ingestion/connectors/engine.contract';
import type { CheckOutcome } from '@kianda/contract/ingestion/connectors/first-day.contract';
import type { errorClassNames, runStateNames } from '@kianda/contract/ingestion/connectors/runs.resource';
import type { Generated, JSONColumnType } from 'kysely';

type Json = JSONColumnType<Record<string, unknown> | null, string | null, string | null>;

export type RunState = keyof typeof runStateNames;
export type ErrorClass = keyof typeof errorClassNames;

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
    job_id: string | null;
    pending: Json;
    resume_at: Date | null;
    error_class: ErrorClass | null;
  };
  'connectors.pages': {
    run_id: string;
    page: number;
    retrieved_at: Date;
    written: number;
    duplicates: number;
    rejected: number;
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
    probe_asked_at: Date | null;
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
    expired_at: Date | null;
  };
  'connectors.sweeps': { at: Date; raw_pages: number; bytes: number; runs: number };
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
    edited: JSONColumnType<Record<string, unknown> | null, string | null, string | null>;
    attempts: Generated<number>;
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
    requested: Generated<boolean>;
  };
  'connectors.access_checks': {
    connector_id: string;
    checked_at: Date;
    failure: string | null;
  };
  'connectors.first_day_checks': {
    subject: string;
    tried_at: Date;
    address: string | null;
    outcome: CheckOutcome;
    http_status: number | null;
    latency_ms: number | null;
    skew_ms: number | null;
    detail: string | null;
    credentials_mark: string | null;
  };
  'connectors.settings': {
    connector_id: string;
    cron: string | null;
    paused: Generated<boolean>;
    drift_policy: Generated<(typeof driftPolicies)[number]>;
    drift_paused: Generated<boolean>;
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
  'connectors.stream_shapes': {
    connector_id: string;
    stream_id: string;
    resource: string;
    shape: JSONColumnType<FieldShape[], string, string>;
    learned_at: Date;
    updated_at: Date;
  };
  'connectors.drift_findings': {
    id: Generated<number>;
    connector_id: string;
    stream_id: string;
    resource: string;
    field: string;
    change: (typeof driftChanges)[number];
    before_types: string[];
    after_types: string[];
    outcome: 'accepted' | 'ignored' | 'paused';
    first_run_id: string;
    last_run_id: string;
    first_seen_at: Date;
    last_seen_at: Date;
    occurrences: Generated<number>;
    acknowledged_at: Date | null;
    acknowledged_by: string | null;
  };
};
