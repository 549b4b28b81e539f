import type { Migration } from '../../../platform/db/database.ts';

export const configurationMigrations: readonly Migration[] = [
  {
    id: '0001-versions',
    sql: `
      -- Each change as a whole: the newest row is what counts, and any older one can be put back.
      CREATE TABLE configuration.versions (
        version integer PRIMARY KEY,
        at timestamptz NOT NULL,
        actor_id uuid,
        actor_name text NOT NULL,
        note text,
        state jsonb NOT NULL,
        changes jsonb NOT NULL
      );
    `,
  },
];
