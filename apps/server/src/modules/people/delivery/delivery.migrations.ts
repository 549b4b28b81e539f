import type { Migration } from '../../../platform/db/database.ts';

export const deliveryMigrations: readonly Migration[] = [
  {
    id: '0001-delivery',
    sql: `
      -- Outbox: written in the transaction that raises the alert, spread over the channels afterwards.
      CREATE TABLE delivery.messages (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text NOT NULL UNIQUE,
        body jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        fanned_at timestamptz
      );
      CREATE INDEX messages_waiting ON delivery.messages (id) WHERE fanned_at IS NULL;
      CREATE TABLE delivery.channels (
        id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('email', 'webhook')),
        name text NOT NULL,
        target text NOT NULL,
        severities text[] NOT NULL,
        sources text[] NOT NULL,
        -- Clock time of Africa/Luanda, HH:MM.
        quiet_from text,
        quiet_to text,
        digest text NOT NULL CHECK (digest IN ('off', 'hourly', 'daily')),
        enabled boolean NOT NULL,
        sealed_secret bytea,
        updated_at timestamptz NOT NULL,
        updated_by text NOT NULL
      );
      -- Channel and target as they were: the log outlives the channel.
      CREATE TABLE delivery.deliveries (
        id uuid PRIMARY KEY,
        message_id bigint REFERENCES delivery.messages (id),
        channel_id uuid NOT NULL,
        channel_name text NOT NULL,
        channel_kind text NOT NULL,
        target text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('alert', 'digest', 'test')),
        title text NOT NULL,
        severity text,
        source text,
        state text NOT NULL CHECK (state IN ('queued', 'sent', 'failed', 'suppressed', 'digested')),
        attempts integer NOT NULL,
        last_error text,
        next_attempt_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        ended_at timestamptz,
        digest_id uuid REFERENCES delivery.deliveries (id) ON DELETE SET NULL,
        UNIQUE (message_id, channel_id)
      );
      CREATE INDEX deliveries_due ON delivery.deliveries (next_attempt_at) WHERE state = 'queued';
      CREATE INDEX deliveries_newest ON delivery.deliveries (created_at DESC, id);
      CREATE INDEX deliveries_digest ON delivery.deliveries (digest_id) WHERE digest_id IS NOT NULL;
    `,
  },
  {
    id: '0002-by-alert',
    sql: `CREATE INDEX messages_alert ON delivery.messages ((body->>'alertId'));`,
  },
];
