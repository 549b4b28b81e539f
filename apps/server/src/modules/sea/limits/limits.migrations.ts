import type { Migration } from '../../../platform/db/database.ts';

export const limitMigrations: readonly Migration[] = [
  {
    id: '0001-drawings',
    sql: `
      -- A row stands only where a drawing is whole; the newest is the one that is shown.
      CREATE TABLE limits.drawings (
        -- The job run that made it: a run that is delivered twice makes one.
        id uuid PRIMARY KEY,
        made_at timestamptz NOT NULL,
        requested_by text NOT NULL,
        seconds double precision NOT NULL,
        baseline jsonb NOT NULL,
        result jsonb NOT NULL,
        -- Of the baseline; null: not simulated.
        simulated_seed bigint
      );
      CREATE INDEX drawings_newest ON limits.drawings (made_at DESC);
    `,
  },
];
