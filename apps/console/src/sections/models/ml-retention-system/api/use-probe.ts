import { servicePrefixes } from '@kianda/contract/core/endpoint';
import { retentionHealth } from '@kianda/contract/models/retention/statistics.contract';
import { useQuery } from '@tanstack/react-query';
import { useApplication } from '../../../../client/context.tsx';

const everyMs = 60_000;
const patienceMs = 5_000;

/** Whether the service of retention answers: asked once a minute; true until it is known. */
export function useProbe(): boolean {
  const { probe } = useApplication();
  const { data } = useQuery({
    queryKey: ['retention-probe'],
    refetchInterval: everyMs,
    refetchOnWindowFocus: false,
    retry: false,
    networkMode: 'always',
    gcTime: everyMs,
    queryFn: async ({ signal }) => {
      const path = servicePrefixes[retentionHealth.service] + retentionHealth.path;
      try {
        return await probe(path, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]));
      } catch {
        return false;
      }
    },
  });
  return data ?? true;
}
