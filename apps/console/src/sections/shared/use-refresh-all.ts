import type { Endpoint } from '@kianda/contract';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { endpointKey } from '../../client/use-endpoint.ts';

/** Asks again for every shown answer of these endpoints, and whether any of them is on its way. */
export function useRefreshAll(endpoints: readonly Endpoint[]): {
  readonly refresh: () => void;
  readonly isRefreshing: boolean;
} {
  const queries = useQueryClient();
  const ids = endpoints.map((endpoint) => endpoint.id);
  const isRefreshing =
    useIsFetching({ queryKey: ['endpoint'], predicate: ({ queryKey }) => ids.includes(String(queryKey[1])) }) > 0;
  const refresh = useCallback(() => {
    for (const endpoint of endpoints) {
      queries
        .invalidateQueries({ queryKey: endpointKey(endpoint), refetchType: 'active' })
        .catch((cause: unknown) => console.warn('kianda: atualização por concluir', cause));
    }
  }, [queries, endpoints]);
  return { refresh, isRefreshing };
}
