import type { Migration } from '../../../platform/db/database.ts';

export const homeMigrations: readonly Migration[] = [
  {
    id: '0001-home',
    sql: `
      -- Tiles of a person's own home, in their order.
      CREATE TABLE home.layouts (
        account_id uuid PRIMARY KEY,
        tiles text[] NOT NULL CHECK (cardinality(tiles) > 0),
        updated_at timestamptz(3) NOT NULL
      );

      -- Tiles that an administrator gave to a role: the home of those who have none of their own.
      CREATE TABLE home.role_layouts (
        role text PRIMARY KEY,
        tiles text[] NOT NULL CHECK (cardinality(tiles) > 0),
        updated_at timestamptz(3) NOT NULL
      );

      -- The visit under way, by the last sign of it, and the end of the one before.
      CREATE TABLE home.visits (
        account_id uuid PRIMARY KEY,
        seen_at timestamptz(3) NOT NULL,
        previous_at timestamptz(3)
      );
    `,
  },
];
