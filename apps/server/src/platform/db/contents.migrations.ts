import type { Migration } from './database.ts';

export const contentsModuleName = 'contents';

export const contentsMigrations: readonly Migration[] = [
  {
    id: '0001-epoch',
    sql: `
      -- One row that only grows: a process that reads less than it read before stands on older data.
      CREATE TABLE contents.epoch (
        is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
        value bigint NOT NULL,
        written_at timestamptz NOT NULL
      );
      INSERT INTO contents.epoch (value, written_at) VALUES (0, '-infinity');
    `,
  },
];
