import type { Migration } from '../../../platform/db/database.ts';

export const databasesMigrations: readonly Migration[] = [
  {
    id: '0001-sql-runs',
    sql: `
      -- What people asked in SQL: their history. Never what was answered.
      CREATE TABLE databases.sql_runs (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        query text NOT NULL,
        started_at timestamptz(3) NOT NULL,
        duration_ms double precision,
        row_count integer,
        outcome text NOT NULL CHECK (outcome IN ('running', 'done', 'refused', 'failed', 'cancelled', 'timeout'))
      );
      CREATE INDEX sql_runs_recent ON databases.sql_runs (account_id, started_at DESC, id);
    `,
  },
];
