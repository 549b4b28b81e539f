import type { Migration } from '../../../platform/db/database.ts';

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
  {
    id: '0002-links',
    sql: `
      -- Links that open a map without a session. Of the token only a digest is kept.
      CREATE TABLE maps.links (
        id uuid PRIMARY KEY,
        map_id uuid NOT NULL REFERENCES maps.maps (id) ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE,
        note text NOT NULL,
        maker_id uuid NOT NULL,
        maker_name text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        opens integer NOT NULL DEFAULT 0,
        last_opened_at timestamptz
      );
      CREATE INDEX links_map ON maps.links (map_id);
    `,
  },
  {
    id: '0003-categories',
    sql: `
      -- The categories of the specification.
      UPDATE maps.maps SET category = CASE category
        WHEN 'oceanography' THEN 'oceanographic'
        WHEN 'upwelling' THEN 'coastal'
        WHEN 'conservation' THEN 'biodiversity'
        WHEN 'navigation' THEN 'administrative'
        WHEN 'monitoring' THEN 'scientific'
        ELSE category END;
    `,
  },
];
