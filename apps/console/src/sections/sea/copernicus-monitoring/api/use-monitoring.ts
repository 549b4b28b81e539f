import type { DataOf } from '@kianda/contract';
import { copernicusMonitoring } from '@kianda/contract/sea/ocean/copernicus.contract';
import { listProducts } from '@kianda/contract/sea/ocean/sources.contract';
import { useChannel } from '../../../../client/use-channel.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useThrottled } from '../../../shared/use-throttled.ts';

export type Monitoring = DataOf<typeof copernicusMonitoring>;
export const coverageDays = 3;
const refreshEveryMs = 10_000;

/** Products received from Copernicus over the window; refetched when ocean records arrive. */
export function useMonitoring(days: number) {
  const monitoring = useEndpoint(
    copernicusMonitoring,
    { query: { days, coverageDays } },
    { refetchSeconds: 60, timeoutSeconds: 20 },
  );
  const onRecords = useThrottled(monitoring.refresh, refreshEveryMs);
  useChannel('ocean', { onEvent: onRecords, onGap: monitoring.refresh });
  return monitoring;
}

/** The products of the last day, where their outlines are wanted. */
export const useProducts = (showsFootprints: boolean) =>
  useEndpoint(listProducts, { query: { days: 1, limit: 200 } }, { refetchSeconds: 300, enabled: showsFootprints });
