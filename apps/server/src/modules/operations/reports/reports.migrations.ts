import type { Migration } from '../../../platform/db/database.ts';

export const reportsMigrations: readonly Migration[] = [
  {
    id: '0001-reports',
    sql: `
      CREATE TABLE reports.reports (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        filename text NOT NULL,
        description text NOT NULL,
        template text NOT NULL,
        type text NOT NULL,
        icon text NOT NULL,
        format text NOT NULL,
        -- queued until its job begins.
        state text NOT NULL CHECK (state IN ('queued', 'running', 'completed', 'failed')),
        config jsonb NOT NULL,
        recipients text[] NOT NULL,
        delivery text NOT NULL,
        -- Whose permissions it is made with; null for the platform's own schedules.
        author_id uuid,
        author_name text NOT NULL,
        schedule_id uuid,
        created_at timestamptz(3) NOT NULL,
        begun_at timestamptz(3),
        ended_at timestamptz(3),
        progress double precision,
        message text,
        error text,
        storage_key text,
        size_bytes bigint,
        pages integer,
        checksum text,
        content text,
        simulated boolean NOT NULL DEFAULT false
      );
      CREATE INDEX reports_recent ON reports.reports (created_at DESC, id);
      CREATE INDEX reports_open ON reports.reports (state) WHERE state IN ('queued', 'running');

      CREATE TABLE reports.deliveries (
        id uuid PRIMARY KEY,
        report_id uuid NOT NULL REFERENCES reports.reports ON DELETE CASCADE,
        recipient text NOT NULL,
        state text NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        error text,
        next_attempt_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        -- A report is made at least once; a person gets it once.
        UNIQUE (report_id, recipient)
      );
      CREATE INDEX deliveries_due ON reports.deliveries (next_attempt_at) WHERE state = 'queued';

      CREATE TABLE reports.schedules (
        id uuid PRIMARY KEY,
        -- Of those that come with the platform, so that one deleted by a person does not come back.
        seed text UNIQUE,
        name text NOT NULL,
        template text NOT NULL,
        config jsonb NOT NULL,
        cron text NOT NULL,
        recipients text[] NOT NULL,
        delivery text NOT NULL,
        enabled boolean NOT NULL,
        owner_id uuid,
        owner_name text NOT NULL,
        next_run_at timestamptz(3),
        last_run_at timestamptz(3),
        last_report_id uuid,
        problem text,
        deleted_at timestamptz(3),
        updated_at timestamptz(3) NOT NULL
      );
    `,
  },
  {
    id: '0002-attempts',
    sql: `
      -- How often it was begun, and who holds it now: what an earlier holder still writes is refused.
      ALTER TABLE reports.reports ADD COLUMN attempts integer NOT NULL DEFAULT 0, ADD COLUMN claim uuid;
    `,
  },
];
