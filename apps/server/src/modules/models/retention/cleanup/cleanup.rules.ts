import type { CleanupAct } from '@kianda/contract/models/retention/policies.contract';
import type { PolicyRow, RecordRow } from '../retention.tables.ts';

const dayMs = 86_400_000;

/** What a policy looks at in a record. */
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
 * The order in which the policies of a table are tried: those that keep longest first, those that count from the end of
 * validity before all others.
 */
export function inOrder(policies: readonly PolicyRow[]): readonly PolicyRow[] {
  return policies.toSorted(
    (a, b) =>
      Number(b.counts_from === 'expiry') - Number(a.counts_from === 'expiry') ||
      b.retention_days - a.retention_days ||
      (a.policy_id < b.policy_id ? -1 : 1),
  );
}

/**
 * The policy that a record falls under: the first whose conditions it meets. One that meets none falls under the last of
 * its table, which keeps it shortest; a policy by the end of validity takes only what has one that is over.
 */
export function policyOf(
  record: Pick<Judged, 'table_name' | 'access_count' | 'quality'> & { readonly expires_at?: Date | null },
  policies: readonly PolicyRow[],
  nowMs = Number.NEGATIVE_INFINITY,
): PolicyRow | undefined {
  const own = inOrder(policies.filter(({ table_name }) => table_name === record.table_name));
  const met = own.find((policy) =>
    policy.counts_from === 'expiry' ? isOver(record.expires_at, nowMs) : meets(record, policy),
  );
  return met ?? own.findLast(({ counts_from }) => counts_from !== 'expiry');
}

const isOver = (expiresAt: Date | null | undefined, nowMs: number): boolean =>
  expiresAt !== null && expiresAt !== undefined && expiresAt.getTime() <= nowMs;

const meets = (record: Pick<Judged, 'access_count' | 'quality'>, policy: PolicyRow): boolean =>
  record.access_count >= policy.min_access && (policy.min_quality === null || record.quality >= policy.min_quality);

export type Selection = { readonly force: boolean; readonly policyIds: readonly string[] | null };

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
  // What was archived stays so for as long again.
  const begun = record.status === 'archived' ? record.archived_at : startOf(record, policy);
  if (begun === null || begun.getTime() + policy.retention_days * dayMs > nowMs) return null;
  const act = policy.action === 'archive' && record.status === 'active' ? 'archive' : 'expire';
  return { act, policyId: policy.policy_id };
}

function startOf(record: Judged, { counts_from }: PolicyRow): Date | null {
  if (counts_from === 'created') return record.created_at;
  return counts_from === 'last_access' ? record.last_accessed : record.expires_at;
}
