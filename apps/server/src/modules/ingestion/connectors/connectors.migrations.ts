import type { Migration } from '../../../platform/db/database.ts';

export const connectorMigrations: readonly Migration[] = [
  {
    id: '0001-runs',
    sql: `
      CREATE TABLE connectors.runs (
        id uuid PRIMARY KEY,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        mode text NOT NULL CHECK (mode IN ('incremental', 'full', 'backfill')),
        trigger text NOT NULL,
        actor_id text,
        state text NOT NULL CHECK (state IN
          ('queued', 'running', 'succeeded', 'succeeded_with_rejects', 'failed', 'cancelled')),
        attempt integer NOT NULL DEFAULT 1,
        cursor_before jsonb,
        cursor_after jsonb,
        window_from timestamptz,
        window_to timestamptz,
        pages integer NOT NULL DEFAULT 0,
        records_written bigint NOT NULL DEFAULT 0,
        records_duplicate bigint NOT NULL DEFAULT 0,
        records_rejected bigint NOT NULL DEFAULT 0,
        requests integer NOT NULL DEFAULT 0,
        bytes bigint NOT NULL DEFAULT 0,
        retries integer NOT NULL DEFAULT 0,
        throttled integer NOT NULL DEFAULT 0,
        progress real,
        message text,
        failure text,
        error text,
        simulated_seed bigint,
        base_url text NOT NULL,
        licence text NOT NULL,
        citation text NOT NULL,
        code_version text NOT NULL,
        created_at timestamptz NOT NULL,
        started_at timestamptz,
        ended_at timestamptz
      );
      CREATE INDEX runs_newest ON connectors.runs (connector_id, stream_id, created_at DESC);
      CREATE INDEX runs_created_at ON connectors.runs (created_at DESC);

      -- One row per stream: where it stands. The cursor moves only after its page is stored.
      CREATE TABLE connectors.streams (
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        cursor jsonb,
        newest_observed_at timestamptz,
        last_success_at timestamptz,
        last_success_run_id uuid,
        last_failure_at timestamptz,
        last_failure text,
        last_error text,
        consecutive_failures integer NOT NULL DEFAULT 0,
        simulated_seed bigint,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (connector_id, stream_id)
      );

      CREATE TABLE connectors.raw_pages (
        run_id uuid NOT NULL REFERENCES connectors.runs (id) ON DELETE CASCADE,
        seq integer NOT NULL,
        storage_key text NOT NULL,
        url text NOT NULL,
        status integer NOT NULL,
        content_type text NOT NULL,
        bytes bigint NOT NULL,
        stored_at timestamptz NOT NULL,
        PRIMARY KEY (run_id, seq)
      );

      CREATE TABLE connectors.rejected_rows (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        run_id uuid NOT NULL REFERENCES connectors.runs (id) ON DELETE CASCADE,
        page integer NOT NULL,
        ordinal integer NOT NULL,
        reason text NOT NULL,
        raw jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        UNIQUE (run_id, page, ordinal)
      );

      CREATE TABLE connectors.run_logs (
        run_id uuid NOT NULL REFERENCES connectors.runs (id) ON DELETE CASCADE,
        seq integer NOT NULL,
        at timestamptz NOT NULL,
        level text NOT NULL,
        message text NOT NULL,
        fields jsonb NOT NULL,
        PRIMARY KEY (run_id, seq)
      );

      -- History is fetched as a grid of windows, newest first; each is done once.
      CREATE TABLE connectors.backfill_windows (
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        from_at timestamptz NOT NULL,
        to_at timestamptz NOT NULL,
        state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        run_id uuid,
        error text,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (connector_id, stream_id, from_at)
      );
    `,
  },
  {
    id: '0002-operations',
    sql: `
      ALTER TABLE connectors.backfill_windows DROP CONSTRAINT backfill_windows_state_check;
      ALTER TABLE connectors.backfill_windows ADD CONSTRAINT backfill_windows_state_check
        CHECK (state IN ('pending', 'done', 'failed', 'cancelled'));

      ALTER TABLE connectors.rejected_rows
        ADD COLUMN state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'replayed', 'discarded')),
        ADD COLUMN resolved_at timestamptz,
        ADD COLUMN resolved_by text,
        ADD COLUMN resolution text;
      CREATE INDEX rejected_rows_open ON connectors.rejected_rows (run_id) WHERE state = 'open';

      -- What operators changed of a connector; absent rows and null columns keep the connector's own.
      CREATE TABLE connectors.settings (
        connector_id text PRIMARY KEY,
        cron text,
        paused boolean NOT NULL DEFAULT false,
        updated_at timestamptz NOT NULL,
        updated_by text NOT NULL
      );

      -- Sealed with a key that the database never sees.
      CREATE TABLE connectors.credentials (
        connector_id text NOT NULL,
        name text NOT NULL,
        sealed bytea NOT NULL,
        updated_at timestamptz NOT NULL,
        updated_by text NOT NULL,
        PRIMARY KEY (connector_id, name)
      );

      CREATE TABLE connectors.quality_results (
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        rule text NOT NULL,
        run_id uuid NOT NULL REFERENCES connectors.runs (id) ON DELETE CASCADE,
        evaluated bigint NOT NULL,
        failing bigint NOT NULL,
        samples jsonb NOT NULL,
        evaluated_at timestamptz NOT NULL,
        PRIMARY KEY (connector_id, stream_id, rule, run_id)
      );
      CREATE INDEX quality_results_newest ON connectors.quality_results (connector_id, stream_id, rule, evaluated_at DESC);
    `,
  },
  {
    id: '0003-engine',
    sql: `
      ALTER TABLE connectors.runs DROP CONSTRAINT runs_state_check;
      ALTER TABLE connectors.runs ADD CONSTRAINT runs_state_check CHECK (state IN
        ('queued', 'running', 'waiting_provider', 'succeeded', 'succeeded_with_rejects', 'failed', 'timed_out',
         'cancelled', 'skipped'));
      ALTER TABLE connectors.runs
        -- The job that works on it now: a run that waited for its provider goes on in another job than it began in.
        ADD COLUMN job_id uuid,
        ADD COLUMN pending jsonb,
        ADD COLUMN resume_at timestamptz,
        ADD COLUMN error_class text;
      CREATE INDEX runs_open ON connectors.runs (state) WHERE state IN ('running', 'waiting_provider');

      -- An operator changed something that may have been why it failed: the provider is asked again at once.
      ALTER TABLE connectors.streams ADD COLUMN probe_asked_at timestamptz;

      -- Each row stored carries its run and the instant its page was retrieved; this leads back to the page.
      CREATE TABLE connectors.pages (
        run_id uuid NOT NULL REFERENCES connectors.runs (id) ON DELETE CASCADE,
        page integer NOT NULL,
        retrieved_at timestamptz NOT NULL,
        written integer NOT NULL,
        duplicates integer NOT NULL,
        rejected integer NOT NULL,
        PRIMARY KEY (run_id, page)
      );
      CREATE INDEX pages_retrieved_at ON connectors.pages (retrieved_at);

      ALTER TABLE connectors.raw_pages ADD COLUMN expired_at timestamptz;
      CREATE INDEX raw_pages_kept ON connectors.raw_pages (stored_at) WHERE expired_at IS NULL;
      CREATE TABLE connectors.sweeps (
        at timestamptz PRIMARY KEY,
        raw_pages integer NOT NULL,
        bytes bigint NOT NULL,
        runs integer NOT NULL
      );

      ALTER TABLE connectors.rejected_rows
        ADD COLUMN edited jsonb,
        ADD COLUMN attempts integer NOT NULL DEFAULT 0;

      ALTER TABLE connectors.settings
        ADD COLUMN drift_policy text NOT NULL DEFAULT 'accept' CHECK (drift_policy IN ('accept', 'ignore', 'pause')),
        ADD COLUMN drift_paused boolean NOT NULL DEFAULT false;

      -- What the fields of a provider's answers are known to be.
      CREATE TABLE connectors.stream_shapes (
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        resource text NOT NULL,
        shape jsonb NOT NULL,
        learned_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (connector_id, stream_id, resource)
      );

      CREATE TABLE connectors.drift_findings (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        resource text NOT NULL,
        field text NOT NULL,
        change text NOT NULL CHECK (change IN ('added', 'removed', 'type')),
        before_types text[] NOT NULL,
        after_types text[] NOT NULL,
        outcome text NOT NULL CHECK (outcome IN ('accepted', 'ignored', 'paused')),
        first_run_id uuid NOT NULL,
        last_run_id uuid NOT NULL,
        first_seen_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        occurrences integer NOT NULL DEFAULT 1,
        acknowledged_at timestamptz,
        acknowledged_by text
      );
      -- The same drift met again, before anybody took note of it, is the same finding.
      CREATE UNIQUE INDEX drift_findings_open ON connectors.drift_findings
        (connector_id, stream_id, resource, field, change, after_types) WHERE acknowledged_at IS NULL;
      CREATE INDEX drift_findings_newest ON connectors.drift_findings (connector_id, last_seen_at DESC);
    `,
  },
  {
    id: '0004-requested-history',
    sql: `
      -- Windows an operator asked for go first, one right after the other; those of the plan, one a minute.
      ALTER TABLE connectors.backfill_windows ADD COLUMN requested boolean NOT NULL DEFAULT false;
    `,
  },
  {
    id: '0005-time-of-the-data',
    sql: `
      -- These streams had the time of their last run here, which is later than any time of their data.
      UPDATE connectors.streams SET newest_observed_at = NULL
      WHERE connector_id IN ('obis', 'gbif', 'worms', 'fisheries-area47', 'protected-planet', 'bcc-geodata');
    `,
  },
  {
    id: '0006-checks-of-credentials',
    sql: `
      -- When a provider was last asked whether it still takes our credential, and its reason where it does not.
      CREATE TABLE connectors.access_checks (
        connector_id text PRIMARY KEY,
        checked_at timestamptz NOT NULL,
        failure text
      );
    `,
  },
  {
    id: '0007-first-day',
    sql: `
      -- What came of the last attempt to reach each provider, and of the check of this machine's own network. Attempts to
      -- fetch data are runs; these store nothing else than this.
      CREATE TABLE connectors.first_day_checks (
        subject text PRIMARY KEY,
        tried_at timestamptz NOT NULL,
        address text,
        outcome text NOT NULL,
        http_status integer,
        latency_ms double precision,
        skew_ms double precision,
        detail text
      );
    `,
  },
  {
    id: '0008-first-day-credentials',
    sql: `
      -- With which credentials an attempt was made: what came of others says nothing of those that are set now.
      ALTER TABLE connectors.first_day_checks ADD COLUMN credentials_mark text;
    `,
  },
  {
    id: '0009-outcome-of-failed-runs',
    sql: `
      -- How far the last failed run of a stream reached its provider, in the words of a check, and with which credentials.
      ALTER TABLE connectors.streams
        ADD COLUMN last_outcome text,
        ADD COLUMN last_address text,
        ADD COLUMN last_http_status integer,
        ADD COLUMN last_credentials_mark text;
    `,
  },
];
