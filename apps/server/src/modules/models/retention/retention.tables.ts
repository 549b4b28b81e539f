import type { PolicyTable, RetentionPolicy } from '@kianda/contract/models/retention/policies.contract';
import type {
  RecordAct,
  RecordState,
  RetainedDataType,
  RetainedTable,
} from '@kianda/contract/models/retention/retention.contract';
import type { RetentionAlert, RetentionAlertSettings } from '@kianda/contract/models/retention/statistics.contract';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';

/** Written as a Date, read as a Date. */
type Timestamp = ColumnType<Date, Date, Date>;
type MaybeTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Count = ColumnType<number, number | undefined, number>;

/** Facts about a record that people may look for. */
export type RecordMetadata = Readonly<Record<string, string | number | boolean | null>>;

export type RetentionTables = {
  'retention.records': {
    table_name: RetainedTable;
    id: Generated<string>;
    key: string;
    key_class: string;
    data_type: RetainedDataType;
    label: string;
    status: ColumnType<RecordState, RecordState | undefined, RecordState>;
    created_at: Timestamp;
    event_at: MaybeTimestamp;
    valid_until: MaybeTimestamp;
    expires_at: MaybeTimestamp;
    last_accessed: Timestamp;
    access_count: Count;
    bytes: number;
    quality: number;
    watermark: string;
    content: ColumnType<unknown, string | null, string | null>;
    content_key: string | null;
    content_sha256: string;
    data_sha256: string | null;
    metadata: JSONColumnType<RecordMetadata, string, string>;
    is_pinned: ColumnType<boolean, boolean | undefined, boolean>;
    archived_at: MaybeTimestamp;
    expired_at: MaybeTimestamp;
    purge_after: MaybeTimestamp;
    policy_id: ColumnType<string | null, string | null | undefined, string | null>;
    eviction_reason: ColumnType<string | null, string | null | undefined, string | null>;
  };
  'retention.totals': {
    table_name: RetainedTable;
    data_type: RetainedDataType;
    status: RecordState;
    records: number;
    bytes: number;
    quality: number;
    accesses: number;
    created: number;
  };
  'retention.holds': {
    id: Generated<number>;
    kind: 'deployed' | 'legal_hold';
    record_id: string | null;
    data_sha256: string | null;
    owner: string;
    account_name: string;
    reason: string;
    at: Timestamp;
  };
  'retention.acts': {
    id: Generated<number>;
    record_id: string;
    act: RecordAct;
    at: Timestamp;
    by_name: string;
  };
  'retention.ml_performance_metrics': {
    hour: Timestamp;
    table_name: RetainedTable;
    key_class: string;
    outcome: Outcome;
    bucket: number;
    answers: number;
    total_ms: number;
  };
  'retention.snapshots': {
    hour: Timestamp;
    table_name: RetainedTable;
    active: number;
    archived: number;
    expired: number;
    bytes: number;
  };
  'retention.evictions': { day: string; table_name: RetainedTable; reason: string; records: number };
  'retention.policies': {
    policy_id: string;
    name: string;
    table_name: PolicyTable;
    retention_days: number;
    min_access: number;
    min_quality: number | null;
    every_hours: number;
    action: RetentionPolicy['action'];
    counts_from: RetentionPolicy['counts_from'];
    grace_days: number;
    enabled: boolean;
    is_builtin: boolean;
    last_run_at: MaybeTimestamp;
    last_result: string | null;
  };
  'retention.unfinished': {
    id: Generated<number>;
    at: Timestamp;
    run: JSONColumnType<object, string, string>;
  };
  'retention.alert_settings': {
    is_only: Generated<boolean>;
    settings: JSONColumnType<RetentionAlertSettings, string, string>;
  };
  'retention.alerts': {
    alert_id: Generated<string>;
    type: RetentionAlert['type'];
    severity: RetentionAlert['severity'];
    message: string;
    created_at: Timestamp;
    closed_at: MaybeTimestamp;
    acknowledged_by: ColumnType<string | null, string | null | undefined, string | null>;
    muted_until: MaybeTimestamp;
  };
  'retention.exports': {
    token_sha256: string;
    storage_key: string;
    file_name: string;
    content_type: string;
    expires_at: Timestamp;
  };
};

/** How a question to a store ended. */
export type Outcome = 'hit' | 'miss' | 'error';

export type RecordRow = Selectable<RetentionTables['retention.records']>;
export type PolicyRow = Selectable<RetentionTables['retention.policies']>;
export type AlertRow = Selectable<RetentionTables['retention.alerts']>;
export type TotalRow = Selectable<RetentionTables['retention.totals']>;
