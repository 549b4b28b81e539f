import type { Migration } from '../../../platform/db/database.ts';
import { foldedIn } from '../../../platform/db/folded.ts';

export const healthMigrations: readonly Migration[] = [
  {
    id: '0001-samples-checks-alerts',
    sql: `
      -- One row per step: 10 s kept 6 h, 1 min kept 48 h, 15 min kept 35 d.
      CREATE TABLE health.metric_samples (
        step_seconds integer NOT NULL,
        at timestamptz NOT NULL,
        instance text NOT NULL,
        cpu_percent real,
        memory_percent real,
        disk_percent real,
        network_in real,
        network_out real,
        active_connections integer,
        uptime_seconds double precision NOT NULL,
        process_memory_bytes bigint,
        event_loop_delay_ms real,
        database_bytes bigint,
        database_connections integer,
        requests_per_second real,
        latency_p50_ms real,
        latency_p95_ms real,
        latency_p99_ms real,
        error_rate real,
        PRIMARY KEY (step_seconds, at, instance)
      );

      CREATE TABLE health.route_samples (
        at timestamptz NOT NULL,
        instance text NOT NULL,
        endpoint_id text NOT NULL,
        requests integer NOT NULL,
        server_errors integer NOT NULL,
        p50_ms real NOT NULL,
        p95_ms real NOT NULL,
        p99_ms real NOT NULL,
        last_accessed timestamptz NOT NULL,
        PRIMARY KEY (at, instance, endpoint_id)
      );
      CREATE INDEX route_samples_endpoint ON health.route_samples (endpoint_id, at DESC);

      CREATE TABLE health.checks (
        component_id text NOT NULL,
        at timestamptz NOT NULL,
        state text NOT NULL CHECK (state IN ('online', 'warning', 'offline')),
        detail text NOT NULL,
        latency_ms real,
        PRIMARY KEY (component_id, at)
      );
      CREATE INDEX checks_at ON health.checks (at);

      CREATE TABLE health.alerts (
        id uuid PRIMARY KEY,
        rule text NOT NULL,
        subject text NOT NULL,
        type text NOT NULL CHECK (type IN ('info', 'warning', 'error', 'critical')),
        title text NOT NULL,
        message text NOT NULL,
        source text NOT NULL,
        metadata jsonb NOT NULL,
        raised_at timestamptz NOT NULL,
        acknowledged_at timestamptz,
        acknowledged_by text,
        resolved_at timestamptz
      );
      -- One open alert a rule and subject: a condition that lasts is one alert, not one a minute.
      CREATE UNIQUE INDEX alerts_open ON health.alerts (rule, subject) WHERE resolved_at IS NULL;
      CREATE INDEX alerts_raised ON health.alerts (raised_at DESC);

      CREATE TABLE health.client_errors (
        fingerprint text PRIMARY KEY,
        id uuid NOT NULL,
        error text NOT NULL,
        stack text,
        component_stack text,
        url text NOT NULL,
        user_agent text NOT NULL,
        account_id text,
        occurrences integer NOT NULL,
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL
      );
    `,
  },
  {
    id: '0002-alert-steps',
    sql: `
      -- What becomes of an alert: who did what, with the value and the bound of then.
      CREATE TABLE health.alert_steps (
        alert_id uuid NOT NULL REFERENCES health.alerts (id) ON DELETE CASCADE,
        seq integer GENERATED ALWAYS AS IDENTITY,
        at timestamptz NOT NULL,
        kind text NOT NULL CHECK (kind IN ('raised', 'changed', 'acknowledged', 'comment', 'resolved')),
        type text,
        value double precision,
        threshold double precision,
        actor text,
        note text,
        PRIMARY KEY (alert_id, seq)
      );
      ALTER TABLE health.alerts
        -- Gravest severity that people outside the console were told of; null where nobody was.
        ADD COLUMN delivered_type text,
        -- Somebody closed it while its condition lasted: it does not come back until that is over.
        ADD COLUMN held boolean NOT NULL DEFAULT false;
      UPDATE health.alerts SET delivered_type = type;
      CREATE INDEX alerts_held ON health.alerts (rule, subject) WHERE held;
    `,
  },
  {
    id: '0003-alert-handling',
    sql: `
      ALTER TABLE health.alerts
        ADD COLUMN investigating_at timestamptz,
        ADD COLUMN assignee_id uuid,
        ADD COLUMN assignee_name text,
        -- Those who were told of it are told that it is over.
        ADD COLUMN tells_end boolean NOT NULL DEFAULT false;
      ALTER TABLE health.alert_steps DROP CONSTRAINT alert_steps_kind_check;
      ALTER TABLE health.alert_steps ADD CONSTRAINT alert_steps_kind_check CHECK (kind IN
        ('raised', 'changed', 'acknowledged', 'investigating', 'assigned', 'comment', 'resolved'));
    `,
  },
  {
    id: '0004-observation-gaps',
    sql: `
      -- Times without checks: what was not looked at must not read as if it had been well.
      CREATE TABLE health.observation_gaps (
        from_at timestamptz PRIMARY KEY,
        to_at timestamptz NOT NULL,
        kind text NOT NULL CHECK (kind IN ('outage', 'unknown'))
      );
    `,
  },
  {
    id: '0005-alert-words',
    sql: `
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      -- Texts of alerts as people type them, found by their groups of three letters.
      CREATE INDEX alerts_words ON health.alerts
        USING gin ((${foldedIn("title || ' ' || message || ' ' || source")}) gin_trgm_ops);
    `,
  },
];
