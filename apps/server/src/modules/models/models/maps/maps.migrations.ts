import type { Migration } from '../../../../platform/db/database.ts';

export const mapMigrations: readonly Migration[] = [
  {
    id: '0002-maps',
    sql: `
      -- A row stands only where the whole file of its map is stored; it goes with its version.
      CREATE TABLE models.maps (
        -- The job run that made it: a run that is delivered twice makes one map.
        id uuid PRIMARY KEY,
        model_type text NOT NULL,
        version integer NOT NULL,
        made_at timestamptz NOT NULL,
        requested_by text NOT NULL,
        seconds double precision NOT NULL,
        cell_degrees double precision NOT NULL,
        -- Centre of the first cell, in the south-west.
        west double precision NOT NULL,
        south double precision NOT NULL,
        columns integer NOT NULL,
        rows integer NOT NULL,
        -- Null of versions without a month among their inputs.
        month integer,
        inputs jsonb NOT NULL,
        card jsonb NOT NULL,
        bands jsonb NOT NULL,
        oldest_input_at timestamptz,
        file_key text NOT NULL,
        file_sha256 text NOT NULL,
        file_bytes integer NOT NULL,
        is_simulated boolean NOT NULL,
        FOREIGN KEY (model_type, version) REFERENCES models.versions ON DELETE CASCADE
      );
      -- Of one version with the same cells, month and inputs there is one map: the newest.
      CREATE UNIQUE INDEX maps_subject ON models.maps (model_type, version, cell_degrees, coalesce(month, 0), inputs);
    `,
  },
  {
    id: '0007-map-links',
    sql: `
      -- Links that open a map without a session. Of the token only a digest is kept. A map that is made anew keeps its
      -- links: they follow its id.
      CREATE TABLE models.map_links (
        id uuid PRIMARY KEY,
        map_id uuid NOT NULL REFERENCES models.maps (id) ON UPDATE CASCADE ON DELETE CASCADE,
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
      CREATE INDEX map_links_map ON models.map_links (map_id);
    `,
  },
];
