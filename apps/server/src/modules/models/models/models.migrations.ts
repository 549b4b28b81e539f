import type { Migration } from '../../../platform/db/database.ts';

export const modelMigrations: readonly Migration[] = [
  {
    id: '0001-versions',
    sql: `
      -- A version is never changed but for its state, its approval and its count.
      CREATE TABLE models.versions (
        model_type text NOT NULL,
        version integer NOT NULL,
        state text NOT NULL,
        -- The job run that trained it: a run that is delivered twice makes one version.
        run_id uuid NOT NULL UNIQUE,
        algorithm text NOT NULL,
        trained_at timestamptz NOT NULL,
        -- Null: the platform's own schedule.
        trained_by_id text,
        trained_by text NOT NULL,
        training_seconds double precision NOT NULL,
        row_count integer NOT NULL,
        skill jsonb NOT NULL,
        card jsonb NOT NULL,
        data_sha256 text NOT NULL,
        artefact_key text NOT NULL,
        artefact_sha256 text NOT NULL,
        artefact_bytes integer NOT NULL,
        seed bigint NOT NULL,
        code_version text NOT NULL,
        is_simulated boolean NOT NULL,
        approved_by_id text,
        approved_by text,
        approved_at timestamptz,
        approval_reason text,
        predictions bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (model_type, version)
      );
      CREATE UNIQUE INDEX versions_deployed ON models.versions (model_type) WHERE state = 'deployed';

      -- Every change of the version in use, the newest last.
      CREATE TABLE models.deployments (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        model_type text NOT NULL,
        version integer NOT NULL,
        previous_version integer,
        kind text NOT NULL,
        account_id text NOT NULL,
        account_name text NOT NULL,
        reason text NOT NULL,
        at timestamptz NOT NULL
      );
      CREATE INDEX deployments_model ON models.deployments (model_type, id DESC);

      -- Who asked for a training, and how it ended; while it goes on, its job says how far it is.
      CREATE TABLE models.trainings (
        run_id uuid PRIMARY KEY,
        model_type text NOT NULL,
        requested_by text NOT NULL,
        requested_at timestamptz NOT NULL,
        ended_at timestamptz,
        version integer,
        error text
      );
      CREATE INDEX trainings_model ON models.trainings (model_type, requested_at DESC);
    `,
  },
  {
    id: '0003-drift',
    sql: `
      -- How the rows of a training were spread, and a mark of each; a version from before has none.
      CREATE TABLE models.drift_references (
        model_type text NOT NULL,
        version integer NOT NULL,
        reference jsonb NOT NULL,
        -- 32 bits a row, little-endian.
        row_marks bytea NOT NULL,
        PRIMARY KEY (model_type, version),
        FOREIGN KEY (model_type, version) REFERENCES models.versions ON DELETE CASCADE
      );

      CREATE TABLE models.drift_checks (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        model_type text NOT NULL,
        version integer NOT NULL,
        at timestamptz NOT NULL,
        row_count integer NOT NULL,
        share double precision,
        has_drifted boolean NOT NULL,
        body jsonb NOT NULL,
        FOREIGN KEY (model_type, version) REFERENCES models.versions ON DELETE CASCADE
      );
      CREATE INDEX drift_checks_model ON models.drift_checks (model_type, at DESC);
    `,
  },
  {
    id: '0004-labels',
    sql: `
      -- A name stands on one version of a model at a time. The version in use has its own, which is not written here.
      CREATE TABLE models.aliases (
        model_type text NOT NULL,
        alias text NOT NULL,
        version integer NOT NULL,
        PRIMARY KEY (model_type, alias),
        FOREIGN KEY (model_type, version) REFERENCES models.versions ON DELETE CASCADE
      );

      CREATE TABLE models.version_notes (
        model_type text NOT NULL,
        version integer NOT NULL,
        description text,
        tags text[] NOT NULL,
        PRIMARY KEY (model_type, version),
        FOREIGN KEY (model_type, version) REFERENCES models.versions ON DELETE CASCADE
      );

      -- When a model trains by itself, and what its triggers said when they were looked at last.
      CREATE TABLE models.schedules (
        model_type text PRIMARY KEY,
        max_age_days integer,
        new_rows integer,
        on_drift boolean NOT NULL,
        updated_by text NOT NULL,
        updated_at timestamptz NOT NULL,
        looked_at timestamptz,
        look jsonb NOT NULL DEFAULT '[]'
      );
    `,
  },
  {
    id: '0005-asked',
    sql: `
      -- Inputs of predictions as they were used, one row a request; of great requests a part. No account is noted.
      CREATE TABLE models.asked (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        model_type text NOT NULL,
        version integer NOT NULL,
        at timestamptz NOT NULL,
        -- By the columns of the version: a list of numbers an item, null where one was missing.
        items jsonb NOT NULL,
        FOREIGN KEY (model_type, version) REFERENCES models.versions ON DELETE CASCADE
      );
      CREATE INDEX asked_version ON models.asked (model_type, version, at DESC);
      CREATE INDEX asked_at ON models.asked (at);
    `,
  },
  {
    id: '0006-evidence',
    sql: `
      -- Jackknife and null models of a version, as they were measured last.
      CREATE TABLE models.evidence (
        model_type text NOT NULL,
        version integer NOT NULL,
        made_at timestamptz NOT NULL,
        body jsonb NOT NULL,
        PRIMARY KEY (model_type, version),
        FOREIGN KEY (model_type, version) REFERENCES models.versions ON DELETE CASCADE
      );
    `,
  },
];
