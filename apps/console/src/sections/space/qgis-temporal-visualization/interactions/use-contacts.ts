import { allows } from '@kianda/contract';
import { temporalInteractions } from '@kianda/contract/space/temporal/interactions.contract';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { periodQuery } from '../period-query.ts';
import type { TemporalSearch } from '../search.ts';

/** Where followed animals were near fishing, by the limits in the address; whether the account may know it. */
export function useContacts(search: TemporalSearch, isShown: boolean) {
  const { role } = useAccount();
  const isAllowed = allows(temporalInteractions.access, role);
  const source = useEndpoint(
    temporalInteractions,
    { query: { ...periodQuery(search), km: search.away, hours: search.apart } },
    { refetchSeconds: 600, timeoutSeconds: 60, enabled: isAllowed && isShown },
  );
  return { isAllowed, source };
}
