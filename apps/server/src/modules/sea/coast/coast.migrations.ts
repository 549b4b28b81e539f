import type { Migration } from '../../../platform/db/database.ts';

export const coastMigrations: readonly Migration[] = [
  {
    id: '0001-analyses',
    sql: `
      -- A row stands only where an analysis is whole; the newest of a region is the one that is shown.
      CREATE TABLE coast.analyses (
        -- The job run that made it: a run that is delivered twice makes one.
        id uuid PRIMARY KEY,
        region text NOT NULL,
        made_at timestamptz NOT NULL,
        requested_by text NOT NULL,
        survey jsonb,
        result jsonb NOT NULL,
        -- Whether anything that it is made of is.
        is_simulated boolean NOT NULL
      );
      CREATE INDEX analyses_newest ON coast.analyses (region, made_at DESC);
    `,
  },
];
