import type { Migration } from '../../platform/db/database.ts';

export const mapsMigrations: readonly Migration[] = [
  {
    id: '0001-maps',
    sql: `
      CREATE TABLE maps.maps (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        owner_name text NOT NULL,
        name text NOT NULL,
        description text NOT NULL,
        category text NOT NULL,
        definition jsonb NOT NULL,
        access text NOT NULL CHECK (access IN ('private', 'shared')),
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        opens integer NOT NULL DEFAULT 0,
        last_opened_at timestamptz
      );
      CREATE UNIQUE INDEX maps_names ON maps.maps (owner_id, lower(name));
      CREATE INDEX maps_updated ON maps.maps (updated_at DESC);
    `,
  },
];
