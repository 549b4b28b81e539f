import type { Migration } from '../../../platform/db/database.ts';
import { foldedIn } from '../../../platform/db/folded.ts';

/** Measured on one million records: a page in any order takes milliseconds with an index, and a third of a second without. */
const sortedBy = ['id', 'data_type', 'created_at', 'last_accessed', 'access_count', 'bytes', 'quality', 'status'];

export const retentionMigrations: readonly Migration[] = [
  {
    id: '0001-stores',
    sql: `
      CREATE EXTENSION IF NOT EXISTS pg_trgm;

      -- What models learn and predict from, kept once it was looked up or computed: one partition a store.
      CREATE TABLE retention.records (
        table_name text NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        -- The question that it is the answer to.
        key text NOT NULL,
        -- Kind of question that hits and times are told by: a view, a model, a variable.
        key_class text NOT NULL,
        data_type text NOT NULL,
        label text NOT NULL,
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived', 'expired')),
        created_at timestamptz NOT NULL,
        -- Instant that a feature is of; a feature is never given to a question of before it.
        event_at timestamptz,
        -- First instant that the feature is no more the newest for; null while it is.
        valid_until timestamptz,
        -- Not served after it.
        expires_at timestamptz,
        last_accessed timestamptz NOT NULL,
        access_count bigint NOT NULL DEFAULT 0,
        bytes bigint NOT NULL,
        quality double precision NOT NULL,
        -- State of the sources that it was made from: served only while they are in it.
        watermark text NOT NULL,
        content jsonb,
        -- Large contents lie in the object storage.
        content_key text,
        content_sha256 text NOT NULL,
        -- Digest of the rows in it, by which a version in use holds what it learned from.
        data_sha256 text,
        metadata jsonb NOT NULL,
        is_pinned boolean NOT NULL DEFAULT false,
        archived_at timestamptz,
        expired_at timestamptz,
        purge_after timestamptz,
        policy_id text,
        eviction_reason text,
        PRIMARY KEY (table_name, id)
      ) PARTITION BY LIST (table_name);
      CREATE TABLE retention.ml_feature_store PARTITION OF retention.records FOR VALUES IN ('ml_feature_store');
      CREATE TABLE retention.ml_training_cache PARTITION OF retention.records FOR VALUES IN ('ml_training_cache');
      CREATE TABLE retention.ml_inference_cache PARTITION OF retention.records FOR VALUES IN ('ml_inference_cache');
      CREATE TABLE retention.aggregated_time_series PARTITION OF retention.records
        FOR VALUES IN ('aggregated_time_series');

      -- One answer a question; of a feature, one an instant.
      CREATE UNIQUE INDEX records_live ON retention.records (table_name, key, event_at) NULLS NOT DISTINCT
        WHERE status = 'active';
      CREATE INDEX records_pinned ON retention.records (id) WHERE is_pinned;
      CREATE INDEX records_data ON retention.records (data_sha256) WHERE data_sha256 IS NOT NULL;
      CREATE INDEX records_words ON retention.records
        USING gin ((${foldedIn("id::text || ' ' || data_type || ' ' || label || ' ' || metadata::text")}) gin_trgm_ops);
      ${sortedBy.map((column) => (column === 'id' ? 'CREATE INDEX records_by_id ON retention.records (id);' : `CREATE INDEX records_by_${column} ON retention.records (${column}, id);`)).join('\n      ')}

      -- Counts of the records, held by every statement that changes them: to count a million takes longer than a page.
      CREATE TABLE retention.totals (
        table_name text NOT NULL,
        data_type text NOT NULL,
        status text NOT NULL,
        records bigint NOT NULL,
        bytes bigint NOT NULL,
        quality double precision NOT NULL,
        accesses bigint NOT NULL,
        -- Sum of the seconds since 1970 at which they were made.
        created double precision NOT NULL,
        PRIMARY KEY (table_name, data_type, status)
      );
      CREATE FUNCTION retention.count_records() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          -- In the order of the key: two statements never wait for each other's row in turn.
          IF TG_OP = 'INSERT' THEN
            INSERT INTO retention.totals
              SELECT table_name, data_type, status, count(*), sum(bytes), sum(quality), sum(access_count),
                sum(extract(epoch FROM created_at))
              FROM after_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
            ON CONFLICT (table_name, data_type, status) DO UPDATE SET records = totals.records + excluded.records,
              bytes = totals.bytes + excluded.bytes, quality = totals.quality + excluded.quality,
              accesses = totals.accesses + excluded.accesses, created = totals.created + excluded.created;
          ELSIF TG_OP = 'DELETE' THEN
            INSERT INTO retention.totals
              SELECT table_name, data_type, status, -count(*), -sum(bytes), -sum(quality), -sum(access_count),
                -sum(extract(epoch FROM created_at))
              FROM before_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
            ON CONFLICT (table_name, data_type, status) DO UPDATE SET records = totals.records + excluded.records,
              bytes = totals.bytes + excluded.bytes, quality = totals.quality + excluded.quality,
              accesses = totals.accesses + excluded.accesses, created = totals.created + excluded.created;
          ELSE
            INSERT INTO retention.totals
              SELECT table_name, data_type, status, sum(sign), sum(sign * bytes), sum(sign * quality),
                sum(sign * access_count), sum(sign * extract(epoch FROM created_at))
              FROM (SELECT *, 1 AS sign FROM after_rows UNION ALL SELECT *, -1 AS sign FROM before_rows) AS both_rows
              GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
            ON CONFLICT (table_name, data_type, status) DO UPDATE SET records = totals.records + excluded.records,
              bytes = totals.bytes + excluded.bytes, quality = totals.quality + excluded.quality,
              accesses = totals.accesses + excluded.accesses, created = totals.created + excluded.created;
          END IF;
          RETURN NULL;
        END $$;
      CREATE TRIGGER records_inserted AFTER INSERT ON retention.records
        REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION retention.count_records();
      CREATE TRIGGER records_updated AFTER UPDATE ON retention.records
        REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
        FOR EACH STATEMENT EXECUTE FUNCTION retention.count_records();
      CREATE TRIGGER records_deleted AFTER DELETE ON retention.records
        REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION retention.count_records();

      -- What holds a record: a version in use by the digest of its data, or an order of a person.
      CREATE TABLE retention.holds (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('deployed', 'legal_hold')),
        record_id uuid,
        data_sha256 text,
        owner text NOT NULL,
        account_name text NOT NULL,
        reason text NOT NULL,
        at timestamptz NOT NULL,
        CHECK ((record_id IS NULL) <> (data_sha256 IS NULL))
      );
      CREATE INDEX holds_record ON retention.holds (record_id) WHERE record_id IS NOT NULL;
      CREATE INDEX holds_data ON retention.holds (data_sha256) WHERE data_sha256 IS NOT NULL;

      -- Changes of a record's state, for as long as there is one.
      CREATE TABLE retention.acts (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        record_id uuid NOT NULL,
        act text NOT NULL,
        at timestamptz NOT NULL,
        -- Name of the account, or of the policy.
        by_name text NOT NULL
      );
      CREATE INDEX acts_record ON retention.acts (record_id, id);
      CREATE INDEX acts_at ON retention.acts (at);
    `,
  },
  {
    id: '0002-measures',
    sql: `
      -- Answers by hour, store, class of question, outcome and class of duration (each an eighth of a doubling).
      CREATE TABLE retention.ml_performance_metrics (
        hour timestamptz NOT NULL,
        table_name text NOT NULL,
        key_class text NOT NULL,
        outcome text NOT NULL CHECK (outcome IN ('hit', 'miss', 'error')),
        bucket smallint NOT NULL,
        answers bigint NOT NULL,
        total_ms double precision NOT NULL,
        PRIMARY KEY (hour, table_name, key_class, outcome, bucket)
      );

      -- What the stores held at each hour.
      CREATE TABLE retention.snapshots (
        hour timestamptz NOT NULL,
        table_name text NOT NULL,
        active bigint NOT NULL,
        archived bigint NOT NULL,
        expired bigint NOT NULL,
        bytes bigint NOT NULL,
        PRIMARY KEY (hour, table_name)
      );

      CREATE TABLE retention.evictions (
        day date NOT NULL,
        table_name text NOT NULL,
        reason text NOT NULL,
        records bigint NOT NULL,
        PRIMARY KEY (day, table_name, reason)
      );
    `,
  },
  {
    id: '0003-policies',
    sql: `
      CREATE TABLE retention.policies (
        policy_id text PRIMARY KEY,
        name text NOT NULL,
        table_name text NOT NULL,
        retention_days integer NOT NULL,
        min_access bigint NOT NULL,
        min_quality double precision,
        every_hours integer NOT NULL,
        action text NOT NULL CHECK (action IN ('delete', 'archive')),
        counts_from text NOT NULL CHECK (counts_from IN ('created', 'last_access', 'expiry')),
        grace_days integer NOT NULL,
        enabled boolean NOT NULL,
        is_builtin boolean NOT NULL,
        last_run_at timestamptz,
        last_result text
      );
      INSERT INTO retention.policies VALUES
        ('fs_high_quality', 'High Quality Features', 'ml_feature_store', 730, 5, 0.8, 24, 'archive', 'created', 30, true, true),
        ('fs_medium_quality', 'Medium Quality Features', 'ml_feature_store', 365, 2, 0.6, 24, 'archive', 'created', 14, true, true),
        ('fs_low_quality', 'Low Quality Features', 'ml_feature_store', 90, 1, 0.3, 12, 'delete', 'created', 7, true, true),
        ('tc_frequent', 'Frequent Training Cache', 'ml_training_cache', 180, 10, NULL, 48, 'archive', 'created', 30, true, true),
        ('tc_occasional', 'Occasional Training Cache', 'ml_training_cache', 90, 3, NULL, 24, 'delete', 'created', 14, true, true),
        ('ic_expired', 'Expired Inference Cache', 'ml_inference_cache', 0, 0, NULL, 6, 'delete', 'expiry', 0, true, true),
        ('ic_old_unused', 'Old Unused Inference Cache', 'ml_inference_cache', 7, 0, NULL, 12, 'delete', 'last_access', 1, true, true),
        ('as_seasonal', 'Seasonal Aggregations', 'aggregated_time_series', 1825, 1, NULL, 168, 'archive', 'created', 30, true, true),
        ('pm_old_metrics', 'Old Performance Metrics', 'ml_performance_metrics', 90, 0, NULL, 24, 'delete', 'created', 0, true, true);

      CREATE TABLE retention.alert_settings (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        settings jsonb NOT NULL
      );

      CREATE TABLE retention.alerts (
        alert_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        type text NOT NULL,
        severity text NOT NULL,
        message text NOT NULL,
        created_at timestamptz NOT NULL,
        closed_at timestamptz,
        acknowledged_by text,
        muted_until timestamptz
      );
      CREATE UNIQUE INDEX alerts_open ON retention.alerts (type) WHERE closed_at IS NULL;

      -- Files that were made to be taken away, by the digest of the token in their link.
      CREATE TABLE retention.exports (
        token_sha256 text PRIMARY KEY,
        storage_key text NOT NULL,
        file_name text NOT NULL,
        content_type text NOT NULL,
        expires_at timestamptz NOT NULL
      );
    `,
  },
  {
    id: '0004-unfinished',
    sql: `
      -- Runs of cleaning whose files and audit lines are still to come: what is here when a process dies, the next run ends.
      CREATE TABLE retention.unfinished (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL,
        run jsonb NOT NULL
      );
    `,
  },
];
