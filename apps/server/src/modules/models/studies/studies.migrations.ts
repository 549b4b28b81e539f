import type { Migration } from '../../../platform/db/database.ts';

export const studyMigrations: readonly Migration[] = [
  {
    id: '0001-studies',
    sql: `
      CREATE TABLE studies.studies (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        species text NOT NULL,
        -- Of the register.
        aphia_id integer NOT NULL,
        created_at timestamptz NOT NULL,
        created_by_id text,
        created_by text NOT NULL,
        -- The state that is shown.
        revision integer NOT NULL
      );

      -- Every saved step. A change after going back takes the place of the later states.
      CREATE TABLE studies.revisions (
        study_id uuid NOT NULL REFERENCES studies.studies ON DELETE CASCADE,
        revision integer NOT NULL,
        step text NOT NULL,
        parameters jsonb NOT NULL,
        -- Run and place of the candidate; null: none yet.
        chosen jsonb,
        changed_at timestamptz NOT NULL,
        changed_by text NOT NULL,
        PRIMARY KEY (study_id, revision)
      );

      -- Tunings that ended; what they were made of is never changed.
      CREATE TABLE studies.runs (
        -- The job run that made it: a run that is delivered twice makes one.
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES studies.studies ON DELETE CASCADE,
        made_at timestamptz NOT NULL,
        requested_by text NOT NULL,
        seconds double precision NOT NULL,
        parameters jsonb NOT NULL,
        presences integer NOT NULL,
        background integer NOT NULL,
        records integer NOT NULL,
        centre_lon double precision NOT NULL,
        centre_lat double precision NOT NULL,
        folds integer NOT NULL,
        candidates jsonb NOT NULL,
        proposed integer,
        sources jsonb NOT NULL,
        data_sha256 text NOT NULL,
        code_version text NOT NULL,
        is_simulated boolean NOT NULL
      );
      CREATE INDEX runs_study ON studies.runs (study_id, made_at DESC);

      -- A row stands only where the whole file of its map is stored.
      CREATE TABLE studies.maps (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES studies.studies ON DELETE CASCADE,
        run_id uuid NOT NULL REFERENCES studies.runs ON DELETE CASCADE,
        made_at timestamptz NOT NULL,
        requested_by text NOT NULL,
        candidate jsonb NOT NULL,
        scenario jsonb NOT NULL,
        cell_degrees double precision NOT NULL,
        -- Centre of the first cell, in the south-west.
        west double precision NOT NULL,
        south double precision NOT NULL,
        columns integer NOT NULL,
        rows integer NOT NULL,
        card jsonb NOT NULL,
        file_key text NOT NULL,
        file_sha256 text NOT NULL,
        file_bytes integer NOT NULL,
        model_key text NOT NULL,
        is_simulated boolean NOT NULL
      );
      CREATE INDEX maps_study ON studies.maps (study_id, made_at DESC);
    `,
  },
  {
    id: '0002-batches',
    sql: `
      CREATE TABLE studies.batches (
        id uuid PRIMARY KEY,
        created_at timestamptz NOT NULL,
        requested_by_id text,
        requested_by text NOT NULL,
        parameters jsonb NOT NULL
      );
      CREATE TABLE studies.batch_items (
        batch_id uuid NOT NULL REFERENCES studies.batches ON DELETE CASCADE,
        place integer NOT NULL,
        species text NOT NULL,
        state text NOT NULL,
        -- Why it was refused.
        reason text,
        -- The study that it is made as; there is none before its turn, nor after it was deleted.
        study_id uuid NOT NULL,
        PRIMARY KEY (batch_id, place)
      );
    `,
  },
];
