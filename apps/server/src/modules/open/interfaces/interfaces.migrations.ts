import type { Migration } from '../../../platform/db/database.ts';

export const interfaceMigrations: readonly Migration[] = [
  {
    id: '0001-last-access',
    sql: `
      CREATE TABLE interfaces.accesses (
        interface_id text PRIMARY KEY,
        last_accessed timestamptz NOT NULL,
        openings integer NOT NULL
      );
    `,
  },
];
