import type { Migration } from '../../../../platform/db/database.ts';

export const cellCountMigrations: readonly Migration[] = [
  {
    id: '0010-cell-counts',
    sql: `
      -- Known cells of each field, and those outside the range that its variable is evaluated by: the cells themselves are
      -- objects. Of the content and range named here alone; another content or range is counted again.
      CREATE TABLE ocean.cell_counts (
        dataset text NOT NULL,
        variable text NOT NULL,
        depth_meters real NOT NULL,
        observed_at timestamptz NOT NULL,
        content_hash text NOT NULL,
        range_min double precision NOT NULL,
        range_max double precision NOT NULL,
        known integer NOT NULL,
        outside integer NOT NULL,
        outside_value real,
        PRIMARY KEY (dataset, variable, depth_meters, observed_at),
        FOREIGN KEY (dataset, variable, depth_meters, observed_at) REFERENCES ocean.field_slices ON DELETE CASCADE
      );
    `,
  },
];
