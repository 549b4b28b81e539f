import type { VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { dayMs } from '@kianda/geo';
import { useEndpoint } from '../../../../client/use-endpoint.ts';

/** The track of a vessel of an alert, a day before and after it; asked for once, however many parts show it. */
export function useAlertTrack(id: number, { timestamp, lastAt }: Pick<VesselAlert, 'timestamp' | 'lastAt'>) {
  const query = {
    from: new Date(Date.parse(timestamp) - dayMs).toISOString(),
    to: new Date(Date.parse(lastAt) + dayMs).toISOString(),
  };
  return useEndpoint(vesselTrack, { params: { id }, query }, { refetchSeconds: 0 });
}
