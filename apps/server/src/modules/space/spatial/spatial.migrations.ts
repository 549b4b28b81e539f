import type { Migration } from '../../../platform/db/database.ts';

export const spatialMigrations: readonly Migration[] = [
  {
    id: '0001-analyses',
    sql: `
      -- What was computed, once for the same inputs and parameters: several analyses may show it.
      CREATE TABLE spatial.results (
        id uuid PRIMARY KEY,
        -- Of kind, parameters, the content of the inputs and the edition of the method.
        sha256 text NOT NULL UNIQUE,
        type text NOT NULL,
        statistics jsonb NOT NULL,
        layers jsonb NOT NULL,
        warnings jsonb NOT NULL,
        methods jsonb NOT NULL,
        citation text NOT NULL,
        priorities jsonb,
        seconds double precision NOT NULL,
        bytes bigint NOT NULL,
        code_version text NOT NULL,
        is_simulated boolean NOT NULL,
        made_at timestamptz NOT NULL
      );

      CREATE TABLE spatial.features (
        result_id uuid NOT NULL REFERENCES spatial.results (id) ON DELETE CASCADE,
        layer text NOT NULL,
        fid integer NOT NULL,
        -- Well-known binary, and its bounds: GiST finds a map window without reading the rest.
        geometry bytea NOT NULL,
        bounds box NOT NULL,
        properties jsonb NOT NULL,
        PRIMARY KEY (result_id, layer, fid)
      );
      CREATE INDEX features_bounds ON spatial.features USING gist (bounds);

      CREATE TABLE spatial.analyses (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        type text NOT NULL,
        parameters jsonb NOT NULL,
        inputs jsonb NOT NULL,
        readers text NOT NULL,
        owner_id text NOT NULL,
        owner_name text NOT NULL,
        -- An open one waits or runs, as its run in the queue says.
        state text NOT NULL,
        run_id uuid,
        -- A stored result is not taken.
        is_fresh boolean NOT NULL,
        created_at timestamptz NOT NULL,
        started_at timestamptz,
        completed_at timestamptz,
        error text,
        result_id uuid REFERENCES spatial.results (id),
        reused_from uuid,
        copy_of uuid,
        -- The inputs as they were read.
        pinned jsonb NOT NULL,
        log jsonb NOT NULL
      );
      CREATE INDEX analyses_created_at ON spatial.analyses (created_at DESC);
      CREATE INDEX analyses_owner ON spatial.analyses (owner_id, created_at DESC);
      CREATE INDEX analyses_result ON spatial.analyses (result_id);
      CREATE INDEX analyses_open ON spatial.analyses (created_at) WHERE state = 'open';

      -- Files sent as inputs; each belongs to the account that sent it.
      CREATE TABLE spatial.files (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        format text NOT NULL,
        storage_key text NOT NULL,
        size_bytes bigint NOT NULL,
        sha256 text NOT NULL,
        tables jsonb NOT NULL,
        account_id text NOT NULL,
        received_at timestamptz NOT NULL
      );
      CREATE INDEX files_received_at ON spatial.files (received_at);
    `,
  },
  {
    id: '0002-batches-and-schedules',
    sql: `
      -- The same analysis of one area after the other: each is an analysis of its own.
      CREATE TABLE spatial.batches (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        type text NOT NULL,
        readers text NOT NULL,
        owner_id text NOT NULL,
        owner_name text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX batches_created_at ON spatial.batches (created_at DESC);

      CREATE TABLE spatial.schedules (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        type text NOT NULL,
        parameters jsonb NOT NULL,
        inputs jsonb NOT NULL,
        readers text NOT NULL,
        cron text NOT NULL,
        enabled boolean NOT NULL,
        owner_id text NOT NULL,
        owner_name text NOT NULL,
        next_run_at timestamptz,
        -- Of what the last analysis was made; the same makes no other.
        last_hash text,
        updated_at timestamptz NOT NULL
      );

      CREATE TABLE spatial.schedule_runs (
        schedule_id uuid NOT NULL REFERENCES spatial.schedules (id) ON DELETE CASCADE,
        at timestamptz NOT NULL,
        outcome text NOT NULL,
        reason text,
        -- The analysis that was made, or whose result still stands.
        analysis_id uuid REFERENCES spatial.analyses (id) ON DELETE SET NULL,
        PRIMARY KEY (schedule_id, at)
      );
      CREATE INDEX schedule_runs_analysis ON spatial.schedule_runs (analysis_id);

      ALTER TABLE spatial.analyses
        ADD COLUMN batch_id uuid REFERENCES spatial.batches (id) ON DELETE CASCADE,
        -- From 1, and the area's name.
        ADD COLUMN batch_place integer,
        ADD COLUMN batch_area text;
      CREATE INDEX analyses_batch ON spatial.analyses (batch_id, batch_place) WHERE batch_id IS NOT NULL;
    `,
  },
  {
    id: '0003-chains',
    sql: `
      -- Steps of analysis saved as a model: the inputs of a step are data, or what other steps give.
      CREATE TABLE spatial.chains (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        description text NOT NULL,
        steps jsonb NOT NULL,
        readers text NOT NULL,
        owner_id text NOT NULL,
        owner_name text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX chains_updated_at ON spatial.chains (updated_at DESC);

      CREATE TABLE spatial.chain_runs (
        id uuid PRIMARY KEY,
        chain_id uuid NOT NULL REFERENCES spatial.chains (id) ON DELETE CASCADE,
        name text NOT NULL,
        -- As they were then, in the order in which they run.
        steps jsonb NOT NULL,
        readers text NOT NULL,
        owner_id text NOT NULL,
        owner_name text NOT NULL,
        state text NOT NULL,
        job_id uuid,
        created_at timestamptz NOT NULL,
        completed_at timestamptz,
        error text
      );
      CREATE INDEX chain_runs_chain ON spatial.chain_runs (chain_id, created_at DESC);
      CREATE INDEX chain_runs_open ON spatial.chain_runs (created_at) WHERE state = 'open';

      ALTER TABLE spatial.analyses
        ADD COLUMN chain_run_id uuid REFERENCES spatial.chain_runs (id) ON DELETE CASCADE,
        ADD COLUMN chain_step text;
      -- A step is made once, whatever process makes it.
      CREATE UNIQUE INDEX analyses_chain ON spatial.analyses (chain_run_id, chain_step) WHERE chain_run_id IS NOT NULL;
    `,
  },
  {
    id: '0004-chains-by-the-clock-and-by-area',
    sql: `
      ALTER TABLE spatial.schedules
        ALTER COLUMN type DROP NOT NULL,
        -- A schedule is of an analysis, whose question it keeps, or of a chain, which runs as it is then.
        ADD COLUMN chain_id uuid REFERENCES spatial.chains (id) ON DELETE CASCADE;
      CREATE INDEX schedules_chain ON spatial.schedules (chain_id);

      ALTER TABLE spatial.schedule_runs
        ADD COLUMN chain_run_id uuid REFERENCES spatial.chain_runs (id) ON DELETE SET NULL;
      CREATE INDEX schedule_runs_chain_run ON spatial.schedule_runs (chain_run_id);

      -- Name of the area that a run is over; null of a run with the inputs of the chain.
      ALTER TABLE spatial.chain_runs ADD COLUMN area text;
    `,
  },
];
