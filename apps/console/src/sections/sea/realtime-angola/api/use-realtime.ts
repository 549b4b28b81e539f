import { vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import { realtimeData, zeeSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import { useChannel } from '../../../../client/use-channel.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useThrottled } from '../../../shared/use-throttled.ts';
import { realtimeFallback } from './fallback.ts';

/** While pages of records stream in, one question in so many ms is enough. */
const refreshEveryMs = 5_000;
const seriesDays = 30;

/** The newest readings, asked again when the server tells of new records of the sea or of vessels. */
export function useRealtime() {
  const data = useEndpoint(realtimeData, {}, { refetchSeconds: 30, fallback: { data: realtimeFallback } });
  const presence = useEndpoint(vesselPresence, { query: { hours: 24 } }, { refetchSeconds: 300 });
  const temperature = useEndpoint(
    zeeSeries,
    { params: { variable: 'analysedSst' }, query: { days: seriesDays } },
    { refetchSeconds: 300 },
  );
  const chlorophyll = useEndpoint(
    zeeSeries,
    { params: { variable: 'chlorophyll' }, query: { days: seriesDays } },
    { refetchSeconds: 300 },
  );
  const refresh = () => {
    data.refresh();
    presence.refresh();
    temperature.refresh();
    chlorophyll.refresh();
  };
  const onRecords = useThrottled(refresh, refreshEveryMs);
  useChannel('ocean', { onEvent: onRecords, onGap: refresh });
  useChannel('vessels', { onEvent: onRecords, onGap: refresh });
  return { data, presence, temperature, chlorophyll, refresh };
}

export type Realtime = ReturnType<typeof useRealtime>;
