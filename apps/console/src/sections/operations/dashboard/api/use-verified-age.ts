import type { DataOf } from '@kianda/contract';
import type { dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { useNow } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';

/** Age in ms of the last health check, ticking; null when no server said it. */
export function useVerifiedAge(stats: EndpointResult<DataOf<typeof dashboardStats>>): number | null {
  const now = useNow(1);
  const { envelope, receivedAt } = stats;
  if (envelope === undefined || receivedAt === null) return null;
  const { provenance, timestamp } = envelope.metadata;
  if (provenance.state === 'fallback') return null;
  const verified = Date.parse(envelope.data.verifiedAt);
  // By the server's own clock up to the answer, by this one since: a skewed clock must not make a check look old.
  return Math.max(0, Date.parse(timestamp) - verified) + Math.max(0, now - receivedAt);
}
