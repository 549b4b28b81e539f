import type { RetainedRecord } from '@kianda/contract/models/retention/retention.contract';
import { policyOf } from '../cleanup/cleanup.rules.ts';
import { megabyte } from '../retention.context.ts';
import type { PolicyRow } from '../retention.tables.ts';
import type { ListedRow } from './records.repository.ts';

/** A record as people read it, with the policy that it falls under. */
export function recordView(row: ListedRow, policies: readonly PolicyRow[]): RetainedRecord {
  const policy = policyOf(row, policies);
  return {
    ...{ id: row.id, table_name: row.table_name, data_type: row.data_type, status: row.status },
    ...{ created_at: row.created_at.toISOString(), last_accessed: row.last_accessed.toISOString() },
    ...{ access_count: row.access_count, size_mb: row.bytes / megabyte, quality_score: row.quality },
    ...{ retention_days: policy?.retention_days ?? null, policy_id: policy?.policy_id ?? null },
    ...{ is_pinned: row.is_pinned, purge_after: row.purge_after?.toISOString() ?? null },
    ...{ label: row.label, metadata: row.metadata },
  };
}
