import type { PolicyRow, RecordRow } from '../retention.tables.ts';

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
  record: Pick<RecordRow, 'table_name' | 'access_count' | 'quality'> & { readonly expires_at?: Date | null },
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

const meets = (record: Pick<RecordRow, 'access_count' | 'quality'>, policy: PolicyRow): boolean =>
  record.access_count >= policy.min_access && (policy.min_quality === null || record.quality >= policy.min_quality);

export type Selection = { readonly force: boolean; readonly policyIds: readonly string[] | null };
