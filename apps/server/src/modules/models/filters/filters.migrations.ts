import type { Migration } from '../../../platform/db/database.ts';

export const filterMigrations: readonly Migration[] = [
  {
    id: '0001-filters',
    sql: `
      -- Those that come with the platform have the name of their kind as id.
      CREATE TABLE filters.filters (
        id text PRIMARY KEY,
        type text NOT NULL,
        name text NOT NULL UNIQUE,
        description text NOT NULL,
        rule jsonb NOT NULL,
        revision integer NOT NULL,
        is_active boolean NOT NULL,
        is_built_in boolean NOT NULL,
        created_by_id text,
        created_by text,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );

      -- Every rule that a filter had: a run names the one that it followed.
      CREATE TABLE filters.revisions (
        filter_id text NOT NULL REFERENCES filters.filters (id) ON DELETE CASCADE,
        revision integer NOT NULL,
        rule jsonb NOT NULL,
        changed_by text,
        changed_at timestamptz NOT NULL,
        PRIMARY KEY (filter_id, revision)
      );

      CREATE TABLE filters.runs (
        -- The run of its job: one that is delivered twice makes one result.
        id uuid PRIMARY KEY,
        filter_id text NOT NULL REFERENCES filters.filters (id) ON DELETE CASCADE,
        revision integer NOT NULL,
        requested_by text NOT NULL,
        requested_at timestamptz NOT NULL,
        ended_at timestamptz,
        error text,
        needs_model text,
        summary jsonb,
        -- Points, polygons and grid.
        result jsonb
      );
      CREATE INDEX runs_filter ON filters.runs (filter_id, requested_at DESC);

      -- Accounts that are told when the result of a filter changes.
      CREATE TABLE filters.subscriptions (
        filter_id text NOT NULL REFERENCES filters.filters (id) ON DELETE CASCADE,
        account_id text NOT NULL,
        since timestamptz NOT NULL,
        PRIMARY KEY (filter_id, account_id)
      );
      CREATE INDEX subscriptions_account ON filters.subscriptions (account_id);
    `,
  },
];
