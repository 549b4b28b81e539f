import type { Sourced } from '@kianda/contract';
import { authMe } from '@kianda/contract/people/identity/identity.contract';
import type { PanelSource } from '@kianda/ui';
import { useQuery } from '@tanstack/react-query';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { mobileTexts as texts } from '../texts.pt.ts';
import { type Device, medianOf, readDevice } from './device.ts';

const pollSeconds = 10;
const probes = 5;

/** One reading of this browser, as a value with its origin. */
function useReading<T>(key: string, read: () => Promise<T>, refetchSeconds: number | false): PanelSource<T> {
  const { clock } = useApplication();
  const query = useQuery<Sourced<T>>({
    queryKey: ['mobile-pwa', key],
    retry: false,
    staleTime: 0,
    networkMode: 'always',
    refetchInterval: refetchSeconds === false ? false : refetchSeconds * 1000,
    queryFn: async () => {
      const value = await read();
      const at = new Date(clock()).toISOString();
      return { value, provenance: { state: 'live', source: texts.source, observedAt: at, retrievedAt: at } };
    },
  });
  return {
    sourced: query.data,
    isLoading: query.isPending,
    isRefreshing: query.isFetching && query.data !== undefined,
    error: query.isError ? { message: toFailure(query.error).message } : null,
    refresh: () => void query.refetch(),
  };
}

/** Storage and abilities of this browser, read again every 10 s. */
export function useDevice(): PanelSource<Device> {
  const { copies } = useApplication();
  return useReading('device', () => readDevice(window, copies.summary), pollSeconds);
}

export type RoundTripTime = {
  /** Of `count` requests one after the other, ms: the first, which opens the connection where none is, is not counted. */
  readonly medianMs: number;
  readonly count: number;
};

/** How long this device waits for an answer of the server, measured when the screen opens and when asked. */
export function useLatency(): PanelSource<RoundTripTime> {
  const { client } = useApplication();
  const measure = async (): Promise<RoundTripTime> => {
    const times: number[] = [];
    for (let count = 0; count <= probes; count += 1) {
      const startedMs = performance.now();
      const { metadata } = await client.call(authMe, {}, { copyMaxAgeMs: 0 });
      if (metadata.cached) throw new Error(texts.connection.noServer);
      if (count > 0) times.push(performance.now() - startedMs);
    }
    return { medianMs: medianOf(times) ?? Number.NaN, count: times.length };
  };
  return useReading('round-trip', measure, false);
}
