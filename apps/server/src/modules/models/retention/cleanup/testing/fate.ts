import type { CleanupAct } from '@kianda/contract/models/retention/policies.contract';
import type { PolicyRow, RecordRow } from '../../retention.tables.ts';
import { policyOf, type Selection } from '../cleanup.rules.ts';

const dayMs = 86_400_000;

/** Parts of a record that a policy looks at. */
export type Judged = Pick<
  RecordRow,
  | 'table_name'
  | 'status'
  | 'created_at'
  | 'last_accessed'
  | 'expires_at'
  | 'access_count'
  | 'quality'
  | 'is_pinned'
  | 'archived_at'
  | 'purge_after'
>;

/**
 * Fate of a record now, and by which policy; null where it stays. The statement of the real run says the same: a test
 * compares both over ten thousand records.
 */
export function fateOf(
  record: Judged,
  policies: readonly PolicyRow[],
  { nowMs, force, policyIds }: Selection & { readonly nowMs: number },
): { readonly act: CleanupAct; readonly policyId: string | null } | null {
  if (record.is_pinned) return null;
  if (record.status === 'expired') {
    const isDue = force || (record.purge_after !== null && record.purge_after.getTime() <= nowMs);
    return isDue ? { act: 'purge', policyId: null } : null;
  }
  const policy = policyOf(record, policies, nowMs);
  if (policy === undefined || !policy.enabled) return null;
  if (policyIds !== null && !policyIds.includes(policy.policy_id)) return null;
  // An archived record stays so for as long again.
  const begun = record.status === 'archived' ? record.archived_at : startOf(record, policy);
  if (begun === null || begun.getTime() + policy.retention_days * dayMs > nowMs) return null;
  const act = policy.action === 'archive' && record.status === 'active' ? 'archive' : 'expire';
  return { act, policyId: policy.policy_id };
}

function startOf(record: Judged, { counts_from }: PolicyRow): Date | null {
  if (counts_from === 'created') return record.created_at;
  return counts_from === 'last_access' ? record.last_accessed : record.expires_at;
}
