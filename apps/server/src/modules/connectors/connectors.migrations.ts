import type { Migration } from '../../platform/db/database.ts';

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
];
