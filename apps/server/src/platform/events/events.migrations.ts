import type { Migration } from '../db/database.ts';

export const eventsModuleName = 'events';

export const eventMigrations: readonly Migration[] = [
  {
    id: '0001-large-events',
    sql: `
      create table events.large_events (
        id uuid primary key,
        body text not null,
        created_at timestamptz not null default clock_timestamp()
      );
      create index large_events_created_at on events.large_events (created_at);
    `,
  },
];
