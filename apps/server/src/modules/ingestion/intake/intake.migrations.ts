import type { Migration } from '../../../platform/db/database.ts';

export const intakeMigrations: readonly Migration[] = [
  {
    id: '0001-intake',
    sql: `
      CREATE TABLE intake.files (
        id uuid PRIMARY KEY,
        connector_id text NOT NULL,
        stream_id text,
        name text NOT NULL,
        way text NOT NULL CHECK (way IN ('upload', 'folder', 'sftp', 'push')),
        state text NOT NULL CHECK (state IN
          ('awaiting_mapping', 'awaiting_confirmation', 'accepted', 'stored', 'rejected', 'discarded')),
        size_bytes bigint NOT NULL,
        sha256 text NOT NULL,
        storage_key text NOT NULL,
        -- How its bytes become cells, and its columns fields.
        format text NOT NULL CHECK (format IN ('csv', 'xlsx', 'lines')),
        dialect jsonb NOT NULL,
        header_line integer NOT NULL DEFAULT 0,
        columns jsonb NOT NULL DEFAULT '[]',
        decimal_separator text NOT NULL DEFAULT 'comma',
        rows_total integer,
        rows_rejected integer,
        reason text,
        -- Where it lay outside: path, size and time of change there.
        remote_key text,
        received_at timestamptz NOT NULL,
        received_from text NOT NULL,
        accepted_at timestamptz,
        accepted_by text,
        -- Order of acceptance within the stream: what the stream's cursor counts.
        seq bigint,
        run_id uuid,
        settled_at timestamptz
      );
      CREATE UNIQUE INDEX files_seq ON intake.files (connector_id, stream_id, seq);
      -- The same bytes twice are one delivery; what was refused may be sent again.
      CREATE UNIQUE INDEX files_hash ON intake.files (connector_id, sha256)
        WHERE state NOT IN ('rejected', 'discarded');
      CREATE INDEX files_newest ON intake.files (connector_id, received_at DESC);
      CREATE INDEX files_remote ON intake.files (connector_id, remote_key) WHERE remote_key IS NOT NULL;

      CREATE TABLE intake.mappings (
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        -- Digest of the header's names.
        signature text NOT NULL,
        columns jsonb NOT NULL,
        updated_at timestamptz NOT NULL,
        updated_by text NOT NULL,
        PRIMARY KEY (connector_id, stream_id, signature)
      );

      CREATE TABLE intake.push_keys (
        connector_id text PRIMARY KEY,
        key_id text NOT NULL,
        sealed bytea NOT NULL,
        created_at timestamptz NOT NULL,
        created_by text NOT NULL
      );

      CREATE TABLE intake.push_nonces (
        connector_id text NOT NULL,
        nonce text NOT NULL,
        used_at timestamptz NOT NULL,
        PRIMARY KEY (connector_id, nonce)
      );
      CREATE INDEX push_nonces_used_at ON intake.push_nonces (used_at);
    `,
  },
  {
    id: '0002-attempts',
    sql: `
      -- How often a check of it was begun: one that ends its process each time is set aside.
      ALTER TABLE intake.files ADD COLUMN attempts integer NOT NULL DEFAULT 0;
    `,
  },
];
