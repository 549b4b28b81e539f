import type { Migration } from '../../../platform/db/database.ts';

export const notificationMigrations: readonly Migration[] = [
  {
    id: '0001-notices',
    sql: `
      -- One row for everybody, written in the transaction that raises the alert; who read it is kept beside it.
      CREATE TABLE notifications.notices (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text NOT NULL UNIQUE,
        source text NOT NULL,
        severity text NOT NULL,
        body jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        spread_at timestamptz
      );
      CREATE INDEX notices_newest ON notifications.notices (created_at DESC);
      CREATE INDEX notices_waiting ON notifications.notices (id) WHERE spread_at IS NULL;
      CREATE TABLE notifications.accounts (
        account_id uuid PRIMARY KEY,
        -- Null: as for an account that never chose.
        preferences jsonb,
        read_to bigint NOT NULL
      );
      CREATE TABLE notifications.reads (
        account_id uuid NOT NULL,
        notice_id bigint NOT NULL REFERENCES notifications.notices (id) ON DELETE CASCADE,
        PRIMARY KEY (account_id, notice_id)
      );
      -- Whoever knows a subscription can write to the browser: it is sealed, and found by a hash of its address.
      CREATE TABLE notifications.devices (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        address_hash text NOT NULL UNIQUE,
        sealed bytea NOT NULL,
        user_agent text NOT NULL,
        created_at timestamptz NOT NULL,
        last_sent_at timestamptz,
        last_error text
      );
      CREATE INDEX devices_account ON notifications.devices (account_id);
      -- What has to leave the console for one person: to a browser, or to the mailbox of the account.
      CREATE TABLE notifications.parcels (
        id uuid PRIMARY KEY,
        notice_id bigint NOT NULL REFERENCES notifications.notices (id) ON DELETE CASCADE,
        account_id uuid NOT NULL,
        device_id uuid REFERENCES notifications.devices (id) ON DELETE CASCADE,
        due_at timestamptz NOT NULL,
        attempts integer NOT NULL,
        state text NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),
        last_error text,
        ended_at timestamptz,
        UNIQUE NULLS NOT DISTINCT (notice_id, account_id, device_id)
      );
      CREATE INDEX parcels_due ON notifications.parcels (due_at) WHERE state = 'queued';
    `,
  },
  {
    id: '0002-groups',
    sql: `
      -- Notices of one rule about one object are one line in the console, counted once.
      ALTER TABLE notifications.notices ADD COLUMN group_key text NOT NULL
        GENERATED ALWAYS AS (coalesce(body->>'group', body->>'alertId', key)) STORED;
      CREATE INDEX notices_grouped ON notifications.notices (group_key, id);
    `,
  },
];
