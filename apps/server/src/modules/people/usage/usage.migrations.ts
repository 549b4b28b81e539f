import type { Migration } from '../../../platform/db/database.ts';

export const usageMigrations: readonly Migration[] = [
  {
    id: '0001-usage',
    sql: `
      -- No name, no address, no content: the account's id, the hour, and what kind of thing was done.
      CREATE TABLE usage.accounts (
        account_id uuid PRIMARY KEY,
        role text,
        first_at timestamptz,
        opted_out boolean NOT NULL DEFAULT false
      );

      CREATE TABLE usage.activity (
        account_id uuid NOT NULL,
        hour timestamptz NOT NULL,
        kind text NOT NULL CHECK (kind IN ('section', 'analysis', 'export')),
        subject text NOT NULL,
        count integer NOT NULL CHECK (count > 0),
        PRIMARY KEY (hour, account_id, kind, subject)
      );
      CREATE INDEX activity_account ON usage.activity (account_id);

      -- One load of the console; sign-ins are the sessions seen for the first time.
      CREATE TABLE usage.visits (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL,
        account_id uuid NOT NULL,
        device text NOT NULL CHECK (device IN ('desktop', 'mobile', 'tablet')),
        started_at timestamptz NOT NULL,
        opened integer NOT NULL,
        seconds real NOT NULL
      );
      CREATE INDEX visits_started ON usage.visits (started_at);
      CREATE INDEX visits_account ON usage.visits (account_id);
      CREATE INDEX visits_session ON usage.visits (session_id, started_at);
    `,
  },
];
