import type { Migration } from '../../platform/db/database.ts';

export const serviceMigrations: readonly Migration[] = [
  {
    id: '0001-stopped',
    sql: `
      create table services.stopped (
        id text primary key,
        stopped_at timestamptz(3) not null,
        stopped_by text not null,
        reason text not null
      );
    `,
  },
];
