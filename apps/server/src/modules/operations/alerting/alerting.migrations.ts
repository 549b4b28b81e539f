import type { Migration } from '../../../platform/db/database.ts';

export const alertingMigrations: readonly Migration[] = [
  {
    id: '0001-rules',
    sql: `
      CREATE TABLE alerting.rules (
        id text PRIMARY KEY,
        body jsonb NOT NULL,
        version integer NOT NULL,
        -- Version of the rule that came with the platform which this is; null for one of people.
        preset_version integer,
        -- Somebody changed it: a later release leaves it alone.
        is_touched boolean NOT NULL,
        updated_at timestamptz NOT NULL,
        updated_by text NOT NULL,
        evaluated_at timestamptz
      );
      -- Every version, of deleted rules too: what an alert of last month was judged by stays known.
      CREATE TABLE alerting.rule_versions (
        rule_id text NOT NULL,
        version integer NOT NULL,
        body jsonb,
        at timestamptz NOT NULL,
        by text NOT NULL,
        PRIMARY KEY (rule_id, version)
      );
      -- What the evaluation remembers of each object of a rule; it goes on from here after a restart.
      CREATE TABLE alerting.states (
        rule_id text NOT NULL REFERENCES alerting.rules (id) ON DELETE CASCADE,
        subject text NOT NULL,
        label text NOT NULL,
        level text,
        rising_since timestamptz,
        rising_level text,
        fired_at timestamptz,
        taken_to timestamptz,
        value double precision,
        reason text,
        PRIMARY KEY (rule_id, subject)
      );
      CREATE TABLE alerting.silences (
        id uuid PRIMARY KEY,
        rule_id text,
        subject text,
        reason text NOT NULL,
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        created_by text NOT NULL
      );
      CREATE INDEX silences_end ON alerting.silences (ends_at);
      -- Values of what no module keeps a history of, for the trial of a rule on the past.
      CREATE TABLE alerting.readings (
        metric text NOT NULL,
        at timestamptz NOT NULL,
        subject text NOT NULL,
        value double precision NOT NULL,
        PRIMARY KEY (metric, at, subject)
      );
    `,
  },
  {
    id: '0002-tells-end',
    sql: `
      UPDATE alerting.rules SET body = body || '{"tellsEnd": false}' WHERE NOT body ? 'tellsEnd';
    `,
  },
];
