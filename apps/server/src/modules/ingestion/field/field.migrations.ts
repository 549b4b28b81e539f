import type { Migration } from '../../../platform/db/database.ts';

export const fieldMigrations: readonly Migration[] = [
  {
    id: '0001-records',
    sql: `
      -- A record as a phone sent it, and what a reviewer made of it. Its id and number are the phone's: sent twice, stored once.
      CREATE TABLE field.records (
        id uuid PRIMARY KEY,
        arrival bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
        account_id uuid NOT NULL,
        account_name text NOT NULL,
        device_id uuid NOT NULL,
        sequence integer NOT NULL,
        kind text NOT NULL CHECK (kind IN ('observation', 'landing', 'inspection')),
        state text NOT NULL CHECK (state IN ('received', 'asked', 'accepted', 'rejected')),
        revision integer NOT NULL,
        -- Counts every change of the row: who decides names the one that they saw.
        version integer NOT NULL DEFAULT 1,
        payload jsonb NOT NULL,
        payload_hash text NOT NULL,
        corrected jsonb,
        findings jsonb NOT NULL,
        summary text NOT NULL,
        lon double precision,
        lat double precision,
        accuracy_meters double precision,
        captured_at timestamptz NOT NULL,
        received_at timestamptz NOT NULL,
        changed_at timestamptz NOT NULL,
        question text,
        review_note text,
        reviewer_id uuid,
        reviewer_name text,
        UNIQUE (device_id, sequence)
      );
      CREATE INDEX records_received_at ON field.records (received_at DESC);
      CREATE INDEX records_of_account ON field.records (account_id, changed_at DESC);
      CREATE INDEX records_state ON field.records (state, changed_at);

      CREATE TABLE field.history (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        record_id uuid NOT NULL REFERENCES field.records (id) ON DELETE CASCADE,
        at timestamptz NOT NULL,
        actor text NOT NULL,
        act text NOT NULL,
        note text,
        -- The record as it was before the act; null where the act did not change it.
        before jsonb
      );
      CREATE INDEX history_of_record ON field.history (record_id, id);

      CREATE TABLE field.photos (
        id uuid PRIMARY KEY,
        record_id uuid NOT NULL REFERENCES field.records (id) ON DELETE CASCADE,
        bytes integer NOT NULL,
        sha256 text NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL,
        lon double precision,
        lat double precision,
        received_at timestamptz NOT NULL
      );
      CREATE INDEX photos_of_record ON field.photos (record_id);
    `,
  },
];
